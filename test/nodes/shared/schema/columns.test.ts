import { columnsOf } from '../../../../nodes/shared/schema/columns';
import { savedColumns, toMapperFields } from '../../../../nodes/shared/schema/mapper';

const column = (property: unknown, document: object = {}) => {
	const [first] = columnsOf({ properties: { x: property as never } }, document);
	return first;
};

describe('a property becomes a column', () => {
	const S = { components: { schemas: { Sort: { type: 'string', enum: ['A', 'B'] } } } };
	it.each([
		['text', { type: 'string' }, { kind: 'text' }],
		['text that may be null', { type: ['string', 'null'] }, { kind: 'text' }],
		['text or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { kind: 'text' }],
		['text or a number', { type: ['string', 'integer'] }, { kind: 'text' }],
		['a number', { type: 'number' }, { kind: 'number' }],
		['a whole number', { type: 'integer' }, { kind: 'number' }],
		['yes or no', { type: 'boolean' }, { kind: 'flag' }],
		['a choice', { enum: ['A', 'B', null] }, { kind: 'choice', choices: ['A', 'B'] }],
		[
			'a choice of constants',
			{ anyOf: [{ const: 'A' }, { const: 'B' }] },
			{ kind: 'choice', choices: ['A', 'B'] },
		],
		[
			'a choice by reference',
			{ $ref: '#/components/schemas/Sort' },
			{ kind: 'choice', choices: ['A', 'B'] },
		],
		[
			'a choice by reference, in words',
			{ allOf: [{ $ref: '#/components/schemas/Sort' }], description: 'Order' },
			{ kind: 'choice', choices: ['A', 'B'], about: 'Order' },
		],
		['a list', { type: 'array', items: { type: 'string' } }, { kind: 'list' }],
		[
			'a list of numbers',
			{ type: 'array', items: { type: 'integer' } },
			{ kind: 'list', ofNumbers: true },
		],
		[
			'a list of things with a name',
			{ type: 'array', items: { type: 'object', properties: { name: {} } } },
			{ kind: 'list', entryName: 'name' },
		],
		[
			'a list of things that need one field',
			{ type: 'array', items: { required: ['id'], properties: { id: {}, share: {} } } },
			{ kind: 'list', entryName: 'id' },
		],
		[
			'a list of things',
			{ type: 'array', items: { properties: { a: {}, b: {} } } },
			{ kind: 'list' },
		],
		[
			'a list of numbers with fractions',
			{ type: 'array', items: { type: 'number' } },
			{ kind: 'list', ofNumbers: true },
		],
		['a list of yes and no', { type: 'array', items: { type: 'boolean' } }, { kind: 'list' }],
		[
			'a list of objects of any kind',
			{ type: 'array', items: { type: 'object' } },
			{ kind: 'list' },
		],
		['a list of anything', { type: 'array' }, { kind: 'list' }],
		['null or text', { type: ['null', 'string'] }, { kind: 'text' }],
		['null or a number', { oneOf: [{ type: 'null' }, { type: 'number' }] }, { kind: 'number' }],
		['a number or null', { type: ['number', 'null'] }, { kind: 'number' }],
		['a choice of numbers', { enum: [1, 2] }, { kind: 'choice', choices: [1, 2] }],
		[
			'a choice of constants or null',
			{ oneOf: [{ const: 'A' }, { const: 2 }, { type: 'null' }] },
			{ kind: 'choice', choices: ['A', 2] },
		],
		['values that are no choice', { enum: ['A', true] }, { kind: 'text' }],
		['no values', { enum: [] }, { kind: 'text' }],
		['a number of two kinds', { anyOf: [{ type: 'number' }, { const: 'A' }] }, { kind: 'text' }],
		[
			'words around it',
			{ type: 'number', description: '  So many ' },
			{ kind: 'number', about: 'So many' },
		],
		['empty words', { type: 'number', description: ' ' }, { kind: 'number' }],
		['nonsense', 'text', { kind: 'text' }],
		['an object of any kind', { type: 'object' }, { kind: 'json' }],
		['anything', {}, { kind: 'text' }],
	])('%s', (_, property, expected) => {
		expect(column(property, S)).toEqual({ name: 'x', required: false, ...expected });
	});
});

describe('an object', () => {
	it('omits what cannot be sent under its name, or not at all', () => {
		const properties = { '': {}, 'a.b': {}, c: { readOnly: true }, d: {} };
		expect(columnsOf({ properties }, undefined).map(({ name }) => name)).toEqual(['d']);
	});

	it('is its fields, with dots', () => {
		const schema = {
			required: ['a', 'range'],
			properties: {
				a: { type: 'string' },
				range: {
					type: 'object',
					required: ['min'],
					properties: { min: { type: 'number' }, max: { type: 'number' } },
				},
				optional: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
			},
		};
		expect(columnsOf(schema, {}).map(({ name, required }) => [name, required])).toEqual([
			['a', true],
			['range.min', true],
			['range.max', false],
			['optional.code', false],
		]);
	});

	it('has what its allOf adds', () => {
		const schema = { allOf: [{ $ref: '#/S' }, { properties: { b: { type: 'string' } } }] };
		const document = { S: { required: ['a'], properties: { a: { type: 'string' } } } };
		expect(columnsOf(schema, document).map(({ name, required }) => [name, required])).toEqual([
			['a', true],
			['b', false],
		]);
	});

	it('ends, even where it references itself', () => {
		const document = {
			Node: { properties: { name: { type: 'string' }, child: { $ref: '#/Node' } } },
		};
		const names = columnsOf({ $ref: '#/Node', ...document.Node }, document).map(({ name }) => name);
		expect(names).toEqual(['name', 'child.name', 'child.child.name', 'child.child.child']);
	});
});

describe('columns in the mapper', () => {
	const columns = columnsOf(
		{
			required: ['url'],
			properties: {
				url: { type: 'string', description: 'Where it is. More words' },
				count: { type: 'integer' },
				verified: { type: 'boolean' },
				sort: { enum: ['A', 'B'] },
				tags: { type: 'array', items: { properties: { name: {} } } },
				any: { type: 'object' },
				limit: { type: 'integer' },
			},
		},
		{},
	);

	it('are parsed as they were written', () => {
		const saved = JSON.parse(JSON.stringify(toMapperFields(columns, { isList: false })));
		const plain = columns.map(({ about: _, ...rest }) => rest);
		expect(savedColumns(saved)).toEqual(plain);
	});
});

it('has its first 200 columns, and is not searched for the others', () => {
	const fields = (of: string) =>
		Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, { $ref: `#/${of}` }]));
	const looks = jest.fn(() => ({ type: 'string' }));
	const document = Object.defineProperty({ A: { properties: fields('end') } }, 'end', {
		enumerable: true,
		get: looks,
	});
	const columns = columnsOf({ properties: fields('A') }, document);
	expect(columns.map(({ name }) => name)).toEqual(
		Array.from({ length: 200 }, (_, at) => `f0.f${at}`),
	);
	expect(looks.mock.calls.length).toBeLessThan(2_000);
});
