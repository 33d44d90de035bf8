import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { Hints } from '../../../../nodes/shared/operations/Hints';
import { sendSubmission } from '../../../../nodes/shared/operations/submit';
import { Service, type DecodedSubmission } from '../../../../nodes/shared/Service';
import { screening as job } from '../jobs/screening';
import { settingsOf } from '../../../support/options';
import { json } from '../responses';

const service = new Service('', { send: async () => Promise.reject(new Error()) }, 'auto');
const outcomeOf = async (submit: () => Promise<DecodedSubmission>) =>
	await sendSubmission({
		service: { submit, rejection: service.rejection.bind(service) },
		job,
		draft: { endpoint: job.submit, query: [], body: {} },
		settings: settingsOf({}),
		hints: new Hints(),
	});
const answered = async (value: unknown, more: Partial<DecodedSubmission> = {}) =>
	await outcomeOf(async () =>
		Promise.resolve({ content: { kind: 'data', value }, response: json(value), ...more }),
	);

const decodeFailure = new Failure({
	kind: 'request',
	request: 'POST /screening',
	message: 'Cut off',
});

describe('a submission', () => {
	it('is accepted with the ID and the state that the service names', async () => {
		expect(await answered({ id: 'a', status: 'queued' })).toMatchObject({
			kind: 'accepted',
			named: { value: 'a' },
			seen: { state: 'pending', rawState: 'queued', basis: 'word' },
		});
	});

	it.each([
		['an ID alone', { id: 'a' }],
		['a bare text', 'a1b2c3d4'],
	])('with %s is pending, without a state of the service', async (_, value) => {
		expect(await answered(value)).toMatchObject({
			kind: 'accepted',
			seen: { state: 'pending', rawState: null },
		});
	});

	it('without an ID may have been accepted', async () => {
		expect(await answered({ ok: true })).toMatchObject({
			kind: 'unknown',
			error: { details: { kind: 'job', outcomeUnknown: true } },
		});
	});

	it('whose response is an error without a job was not accepted', async () => {
		expect(await answered({ status: 'error', message: 'No credit' })).toMatchObject({
			kind: 'rejected',
			error: {
				details: {
					kind: 'request',
					message: 'The service rejected POST /screening: No credit',
					status: 400,
					response: { status: 'error', message: 'No credit' },
				},
			},
		});
	});

	it('whose response is a server error may have been accepted', async () => {
		expect(await answered({ code: 500, message: 'Oops' }, { rejectedStatus: 500 })).toMatchObject({
			kind: 'unknown',
			error: { details: { status: 500, outcomeUnknown: true } },
		});
	});

	it('whose job failed at once was accepted', async () => {
		expect(await answered({ job_id: 'a', status: 'failed' })).toMatchObject({
			kind: 'accepted',
			named: { value: 'a' },
			seen: { state: 'failed' },
		});
	});

	it('whose response is damaged may have been accepted', async () => {
		expect(await answered('{"stat', { decodeFailure })).toMatchObject({
			kind: 'unknown',
			error: { details: { message: 'Cut off', outcomeUnknown: true } },
		});
	});
});

describe('a submission without a response', () => {
	const failed = async (error: unknown) =>
		await outcomeOf(async () => Promise.reject(error as Error));

	it.each<[string, unknown, string]>([
		['a refusal', decodeFailure, 'rejected'],
		['a lost connection', decodeFailure.with({ outcomeUnknown: true }), 'unknown'],
		['Stop before it was sent', new Cancelled(), 'rejected'],
		['Stop while it was under way', Cancelled.whileInFlight(), 'unknown'],
		['a fault of the node', new TypeError('x'), 'unknown'],
	])('after %s', async (_, error, kind) => {
		expect(await failed(error)).toEqual({ kind, error });
	});
});
