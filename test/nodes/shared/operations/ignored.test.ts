import type { IDataObject } from 'n8n-workflow';

import { brokenFilters, exceededLimits } from '../../../../nodes/shared/operations/ignored';

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
	])('%j that brought %d rows', (asked, came, expected) => {
		expect(exceededLimits(asked, () => came)).toEqual(expected);
	});
});

describe('a filter that some rows do not keep to', () => {
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
	])('%s', (_, asked, given, expected) => {
		expect(brokenFilters(asked, given)).toEqual(expected);
	});
});
