import type { IDataObject } from 'n8n-workflow';

import {
	cellOf,
	factsOf,
	furtherFields,
	jobPart,
	otherPart,
	recordTable,
} from '../../../../../nodes/shared/report/parts/other';
import { documentOf, made, sectionOf, subjectOf, times } from '../documents';

const url = 'https://x.example/ada';

const partOf = (json: IDataObject) => made(otherPart(subjectOf(json)));
const sectionsOf = (json: IDataObject) => partOf(json).sections;

const fact = (label: string, text: string) => ({ label, cell: { text } });

describe('what is not recognised', () => {
	it('is a table of its fields, and one per list', () => {
		const json = {
			name: 'Ada',
			url,
			nested: { rows: [{ a: 1 }, 'x'], empty: [], words: ['a', 'b'] },
			incomplete: 'Cut off',
			job: { id: '1' },
			recognised: { a: 1 },
		};
		expect(partOf(json)).toEqual({
			what: 'Result',
			title: 'Ada',
			link: url,
			about: [],
			sections: [
				{ kind: 'note', text: 'Cut off' },
				{
					kind: 'facts',
					title: 'Fields',
					facts: [
						fact('Name', 'Ada'),
						{ label: 'Url', cell: { text: url, link: url } },
						{ group: 'Nested', ...fact('Words', 'a, b') },
					],
					more: 0,
				},
				{
					kind: 'table',
					title: 'Nested, Rows',
					columns: [{ label: 'A', numeric: false }],
					rows: [[{ text: '1' }]],
					more: 0,
				},
			],
		});
	});

	it('may be nothing', () => {
		expect(documentOf([{ job: { id: '1' }, list: [], nothing: null }]).parts[0]).toEqual({
			what: 'Result',
			title: 'Result',
			about: [],
			sections: [{ kind: 'note', text: 'The item contains nothing to show.' }],
		});
	});

	it('has sixty fields and six tables at most', () => {
		const fields = Object.fromEntries(times(63, (at) => [`f${at}`, at]));
		const lists = Object.fromEntries(times(8, (at) => [`l${at}`, [{ a: at }]]));
		const sections = sectionsOf({ ...fields, ...lists });
		const facts = sectionOf(sections, 'facts');
		expect(facts?.facts).toEqual(times(60, (at) => fact(`F${at}`, `${at}`)));
		expect(facts?.more).toBe(3);
		expect(sections.slice(1)).toMatchObject(times(6, (at) => ({ kind: 'table', title: `L${at}` })));
		expect(sections).toHaveLength(7);
	});

	it.each<[IDataObject, string[]]>([
		[{ a: { b: { c: { d: [{ x: 1 }] } } } }, ['A, B, C, D']],
		[{ a: { b: { c: { d: { e: [{ x: 1 }] } } } } }, []],
		[{ a: [1], b: [[{ x: 1 }]], c: 'x' }, []],
	])('has tables of lists that are not too deep: %j', (json, titles) => {
		const tables = sectionsOf(json).filter((each) => each.kind === 'table');
		expect(tables.map(({ title }) => title)).toEqual(titles);
	});
});

describe('a job', () => {
	it('that has failed says so', () => {
		const job = { type: 'mediaScreening', id: 'j1', state: 'failed' };
		expect(
			made(jobPart(subjectOf({ job, full_name: 'Ada', url, reason: 'No such profile' }))),
		).toEqual({
			what: 'Media screening',
			title: 'Ada',
			link: url,
			about: ['Job j1'],
			sections: [
				{ kind: 'figures', figures: [{ label: 'State', value: 'Failed', tone: 'poor' }] },
				{
					kind: 'facts',
					title: 'Fields',
					facts: [
						fact('Full name', 'Ada'),
						{ label: 'Url', cell: { text: url, link: url } },
						fact('Reason', 'No such profile'),
					],
					more: 0,
				},
			],
		});
	});

	it.each([
		[{ type: 'screening', id: 7, state: 'pending' }, 'Screening', 'Job 7', 'Pending'],
		[{ type: 'screening', id: 7 }, 'Screening', 'Job 7', 'Unknown'],
		['none', '', 'Job ', 'Unknown'],
	])('%j goes on', (job, what, title, value) => {
		expect(made(jobPart(subjectOf({ job })))).toEqual({
			what,
			title,
			about: [title],
			sections: [{ kind: 'figures', figures: [{ label: 'State', value, tone: 'fair' }] }],
		});
	});
});

describe('further fields of what is recognised', () => {
	it('are those that no other section speaks of', () => {
		const json = {
			full_name: 'Ada',
			countries: { DE: 1 },
			risk_level: 'LOW',
			id: '1',
			status: 'done',
			external_id: '2',
			accountId: '3',
			image_url: url,
			avatar_small: url,
			reportHtml: '<p>',
			mascot: 'Cat',
			profile: { colour: 'blue', uuid: '4', stats: { streak: 3 } },
			pricing: { currency: 'USD' },
		};
		expect(furtherFields(subjectOf(json))).toEqual([
			{
				kind: 'facts',
				title: 'Further details',
				facts: [
					fact('Mascot', 'Cat'),
					fact('Colour', 'blue'),
					fact('Streak', '3'),
					{ group: 'Pricing', ...fact('Currency', 'USD') },
				],
				more: 0,
			},
		]);
	});

	it('of the same name in several places are told each', () => {
		const json = {
			full_name: 'Ada',
			mascot: 'Cat',
			profile: { mascot: 'Dog', stats: { mascot: 'Cat' } },
		};
		expect(furtherFields(subjectOf(json))).toMatchObject([
			{ facts: [fact('Mascot', 'Cat'), fact('Mascot', 'Dog')] },
		]);
	});

	it('may be none', () => {
		expect(furtherFields(subjectOf({ full_name: 'Ada' }))).toEqual([]);
	});
});

describe('facts', () => {
	it.each([
		['x', [fact('Value', 'x')]],
		[{ a: 1_234.5, b: true, c: false }, [fact('A', '1,234.5'), fact('B', 'Yes'), fact('C', 'No')]],
		[{ a: null, b: undefined, c: '', d: NaN, e: 0 }, [fact('E', '0')]],
		[{ a: ['x', 1, null, true] }, [fact('A', 'x, 1, , true')]],
		[{ a: [1, NaN, 2] }, [fact('A', '1, 2')]],
		[{ a: [], b: [1, {}] }, []],
		[{ a: { someThing: { c: { d: 1 } } } }, [{ group: 'A', ...fact('Some thing, C, D', '1') }]],
		[{ a: { b: { c: { d: { e: 1 } } } } }, [{ group: 'A', ...fact('B, C, D', '{"e":1}') }]],
		[
			{ a: { b: { c: { d: { e: { f: 1 } } } } } },
			[{ group: 'A', ...fact('B, C, D', '{"e":{"f":1}}') }],
		],
		[
			{ pricing: { currency: 'USD', post_type: { image: { min: 8_372, max: 16_744 } } } },
			[{ group: 'Pricing', ...fact('Image post', 'USD 8,372 to 16,744') }],
		],
		[
			{ fees: { currency: 'EUR', story_price: 90, posts: 3 } },
			[
				{ group: 'Fees', ...fact('Story price', 'EUR 90') },
				{ group: 'Fees', ...fact('Posts', '3') },
			],
		],
		[
			{ age: { from: 18, to: 24 }, b: { from: 1, to: 'x' } },
			[
				fact('Age', '18 to 24'),
				{ group: 'B', ...fact('From', '1') },
				{ group: 'B', ...fact('To', 'x') },
			],
		],
	])('of %j are %j', (value, facts) => {
		expect(factsOf(value)).toEqual(facts);
	});

	it('have no longer texts than 300 characters', () => {
		const most = 'x'.repeat(300);
		const short = `${'x'.repeat(299)}\u2026`;
		expect(factsOf({ a: [most], b: [`${most}x`] })).toEqual([fact('A', most), fact('B', short)]);
		expect([cellOf(most), cellOf(`${most}x`)]).toEqual([{ text: most }, { text: short }]);
	});

	it.each<[unknown, unknown]>([
		[NaN, { text: '' }],
		[undefined, { text: '' }],
		[null, { text: '' }],
		[12_345, { text: '12,345' }],
		[true, { text: 'Yes' }],
		[false, { text: 'No' }],
		[url, { text: url, link: url }],
		[['a'], { text: '["a"]' }],
	])('show %j as %j', (value, cell) => {
		expect(cellOf(value)).toEqual(cell);
	});
});

describe('a table of rows', () => {
	it('has a column for each field that some row fills, numbers on the right', () => {
		const rows = [
			{ first: 1, likes: 3, empty: '', mixed: 1 },
			{ first: 2, none: null, mixed: 'x', nil: undefined, part: null },
			{ first: 3, likes: 4, part: 5 },
		];
		expect(recordTable('Rows', rows)).toEqual({
			kind: 'table',
			title: 'Rows',
			columns: [
				{ label: 'First', numeric: false },
				{ label: 'Likes', numeric: true },
				{ label: 'Mixed', numeric: false },
				{ label: 'Part', numeric: false },
			],
			rows: [
				[{ text: '1' }, { text: '3' }, { text: '1' }, { text: '' }],
				[{ text: '2' }, { text: '' }, { text: 'x' }, { text: '' }],
				[{ text: '3' }, { text: '4' }, { text: '' }, { text: '5' }],
			],
			more: 0,
		});
	});

	it('has fifty rows and eight columns at most', () => {
		const fields = Object.fromEntries(times(10, (at) => [`c${at}`, at]));
		const table = sectionOf(
			[
				recordTable(
					'Rows',
					times(52, () => fields),
				),
			],
			'table',
		);
		expect(table?.columns.map(({ label }) => label)).toEqual(times(8, (at) => `C${at}`));
		expect(table?.rows).toEqual(times(50, () => times(8, (at) => ({ text: `${at}` }))));
		expect(table?.more).toBe(2);
	});

	it('has no columns for what only rows further down have', () => {
		const rows = [...times(50, () => ({ a: 1 })), { b: 1 }];
		expect(recordTable('Rows', rows)).toMatchObject({ columns: [{ label: 'A' }], more: 1 });
	});
});

it('a table reads only what its rows hold themselves', () => {
	const rows = JSON.parse('[{"name":"a","constructor":5},{"name":"c"}]') as IDataObject[];
	expect(recordTable('Rows', rows)).toMatchObject({ columns: [{}, { numeric: true }] });
});
