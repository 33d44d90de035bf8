import type { IDataObject } from 'n8n-workflow';

import { loadState } from '../../../../../nodes/CreatorIntelligenceTrigger/memory/savedState';
import type { SeenScreening } from '../../../../../nodes/CreatorIntelligenceTrigger/memory/State';
import {
	hasLosses,
	isSame,
	rememberScreening,
	screeningDiff,
} from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/seen';
import { shortFingerprint } from '../../../../../nodes/shared/values/fingerprint';
import { takeSnapshot as steps } from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/snapshot';
import { runAtOnce } from '../../../../../nodes/shared/values/steps';

const takeSnapshot = (...given: Parameters<typeof steps>) => runAtOnce(steps(...given));
const NOW = Date.parse('2026-01-01T00:00:00Z');
const overrides = { ignoredFields: [] };

const snapshot = (ids: string[], result: object = { risk_rating: 'LOW' }) =>
	takeSnapshot(
		result,
		ids.map((id) => ({ id })),
		overrides,
	);

describe('what is stored for a screening', () => {
	it.each([
		[145_000, true],
		[145_001, false],
	])('has room for names in 145,000 characters: %d', (length, isStored) => {
		const sight = { now: NOW, changes: 0, screenings: 1 };
		const name = (size: number) => ['x'.repeat(size)];
		const stored = (size: number) =>
			rememberScreening({ ...sight, snapshot: { ...snapshot(['1']), names: new Set(name(size)) } });
		const fitting = length - JSON.stringify(['']).length;
		expect(Array.isArray(stored(fitting).flagged)).toBe(isStored);
	});

	it.each([
		[1, 5, 'names'],
		[100, 30, 'names'],
		[1_000, 3, 'names'],
		[1_000, 10, 'marks'],
		[1_000, 200, 'nothing'],
	])(
		'%d screenings with %d flagged items each: %s, within the size limit',
		(count, flagged, kept) => {
			const rating = 'a rating that takes more than a word';
			const ids = Array.from({ length: flagged }, (_, n) => `content-${n}-of-some-length`);
			const now = snapshot(ids, { rating });
			const key = (n: number) =>
				count > 1_000 / 2 ? `${n}`.padStart(36, '0') : `${n}`.padStart(48);
			const all = Object.fromEntries(
				Array.from({ length: count }, (_, n) => {
					const seen = rememberScreening({
						snapshot: now,
						now: NOW,
						changes: n,
						screenings: count,
					});
					return [key(n), seen] as const;
				}),
			);
			expect(JSON.stringify(all).length).toBeLessThan(145_000 + 170 * count);
			const saved = { screenings: JSON.parse(JSON.stringify(all)) as IDataObject };
			const seen = loadState(saved, NOW).screenings[key(0)];
			if (seen === undefined) throw new Error('It cannot be read back');
			expect(isSame(seen, now)).toBe(true);
			expect(isSame(seen, snapshot(ids.slice(1), { rating }))).toBe(false);
			expect(isSame(seen, snapshot(ids, { rating: 'HIGH' }))).toBe(false);

			const { changed, previous } = screeningDiff(seen, snapshot([...ids.slice(1), 'new']), NOW);
			expect(changed.added).toEqual(kept === 'nothing' ? null : [{ id: 'new' }]);
			expect(changed.removed).toEqual(kept === 'names' ? [{ id: ids[0] }] : null);
			expect(previous).toMatchObject({ flaggedCount: flagged, seenAt: '2026-01-01T00:00:00.000Z' });
		},
	);
});

it('of 20,000 known and 5,000 new items, each new one is found', () => {
	const ids = Array.from({ length: 25_000 }, (_, n) => `content-${n}`);
	const known = { snapshot: snapshot(ids.slice(0, 20_000)), now: NOW };
	const seen = rememberScreening({ ...known, changes: 0, screenings: 1 });
	expect(typeof seen.flagged).toBe('string');
	expect(screeningDiff(seen, snapshot(ids), NOW).changed.added).toHaveLength(5_000);
});

describe('a screening is the same', () => {
	const seen = rememberScreening({
		snapshot: snapshot(['x', 'y']),
		now: NOW,
		changes: 0,
		screenings: 1,
	});

	it.each<[string, Partial<SeenScreening>, boolean]>([
		['as it is', {}, true],
		['with another rating', { rating: 'HIGH' }, false],
		['with another result', { fingerprint: 'other' }, false],
		['seen at another time', { seenAt: 0, changes: 7 }, true],
	])('%s', (_, more, same) => {
		expect(isSame({ ...seen, ...more }, snapshot(['x', 'y']))).toBe(same);
	});

	it('only with the same names, however they are split', () => {
		expect(isSame(seen, snapshot(['xy']))).toBe(false);
	});

	it('with a rating that is a number, or too long to be stored in full', () => {
		for (const rating of [3, 'x'.repeat(30)]) {
			const now = snapshot([], { risk_rating: rating });
			const kept = rememberScreening({
				snapshot: now,
				now: NOW,
				changes: 0,
				screenings: 1,
			});
			expect(kept.rating).toBe(typeof rating === 'number' ? 3 : 'x'.repeat(24));
			expect(isSame(kept, now)).toBe(true);
		}
	});
});

describe('flagged items that are missing now', () => {
	const base = {
		rating: null,
		fingerprint: 'f',
		seenAt: 0,
		changes: 0,
	};
	const names: SeenScreening = {
		...base,
		flaggedCount: 2,
		flagged: ['x', 'y'],
	};
	const marks: SeenScreening = {
		...names,
		flagged: ['x', 'y'].map(shortFingerprint).join(''),
	};
	const none: SeenScreening = { ...names, flagged: undefined };

	it.each<[string, SeenScreening]>([
		['names', names],
		['marks', marks],
	])('are detected by their %s', (_, seen) => {
		expect(hasLosses(seen, snapshot(['x', 'y', 'z']))).toBe(false);
		expect(hasLosses(seen, snapshot(['x', 'z', 'w']))).toBe(true);
		expect(hasLosses(seen, snapshot([]))).toBe(true);
	});

	it('are detected by their number where nothing else was stored', () => {
		expect(hasLosses(none, snapshot(['a', 'b']))).toBe(false);
		expect(hasLosses(none, snapshot(['a', 'b', 'c']))).toBe(false);
		expect(hasLosses(none, snapshot(['a']))).toBe(true);
	});
});

it('a second item under a known name is reported as added', () => {
	const [first, second] = [
		{ id: 'x', risk: 'DRUGS' },
		{ id: 'x', risk: 'ALCOHOL' },
	];
	const before = takeSnapshot({}, [first], overrides);
	const seen = rememberScreening({
		snapshot: before,
		now: NOW,
		changes: 0,
		screenings: 1,
	});
	const now = takeSnapshot({}, [first, second, first], overrides);
	expect(screeningDiff(seen, now, NOW).changed).toMatchObject({
		flaggedCount: { before: 1, after: 2 },
		added: [second],
		removed: [],
	});
	expect(isSame(seen, takeSnapshot({}, [first, first], overrides))).toBe(true);
});
