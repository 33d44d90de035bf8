import type { IDataObject } from 'n8n-workflow';

import { Hints } from '../../../../nodes/shared/operations/Hints';
import { addIgnoredParameterHints } from '../../../../nodes/shared/operations/ignoredParameterHints';

/** The names that the hints of this kind tell of. */
const ignored = (kind: RegExp, asked: IDataObject, rows: unknown[], came = rows.length) => {
	const hints = new Hints();
	addIgnoredParameterHints(hints, { asked, entered: {}, firstCount: came, rows });
	const texts = hints.texts().filter((text) => kind.test(text));
	return texts.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name));
};

describe('a limit', () => {
	it.each<[IDataObject, number, string[]]>([
		[{ limit: 5 }, 6, ['limit']],
		[{ limit: '5' }, 6, ['limit']],
		[{ page_size: 5, offset: 1 }, 6, ['page_size']],
		[{ max_results: 50 }, 120, ['max_results']],
		[{ limit: 5 }, 5, []],
		[{ limit: 0 }, 5, []],
		[{ limit: 'all' }, 5, []],
		[{ limit: null }, 5, []],
		[{ min_likes: 2 }, 5, []],
	])('%j with %d rows in the response', (asked, came, expected) => {
		expect(ignored(/^The service returned more rows/, asked, [], came)).toEqual(expected);
	});
});

describe('a filter that some rows do not match', () => {
	const rows = (...values: unknown[]) => values.map((value) => ({ n: value }));

	it.each<[string, IDataObject, unknown[], string[]]>([
		['a least value', { n: { min: 10 } }, rows(5, 15), ['n']],
		['a greatest value', { n: { max: 10 } }, rows(5, 15), ['n']],
		['a flag', { n: true }, rows(true, false), ['n']],
		['kept to', { n: { min: 10, max: 20 } }, rows(10, 20), []],
		['without rows', { n: { min: 10 } }, [], []],
		['that no row has', { n: { min: 10 } }, [{ m: 1 }, 'x', null], []],
		['perhaps in another unit', { n: { min: 5 } }, rows(0.05, 0.06), []],
		['that is turned off', { n: false }, rows(true, false), []],
		['of another kind', { n: 'x' }, rows('y', 'x'), []],
		['without bounds', { n: {} }, rows(1, 2), []],
		['that begins and ends here', { n: { min: 10, max: 20 } }, rows(9, 10, 20), ['n']],
		['beyond its end', { n: { min: 10, max: 20 } }, rows(10, 20, 21), ['n']],
		['with bounds that are no numbers', { n: { min: '10', max: '1' } }, rows(5, 15), []],
		['of rows that are no numbers', { n: { min: 10 } }, rows('5', 15), []],
		['that is empty', { n: null }, rows(5, 15), []],
		['of which the rows say nothing', { n: true }, rows(true, undefined), []],
	])('%s', (_, asked, given, expected) => {
		expect(ignored(/^The service returned rows that a filter/, asked, given)).toEqual(expected);
	});
});

describe('a limit that the service respects', () => {
	const reported = (limit: number, rows: number) => {
		const hints = new Hints();
		const fields = { limit };
		addIgnoredParameterHints(hints, {
			asked: fields,
			entered: fields,
			firstCount: Math.min(limit, rows),
			rows: Array.from({ length: rows }, () => ({})),
		});
		return hints.texts();
	};

	it('is the size of a page where more rows were returned', () => {
		expect(reported(5, 50)).toEqual([
			expect.stringMatching(/^'limit' sets the number of rows per page/),
		]);
	});

	it('adds no hint where no more were returned', () => {
		expect(reported(5, 5)).toEqual([]);
	});
});
