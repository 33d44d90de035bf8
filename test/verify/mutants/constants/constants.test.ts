import { changesOf, constantsIn } from '../../../../verify/mutants/constants/constants';

const valuesIn = (source: string) =>
	constantsIn(source).map(({ name, value, start, end }) => [name, value, source.slice(start, end)]);

it.each([
	['a number', 'const MAX_ROWS = 1_000;', [['MAX_ROWS', 1_000, '1_000']]],
	['an exported one', 'export const MAX_ROWS = 10;', [['MAX_ROWS', 10, '10']]],
	['a product', 'const DAY_MS = 24 * 60 * 60;', [['DAY_MS', 86_400, '24 * 60 * 60']]],
	[
		'a power, less one',
		'const MAX_TIMER = 2 ** 31 - 1;',
		[['MAX_TIMER', 2_147_483_647, '2 ** 31 - 1']],
	],
	['a share', 'const MAX_SHARE = (1 + 1) / 4;', [['MAX_SHARE', 0.5, '(1 + 1) / 4']]],
	['no text', "const LABEL = 'ten';", []],
	['no variable', 'const longest = 10;', []],
	['nothing that depends on another', 'const MAX_ROWS = 2 * pages;', []],
	['nothing within a function', 'function f() { const MAX_ROWS = 10; return MAX_ROWS; }', []],
])('constants of a module: %s', (_what, source, expected) => {
	expect(valuesIn(source)).toEqual(expected);
});

it.each([
	['a count, by one', 'const MAX_ROWS = 10;', [9, 11]],
	['a time, by a quarter', 'const MAX_WAIT_MS = 1_000;', [750, 1_250]],
	['a unit, by a quarter', 'const MEGABYTE = 4;', [3, 5]],
	['a share, by a quarter', 'const SHARE = 0.5;', [0.375, 0.625]],
])('is changed: %s', (_what, source, expected) => {
	expect(constantsIn(source).map(changesOf)).toEqual([expected]);
});
