import { readFieldRows } from '../../../../nodes/shared/request/fields';
import { thrownBy } from '../responses';

const read = (...assignments: unknown[]) => readFieldRows({ assignments }, 'Other Fields');

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
		expect(read({ id: '1', name: 'n', type, value })).toEqual([{ name: 'n', value: kept }]);
	});

	it('have names without the spaces around them', () => {
		expect(read({ name: ' a ', value: 1 })).toEqual([{ name: 'a', value: 1 }]);
	});

	it.each([undefined, null, ''])('are not sent if their value is %j', (value) => {
		expect(read({ name: 'a', value, type: 'string' }, { name: '', value })).toEqual([]);
	});

	it.each(['number', 'boolean', 'array', 'object', 'dateTime'])(
		'of the type %s are not sent if their value is blank',
		(type) => {
			expect(read({ name: 'a', value: ' \n', type })).toEqual([]);
		},
	);

	it.each([undefined, null, {}, '', [], { assignments: 'x' }, { assignments: [null, 5] }])(
		'are empty for %j',
		(entered) => {
			expect(readFieldRows(entered, 'Other Fields')).toEqual([]);
		},
	);

	it.each(['', '  ', undefined, 5])('with a value and the name %j are an error', (name) => {
		expect(thrownBy(() => read({ name: 'ok', value: 1 }, { name, value: 'x' }))).toMatchObject({
			details: { message: "Row 2 of 'Other Fields' has a value but no name" },
		});
	});

	it.each([
		['number', 'many'],
		['boolean', 'perhaps'],
		['array', 'a, b'],
		['object', '{'],
	])('of the type %s are an error if their value is %j', (type, value) => {
		expect(thrownBy(() => read({ name: 'n', type, value }))).toMatchObject({
			details: { message: `The value of 'n' in 'Other Fields' is not of the type ${type}` },
		});
	});
});
