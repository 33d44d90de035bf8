import type { IDataObject } from 'n8n-workflow';

import { creatorSearch } from '../../../../nodes/CreatorSearch/catalogue';
import {
	callsService,
	findOperation,
	type EndpointOperation,
} from '../../../../nodes/shared/catalogue/types';
import { enteredBody, enteredQuery, readMaxRows } from '../../../../nodes/shared/node/prepare';
import { thrownBy } from '../responses';

const parameterOf =
	(entered: Record<string, unknown>) =>
	(name: string, fallback?: unknown): unknown =>
		name in entered ? entered[name] : fallback;

const operationOf = (resource: string, name: string): EndpointOperation => {
	const found = findOperation(creatorSearch, resource, name);
	if (found === undefined || !callsService(found)) throw new Error(`There is no ${name}`);
	return found;
};
const search = operationOf('creator', 'search');
const exporting = operationOf('creatorExport', 'submitAndWait');

it.each([
	[{}, 50],
	[{ returnAll: null }, 50],
	[{ limit: 1 }, 1],
	[{ limit: '7' }, 7],
	[{ limit: 7, returnAll: false }, 7],
	[{ limit: 'x', returnAll: true }, Infinity],
	[{ limit: 'x', returnAll: ' True' }, Infinity],
	[{ limit: 3, returnAll: 'false' }, 3],
])('%j requests %d rows', (entered, expected) => {
	expect(readMaxRows(parameterOf(entered), search)).toBe(expected);
});

it.each([{}, { returnAll: null }])('with %j, an export wants all rows', (entered) => {
	expect(readMaxRows(parameterOf(entered), exporting)).toBe(Infinity);
});

it.each([0, -1, 1.5, 'x', NaN, Infinity])('%s is no limit', (limit) => {
	expect(thrownBy(() => readMaxRows(parameterOf({ limit }), search))).toMatchObject({
		details: {
			message: "'Limit' is not a whole number of 1 or more",
			description: `It is '${limit}'. Correct it, or turn on 'Return All'.`,
		},
	});
});

it('query parameters are sent while they are turned on', () => {
	const query = { assignments: [{ name: 'a', value: 'x', type: 'string' }] };
	expect(enteredQuery(parameterOf({ query }))).toEqual([]);
	expect(enteredQuery(parameterOf({ query, sendQuery: null }))).toEqual([]);
	for (const sendQuery of [true, 'true']) {
		expect(enteredQuery(parameterOf({ query, sendQuery }))).toMatchObject([
			{ name: 'a', value: 'x' },
		]);
	}
	expect(enteredQuery(parameterOf({ sendQuery: true }))).toEqual([]);
});

it.each([
	['Return All', () => readMaxRows(parameterOf({ returnAll: 'yes' }), search)],
	['Send Query Parameters', () => enteredQuery(parameterOf({ sendQuery: 1 }))],
])('%s must be true or false', (label, read) => {
	expect(thrownBy(read)).toMatchObject({
		details: { message: `'${label}' is neither true nor false` },
	});
});

describe('a body', () => {
	const read = (entered: Record<string, unknown>, inputItem?: IDataObject) => {
		const asked: string[] = [];
		const parameter = parameterOf(entered);
		const body = enteredBody(
			(name, fallback) => {
				asked.push(name);
				return parameter(name, fallback);
			},
			search,
			inputItem,
		);
		return { body, asked };
	};

	it.each([
		['json', ['bodyMode', 'bodyJson']],
		['input', ['bodyMode', 'excludeFields']],
		['schema', ['bodyMode', 'mappedFields']],
	])('in the mode %s is read from its own parameters only', (bodyMode, expected) => {
		expect(read({ bodyMode }, {}).asked).toEqual(expected);
	});

	it.each(['input', 'nope', undefined])('of a trigger cannot be %s', (bodyMode) => {
		expect(thrownBy(() => read({ bodyMode }))).toMatchObject({ details: { kind: 'input' } });
	});
});
