import {
	choice,
	flag,
	json,
	listOf,
	number,
	text,
	type Field,
} from '../../../../nodes/shared/catalogue/fields';
import {
	enteredFields,
	readFieldRows,
	readNamedFields,
} from '../../../../nodes/shared/request/fields';
import { thrownBy } from '../responses';

const about = 'About it';
const fields = {
	text: text('profile_url', 'Profile URL', about),
	number: number('follower_count.min', 'Minimum Followers', about),
	flag: flag('is_verified', 'Is Verified', about),
	choice: choice('sort_by.order', 'Sort Order', about, ['DESCENDING', 'ASCENDING']),
	list: listOf('identifiers', 'Handles', about),
	objects: listOf('hashtags', 'Hashtags', about, '', { entryName: 'name' }),
	json: json('keywords', 'Keywords', about),
};

const read = (field: Field, value: unknown) =>
	readNamedFields([field], (name) => (name === field.parameter ? value : undefined));

describe('a common field', () => {
	it('has a parameter name without dots and underscores, and none of a node parameter', () => {
		expect(fields.number.parameter).toBe('followerCountMin');
		expect(text('query', 'Search Text', about).parameter).toBe('queryField');
	});

	it.each<[keyof typeof fields, unknown, unknown]>([
		['text', ' https://x.example/@a ', 'https://x.example/@a'],
		['text', 5, 5],
		['number', '10000', 10_000],
		['number', 0, 0],
		['number', ' 9007199254740993 ', '9007199254740993'],
		['number', '-9007199254740993', '-9007199254740993'],
		['list', '[9007199254740993]', ['9007199254740993']],
		['flag', false, false],
		['flag', 'True', true],
		['choice', 'ASCENDING', 'ASCENDING'],
		['list', 'a, b\nc', ['a', 'b', 'c']],
		['list', ['a', 7], ['a', 7]],
		['list', '["a, b", "c"]', ['a, b', 'c']],
		['objects', 'a, b', [{ name: 'a' }, { name: 'b' }]],
		['objects', [{ name: 'a', weight: 2 }, 'b'], [{ name: 'a', weight: 2 }, { name: 'b' }]],
		['json', '[{"term": "x"}]', [{ term: 'x' }]],
		['json', { a: 1 }, { a: 1 }],
	])('of the kind %s is read from %j as %j', (kind, entered, value) => {
		const field = fields[kind];
		expect(read(field, entered)).toEqual([{ name: field.name, value }]);
	});

	it.each<[keyof typeof fields, unknown]>([
		['text', 2 ** 53],
		['number', 2 ** 53],
		['number', '9007199254740993.0'],
		['list', ['a', 2 ** 53]],
		['json', { id: 2 ** 53 }],
	])('of the kind %s is an error if digits of %j are lost', (kind, entered) => {
		const { label } = fields[kind];
		expect(() => read(fields[kind], entered)).toThrow(
			new RegExp(`^'${label}(\\.\\w+)?' is too large to be exact$`),
		);
	});

	it.each(Object.keys(fields) as Array<keyof typeof fields>)(
		'of the kind %s is not sent while it is empty',
		(kind) => {
			for (const empty of ['', '  ', undefined, null])
				expect(read(fields[kind], empty)).toEqual([]);
		},
	);

	it('that is an empty list is not sent', () => {
		expect(read(fields.list, [])).toEqual([]);
		expect(read(fields.list, ' , ,')).toEqual([]);
	});

	it.each<[keyof typeof fields, unknown, string]>([
		['number', 'many', "'Minimum Followers' is not a number"],
		['flag', 'perhaps', "'Is Verified' is neither true nor false"],
		['json', '[{]', "'Keywords' is not valid JSON"],
		['text', 'https://a.example/1 https://a.example/2', expect.stringMatching(/several URLs$/)],
		['text', 'https://a.example/1,\nhttp://a.example/2', expect.stringMatching(/several URLs$/)],
	])('of the kind %s rejects %j', (kind, entered, message) => {
		expect(thrownBy(() => read(fields[kind], entered))).toMatchObject({ details: { message } });
	});

	it('is read from the form, or from the added ones', () => {
		const parameters: Record<string, unknown> = { a: 1, moreFields: { b: 2, a: 3 } };
		const entered = enteredFields((name, fallback) => parameters[name] ?? fallback);
		expect([entered('a'), entered('b'), entered('c')]).toEqual([3, 2, '']);
	});
});

const readRows = (...assignments: unknown[]) => readFieldRows({ assignments }, 'Other Fields');

describe('rows that the user entered', () => {
	it.each<[string, unknown, unknown]>([
		['string', 'text', 'text'],
		['string', ' padded ', ' padded '],
		['string', 5, 5],
		['number', '5', 5],
		['number', 1.5, 1.5],
		['boolean', 'true', true],
		['boolean', false, false],
		['array', '[1,"2"]', [1, '2']],
		['array', [], []],
		['object', '{"a":1}', { a: 1 }],
		['object', { a: null }, { a: null }],
		['number', 0, 0],
		['number', ' 5 ', 5],
		['number', '007', 7],
		['number', '1e3', 1000],
		['number', '9007199254740991', 9007199254740991],
		['number', '7301234567890123456', '7301234567890123456'],
		['number', ' -7301234567890123456 ', '-7301234567890123456'],
		['string', '7301234567890123456', '7301234567890123456'],
		['string', '  ', '  '],
		['array', '[7301234567890123456]', ['7301234567890123456']],
		['array', "['a', '7301234567890123456']", ['a', '7301234567890123456']],
		['object', '{"ids":[7301234567890123456]}', { ids: ['7301234567890123456'] }],
		['object', '{ id: 5 }', { id: 5 }],
	])('keep the type %s: %j', (type, value, kept) => {
		expect(readRows({ id: '1', name: 'n', type, value })).toEqual([{ name: 'n', value: kept }]);
	});

	it('have names without the spaces around them', () => {
		expect(readRows({ name: ' a ', value: 1 })).toEqual([{ name: 'a', value: 1 }]);
	});

	it.each([undefined, null, ''])('are not sent if their value is %j', (value) => {
		expect(readRows({ name: 'a', value, type: 'string' }, { name: '', value })).toEqual([]);
	});

	it.each(['number', 'boolean', 'array', 'object', 'dateTime'])(
		'of the type %s are not sent if their value is blank',
		(type) => {
			expect(readRows({ name: 'a', value: ' \n', type })).toEqual([]);
		},
	);

	it.each([undefined, null, {}, '', [], { assignments: 'x' }, { assignments: [null, 5] }])(
		'are empty for %j',
		(entered) => {
			expect(readFieldRows(entered, 'Other Fields')).toEqual([]);
		},
	);

	it.each(['', '  ', undefined, 5])('with a value and the name %j are an error', (name) => {
		expect(thrownBy(() => readRows({ name: 'ok', value: 1 }, { name, value: 'x' }))).toMatchObject({
			details: { message: "Row 2 of 'Other Fields' has a value but no name" },
		});
	});

	it.each([
		['number', 'many'],
		['boolean', 'perhaps'],
		['array', 'a, b'],
		['object', '{'],
	])('of the type %s are an error if their value is %j', (type, value) => {
		expect(thrownBy(() => readRows({ name: 'n', type, value }))).toMatchObject({
			details: { message: `The value of 'n' in 'Other Fields' is not of the type ${type}` },
		});
	});
});
