import {
	changeId,
	hasLosses,
	isSame,
	recordOf,
	screeningDiff,
	takeSnapshot,
} from '../../../../nodes/CreatorIntelligenceTrigger/watch/screening';
import type { Rating } from '../../../../nodes/shared/recognition/rating';
import { runAtOnce } from '../../../../nodes/shared/values/steps';

const NOW = Date.parse('2026-01-02T00:00:00Z');

interface Sight {
	result?: object;
	riskRating?: Rating;
	ignoredFields?: string[];
}
const snapshotOf = (
	rows: unknown[],
	{ result = {}, riskRating = 'LOW', ignoredFields = [] }: Sight = {},
) => runAtOnce(takeSnapshot({ result, riskRating, rows }, { ignoredFields }));
const named = (...ids: string[]) => ids.map((id) => ({ id }));
const remember = (snapshot: ReturnType<typeof snapshotOf>, screenings = 1) =>
	recordOf(snapshot, NOW - 1_000, screenings);

describe('a screening is the same', () => {
	it.each<[string, object, object, boolean]>([
		['the order of fields', { a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 }, true],
		['times', { checked_at: 1, a: 1 }, { checked_at: 2, a: 1 }, true],
		['signed links', { report: { url: 'x?s=1' } }, { report: { url: 'x?s=2' } }, true],
		['the id of the request', { request_id: 1 }, { request_id: 2 }, true],
		['a counter', { total_content_count: 1 }, { total_content_count: 2 }, true],
		['a number that is no counter', { depth: 1 }, { depth: 2 }, false],
		['a nested value', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
		['a field more', { a: 1 }, { a: 1, b: null }, false],
		['a list that becomes an object', { a: ['x'] }, { a: { 0: 'x' } }, false],
		['a counter written out', { likes: ' 1,204 ' }, { likes: '1.3M' }, true],
		['a counter that becomes a text', { likes: '12' }, { likes: '12 of 14' }, false],
		['counters of a counter', { likes: { a: 1, b: '2' } }, { likes: { a: 3, b: null } }, true],
		['texts among counters', { likes: { a: 1, b: 'x' } }, { likes: { a: 1, b: 'y' } }, false],
		['a count below its name', { posts: { count: 1 } }, { posts: { count: 2 } }, true],
		['a count of findings', { hate: { count: 1 } }, { hate: { count: 2 } }, false],
		['counts by topic', { posts: { drugs: 0, a: 1 } }, { posts: { drugs: 8, a: 1 } }, false],
		['a counter of a risk', { risk: { posts: 10 } }, { risk: { posts: 90 } }, false],
		['a listed counter of a risk', { risks: [{ posts: 1 }] }, { risks: [{ posts: 9 }] }, false],
		[
			'likes of risky posts',
			{ risks: [{ id: 1, likes: 1 }] },
			{ risks: [{ id: 1, likes: 9 }] },
			true,
		],
		['counts by topic in a list', { posts: [{ count: 1 }] }, { posts: [{ count: 9 }] }, false],
		['a rating under a date', { date: { risk: 'low' } }, { date: { risk: 'high' } }, false],
		['a time in parts', { created_at: { _seconds: 1 } }, { created_at: { _seconds: 2 } }, true],
	])('with a result that differs in %s', (_, before, after, same) => {
		const record = remember(snapshotOf([], { result: before }));
		expect(isSame(record, snapshotOf([], { result: after }))).toBe(same);
	});

	it.each<[string, unknown, unknown, boolean]>([
		['last_updated lastUpdated updated checked_on scan_date ts', '2026-01-01', '02/01/2026', true],
		['modified last_scanned', '2026-01-01T10:00:00Z', 'Fri, 02 Jan 2026 10:00:00 GMT', true],
		['next_check UPDATED_AT', 1_767_268_800, 1_767_268_860_000, true],
		[
			'avatar image report self',
			'https://cdn.example/a?sig=1',
			'https://cdn.example/a?sig=2',
			true,
		],
		['total_likes total_posts numComments views_total fans Likes reaction_count', 1, '1.2K', true],
		['progress progressPercent creditsUsed credits_remaining', 1, 2, true],
		['requestId request-id correlation_id x_request_id', 'a', 'b', true],
		['pictures', ['https://cdn.example/a?sig=1'], ['https://cdn.example/a?sig=2'], true],
		['pictures', ['https://cdn.example/a'], ['https://cdn.example/b'], false],
		['threat last_risk background_check', 'LOW', 'HIGH', false],
		['risk_score', '3.5', '4.5', false],
		['flagged_posts', 1, 2, false],
		['is_up_to_date', true, false, false],
		['reason', '2026-01-01 fine', '2026-01-01 violent', false],
		['as_of', '2026-01-01T10:00:00Z', '2026-01-02T10:00:00+02:00', true],
		['as_of', 'Thu, 01 Jan 2026 10:00:00 GMT', 'Fri, 02 Jan 2026 10:00:00 GMT', true],
		['created_at scanned_at last_seen', '1 day ago', '2 days ago', true],
		['expires_at expiresIn expiration_date', 1, 2, true],
		['avg_likes instagram_followers video_views media_count replies_count', 1, 2, true],
		['hate_posts unsafe_posts toxic_comments negative_comments fake_followers', 1, 900, false],
		['num_sanctions num_hits num_issues extremist_views violation_count count', 0, 3, false],
		['category', '/Adult', '/Arts', false],
		['id case_number phone score post_id post', 1_718_000_000, 1_718_000_500, false],
		['dob', '1990-01-01', '1991-01-01', false],
		['website report', 'https://x.example/a', 'https://x.example/b', false],
		['text', 'https://t.co/a?x i hate', 'https://t.co/a?x i love', false],
		['expired', 'no', 'yes', false],
		['expiry_risk status_at_date', 'low', 'high', false],
		['conviction_date', null, '2020-01-01', false],
		['incident_id transaction_id error_id', '1', '2', false],
	])('with another value of %s: %j, %j: %s', (keys, before, after, same) => {
		for (const key of keys.split(' ')) {
			const record = remember(snapshotOf([], { result: { a: { [key]: before } } }));
			const now = snapshotOf([], { result: { a: { [key]: after } } });
			expect([key, isSame(record, now)]).toEqual([key, same]);
		}
	});

	it.each<[string, object[], object[], boolean]>([
		['a category', [{ id: 1, risk: 'PROFANITY' }], [{ id: 1, risk: 'VIOLENCE' }], false],
		['their order', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], true],
		['one that is named twice', named('x', 'y'), named('y', 'x', 'y'), true],
		['a counter', [{ id: 1, like_count: 1, views: 2 }], [{ id: 1, like_count: 9, views: 3 }], true],
		['a signed picture', [{ id: 1, thumbnail_url: 'a' }], [{ id: 1, thumbnail_url: 'b' }], true],
	])('with flagged items that differ in %s', (_, before, after, same) => {
		expect(isSame(remember(snapshotOf(before)), snapshotOf(after))).toBe(same);
	});

	it.each([
		['LOW', 'HIGH', false],
		[3, 3, true],
	])('with the ratings %s and %s', (before, after, same) => {
		const record = remember(snapshotOf([], { riskRating: before }));
		expect(isSame(record, snapshotOf([], { riskRating: after }))).toBe(same);
	});

	it('with another value of a field that the user ignores', () => {
		const at = (depth: number, ignoredFields: string[]) =>
			snapshotOf([{ id: 1, risk: { depth } }], { result: { a: { depth } }, ignoredFields });
		const isSameWith = (ignored: string[]) => isSame(remember(at(1, ignored)), at(2, ignored));
		expect([isSameWith(['depth']), isSameWith([])]).toEqual([true, false]);
	});
});

describe('the names of flagged items', () => {
	it.each<[object, string]>([
		[{ id: 7, url: 'u' }, '7'],
		[{ id: '', url: 'u' }, 'u'],
		[{ id: null, uuid: 'v' }, 'v'],
		[{ id: { a: 1 }, content_id: 'c' }, 'c'],
		[{ id: true, permalink: 'p' }, 'p'],
		[{ url: 'https://x.example/a?sig=1#b' }, 'https://x.example/a'],
		[{ url: 'https://x.example/watch?t=1&v=7' }, 'https://x.example/watch?v=7'],
		[{ url: 'https://x.example/p?X-Amz-Date=1&p=1&Expires=2' }, 'https://x.example/p?p=1'],
		[{ url: 'https://x.example/a?_nc_ht=a&oh=1&oe=2&utm_id=3' }, 'https://x.example/a'],
		[{ url: 'https://x.example/a?sv=1&se=2&sp=r&sig=a&token=b#/p/1' }, 'https://x.example/a#/p/1'],
	])('%j is named %s', (item, name) => {
		expect([...snapshotOf([item]).flagged]).toEqual([[name, item]]);
	});

	it('without an ID are their URL, or their whole content', () => {
		const rows = [{ url: 'https://a' }, { text: 'b' }, { text: 'c' }, { id: 7, is_flagged: false }];
		expect(snapshotOf(rows).flagged.size).toBe(3);
	});

	it.each<[string, unknown[]]>([
		['links', ['https://x/a', 'https://x/b'].map((source) => ({ source, category: 'fraud' }))],
		['links under their key', [{ post_link: 'https://x/a' }, { post_link: 'https://x/b' }]],
		['dates', ['2024-01-01', '2024-03-01'].map((date) => ({ date, type: 'lawsuit' }))],
		['times', ['2024-01-01T10:00Z', '2024-01-01T11:00Z'].map((posted_at) => ({ posted_at }))],
		['IDs of posts', [{ post_id: 1_718_000_000 }, { post_id: 1_718_000_500 }]],
		['IDs of incidents', [{ incident_id: '1' }, { incident_id: '2' }]],
		['posts', [{ posts: ['a'] }, { posts: ['b'] }]],
		['texts of their own', ['https://x/a', 'https://x/b']],
		...['?p=', '?post=', '?pid=', '?q=', '#/p/', '#comment-', '?v=7&lc='].map(
			(query): [string, unknown[]] => [
				`addresses with ${query}`,
				[1, 2].map((n) => ({ url: `https://x/p${query}${n}`, text: 'a' })),
			],
		),
	])('tell items apart by %s', (_, rows) => {
		const first = remember(snapshotOf(rows.slice(0, 1)));
		const { added, removed } = screeningDiff(first, snapshotOf(rows), NOW).changed;
		expect([added, removed]).toMatchObject([[{}], []]);
		expect(isSame(first, snapshotOf(rows.slice(1)))).toBe(false);
	});

	it.each<[object, object]>([
		[{ last_scanned: '2026-01-01' }, { last_scanned: '2026-01-02' }],
		[{ checked_at: '2026-01-01T10:00Z' }, { checked_at: '2026-01-01T11:00Z' }],
		[{ thumbnail_url: 'https://a/1' }, { thumbnail_url: 'https://b/2' }],
		[
			{ request_id: 'a', likes: 1 },
			{ request_id: 'b', likes: 2 },
		],
		[{ link: 'https://x/a?Signature=1' }, { link: 'https://x/a?Signature=2' }],
		[{ comments: ['a'] }, { comments: ['a', 'b'] }],
	])('without an ID are the same for %j and %j', (before, after) => {
		const record = remember(snapshotOf([{ text: 'a', ...before }]));
		expect(isSame(record, snapshotOf([{ text: 'a', ...after }]))).toBe(true);
	});

	it.each([
		[1, 15_000, true],
		[1_000, 10, true],
		[1_000, 30, false],
	])('are kept where there is room: %d screenings with %d each: %s', (count, items, fits) => {
		const ids = Array.from({ length: items }, (_, n) => `${n}`.padStart(36, '0'));
		const record = remember(snapshotOf(named(...ids)), count);
		expect(record.flagged).toEqual(fits ? ids : undefined);
		expect(JSON.stringify(record).length * count).toBeLessThan(800_000 + 170 * count);
		expect(isSame(record, snapshotOf(named(...ids.slice(1))))).toBe(false);
	});
});

describe('a change', () => {
	const record = remember(snapshotOf(named('x', 'y')));
	const nameless = { ...record, flagged: undefined };
	const result = { a: 1 };
	const rows = [{ id: 'y' }, { id: 'z', risk: 'VIOLENCE' }];
	const snapshot = snapshotOf(rows, { result, riskRating: 'HIGH' });
	const current = {
		...{ riskRating: 'HIGH', flaggedCount: 2, seenAt: '2026-01-02T00:00:00.000Z' },
		...{ flagged: rows, result },
	};

	it('has the current and the previous state', () => {
		expect(screeningDiff(record, snapshot, NOW)).toEqual({
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
				seenAt: '2026-01-01T23:59:59.000Z',
				flagged: [{ id: 'x' }, { id: 'y' }],
			},
		});
	});

	it('that is the first one has no previous state, and all of it is new', () => {
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

	it('has null for what was not stored', () => {
		const { changed, previous } = screeningDiff(nameless, snapshot, NOW);
		expect(changed).toMatchObject({ added: null, removed: null });
		expect(previous).toMatchObject({ flaggedCount: 2, flagged: null });
	});

	it('has a second item under a known name as added', () => {
		const [first, second] = ['DRUGS', 'ALCOHOL'].map((risk) => ({ id: 'x', risk }));
		const one = remember(snapshotOf([first]));
		expect(screeningDiff(one, snapshotOf([first, second, first]), NOW).changed).toMatchObject({
			flaggedCount: { before: 1, after: 2 },
			added: [second],
			removed: [],
		});
	});

	it('has an ID that is the same for the same change alone', () => {
		const id = changeId(record, snapshot);
		expect(id).toMatch(/^[a-z0-9]+$/);
		expect(changeId({ ...record }, { ...snapshot })).toBe(id);
		const others = [
			changeId(undefined, snapshot),
			changeId({ ...record, seenAt: NOW }, snapshot),
			changeId(record, snapshotOf([])),
		];
		expect(others).not.toContain(id);
	});

	it.each<[string[], boolean, boolean]>([
		[['x', 'y', 'z'], false, false],
		[['x', 'z', 'w'], true, false],
		[['z'], true, true],
	])('to %j loses some: %s by name, %s by number', (ids, byName, byNumber) => {
		expect(hasLosses(record, snapshotOf(named(...ids)))).toBe(byName);
		expect(hasLosses(nameless, snapshotOf(named(...ids)))).toBe(byNumber);
	});
});
