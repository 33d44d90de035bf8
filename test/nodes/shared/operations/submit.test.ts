import { Cancelled, isOutcomeUnknown } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { readContract } from '../../../../nodes/shared/plan/parse';
import { Hints } from '../../../../nodes/shared/operations/Hints';
import { sendSubmission } from '../../../../nodes/shared/operations/submit';
import type { DecodedSubmission } from '../../../../nodes/shared/Service';
import type { Settings } from '../../../../nodes/shared/settings/readSettings';
import { screening as job } from '../jobs/screening';
import { settingsOf } from '../../../support/options';
import { json } from '../responses';

const outcomeOf = async (
	submit: () => Promise<DecodedSubmission>,
	settings: Settings = settingsOf({}),
) => {
	try {
		const { id, state } = await sendSubmission({
			service: { submit: async (_, classify) => classify(await submit()) },
			job,
			draft: { endpoint: job.submit, query: [], body: {} },
			settings,
			hints: new Hints(),
		});
		return { kind: 'accepted', id, state };
	} catch (error) {
		return { kind: isOutcomeUnknown(error) ? 'unknown' : 'rejected', error };
	}
};
const answered = async (
	value: unknown,
	more: Partial<DecodedSubmission> = {},
	settings?: Settings,
) =>
	await outcomeOf(
		async () =>
			Promise.resolve({ content: { kind: 'data', value }, response: json(value), ...more }),
		settings,
	);

/** Settings with a contract for the submission. */
const pinned = (piece: object, strict = false): Settings => ({
	...settingsOf({}),
	contract: readContract({
		responseContract: JSON.stringify({ version: 1, endpoints: { 'POST /screening': piece } }),
		strictContract: strict,
	}),
});

const decodeFailure = new Failure({
	kind: 'request',
	request: 'POST /screening',
	message: 'Cut off',
});

describe('a submission', () => {
	it('is accepted with the ID and the state that the service names', async () => {
		expect(await answered({ id: 'a', status: 'queued' })).toMatchObject({
			kind: 'accepted',
			id: { value: 'a' },
			state: { state: 'pending', rawState: 'queued', basis: 'word' },
		});
	});

	it.each([
		['an ID alone', { id: 'a' }],
		['a bare text', 'a1b2c3d4'],
	])('with %s is pending, without a state of the service', async (_, value) => {
		expect(await answered(value)).toMatchObject({
			kind: 'accepted',
			state: { state: 'pending', rawState: null },
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

	it('whose job failed at once was accepted', async () => {
		expect(await answered({ job_id: 'a', status: 'failed' })).toMatchObject({
			kind: 'accepted',
			id: { value: 'a' },
			state: { state: 'failed' },
		});
	});
});

describe('a submission whose response is damaged', () => {
	const damaged = async (text: string, settings?: Settings) =>
		await answered(undefined, { decodeFailure, content: { kind: 'text', text } }, settings);

	it('is accepted where the ID is beyond doubt', async () => {
		const outcome = await answered(
			{ job_id: 'a' },
			{ decodeFailure, content: { kind: 'data', value: { job_id: 'a' } } },
		);
		expect(outcome).toMatchObject({ kind: 'accepted', id: { value: 'a' } });
	});

	it('is pending, whatever the rest of it says', async () => {
		const value = { job_id: 'a', status: 'failed' };
		const outcome = await answered(value, { decodeFailure });
		expect(outcome).toMatchObject({
			kind: 'accepted',
			state: { state: 'pending', rawState: null },
		});
	});

	it('may have been accepted where the ID is a guess, which the message names', async () => {
		const guess = '5512';
		expect(await damaged(`Created job id ${guess}`)).toMatchObject({
			kind: 'unknown',
			error: {
				details: {
					outcomeUnknown: true,
					description: expect.stringContaining(`may be one of these: ${guess}.`) as unknown,
				},
			},
		});
	});

	it('is not read by a contract, which describes whole responses', async () => {
		const value = { job_id: 'a', id: 'x' };
		const outcome = await answered(value, { decodeFailure }, pinned({ id: 'nowhere' }, true));
		expect(outcome.kind).toBe('accepted');
	});
});

describe('a submission by a contract', () => {
	it.each([
		['with another ID', { key: 'a' }, { id: 'data.id' }, undefined],
		['without its state', { id: 'a' }, { id: 'id', state: { path: 'phase', pending: 'q' } }, 'a'],
	])(
		'that is strict may have been paid for %s: the failure says so',
		async (_, value, piece, id) => {
			const outcome = await answered(value, {}, pinned(piece, true));
			expect(outcome).toMatchObject({
				kind: 'unknown',
				error: {
					details: {
						kind: 'response',
						outcomeUnknown: true,
						...(id !== undefined && { job: { type: 'screening', id, state: 'pending' } }),
					},
				},
			});
		},
	);

	it('that is strict does not describe a rejection, which is free', async () => {
		const value = { success: false, error: 'No credit' };
		const settings = pinned({ id: 'data.id' }, true);
		expect(await answered(value, { rejectedStatus: 402 }, settings)).toMatchObject({
			kind: 'rejected',
			error: { details: { status: 402 } },
		});
	});
});

describe('a rejection', () => {
	it('with an ID that may be any, such as that of a trace, is free', async () => {
		const value = { status: 'error', message: 'No credit', request_id: 't1' };
		expect((await answered(value)).kind).toBe('rejected');
	});

	it('says what to do if the job exists anyway', async () => {
		const { details } = await rejectionOf({ status: 'error', message: 'No credit' });
		expect(details.description).toMatch(/If the service accepted the job anyway, set 'ID Path'/);
	});
});

const rejectionOf = async (value: unknown): Promise<Failure> => {
	const outcome = await answered(value);
	if (outcome.kind === 'rejected' && outcome.error instanceof Failure) return outcome.error;
	throw new Error('It was not rejected');
};

it.each([
	['rows', { job_id: 'a', data: [{ n: 1 }] }],
	['no state at all', { job_id: 'a', note: 'x' }],
])('a submission whose response has %s is pending, not finished', async (_, value) => {
	expect(await answered(value)).toMatchObject({
		kind: 'accepted',
		state: { state: 'pending', rawState: null },
	});
});

describe('a submission without a response', () => {
	const failed = async (error: unknown) =>
		await outcomeOf(async () => Promise.reject(error as Error));

	it.each<[string, unknown, string]>([
		['a rejection', decodeFailure, 'rejected'],
		['a lost connection', decodeFailure.with({ outcomeUnknown: true }), 'unknown'],
		['Stop before it was sent', new Cancelled(), 'rejected'],
		['Stop while it was under way', Cancelled.whileInFlight(), 'unknown'],
		['a fault of the node', new TypeError('x'), 'unknown'],
	])('after %s', async (_, error, kind) => {
		expect(await failed(error)).toEqual({ kind, error });
	});
});
