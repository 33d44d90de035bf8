import type { IDataObject } from 'n8n-workflow';

import { below, linesOf, pageOf, times } from '../pages';

const url = 'https://x.example/ada';
const factsOf = (json: IDataObject) => linesOf([json]).slice(2);

it('what is not recognised is a table of its fields, and one per list', () => {
	const json = {
		name: 'Ada',
		link: url,
		nested: { rows: [{ a: 1 }, 'x'], empty: [], words: ['a', 'b'] },
		job: { id: '1' },
		recognised: { a: 1 },
	};
	expect(linesOf([{ rows: [json] }])).toHaveLength(3);
	expect(linesOf([{ nested: json.nested, job: json.job, recognised: json.recognised }])).toEqual([
		'Fields',
		'Field | Value',
		'Nested, Words | a, b',
		'Nested, Rows',
		'A',
		'1',
	]);
	expect(pageOf([{ site: url }])).toContain(`<a href="${url}"`);
});

it.each<[IDataObject, string[]]>([
	[{ a: 1_234.5, b: true, c: false }, ['A | 1,234.5', 'B | Yes', 'C | No']],
	[{ a: null, c: '', d: NaN, e: 0 }, ['E | 0']],
	[{ a: ['x', 1, null, true] }, ['A | x, 1, , Yes']],
	[{ a: [], b: [1, 2] }, ['B | 1, 2']],
	[{ a: { someThing: { c: { d: 1 } } } }, ['A, Some thing, C, D | 1']],
	[{ a: { b: { c: { d: { e: 1 } } } } }, ['A, B, C, D | {&quot;e&quot;:1}']],
	[
		{ price: { min: 18, max: 24 }, b: { min: 1, max: 'x' } },
		['Price | 18 to 24', 'B, Min | 1', 'B, Max | x'],
	],
])('the fields of %j are %j', (json, facts) => {
	expect(factsOf(json)).toEqual(facts);
});

it('long texts, many fields, rows, columns and tables are cut', () => {
	expect(factsOf({ a: 'x'.repeat(301) })).toEqual([`A | ${'x'.repeat(299)}\u2026`]);
	const fields = Object.fromEntries(times(63, (at) => [`f${at}`, at]));
	expect(factsOf(fields).slice(-2)).toEqual(['F59 | 59', 'and 3 more']);
	const columns = Object.fromEntries(times(10, (at) => [`c${at}`, at]));
	const table = below(linesOf([{ rows: times(52, () => columns) }]), 'Rows');
	expect([table[0]?.split(' | ').length, table.slice(-1)]).toEqual([8, ['and 2 more']]);
	const lists = Object.fromEntries(times(8, (at) => [`l${at}`, [{ a: at }]]));
	expect(linesOf([lists])).toHaveLength(6 * 3);
});

it('a table has a column for each field that some row fills, numbers on the right', () => {
	const rows = [
		{ first: 1, likes: 3, empty: '', mixed: 1 },
		{ first: 2, none: null, mixed: 'x' },
	];
	expect(linesOf([{ rows }])).toEqual(['Rows', 'First | Likes | Mixed', '1 | 3 | 1', '2 | | x']);
	expect(pageOf([{ rows }]).match(/columnheader" class="number">\w+/g)).toEqual([
		'columnheader" class="number">Likes',
	]);
	const own = JSON.parse('[{"name":"a","constructor":5},{"name":"c"}]') as IDataObject[];
	expect(linesOf([{ own }])).toContain('c');
});

it.each([
	['failed', 'Failed', 'poor'],
	['pending', 'Pending', 'fair'],
])('a job that is %s says so', (state, text, tone) => {
	const item = { job: { type: 'mediaScreening', id: 'j1', state }, reason: 'No such profile' };
	expect(linesOf([item])).toEqual([
		`State | ${text}`,
		'Fields',
		'Field | Value',
		'Reason | No such profile',
	]);
	expect(pageOf([item])).toContain(`<dd class="tone ${tone}">`);
	expect(pageOf([item])).toContain('<p class="kicker">Media screening</p><h1>Job j1</h1>');
});

it('further fields of what is recognised are those that no other section speaks of', () => {
	const json = {
		full_name: 'Ada',
		countries: { DE: 1 },
		risk_level: 'LOW',
		...{ id: '1', status: 'done', external_id: '2', accountId: '3', image_url: url },
		...{ avatar_small: url, reportHtml: '<p>' },
		mascot: 'Cat',
		profile: { mascot: 'Dog', uuid: '4', stats: { streak: 3, mascot: 'Cat' } },
		pricing: { currency: 'USD' },
	};
	expect(below(linesOf([json]), 'Further details')).toEqual([
		'Field | Value',
		'Mascot | Cat',
		'Pricing, Currency | USD',
		'Mascot | Dog',
		'Streak | 3',
	]);
});
