import { explainRecognition } from '../../../../nodes/shared/recognition/explain';
import { response } from '../responses';
import { data, overrides } from './overrides';

const explain = (value: unknown, more: object = {}, headers: Record<string, string> = {}) =>
	explainRecognition({
		content: data(value),
		response: response('', headers),
		overrides: overrides(),
		...more,
	});

describe('what was recognised', () => {
	it('of a submission: the id, its path and the alternatives', () => {
		const headers = { location: '/jobs/b-1' };
		const submittedTo = '/screening';
		expect(
			explain({ id: 'a', status: 'queued', request_id: 't' }, { submittedTo }, headers),
		).toEqual({
			id: {
				path: 'id',
				value: 'a',
				rule: 'id.key',
				looksFor: '`id`, `uuid`, ...',
				margin: 1,
				candidates: [
					{ header: 'location', value: 'b-1' },
					{ path: 'request_id', value: 't' },
				],
			},
			state: expect.objectContaining({
				...{ path: 'status', value: 'queued', state: 'pending', rule: 'state.key' },
				candidates: [],
			}) as unknown,
			reason: null,
			cost: null,
		});
	});

	it('in a header', () => {
		const { id } = explain({}, { submittedTo: '/x' }, { location: '/jobs/b-1' });
		expect(id).toMatchObject({ header: 'location', value: 'b-1', rule: 'id.header' });
	});

	it('of a poll: state, reason, link and rating', () => {
		const value = { status: 'ok', job: { status: 'failed', error: 'no' }, risk_level: 'high' };
		expect(explain(value)).toMatchObject({
			state: {
				path: 'job.status',
				value: 'failed',
				state: 'failed',
				rule: 'state.key',
				margin: 4,
				candidates: [{ path: 'status', value: 'ok', against: 'about the request' }],
			},
			reason: { path: 'job.error', value: 'no', rule: 'reason.error', candidates: [] },
			link: null,
			rating: { path: 'risk_level', value: 'high', rule: 'rating.risk' },
		});
	});

	it('by the settings of the user', () => {
		const read = explain({ a: 'done' }, { overrides: overrides({ statePath: 'a' }) });
		expect(read).toMatchObject({ state: { path: 'a', rule: 'stated' } });
	});

	it.each<[string, object, object, object]>([
		['an unknown state', { status: 'odd' }, {}, { state: { unknown: true } }],
		['no id', { message: 'taken' }, { submittedTo: '/x' }, { id: null }],
		[
			'a list of one job',
			[{ status: 'queued', id: 'a' }],
			{ submittedTo: '/x' },
			{ id: { path: '0.id' } },
		],
		[
			'the state of a list of one job',
			[{ status: 'queued', id: 'a' }],
			{ submittedTo: '/x' },
			{ state: { path: '0.status' } },
		],
		[
			'the reason in a list of one job',
			[{ status: 'failed', error: 'no' }],
			{ submittedTo: '/x' },
			{ reason: { path: '0.error' } },
		],
		['no reason of a job that failed without one', { status: 'failed' }, {}, { reason: null }],
		['no reason of a finished job', { status: 'done', error: 'no' }, {}, { reason: null }],
		[
			'the count of a screening',
			{ flagged_count: 3 },
			{ hasRiskRating: true },
			{ flaggedCount: { path: 'flagged_count', value: 3 } },
		],
		['no count of a screening', { followers: 5 }, { hasRiskRating: true }, { flaggedCount: null }],
	])('with its path: %s', (_, value, more, expected) => {
		expect(explain(value, more)).toMatchObject(expected);
	});

	it('includes the flagged count for screenings only', () => {
		expect(explain({ flagged_count: 3 })).not.toHaveProperty('flaggedCount');
		expect(explain({ status: 'done' }).state).not.toHaveProperty('unknown');
		expect(explain({ followers: 5 }).state).not.toHaveProperty('path');
	});

	it('in a text or a file: no link, no rating and no count', () => {
		const content = { kind: 'text' as const, text: '/a.pdf' };
		expect(explain({}, { content, hasRiskRating: true })).toMatchObject({
			link: null,
			rating: null,
			flaggedCount: null,
		});
	});

	it('distinguishes a header from a field of that name', () => {
		const value = { a: { headers: { id: 'done' } } };
		const read = explain(value, { overrides: overrides({ statePath: 'a.headers.id' }) });
		expect(read.state).toMatchObject({ path: 'a.headers.id' });
		const { id } = explain(
			{},
			{ submittedTo: '/x', overrides: overrides({ idPath: 'header.x-id' }) },
			{ 'x-id': 'a' },
		);
		expect(id).toMatchObject({ header: 'x-id', value: 'a', rule: 'stated', candidates: [] });
	});

	it('is null where nothing was recognised, with what that means', () => {
		expect(explain({ followers: 5 }).state).toMatchObject({
			value: null,
			state: 'finished',
			rule: 'state.none',
			looksFor: 'nothing: the response counts as the result',
		});
	});
});
