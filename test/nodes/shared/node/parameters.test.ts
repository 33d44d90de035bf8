import type { INode } from 'n8n-workflow';

import { readParameter } from '../../../../nodes/shared/node/parameters';
import { thrownBy } from '../responses';

/** Stands in for n8n, which puts values in the places of expressions: here each has one for each item. */
function contextOf(parameters: INode['parameters'], values: Record<string, unknown> = {}) {
	const asked: string[] = [];
	const evaluate = (expression: string, index: number): unknown => {
		const value = expression in values ? values[expression] : `${expression} of ${index}`;
		if (value instanceof Error) throw value;
		return value;
	};
	const resolve = (entered: unknown, index: number): unknown => {
		if (typeof entered === 'string' && entered.startsWith('=')) {
			return evaluate(entered.slice(1), index);
		}
		if (Array.isArray(entered)) return entered.map((each) => resolve(each, index));
		if (typeof entered !== 'object' || entered === null) return entered;
		const parts = Object.entries(entered).map(([key, each]) => [key, resolve(each, index)]);
		return Object.fromEntries(parts);
	};
	const context = {
		getNode: () => ({ parameters }),
		getNodeParameter: (name: string, index: number) => {
			asked.push(`${name} of ${index}`);
			return resolve(parameters[name], index);
		},
		evaluateExpression: evaluate,
	};
	return { context, asked };
}

describe('a parameter', () => {
	it('without an expression is read once for all items', () => {
		const { context, asked } = contextOf({ platform: 'x', tags: { tag: [{ name: 'a' }] } });
		const read = [0, 1, 2].map((index) => [
			readParameter({ context, index }, 'platform'),
			readParameter({ context, index }, 'tags'),
		]);
		expect(asked).toEqual(['platform of 0', 'tags of 0']);
		expect(read).toEqual(Array(3).fill(['x', { tag: [{ name: 'a' }] }]));
	});

	it.each([
		['as a whole', '={{ a }}', ['{{ a }} of 0', '{{ a }} of 1']],
		[
			'somewhere in it',
			{ tag: [{ name: '={{ a }}' }] },
			[{ tag: [{ name: '{{ a }} of 0' }] }, { tag: [{ name: '{{ a }} of 1' }] }],
		],
	])('with an expression %s is read for each item', (_, entered, expected) => {
		const { context } = contextOf({ id: entered });
		expect([0, 1].map((index) => readParameter({ context, index }, 'id'))).toEqual(expected);
	});

	it('of one execution is not that of another', () => {
		const { context } = contextOf({ id: 'x' });
		readParameter({ context, index: 0 }, 'id');
		const other = contextOf({ id: 'y' });
		readParameter({ context: other.context, index: 4 }, 'id');
		expect(other.asked).toEqual(['id of 4']);
	});
});

const NOTHING = '={{ nothing }}';
const row = (name: string, value: string) => ({ id: '1', name, value, type: 'string' });
const picker = { __rl: true, mode: 'id', value: NOTHING, cachedResultName: '=x' };
const column = (id: string) => ({ id, displayName: id, type: 'string' });
const mapping = (more: object) => ({
	mappingMode: 'defineBelow',
	value: { a: 'x', 'b.c': NOTHING },
	schema: [column('a'), column('b.c')],
	...more,
});

/** Where an expression can stand, and what that place is called. */
const PLACES: Array<[name: string, entered: unknown, where: string]> = [
	['limit', NOTHING, "'Limit'"],
	['identifier', picker, "'Identifier'"],
	['bodyFields', { assignments: [row('a', 'x'), row(' b ', NOTHING)] }, "'b' in 'Other Fields'"],
	['query', { assignments: [row('a', 'x'), row(NOTHING, 'x')] }, "'Row 2' in 'Query Parameters'"],
	['query', { assignments: [row('', NOTHING)] }, "'Row 1' in 'Query Parameters'"],
	['tagsRows', { rows: [{ entry: 'x' }, { entry: picker }] }, "'Tags Rows'"],
	['moreFields', { tagsRows: { rows: [{ entry: picker }] } }, "'Tags Rows' in 'More Fields'"],
	['moreFields', { profileUrl: NOTHING }, "'Profile Url' in 'More Fields'"],
	['options', { maxRetries: NOTHING }, "'Max Retries' in 'Options'"],
	['options', { dryRun: NOTHING }, "'Dry Run' in 'Options'"],
	[
		'options',
		{ recognition: { values: { pagination: { settings: { pageSize: NOTHING } } } } },
		"'Page Size' in 'Options'",
	],
	['mappedFields', mapping({}), "'b.c' in 'Fields of the Service'"],
	['mappedFields', mapping({ schema: undefined }), "'b.c' in 'Fields of the Service'"],
];

const read = (name: string, entered: unknown, values: Record<string, unknown>) => {
	const { context } = contextOf({ [name]: entered } as INode['parameters'], values);
	return readParameter({ context, index: 0 }, name);
};

describe('an expression', () => {
	describe.each(PLACES)('in %s: %j', (name, entered, where) => {
		it.each([null, undefined, ['a', undefined], { b: { c: undefined } }, [() => 1]])(
			'that returns %s is named',
			(nothing) => {
				expect(thrownBy(() => read(name, entered, { '{{ nothing }}': nothing }))).toMatchObject({
					details: {
						kind: 'input',
						message: `The expression in ${where} returned nothing`,
						description: expect.stringMatching('Return an empty string to leave the field empty'),
					},
				});
			},
		);

		it('with an error is named', () => {
			const values = { '{{ nothing }}': new Error('no such node') };
			expect(thrownBy(() => read(name, entered, values))).toMatchObject({
				details: {
					message: `n8n could not evaluate the expression in ${where}`,
					description: 'n8n reports: no such node. Correct the expression.',
				},
			});
		});

		it.each(['', 0, false, 'x'])('may return %j', (value) => {
			expect(() => read(name, entered, { '{{ nothing }}': value })).not.toThrow();
		});
	});

	it.each<[string, string, Record<string, unknown>]>([
		['={{ a }} \n', ' \n', { '{{ a }}': undefined }],
		['={{ a }} {{ b }}', ' ', { '{{ a }}': undefined, '{{ b }}': null }],
		['=https://n.example/{{ a }}', 'https://n.example/', { '{{ a }}': undefined }],
		['={"a":"{{ a }}","b":"{{ b }}"}', '{"a":"","b":""}', { '{{ a }}': null, '{{ b }}': null }],
	])('with only the text around it returns nothing: %j', (entered, text, values) => {
		const all = { ...values, [entered.slice(1)]: text };
		expect(thrownBy(() => read('topic', entered, all))).toMatchObject({
			details: { message: "The expression in 'Topic' returned nothing" },
		});
	});

	it.each<[string, string, Record<string, unknown>]>([
		['={{ a }} ', ' ', { '{{ a }}': '' }],
		['={{ a }} {{ b }}', ' ', { '{{ a }}': undefined, '{{ b }}': '' }],
		['=by {{ a }}', 'by ', { '{{ a }}': '' }],
		['=by {{ a }} {{ b }}', 'by x ', { '{{ a }}': 'x', '{{ b }}': undefined }],
		['=', '', {}],
	])('in a text is a part of it: %j', (entered, text, values) => {
		expect(read('topic', entered, { ...values, [entered.slice(1)]: text })).toBe(text);
	});

	it.each([
		['the input is mapped by name', mapping({ mappingMode: 'autoMapInputData' })],
		['the service has no such field', mapping({ schema: [column('a')] })],
		['there are no fields', mapping({ value: null })],
	])('of a mapping is ignored where %s', (_, entered) => {
		expect(read('mappedFields', entered, { '{{ nothing }}': undefined })).toBeDefined();
	});

	it('for the ID of a job says where the ID is from', () => {
		const values = { '{{ $json.job.id }}': undefined };
		expect(thrownBy(() => read('id', '={{ $json.job.id }}', values))).toMatchObject({
			details: { description: expect.stringMatching(/^The input item has no job.id/) },
		});
	});
});
