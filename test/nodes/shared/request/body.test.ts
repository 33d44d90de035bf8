import type { IDataObject } from 'n8n-workflow';

import { buildRequestBody, type BodyMode } from '../../../../nodes/shared/request/body';
import { thrownBy } from '../responses';

interface Entered {
	mode: BodyMode;
	inputItem?: IDataObject;
	excludeFields?: unknown;
	bodyJson?: unknown;
	moreFields?: IDataObject;
}

const read = ({ mode, inputItem = {}, ...entered }: Entered): IDataObject =>
	buildRequestBody(mode, {
		parameter: (name, fallback) => (name in entered ? Reflect.get(entered, name) : fallback),
		named: () => [],
		inputItem,
	});

describe('a body that is the input item', () => {
	const inputItem = { a: 1, b: { c: 2 }, 'row number': 3, '': null };

	it('is the item, and only the item', () => {
		const moreFields = { bodyFields: { assignments: [{ name: 'x', value: 1 }] } };
		const others = { moreFields, bodyJson: '{"y":1}' };
		expect(read({ mode: 'input', inputItem, ...others })).toEqual(inputItem);
	});

	it.each(['row number, b', ['row number', 'b'], 'row number\n b ,,'])(
		'omits %j',
		(excludeFields) => {
			expect(read({ mode: 'input', inputItem, excludeFields })).toEqual({ a: 1, '': null });
			expect(Object.keys(inputItem)).toHaveLength(4);
		},
	);
});

describe('a body of JSON', () => {
	it.each<[unknown, IDataObject]>([
		['{"a":{"b":[1]}}', { a: { b: [1] } }],
		[{ a: 1 }, { a: 1 }],
		['', {}],
		['  \n', {}],
		['{}', {}],
	])('is read from %j', (bodyJson, body) => {
		expect(read({ mode: 'json', bodyJson })).toEqual(body);
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
	])('%j is rejected, as it is no object', (bodyJson, kind) => {
		expect(thrownBy(() => read({ mode: 'json', bodyJson }))).toMatchObject({
			details: {
				message: "'JSON Body' is not a JSON object",
				description: expect.stringContaining(`It is ${kind}.`),
			},
		});
	});

	it.each(['{', '{"a":1,}', "{'a':1}", 'a: 1'])('%s is rejected, as it is no JSON', (bodyJson) => {
		expect(thrownBy(() => read({ mode: 'json', bodyJson }))).toMatchObject({
			details: { message: "'JSON Body' is not valid JSON" },
		});
	});
});
