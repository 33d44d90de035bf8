import { Failure, type FailureDetails } from '../../../../nodes/shared/failure/Failure';
import { isTransient, jobFailed, noJobId } from '../../../../nodes/shared/jobs/failures';
import type { Job } from '../../../../nodes/shared/jobs/job';
import type { ReadState } from '../../../../nodes/shared/recognition/jobState';
import type { DecodedSubmission } from '../../../../nodes/shared/Service';
import { RESPONSE_TOO_LARGE } from '../../../../nodes/shared/transport/readResponseBody';
import { json, response } from '../responses';
import { screening } from './screening';

const job: Job = { type: 'screening', id: 'scr-1', state: 'failed', rawState: 'FAILED' };
const said = (more: Partial<ReadState> = {}): ReadState => ({
	state: 'failed',
	rawState: 'FAILED',
	basis: 'word',
	...more,
});
const X = 'x';
const answered = (value: unknown, status = 200, headers = {}): DecodedSubmission => ({
	content: { kind: 'data', value },
	response: { ...json(value, status), headers },
});

describe('a failed poll of a job', () => {
	const failed = (more: Pick<FailureDetails, 'status' | 'code'>) =>
		new Failure({ kind: 'request', message: 'x', request: 'GET /screening/1', ...more });

	it.each([undefined, 200, 299, 408, 425, 429, 500, 503])(
		'is transient with the status %p, however old the job is',
		(status) => {
			expect(isTransient(failed({ status }), 1e9)).toBe(true);
		},
	);

	it.each([300, 301, 400, 401, 403, 410, 422, 499])('is permanent with the status %d', (status) => {
		expect(isTransient(failed({ status }), 0)).toBe(false);
	});

	it('is transient if a young job is not known yet', () => {
		expect(isTransient(failed({ status: 404 }), 5_000)).toBe(true);
		expect(isTransient(failed({ status: 404 }), 300_000)).toBe(false);
	});

	it('is permanent if the response is too large, or if no request failed', () => {
		expect(isTransient(failed({ code: RESPONSE_TOO_LARGE }), 0)).toBe(false);
		expect(isTransient(new Failure({ kind: 'response', message: 'x' }), 0)).toBe(false);
	});
});

describe('a job that failed', () => {
	it('without a reason or a word says how to show a reason', () => {
		const { message, details } = jobFailed(
			screening,
			job,
			said({ rawState: null }),
			answered({ a: 1 }),
		);
		expect(message).toBe('The screening failed');
		expect(details.description).toMatch(
			/^The service reports an error for the job scr-1\. .* add its path as 'reason' to the contract in the credential\.$/,
		);
	});
});

describe('a submission', () => {
	it('without an ID may exist: the response and possible IDs are shown', () => {
		const headers = { location: '/j/7', 'x-request-id': 'r', server: 'nginx' };
		const { details } = noJobId(screening, answered({ a: 1 }, 202, headers), ['7', '8']);
		expect(details).toMatchObject({
			kind: 'job',
			message:
				'The response to the submission of the screening has no job ID that the node recognises',
			status: 202,
			outcomeUnknown: true,
			response: { a: 1 },
		});
		expect(details.description).toMatch(
			/^The ID of the job may be one of these: 7, 8\. The job prob/,
		);
		expect(details.description).toMatch(/{"a":1}, with location: \/j\/7, x-request-id: r$/);
	});

	it('whose response is damaged is reported as such, with advice', () => {
		const decodeFailure = new Failure({
			kind: 'response',
			message: 'Broken JSON',
			description: 'Retry.',
		});
		const { details } = noJobId(screening, { ...answered({}), decodeFailure });
		expect(details.message).toBe('Broken JSON');
		expect(details.description).toMatch(/^Retry\. The job probably exists/);
	});

	it.each(['text', 'data'] as const)('without an ID shows 2,000 characters of long %s', (kind) => {
		const text = `{"a":"${X.repeat(2_000)}"}`;
		const content = kind === 'text' ? { kind, text } : { kind, value: { a: X.repeat(2_000) } };
		const received = { content, response: response(text) };
		expect(noJobId(screening, received).details.response).toEqual({ data: text.slice(0, 2_000) });
	});

	it('without an ID shows no bytes of a file', () => {
		const file = { bytes: Buffer.alloc(3_000), name: 'a.pdf', type: 'application/pdf' };
		const received = { content: { kind: 'file', file } as const, response: response(file.bytes) };
		expect(noJobId(screening, received).details.response).not.toHaveProperty('data');
	});
});
