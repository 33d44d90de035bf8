import type { SchemaColumn } from '../../../../nodes/shared/schema/columns';
import { savedColumns, toMapperFields } from '../../../../nodes/shared/schema/mapper';

const column = (more: Partial<SchemaColumn> = {}): SchemaColumn => ({
	name: 'x',
	kind: 'text',
	required: false,
	...more,
});
const fieldOf = (more: Partial<SchemaColumn>) =>
	toMapperFields([column(more)], { isList: false })[0];

describe('a column in the mapper', () => {
	it('cannot be used for matching, and is shown', () => {
		expect(fieldOf({ required: true })).toEqual({
			id: 'x',
			displayName: 'x',
			required: true,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			removed: false,
			type: 'string',
		});
	});

	it.each<[string, Partial<SchemaColumn>, string]>([
		['its name', {}, 'x'],
		['that it is a list', { kind: 'list' }, 'x (list)'],
		['the first sentence about it', { about: 'A word. Or two' }, 'x - A word'],
		['the first line about it', { about: 'A word\nor two' }, 'x - A word'],
		['nothing of an empty text', { about: '' }, 'x'],
	])('is labelled with %s', (_, more, label) => {
		expect(fieldOf(more).displayName).toBe(label);
	});

	it.each<[Partial<SchemaColumn>, object]>([
		[{ kind: 'text' }, { type: 'string' }],
		[{ kind: 'number' }, { type: 'number' }],
		[
			{ kind: 'flag' },
			{
				type: 'options',
				options: [
					{ name: 'True', value: true },
					{ name: 'False', value: false },
				],
			},
		],
		[
			{ kind: 'choice', choices: ['A', 2] },
			{
				type: 'options',
				options: [
					{ name: 'A', value: 'A' },
					{ name: '2', value: 2 },
				],
			},
		],
		[{ kind: 'choice' }, { type: 'options', options: [] }],
		[
			{ kind: 'list', ofNumbers: true },
			{
				type: 'string',
				options: [
					{ name: 'list', value: 'number' },
					{ name: 'entryName', value: '' },
				],
			},
		],
		[
			{ kind: 'list', entryName: 'id' },
			{
				type: 'string',
				options: [
					{ name: 'list', value: 'text' },
					{ name: 'entryName', value: 'id' },
				],
			},
		],
		[{ kind: 'json' }, { type: 'object' }],
	])('%j has its control', (more, control) => {
		expect(fieldOf(more)).toMatchObject(control);
	});
});

describe('the initial columns', () => {
	const names = ['a', 'b', 'c', 'd', 'page'];
	const shown = (columns: SchemaColumn[], isList = false) =>
		toMapperFields(columns, { isList })
			.filter(({ removed }) => !removed)
			.map(({ id }) => id);
	const all = names.map((name) => column({ name }));

	it('are the first few where none is required', () => {
		expect(shown(all)).toEqual(['a', 'b', 'c']);
	});

	it('are those that are required', () => {
		const columns = all.map((each) => ({
			...each,
			required: each.name === 'd',
		}));
		expect(shown(columns)).toEqual(['d']);
	});

	it('exclude pagination, where the node reads pages', () => {
		const ids = (isList: boolean) => toMapperFields(all, { isList }).map(({ id }) => id);
		expect(ids(false)).toEqual(names);
		expect(ids(true)).toEqual(names.slice(0, -1));
	});
});

describe('columns that were saved', () => {
	it.each<[string, object, object]>([
		['what is unknown', { type: 'color' }, { kind: 'text' }],
		['a number', { type: 'number', options: 'x' }, { kind: 'number' }],
		[
			'a number that says it is a list',
			{ type: 'number', options: [{ name: 'list', value: 'text' }] },
			{ kind: 'number' },
		],
		[
			'a list, as an earlier version noted it',
			{ type: 'string', options: [{ name: 'list', value: 'object' }] },
			{ kind: 'list' },
		],
	])('%s', (_, field, expected) => {
		expect(savedColumns([{ id: 'x', ...field }])).toEqual([
			{ name: 'x', required: false, ...expected },
		]);
	});

	it('are required if they were', () => {
		expect(savedColumns([{ id: 'x', required: true }])).toMatchObject([{ required: true }]);
		expect(savedColumns([{ id: 'x', required: 'yes' }])).toMatchObject([{ required: false }]);
	});

	it('are those that can be parsed', () => {
		expect(savedColumns([null, 'x', { id: 3 }, { id: 'y' }])?.map(({ name }) => name)).toEqual([
			'y',
		]);
		expect([undefined, 'x', {}, []].map(savedColumns)).toEqual(Array(4).fill(undefined));
	});
});
