import type { RowsRead } from '../../../../nodes/shared/lists/readPages';
import { Explanation, explained } from '../../../../nodes/shared/operations/Explanation';
import { settingsOf } from '../../../support/options';
import { response } from '../responses';
import { data } from '../recognition/overrides';

const endpoint = { method: 'GET', path: '/a/{id}' } as const;
const item = { json: { a: 1 } };
const rows = { path: 'data', rule: 'rows.list' as const, candidates: ['other', 'more.list'] };
const read: RowsRead = { rows: [1, 2], first: data({}), firstCount: 2, pages: 1 };

const recognisedBy = (explain: (explanation: Explanation) => void): unknown => {
	const explanation = new Explanation(settingsOf({}));
	explain(explanation);
	return explanation.withRecognised(item).json.recognised;
};

describe('the explanation of an item contains', () => {
	it('nothing unless it is requested', () => {
		expect(explained([item])).toEqual([item]);
		expect(explained([item], new Explanation(settingsOf({})))).toEqual([
			{ json: { a: 1, recognised: {} }, file: undefined },
		]);
	});

	it('a field "recognised" of the service, as raw', () => {
		const own = { json: { recognised: ['x'], a: 1 } };
		expect(explained([own], new Explanation(settingsOf({})))).toEqual([
			{ json: { a: 1, recognised: { raw: ['x'] } } },
		]);
	});

	it('that no rows were recognised', () => {
		expect(recognisedBy((explanation) => explanation.ofPages(read, endpoint))).toEqual({
			rows: null,
			next: null,
		});
	});

	it('the path and the number of the rows, and the other paths', () => {
		const recognised = { rows };
		expect(
			recognisedBy((explanation) => explanation.ofPages({ ...read, recognised }, endpoint)),
		).toEqual({
			rows: {
				path: 'data',
				value: 2,
				rule: 'rows.list',
				looksFor: 'the only list',
				candidates: [
					{ path: 'other', value: null },
					{ path: 'more.list', value: null },
				],
			},
			next: null,
		});
	});

	it.each<[unknown, unknown]>([
		['abc', 'abc'],
		[2, 2],
		[true, true],
		[undefined, null],
		[{ page: 2 }, '{"page":2}'],
		[null, 'null'],
	])('what named the next page: %j', (value, shown) => {
		const next = {
			path: 'meta.next',
			value,
			rule: 'next.cursor' as const,
			candidates: [{ path: 'cursor', value }],
			sent: { fields: { cursor: 'abc' } },
		};
		const recognised = { rows, next };
		expect(
			recognisedBy((explanation) => explanation.ofPages({ ...read, recognised }, endpoint)),
		).toMatchObject({
			next: {
				path: 'meta.next',
				value: shown,
				rule: 'next.cursor',
				sent: { fields: { cursor: 'abc' } },
				candidates: [{ path: 'cursor', value: shown }],
			},
		});
	});

	it('the recognised values of a screening, and of another job', () => {
		const received = { content: data({ flagged_count: 3 }), response: response('', {}) };
		expect(
			recognisedBy((explanation) =>
				explanation.addResponse(received, endpoint, { hasRiskRating: true }),
			),
		).toMatchObject({ flaggedCount: { value: 3 }, rating: null, link: null });
		expect(
			recognisedBy((explanation) => explanation.addResponse(received, endpoint)),
		).not.toHaveProperty('flaggedCount');
	});
});
