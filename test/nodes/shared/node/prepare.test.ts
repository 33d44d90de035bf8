import { enteredQuery, wantedRows } from '../../../../nodes/shared/node/prepare';
import { thrownBy } from '../responses';

const parameterOf =
	(entered: Record<string, unknown>) =>
	(name: string, fallback?: unknown): unknown =>
		name in entered ? entered[name] : fallback;

it.each([
	[{}, 50],
	[{ limit: 1 }, 1],
	[{ limit: '7' }, 7],
	[{ limit: 7, returnAll: false }, 7],
	[{ limit: 'x', returnAll: true }, Infinity],
])('with %j as many rows are wanted as %d', (entered, expected) => {
	expect(wantedRows(parameterOf(entered))).toBe(expected);
});

it.each([0, -1, 1.5, 'x', NaN, Infinity])('%s is no limit', (limit) => {
	expect(thrownBy(() => wantedRows(parameterOf({ limit })))).toMatchObject({
		details: {
			message: "'Limit' is not a whole number of 1 or more",
			description: `It is '${limit}'. Correct it, or turn on 'Return All'.`,
		},
	});
});

it('query parameters are sent while they are turned on', () => {
	const query = { assignments: [{ name: 'a', value: 'x', type: 'string' }] };
	expect(enteredQuery(parameterOf({ query }))).toEqual([]);
	expect(enteredQuery(parameterOf({ query, sendQuery: 'true' }))).toEqual([]);
	expect(enteredQuery(parameterOf({ query, sendQuery: true }))).toMatchObject([
		{ name: 'a', value: 'x' },
	]);
	expect(enteredQuery(parameterOf({ sendQuery: true }))).toEqual([]);
});
