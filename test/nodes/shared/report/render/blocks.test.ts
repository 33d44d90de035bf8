import * as blocks from '../../../../../nodes/shared/report/render/blocks';
import { fc } from '../../../../support/properties';
import { linesIn, times } from '../pages';

const link = 'https://x.example/ada';
const share = (label: string, value: number) => ({ label, value });
const textOf = (markup: { text: string } | undefined) => markup?.text ?? '';

it('what has nothing to show is left out', () => {
	const nothing = { title: '', columns: [], series: [], rows: [], entries: [] };
	expect([
		blocks.figures([{ label: 'Likes', text: undefined }]),
		blocks.bars('Of', []),
		blocks.split('Of', [{ ...share('a', 0), tone: 'good' }]),
		blocks.columns({ ...nothing, isLastOpen: false }),
		blocks.entries({ ...nothing, open: 1, more: 0 }),
		blocks.table({ ...nothing, maxRows: 1 }),
		blocks.facts('Of', []),
	]).toEqual(times(7, () => undefined));
});

it('halves stand side by side, the rest takes the whole line', () => {
	const roomOf = (markup: { text: string } | undefined) =>
		/^<div class="block (\w+)">/.exec(textOf(markup))?.[1];
	expect(roomOf(blocks.note('x'))).toBe('free');
	expect(roomOf(blocks.bars('Of', [share('a', 1)]))).toBe('half');
	expect(roomOf(blocks.facts('Of', [{ label: 'a', text: 'b' }]))).toBe('long');
});

it('bars are the eight largest, as parts of the longest', () => {
	const shares = times(10, (at) => ({ ...share(`s${at}`, at), link }));
	const lines = linesIn(textOf(blocks.bars('Of', shares)));
	expect(lines[1]).toBe('s9 | [s1 100] | 9');
	expect(lines.at(-1)).toBe('s2 | [s1 22.22] | 2');
	expect(textOf(blocks.bars('Of', shares))).toContain(`<a href="${link}"`);
	expect(textOf(blocks.bars('Of', [share('a', 0)]))).toContain('width:0%');
});

it.each([
	[[0, 20_000], '20K 10K 0', [0, 100]],
	// A growth of 2 % looks like one.
	[[100, 102], '120 60 0', [83.33, 85]],
	[[1, 2], '2 1 0', [50, 100]],
	[[0, 1], '1 0', [0, 100]],
	[[0, 0.4], '0.4 0', [0, 100]],
	[[0, 0], '1 0', [0, 0]],
	[[8, 9], '10 5 0', [80, 90]],
	[[1, 286_000], '300K 150K 0', [0, 95.33]],
])('columns through %j have the axis %s', (values, axis, sizes) => {
	const columns = values.map((value, at) => ({ label: `<${at}>`, values: [value] }));
	const series = [{ label: 'Likes', tone: 's1' as const }];
	const html = textOf(blocks.columns({ title: 'Of', series, columns, isLastOpen: true }));
	expect(linesIn(html)[1]).toBe(`${axis} ${sizes.map((size) => `[s1 ${size}]`).join(' ')}`);
	expect(html).toContain(`aria-label="Of, from &lt;0&gt;: ${values[0]?.toLocaleString('en')} to `);
	expect(html.match(/class="box-column( open)?"/g)).toEqual([
		'class="box-column"',
		'class="box-column open"',
	]);
});

it('an axis has different labels and room for all values, and no box is beyond it', () => {
	fc.assert(
		fc.property(fc.double(), fc.double({ min: 2, max: 1e15, noNaN: true }), (any, most) => {
			const columns = [any, most].map((value) => ({ label: '', values: [value] }));
			const series = [{ label: '', tone: 's1' as const }];
			const chart = (of: typeof columns) =>
				textOf(blocks.columns({ title: '', series, columns: of, isLastOpen: false }));
			const sizes = [...chart(columns).matchAll(/height:([^%]*)%/g)].map(([, size]) =>
				Number(size),
			);
			expect(sizes.every((size) => size >= 0 && size <= 100)).toBe(true);
			const axis = /class="axis">(.*?)<\/div>/.exec(chart([columns[1], columns[1]]))?.[1] ?? '';
			expect(new Set(axis.match(/>[^<]+</g)).size).toBe(3);
		}),
	);
});

it('a cell is a link, a tag, or has a bar; long words may break', () => {
	const columns: Array<blocks.Column<number>> = [
		{ label: 'Name', cell: () => ({ text: 'a <b>', link }) },
		{ label: 'Rating', cell: (row) => (row === 0 ? { text: 'Low', tone: 'good' } : undefined) },
		{ label: 'Share', numeric: true, cell: () => blocks.shareCell(20) },
		{ label: 'Word', cell: () => 'x'.repeat(25) },
		{ label: 'Nothing', cell: () => '' },
	];
	const html = textOf(blocks.table({ title: 'Of', columns, rows: [0, 1, 2], maxRows: 2 }));
	expect(html).toContain(`target="_blank">a &lt;b&gt;</a></td>`);
	expect(html).toContain('<span class="tag tone good">Low</span>');
	expect(html).toContain('<td role="cell" class="breaks">');
	expect(linesIn(html)).toEqual([
		'Of',
		'Name | Rating | Share | Word',
		`a &lt;b&gt; | Low | 20.0% [s1 20] | ${'x'.repeat(25)}`,
		`a &lt;b&gt; | | 20.0% [s1 20] | ${'x'.repeat(25)}`,
		'and 1 more',
	]);
});

it('a table of many columns is stacked earlier, and may be folded', () => {
	const columns = times(7, (at) => ({ label: `c${at}`, cell: () => 'x' }));
	const html = textOf(
		blocks.table({ title: 'Of', columns, rows: [1], maxRows: 1, isFolded: true }),
	);
	expect(html).toContain('<details><summary>Of</summary><table class="stacked many"');
});

it('an entry without a title has its link on its text', () => {
	const entries = [{ text: 'Only text', link, details: [], tags: [] }];
	expect(textOf(blocks.entries({ title: 'Of', entries, open: 1, more: 0 }))).toMatch(
		/<li><p class="text"><a [^>]*>Only text<\/a><\/p><\/li>/,
	);
});
