import { linesOf } from '../pages';

const columnsOf = (...dates: string[]) => {
	const lines = linesOf(dates.map((published_at) => ({ title: 'x', published_at })));
	return lines[0] === 'Over time' ? lines.slice(1, lines.indexOf('Posts')) : [];
};

it.each([
	[
		'days',
		['2026-01-01T12:00Z', '2026-01-03'],
		['1 0 [s1 100] [s1 0] [s1 100]', '1 Jan 2 Jan 3 Jan'],
	],
	[
		'months',
		['2025-10-30', '2026-01-01'],
		['1 0 [s1 100] [s1 0] [s1 0] [s1 100]', 'Oct 2025 Nov 2025 Dec 2025 Jan 2026'],
	],
	[
		'years',
		['2023-12-31', '2026-01-01'],
		['1 0 [s1 100] [s1 0] [s1 0] [s1 100]', '2023 2024 2025 2026'],
	],
	[
		'a period that is not over',
		['2026-03-06', '2026-03-07'],
		['1 0 [s1 100] [s1 100]', '6 Mar 7 Mar', '7 Mar is not over yet.'],
	],
	['nothing that has no second period', ['2026-01-01T01:00Z', '2026-01-01T02:00Z'], []],
	['nothing that spans centuries', ['1026-01-01', '2026-01-01'], []],
])('posts are counted by %s', (_, dates, lines) => {
	const shown = columnsOf(...dates);
	const isOpen = shown.at(-1)?.endsWith('not over yet.') ?? false;
	expect(isOpen && !lines.at(-1)?.endsWith('yet.') ? shown.slice(0, -1) : shown).toEqual(lines);
});

it('of many columns, four have a date', () => {
	const [, dates] = columnsOf('2026-01-01', '2026-01-07');
	expect(dates).toBe('1 Jan 3 Jan 5 Jan 7 Jan');
});
