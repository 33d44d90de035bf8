import { screeningDiff } from '../../../nodes/CreatorIntelligenceTrigger/screening/screeningDiff';
import { isSame, readSeen, toSeen } from '../../../nodes/CreatorIntelligenceTrigger/screening/seen';
import { takeSnapshot } from '../../../nodes/CreatorIntelligenceTrigger/screening/snapshot';
import { findRating } from '../../../nodes/shared/recognition/rating';

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
		const key = (n: number) => (count > 1_000 / 2 ? `${n}`.padStart(36, '0') : `${n}`.padStart(48));
		const taken = snapshot(ids, { rating });
		const all = Object.fromEntries(
			Array.from({ length: count }, (_, n) => {
				const seen = toSeen(key(n), taken, NOW, n, count);
				return [key(n), seen] as const;
			}),
		);
		expect(JSON.stringify(all).length).toBeLessThan(150_000);
		const seen = readSeen(JSON.parse(JSON.stringify(all[key(0)])));
		if (seen === undefined) throw new Error('It cannot be read back');
		expect(isSame(seen, taken)).toBe(true);
		expect(isSame(seen, snapshot(ids.slice(1), { rating }))).toBe(false);
		expect(isSame(seen, snapshot(ids, { rating: 'HIGH' }))).toBe(false);

		const { changed, previous } = screeningDiff(seen, snapshot([...ids.slice(1), 'new']), NOW);
		expect(changed.added).toEqual(kept === 'nothing' ? null : [{ id: 'new' }]);
		expect(changed.removed).toEqual(kept === 'names' ? [{ id: ids[0] }] : null);
		expect(previous).toMatchObject({ flaggedCount: flagged, seenAt: '2026-01-01T00:00:00.000Z' });
	});

	it.each([undefined, null, 3, 'x', {}, [], ['LOW', 3, 'x']])('%j is not taken for it', (raw) => {
		expect(readSeen(raw)).toBeUndefined();
	});
});

describe('the result of a screening', () => {
	it.each<[string, object, object, boolean]>([
		['the order of fields', { a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 }, true],
		['times', { checked_at: 1, a: 1 }, { checked_at: 2, a: 1 }, true],
		['signed links', { report: { url: 'x?s=1' } }, { report: { url: 'x?s=2' } }, true],
		['the id of the request', { request_id: 1 }, { request_id: 2 }, true],
		['a count', { total_content_count: 1 }, { total_content_count: 2 }, false],
		['a nested value', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
		['a field more', { a: 1 }, { a: 1, b: null }, false],
	])('another in %s', (_, before, after, same) => {
		const { mark } = snapshot([], before);
		expect(snapshot([], after).mark === mark).toBe(same);
	});

	it.each<[string, object[], object[], boolean]>([
		['a category', [{ id: 1, risk: 'PROFANITY' }], [{ id: 1, risk: 'VIOLENCE' }], false],
		['their order', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], true],
		['a counter', [{ id: 1, like_count: 1, views: 2 }], [{ id: 1, like_count: 9, views: 3 }], true],
		['a signed picture', [{ id: 1, thumbnail_url: 'a' }], [{ id: 1, thumbnail_url: 'b' }], true],
	])('with flagged items that differ in %s', (_, before, after, same) => {
		const markOf = (rows: object[]) => takeSnapshot({}, rows, { ignoredFields: [] }).mark;
		expect(markOf(before) === markOf(after)).toBe(same);
	});

	it('leaves out the fields that the user names', () => {
		const ignoring = { ignoredFields: ['progress'] };
		const mark = (progress: number) => takeSnapshot({ a: { progress } }, [], ignoring).mark;
		expect(mark(1)).toBe(mark(2));
	});

	it.each<[unknown, string | undefined, unknown]>([
		[{ risk_rating: 'LOW' }, undefined, 'LOW'],
		[{ data: { report_summary: { risk_rating: 'HIGH' } } }, undefined, 'HIGH'],
		[{ result: { riskLevel: 3 } }, undefined, 3],
		[{ result: { risk: { level: 'HIGH' } } }, undefined, 'HIGH'],
		[{ a: { b: 'X' }, risk_rating: 'LOW' }, 'a.b', 'X'],
		[{ risk_rating: 'LOW' }, 'a.b', null],
		[{ rows: [{ risk_rating: 'LOW' }] }, undefined, null],
		['text', undefined, null],
	])('the rating in %j by %j is %j', (value, path, rating) => {
		expect(findRating(value, path)).toBe(rating);
	});

	it('items without an id are told apart by their address, or by all that they hold', () => {
		const rows = [{ url: 'https://a' }, { text: 'b' }, { text: 'c' }, { id: 7, is_flagged: false }];
		expect(takeSnapshot({}, rows, overrides).names).toHaveLength(3);
	});
});
