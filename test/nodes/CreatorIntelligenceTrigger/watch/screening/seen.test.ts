import type { SeenScreening } from '../../../../../nodes/CreatorIntelligenceTrigger/memory/State';
import {
	changeId,
	hasLosses,
	isSame,
	rememberScreening,
	screeningDiff,
} from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/seen';
import { takeSnapshot as steps } from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/snapshot';
import { runAtOnce } from '../../../../../nodes/shared/values/steps';

const NOW = Date.parse('2026-01-02T00:00:00Z');
const takeSnapshot = (value: unknown, rows: object[]) =>
	runAtOnce(steps(value, rows, { ignoredFields: [] }));
const snapshotOf = (ids: string[], result: object = { risk_rating: 'LOW' }) =>
	takeSnapshot(
		result,
		ids.map((id) => ({ id })),
	);
const remember = (snapshot: ReturnType<typeof takeSnapshot>, screenings = 1) =>
	rememberScreening(snapshot, { now: NOW, changes: 0, screenings });

const seen: SeenScreening = {
	rating: 'LOW',
	fingerprint: 'f',
	flaggedCount: 2,
	seenAt: Date.parse('2026-01-01T00:00:00Z'),
	changes: 3,
	flagged: ['x', 'y'],
};
const nameless = { ...seen, flagged: undefined };
const result = { risk_rating: 'HIGH' };
const rows = [{ id: 'y' }, { id: 'z', risk: 'VIOLENCE' }];
const snapshot = takeSnapshot(result, rows);
const current = {
	...{ riskRating: 'HIGH', flaggedCount: 2, seenAt: '2026-01-02T00:00:00.000Z' },
	...{ flagged: rows, result },
};

it('a change includes the previous state', () => {
	expect(screeningDiff(seen, snapshot, NOW)).toEqual({
		changed: {
			riskRating: { before: 'LOW', after: 'HIGH' },
			flaggedCount: { before: 2, after: 2 },
			added: [{ id: 'z', risk: 'VIOLENCE' }],
			removed: [{ id: 'x' }],
		},
		current,
		previous: {
			riskRating: 'LOW',
			flaggedCount: 2,
			seenAt: '2026-01-01T00:00:00.000Z',
			flagged: [{ id: 'x' }, { id: 'y' }],
		},
	});
});

it('the first result has no previous state, and all of it is new', () => {
	expect(screeningDiff(undefined, snapshot, NOW)).toEqual({
		changed: {
			riskRating: { before: null, after: 'HIGH' },
			flaggedCount: { before: null, after: 2 },
			added: rows,
			removed: [],
		},
		current,
		previous: null,
	});
});

it('what was not stored is null, and not empty', () => {
	const { changed, previous } = screeningDiff(nameless, snapshot, NOW);
	expect(changed).toMatchObject({ added: null, removed: null });
	expect(previous).toMatchObject({ flaggedCount: 2, flagged: null });
});

it('a second item under a known name is reported as added', () => {
	const [first, second] = ['DRUGS', 'ALCOHOL'].map((risk) => ({ id: 'x', risk }));
	const kept = remember(takeSnapshot({}, [first]));
	expect(screeningDiff(kept, takeSnapshot({}, [first, second, first]), NOW).changed).toMatchObject({
		flaggedCount: { before: 1, after: 2 },
		added: [second],
		removed: [],
	});
	expect(isSame(kept, takeSnapshot({}, [first, first]))).toBe(true);
});

it('the ID of a change is the same for the same change alone', () => {
	const id = changeId(seen, snapshot);
	expect(id).toMatch(/^4-[a-z0-9]+$/);
	expect(changeId(undefined, snapshot)).toMatch(/^1-[a-z0-9]+$/);
	expect(changeId({ ...seen }, { ...snapshot })).toBe(id);
	expect(changeId({ ...seen, fingerprint: 'other' }, snapshot)).not.toBe(id);
	expect(changeId(seen, { ...snapshot, fingerprint: 'other' })).not.toBe(id);
	expect(changeId({ ...seen, changes: 4 }, snapshot)).not.toBe(id);
});

it.each([
	[1, 15_000, true],
	[1_000, 10, true],
	[1_000, 30, false],
])('%d screenings with %d flagged items each have room for the names: %s', (count, items, fits) => {
	const ids = Array.from({ length: items }, (_, n) => `${n}`.padStart(36, '0'));
	const kept = remember(snapshotOf(ids), count);
	expect(kept.flagged).toEqual(fits ? ids : undefined);
	expect(JSON.stringify(kept).length * count).toBeLessThan(800_000 + 170 * count);
	expect(isSame(kept, snapshotOf(ids))).toBe(true);
	expect(isSame(kept, snapshotOf(ids.slice(1)))).toBe(false);
});

describe('a screening is the same', () => {
	const kept = remember(snapshotOf(['x', 'y']));

	it.each<[string, Partial<SeenScreening>, boolean]>([
		['as it is', {}, true],
		['with another rating', { rating: 'HIGH' }, false],
		['with another result', { fingerprint: 'other' }, false],
		['seen at another time', { seenAt: 0, changes: 7 }, true],
	])('%s', (_, more, same) => {
		expect(isSame({ ...kept, ...more }, snapshotOf(['x', 'y']))).toBe(same);
		expect(isSame(kept, snapshotOf(['xy']))).toBe(false);
	});

	it.each([
		[3, 3],
		['x'.repeat(30), 'x'.repeat(24)],
	])('with a rating that is a number, or too long to be stored in full: %s', (rating, stored) => {
		const now = snapshotOf([], { risk_rating: rating });
		expect(remember(now).rating).toBe(stored);
		expect(isSame(remember(now), now)).toBe(true);
	});
});

it.each<[string[], boolean, boolean]>([
	[['x', 'y', 'z'], false, false],
	[['x', 'z', 'w'], true, false],
	[['z'], true, true],
])(
	'of the flagged items, some are missing in %j: %s by name, %s by number',
	(ids, named, count) => {
		expect(hasLosses(seen, snapshotOf(ids))).toBe(named);
		expect(hasLosses(nameless, snapshotOf(ids))).toBe(count);
	},
);
