import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/shared/failure/Failure';
import { readMappedFields } from '../../../../nodes/shared/request/mappedFields';
import type { SchemaColumn } from '../../../../nodes/shared/schema/columns';
import { toMapperFields } from '../../../../nodes/shared/schema/mapper';
import { thrownBy } from '../responses';

/** JavaScript would make it ...992. */
const LONG = '9007199254740993';

const column = (name: string, more: Partial<SchemaColumn> = {}): SchemaColumn => ({
	...{ name, kind: 'text', required: false },
	...more,
});

const saved = (columns: SchemaColumn[]) => toMapperFields(columns, { isList: false });

/** As n8n keeps what was mapped by hand, or is mapped by name. */
const byHand = (columns: SchemaColumn[], value: IDataObject) =>
	readMappedFields({ mappingMode: 'defineBelow', value, schema: saved(columns) }, {});
const byName = (columns: SchemaColumn[], item: IDataObject) =>
	readMappedFields({ mappingMode: 'autoMapInputData', value: null, schema: saved(columns) }, item);

const failureOf = (run: () => unknown): Failure => {
	const thrown = thrownBy(run);
	if (thrown instanceof Failure) return thrown;
	throw new Error('Nothing was thrown');
};

describe('fields that were mapped manually', () => {
	it.each<[string, Partial<SchemaColumn>, unknown, unknown]>([
		['a list of texts', { kind: 'list' }, 'a, b', ['a', 'b']],
		['a list of numbers', { kind: 'list', ofNumbers: true }, '1, 2.5', [1, 2.5]],
		['a list that is one', { kind: 'list', ofNumbers: true }, [1, 2], [1, 2]],
		['a list without gaps', { kind: 'list', ofNumbers: true }, ['', null, 1], [1]],
		['a list of flags', { kind: 'list' }, [true, false], [true, false]],
		['a list of objects', { kind: 'list' }, [{ a: 1 }], [{ a: 1 }]],
		['a number', { kind: 'number' }, '2.5', 2.5],
		['a long integer', { kind: 'number' }, LONG, LONG],
		['long integers', { kind: 'list', ofNumbers: true }, `${LONG}, 1`, [LONG, 1]],
		['a whole number', { kind: 'number' }, '25', 25],
		['a flag', { kind: 'flag' }, 'true', true],
		['a choice', { kind: 'choice', choices: ['asc', 'desc'] }, 'desc', 'desc'],
		['a choice of numbers', { kind: 'choice', choices: [1, 2] }, 2, 2],
		['an object', { kind: 'json' }, '{"a":1}', { a: 1 }],
	])('become %s', (_, more, entered, sent) => {
		const value = { field: entered } as IDataObject;
		expect(byHand([column('field', more)], value)).toEqual([{ name: 'field', value: sent }]);
	});

	it.each<[string, Partial<SchemaColumn>, unknown, RegExp]>([
		['another choice', { kind: 'choice', choices: ['asc', 'desc'] }, 'up', /one of asc, desc/],
	])('are rejected where the service expects something else: %s', (_, more, entered, why) => {
		const value = { field: entered } as IDataObject;
		const { message, details } = failureOf(() => byHand([column('field', more)], value));
		expect(message).toMatch(why);
		expect(message).toContain("'field'");
		expect(details.description).toMatch(
			/^It is '.*'\. Correct the value in 'Fields of the Service'/,
		);
	});
});

describe('fields that are mapped by name', () => {
	const columns = [column('profile_url'), column('filters.country'), column('limit')];

	it.each<[string, IDataObject, unknown]>([
		['its own name', { profile_url: 'a' }, 'a'],
		['its own name, before one like it', { 'Profile URL': 'b', profile_url: 'a' }, 'a'],
		['a name that is spelled like it', { 'Profile URL': 'a' }, 'a'],
	])('are read from a column with %s', (_, item, value) => {
		expect(byName(columns, item)).toEqual([{ name: 'profile_url', value }]);
	});

	it('are omitted where two columns have a similar name', () => {
		const item = { 'Profile URL': 'a', ProfileUrl: 'b', limit: '5' };
		expect(byName(columns, item)).toEqual([{ name: 'limit', value: '5' }]);
	});
});
