import type { IDataObject } from 'n8n-workflow';

import { takeSnapshot as steps } from '../../../../../nodes/CreatorIntelligenceTrigger/watch/screening/snapshot';
import { runAtOnce } from '../../../../../nodes/shared/values/steps';

const takeSnapshot = (...given: Parameters<typeof steps>) => runAtOnce(steps(...given));
const overrides = { ignoredFields: [] };

const snapshot = (ids: string[], result: object = { risk_rating: 'LOW' }) =>
	takeSnapshot(
		result,
		ids.map((id) => ({ id })),
		overrides,
	);

describe('the result of a screening', () => {
	it.each<[string, object, object, boolean]>([
		['the order of fields', { a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 }, true],
		['times', { checked_at: 1, a: 1 }, { checked_at: 2, a: 1 }, true],
		['signed links', { report: { url: 'x?s=1' } }, { report: { url: 'x?s=2' } }, true],
		['the id of the request', { request_id: 1 }, { request_id: 2 }, true],
		['a counter', { total_content_count: 1 }, { total_content_count: 2 }, true],
		['a number that is no counter', { depth: 1 }, { depth: 2 }, false],
		['a nested value', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
		['a field more', { a: 1 }, { a: 1, b: null }, false],
		['the order of many fields', { c: 1, a: 1, b: 1 }, { b: 1, c: 1, a: 1 }, true],
		['a list that becomes an object', { a: ['x'] }, { a: { 0: 'x' } }, false],
		['a counter written out', { likes: ' 1,204 ' }, { likes: '1.3M' }, true],
		['a counter that becomes a text', { likes: '12' }, { likes: '12 of 14' }, false],
		['a text before a number', { likes: 'about 12' }, { likes: 'about 13' }, false],
		['a text behind a number', { likes: '12 people' }, { likes: '13 people' }, false],
		['counters of a counter', { likes: { a: 1, b: '2' } }, { likes: { a: 3, b: null } }, true],
		['texts among counters', { likes: { a: 1, b: 'x' } }, { likes: { a: 1, b: 'y' } }, false],
	])('with a change in %s', (_, before, after, same) => {
		const { fingerprint: mark } = snapshot([], before);
		expect(snapshot([], after).fingerprint === mark).toBe(same);
	});

	it.each<[string, object[], object[], boolean]>([
		['a category', [{ id: 1, risk: 'PROFANITY' }], [{ id: 1, risk: 'VIOLENCE' }], false],
		['their order', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], true],
		['a counter', [{ id: 1, like_count: 1, views: 2 }], [{ id: 1, like_count: 9, views: 3 }], true],
		['a signed picture', [{ id: 1, thumbnail_url: 'a' }], [{ id: 1, thumbnail_url: 'b' }], true],
	])('with flagged items that differ in %s', (_, before, after, same) => {
		const markOf = (rows: object[]) => takeSnapshot({}, rows, { ignoredFields: [] }).fingerprint;
		expect(markOf(before) === markOf(after)).toBe(same);
	});

	it('ignores the fields that the user names', () => {
		const ignoring = { ignoredFields: ['progress'] };
		const mark = (progress: number) => takeSnapshot({ a: { progress } }, [], ignoring).fingerprint;
		expect(mark(1)).toBe(mark(2));
	});

	it('ignores the fields that the user names in flagged items, too', () => {
		const markOf = (ignoredFields: string[], rank: number) =>
			takeSnapshot({}, [{ id: 1, risk: { rank } }], { ignoredFields }).fingerprint;
		expect(markOf(['rank'], 1)).toBe(markOf(['rank'], 2));
		expect(markOf([], 1)).not.toBe(markOf([], 2));
	});

	it.each<[unknown, unknown]>([
		[{ risk_rating: 'LOW' }, 'LOW'],
		[{ data: { report_summary: { risk_rating: 'HIGH' } } }, 'HIGH'],
		[{ result: { riskLevel: 3 } }, 3],
		[{ result: { risk: { level: 'HIGH' } } }, 'HIGH'],
		[{ rows: [{ risk_rating: 'LOW' }] }, null],
		['text', null],
	])('the rating in %j is %j', (value, rating) => {
		expect(takeSnapshot(value, [], overrides).riskRating).toBe(rating);
	});

	it('items without an id are distinguished by their URL, or by their whole content', () => {
		const rows = [{ url: 'https://a' }, { text: 'b' }, { text: 'c' }, { id: 7, is_flagged: false }];
		expect(takeSnapshot({}, rows, overrides).names.size).toBe(3);
	});
});

describe('the names of flagged items', () => {
	it('are listed once each, in any order', () => {
		expect([...snapshot(['b', 'a', 'b']).names]).toEqual(['b', 'a']);
		expect(snapshot(['a', 'b']).fingerprint).toBe(snapshot(['b', 'a', 'b']).fingerprint);
	});

	it.each<[IDataObject, string]>([
		[{ id: 7, url: 'u' }, '7'],
		[{ id: '', url: 'u' }, 'u'],
		[{ id: null, uuid: 'v' }, 'v'],
		[{ id: { a: 1 }, content_id: 'c' }, 'c'],
		[{ id: true, permalink: 'p' }, 'p'],
	])('%j is named %s', (item, name) => {
		expect([...takeSnapshot({}, [item], overrides).names]).toEqual([name]);
	});
});
