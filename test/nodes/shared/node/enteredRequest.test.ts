import type { INodeParameters } from 'n8n-workflow';

import { JOB_OPERATIONS, jobOfType } from '../../../../nodes/CreatorIntelligenceTrigger/catalogue';
import { enteredRequest } from '../../../../nodes/shared/node/requestFingerprint';

const screening = jobOfType('screening');
const mark = (parameters: INodeParameters, operation = screening) =>
	JSON.stringify(enteredRequest({ operation, parameters, sendsQuery: false }));

const rows = (...assignments: INodeParameters[]): INodeParameters => ({
	moreFields: { bodyFields: { assignments } },
});
const json = (bodyJson: INodeParameters[string]): INodeParameters => ({
	bodyMode: 'json',
	bodyJson,
});
const mapped = (value: INodeParameters): INodeParameters => ({
	bodyMode: 'schema',
	mappedFields: { value },
});
const picked = (value: string, cachedResultName = value) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

describe('the fingerprint of a request is the same', () => {
	it.each<[string, INodeParameters, INodeParameters]>([
		['for the default body mode', {}, { bodyMode: 'fields' }],
		[
			'for the default type of a row',
			rows({ name: 'a', value: 'x' }),
			rows({ name: 'a', type: 'string', value: 'x' }),
		],
		[
			'for rows in another order, and with other ids',
			rows({ id: '1', name: 'a', value: 'x' }, { id: '2', name: 'b', value: 'y' }),
			rows({ id: '3', name: 'b', value: 'y' }, { id: '4', name: 'a', value: 'x' }),
		],
		[
			'for empty rows',
			rows({ name: 'a', value: 'x' }),
			rows(
				{ name: 'a', value: 'x' },
				{ name: 'b', value: '' },
				{ name: 'c', value: null as never },
			),
		],
		['for no rows at all', {}, rows()],
		[
			'for something that is no list of rows',
			{},
			{ moreFields: { bodyFields: { assignments: 'x' } } },
		],
		['for spaces around a name', rows({ name: 'a', value: 1 }), rows({ name: ' a ', value: 1 })],
		[
			'for the order of fields in JSON',
			json('{"a":1,"b":{"c":2,"d":3}}'),
			json('{"b":{"d":3,"c":2},"a":1}'),
		],
		['for JSON that an expression has made', json('{"a":1,"b":2}'), json({ b: 2, a: 1 })],
		['for the order of mapped fields', mapped({ a: 1, b: 2 }), mapped({ b: 2, a: 1 })],
		[
			'for what is left of another body mode',
			json('{"a":1}'),
			{ ...json('{"a":1}'), ...rows({ name: 'a', value: 'x' }), profileUrl: 'x' },
		],
		[
			'for a field, wherever it was entered',
			{ profileUrl: 'x' },
			{ moreFields: { profileUrl: 'x' } },
		],
		['for an empty field', {}, { profileUrl: '' }],
		[
			'for an entry that is called otherwise now',
			{ profileUrl: picked('x', 'Ada') },
			{ profileUrl: picked('x', 'Ada L.') },
		],
	])('%s', (_, one, other) => {
		expect(mark(one)).toBe(mark(other));
	});
});

describe('the fingerprint of a request differs', () => {
	it.each<[string, INodeParameters, INodeParameters]>([
		['for another body mode', {}, { bodyMode: 'json' }],
		['for another value', rows({ name: 'a', value: 1 }), rows({ name: 'a', value: 2 })],
		['for another name', rows({ name: 'a', value: 1 }), rows({ name: 'b', value: 1 })],
		[
			'for another type',
			rows({ name: 'a', value: '1' }),
			rows({ name: 'a', type: 'number', value: '1' }),
		],
		[
			'for a row more',
			rows({ name: 'a', value: 1 }),
			rows({ name: 'a', value: 1 }, { name: 'b', value: 0 }),
		],
		['for other JSON', json('{"a":1}'), json('{"a":2}')],
		['for an order in a list', json('{"a":[1,2]}'), json('{"a":[2,1]}')],
		['for a list and an object', json('{"a":["x",1]}'), json('{"a":{"x":1}}')],
		['for another expression', json('={{ $now }}'), json('={{ $today }}')],
		['for another mapped field', mapped({ a: 1 }), mapped({ a: 2 })],
		['for another field', { profileUrl: 'x' }, { profileUrl: 'y' }],
		['for a field that is filled in', {}, { profileUrl: 'x' }],
		['for another entry', { profileUrl: picked('x') }, { profileUrl: picked('y') }],
	])('%s', (_, one, other) => {
		expect(mark(one)).not.toBe(mark(other));
	});

	it('for another job type', () => {
		const marks = JOB_OPERATIONS.map((operation) => mark({}, operation));
		expect(new Set(marks).size).toBe(JOB_OPERATIONS.length);
	});
});
