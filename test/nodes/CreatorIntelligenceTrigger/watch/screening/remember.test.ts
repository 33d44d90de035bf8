import {
	decodeSeen,
	encodeSeen,
} from '../../../../../nodes/CreatorIntelligenceTrigger/memory/saved/SeenScreening';
import { screeningDiff } from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/diff';
import {
	isSame,
	rememberScreening,
} from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/remember';
import { takeSnapshot } from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/snapshot';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const overrides = { ignoredFields: [] };

const snapshot = (ids: string[], result: object = { risk_rating: 'LOW' }) =>
	takeSnapshot(
		result,
		ids.map((id) => ({ id })),
		overrides,
	);

describe('what is kept of a screening', () => {
	it.each([
		[1, 5, 'names'],
		[100, 30, 'names'],
		[1_000, 3, 'marks'],
		[1_000, 200, 'nothing'],
	])('%d screenings with %d flagged items each: %s, in little room', (count, flagged, kept) => {
		const rating = 'a rating that takes more than a word';
		const ids = Array.from({ length: flagged }, (_, n) => `content-${n}-of-some-length`);
		const now = snapshot(ids, { rating });
		const key = (n: number) => (count > 1_000 / 2 ? `${n}`.padStart(36, '0') : `${n}`.padStart(48));
		const all = Object.fromEntries(
			Array.from({ length: count }, (_, n) => {
				const seen = rememberScreening({
					key: key(n),
					snapshot: now,
					now: NOW,
					changes: n,
					screenings: count,
				});
				return [key(n), encodeSeen(seen)] as const;
			}),
		);
		expect(JSON.stringify(all).length).toBeLessThan(150_000);
		const seen = decodeSeen(JSON.parse(JSON.stringify(all[key(0)])));
		if (seen === undefined) throw new Error('It cannot be read back');
		expect(isSame(seen, now)).toBe(true);
		expect(isSame(seen, snapshot(ids.slice(1), { rating }))).toBe(false);
		expect(isSame(seen, snapshot(ids, { rating: 'HIGH' }))).toBe(false);

		const { changed, previous } = screeningDiff(seen, snapshot([...ids.slice(1), 'new']), NOW);
		expect(changed.added).toEqual(kept === 'nothing' ? null : [{ id: 'new' }]);
		expect(changed.removed).toEqual(kept === 'names' ? [{ id: ids[0] }] : null);
		expect(previous).toMatchObject({ flaggedCount: flagged, seenAt: '2026-01-01T00:00:00.000Z' });
	});
});
