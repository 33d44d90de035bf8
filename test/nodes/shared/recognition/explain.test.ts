import { explainAnswer } from '../../../../nodes/shared/recognition/explain';
import { response } from '../responses';
import { data, overrides } from './overrides';

const explain = (value: unknown, more: object = {}, headers: Record<string, string> = {}) =>
	explainAnswer({
		content: data(value),
		response: response('', headers),
		overrides: overrides(),
		...more,
	});

describe('what was recognised', () => {
	it('of a submission: the id, where it stood and what else it could be', () => {
		const headers = { location: '/jobs/b-1' };
		const submittedTo = '/screening';
		expect(
			explain({ id: 'a', status: 'queued', request_id: 't' }, { submittedTo }, headers),
		).toEqual({
			id: {
				path: 'id',
				value: 'a',
				rule: 'an id',
				candidates: [
					{ header: 'location', value: 'b-1' },
					{ path: 'request_id', value: 't' },
				],
			},
			state: { path: 'status', value: 'queued', state: 'pending', rule: 'a state', candidates: [] },
			reason: null,
		});
	});

	it('in a header', () => {
		const { id } = explain({}, { submittedTo: '/x' }, { location: '/jobs/b-1' });
		expect(id).toMatchObject({ header: 'location', value: 'b-1', rule: 'a header' });
	});

	it('of a look: state, reason, link and rating', () => {
		const value = { status: 'ok', job: { status: 'failed', error: 'no' }, risk_level: 'high' };
		expect(explain(value)).toEqual({
			state: {
				path: 'job.status',
				value: 'failed',
				state: 'failed',
				rule: 'a state',
				candidates: [{ path: 'status', value: 'ok' }],
			},
			reason: { path: 'job.error', value: 'no', rule: 'a text of an error', candidates: [] },
			link: null,
			rating: { path: 'risk_level', value: 'high', rule: 'a rating of risk', candidates: [] },
		});
	});

	it('by what the user says', () => {
		const value = { a: 'done', b: '/file', c: 'low', d: 'no' };
		const read = explain(value, {
			overrides: overrides({ statePath: 'a' }),
			linkPath: 'b',
			ratingPath: 'c',
		});
		expect(read).toMatchObject({
			state: { path: 'a', rule: "'State Path'" },
			link: { path: 'b', rule: "'Link Path'" },
			rating: { path: 'c', rule: "'Rating Path'" },
		});
	});

	it('or was not, and what that means', () => {
		expect(explain({ followers: 5 }).state).toMatchObject({
			value: null,
			state: 'finished',
			rule: 'no state was found, so the answer counts as the result',
		});
	});
});
