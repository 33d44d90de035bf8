import {
	confirmBatch,
	revertBatch,
	type SeenScreening,
	type State,
} from '../../../../../nodes/CreatorIntelligenceTrigger/memory/saved/State';

const seen = (changes: number) => ({ changes }) as SeenScreening;
const came = { id: 1, path: '/screening', at: 1, emitted: true };
const waits = { id: 2, path: '/screening', at: 2 };

/** After a batch with the listed job a, the submitted job 1, and the screenings s and t. */
const state: State = {
	jobs: { path: '/screening', emitted: ['a', 'b'] },
	submissions: { requestFingerprint: 'r', last: 5, watched: [came, waits] },
	screenings: {
		seen: new Map([
			['s', seen(2)],
			['t', seen(1)],
			['u', seen(4)],
		]),
		before: new Map([
			['s', seen(1)],
			['t', null],
		]),
	},
	batch: { by: 'me', ids: ['a'] },
};

it('a batch that reached n8n is confirmed', () => {
	expect(confirmBatch(state)).toEqual({
		jobs: { path: '/screening', emitted: ['a', 'b'] },
		submissions: { requestFingerprint: 'r', last: 5, watched: [waits] },
		screenings: { seen: state.screenings.seen, before: new Map() },
		batch: undefined,
	});
});

it('a batch that may be lost is rolled back, and emitted again', () => {
	expect(revertBatch(state)).toEqual({
		jobs: { path: '/screening', emitted: ['b'] },
		submissions: {
			requestFingerprint: 'r',
			last: 5,
			watched: [{ ...came, emitted: undefined }, waits],
		},
		screenings: {
			seen: new Map([
				['s', seen(1)],
				['u', seen(4)],
			]),
			before: new Map(),
		},
		batch: undefined,
	});
	expect(revertBatch({ ...state, batch: undefined }).jobs.emitted).toEqual(['a', 'b']);
});
