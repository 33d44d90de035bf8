import {
	jobKey,
	loadState,
	settleBatch,
	type ScreeningRecord,
	type State,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/State';

const seen = (seenAt: number) => ({ seenAt }) as ScreeningRecord;
const emitted = { id: 1, path: '/screening', at: 1 };
const pending = { id: 2, path: '/screening', at: 2 };

/** Before a batch with the listed job a, the submitted job 1, and the screenings s and t. */
const before: State = {
	emitted: ['screening/b'],
	submissions: { requestFingerprint: 'r', last: 5, watched: [emitted, pending] },
	screenings: { s: seen(1), u: seen(4) },
};
const state: State = {
	...before,
	batch: {
		by: 'me',
		jobs: ['screening/a', 'screening/1'],
		screenings: { s: seen(2), t: seen(1) },
	},
};

it('a batch that reached n8n is confirmed', () => {
	expect(settleBatch(state, true)).toEqual({
		emitted: ['screening/b', 'screening/a', 'screening/1'],
		submissions: { ...before.submissions, watched: [pending] },
		screenings: { s: seen(2), t: seen(1), u: seen(4) },
	});
});

it('a batch that may be lost is dropped, and emitted again', () => {
	expect(settleBatch(state, false)).toEqual(before);
});

it.each([true, false])('without a batch nothing changes', (didArrive) => {
	expect(settleBatch(before, didArrive)).toEqual(before);
});

describe('the key of a job', () => {
	const keyOf = (id: string | number, path = '/screening') => jobKey({ path, id });

	it.each(['a', '7', '__proto__', 'constructor'])('has its ID: %s', (id) => {
		expect(keyOf(id)).toBe(`screening/${id}`);
	});

	it('is the same for a number and its text, and another one for another type', () => {
		expect(keyOf(7)).toBe(keyOf('7'));
		expect(keyOf(7, '/discovery-export')).toBe('discovery-export/7');
	});
});

it('is read again as it was written', () => {
	const data = {};
	Object.assign(data, state);
	expect(loadState(data, 9)).toEqual(state);
	expect(loadState({}, 9)).toEqual({ emitted: [], submissions: { watched: [] }, screenings: {} });
});

it('what was saved before the clock was set back was saved just now', () => {
	expect(loadState({ ...state }, 4).submissions.last).toBe(4);
});
