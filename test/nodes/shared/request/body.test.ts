import type { IDataObject } from 'n8n-workflow';

import { buildRequestBody, type BodyInput } from '../../../../nodes/shared/request/body';
import { thrownBy } from '../responses';

const read = (input: Partial<BodyInput>): IDataObject =>
	buildRequestBody({
		mode: 'fields',
		named: [],
		fields: {},
		json: '{}',
		inputItem: {},
		exclude: '',
		...input,
	});

describe('a body that is the input item', () => {
	const inputItem = { a: 1, b: { c: 2 }, 'row number': 3, '': null };

	it('is the item, and only the item', () => {
		const fields = { assignments: [{ name: 'x', value: 1 }] };
		expect(read({ mode: 'input', inputItem, fields, json: '{"y":1}' })).toEqual(inputItem);
	});

	it.each(['row number, b', ['row number', 'b'], 'row number\n b ,,'])('omits %j', (exclude) => {
		expect(read({ mode: 'input', inputItem, exclude })).toEqual({ a: 1, '': null });
		expect(Object.keys(inputItem)).toHaveLength(4);
	});
});

describe('a body of JSON', () => {
	it.each<[unknown, IDataObject]>([
		['{"a":{"b":[1]}}', { a: { b: [1] } }],
		[{ a: 1 }, { a: 1 }],
		['', {}],
		['  \n', {}],
		['{}', {}],
	])('is read from %j', (json, body) => {
		expect(read({ mode: 'json', json })).toEqual(body);
	});

	it.each<[unknown, string]>([
		['[1]', 'a list'],
		['5', 'a number'],
		['"text"', 'a string'],
		['null', 'empty'],
		[null, 'empty'],
		[undefined, 'empty'],
		[[1], 'a list'],
		[true, 'a boolean'],
	])('%j is rejected, as it is no object', (json, kind) => {
		expect(thrownBy(() => read({ mode: 'json', json }))).toMatchObject({
			details: {
				message: "'JSON Body' is not a JSON object",
				description: expect.stringContaining(`It is ${kind}.`),
			},
		});
	});

	it.each(['{', '{"a":1,}', "{'a':1}", 'a: 1'])('%s is rejected, as it is no JSON', (json) => {
		expect(thrownBy(() => read({ mode: 'json', json }))).toMatchObject({
			details: { message: "'JSON Body' is not valid JSON" },
		});
	});
});
