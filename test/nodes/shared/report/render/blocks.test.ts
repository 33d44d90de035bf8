import * as blocks from '../../../../../nodes/shared/report/render/blocks';
import { fc } from '../../../../support/properties';
import { linesIn, times } from '../pages';

const link = 'https://x.example/ada';
const share = (label: string, value: number) => ({ label, value });
const textOf = (markup: { text: string } | undefined) => markup?.text ?? '';
const series = [{ label: 'Likes', tone: 's1' as const }];
const chartOf = (values: number[]) => {
	const columns = values.map((value, at) => ({ label: `<${at}>`, values: [value] }));
	return textOf(blocks.columns({ title: 'Of', series, columns, isLastOpen: true }));
};

it('bars are the eight largest, as parts of the longest or of a whole, and the sum of the rest', () => {
	const shares = times(10, (at) => ({ ...share(`s${at}`, at + 1), link }));
	const lines = (more = {}) => linesIn(textOf(blocks.bars({ title: 'Of', shares, ...more })));
	expect(lines()[1]).toBe('s9 | [s1 100] | 10');
	expect(lines().slice(-2)).toEqual(['s2 | [s1 30] | 3', '+ 2 more | | 3']);
	expect(lines({ whole: 100 })[1]).toBe('s9 | [s1 10] | 10');
	expect(lines({ isOverlapping: true }).at(-1)).toBe('+ 2 more');
	const alike = blocks.bars({ title: 'Of', shares: times(4, (at) => share(`${at}`, 2)) });
	expect(textOf(alike)).not.toContain('box');
});

it.each([
	[[0, 0, 1, 20_000], '20K 10K 0', [0, 0, 0.01, 100]],
	// A growth of 2 % looks like one.
	[[100, 100, 101, 102], '120 60 0', [83.33, 83.33, 84.17, 85]],
	[[0, 0, 0, 1], '1 0', [0, 0, 0, 100]],
	[[0, 0, 0, 0.4], '0.4 0', [0, 0, 0, 100]],
	[[8, 8, 8, 9], '10 5 0', [80, 80, 80, 90]],
])('columns through %j have the axis %s, and a table of the values', (values, axis, sizes) => {
	const html = chartOf(values);
	expect(linesIn(html)[1]).toBe(`${axis} ${sizes.map((size) => `[s1 ${size}]`).join(' ')}`);
	expect(html).toContain(
		`<tr><th scope="row">&lt;3&gt;</th><td>${values[3]?.toLocaleString('en')}</td></tr>`,
	);
	expect(html.match(/class="box-column open"/g)).toHaveLength(1);
});

it('an axis has room for all values, and no box is beyond it', () => {
	fc.assert(
		fc.property(fc.double(), fc.double({ min: 2, max: 1e15, noNaN: true }), (any, most) => {
			const html = chartOf([any, most, 0, 1]);
			const sizes = [...html.matchAll(/height:([^%]*)%/g)].map(([, size]) => Number(size));
			expect(sizes.every((size) => size >= 0 && size <= 100)).toBe(true);
		}),
	);
});

it('a cell is a link, a tag, has a note or a bar; the first names its row', () => {
	const columns: Array<blocks.Column<number>> = [
		{ label: 'Name', cell: () => ({ text: 'a <b>', link, note: 'below' }) },
		{ label: 'Rating', cell: (row) => (row === 0 ? { text: 'Low', tone: 'good' } : undefined) },
		{ label: 'Share', numeric: true, cell: () => ({ text: '20%', share: 20 }) },
		{ label: 'Word', cell: () => 'x'.repeat(25) },
		{ label: 'Nothing', cell: () => '' },
	];
	const table = { title: 'Of', columns, rows: [0, 1], more: 1 };
	const html = textOf(blocks.table(table));
	expect(html).toContain('target="_blank">a &lt;b&gt;</a> <span class="note">below</span></th>');
	expect(html).toContain('<span class="tag tone good">Low</span>');
	expect(html).toContain('<td role="cell" class="breaks">');
	expect(linesIn(html)).toEqual([
		'Of',
		'Name | Rating | Share | Word',
		`a &lt;b&gt; below | Low | 20% [s1 20] | ${'x'.repeat(25)}`,
		`a &lt;b&gt; below | | 20% [s1 20] | ${'x'.repeat(25)}`,
		'+ 1 more, not in this report',
	]);
	expect(textOf(blocks.table({ ...table, isFolded: true }))).toContain('<details><summary>Of<');
});
