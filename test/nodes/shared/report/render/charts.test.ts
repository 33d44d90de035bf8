import {
	axisTop,
	bar,
	columns,
	someOf,
	split,
} from '../../../../../nodes/shared/report/render/charts';
import { shortNumber } from '../../../../../nodes/shared/report/format';
import { fc } from '../../../../support/properties';

describe('charts', () => {
	it('never draw beyond their edges, whatever the numbers', () => {
		fc.assert(
			fc.property(fc.array(fc.double(), { maxLength: 20 }), (shares) => {
				const drawn = [
					...shares.map((share) => bar(share, 's1')),
					columns(
						shares.map((share) => [share]),
						['s1'],
						{ name: 'name' },
					),
				].map(({ text }) => text);
				for (const text of drawn) {
					expect(text).not.toMatch(/NaN|Infinity|undefined|e[-+]\d/);
					const sizes = [...text.matchAll(/(?:width|height):([-\d.]+)%"/g)];
					expect(sizes.every(([, size]) => Number(size) >= 0 && Number(size) <= 100)).toBe(true);
				}
			}),
		);
	});

	it('have a name that is read aloud', () => {
		const name = 'Sentiment: <good>';
		expect(split([{ share: 1, tone: 'good' }], name).text).toContain('Sentiment: &lt;good&gt;');
		expect(columns([[0], [1]], ['s1'], { name }).text).toContain('Sentiment: &lt;good&gt;');
	});

	it('a bar is a box as wide as its share', () => {
		expect(bar(0.4321, 'good').text).toBe(
			'<span class="box-bar left"><span class="box good" style="width:43.21%"></span></span>',
		);
		expect(bar(0.25, 's2', 'right').text).toBe(
			'<span class="box-bar right"><span class="box s2" style="width:25%"></span></span>',
		);
	});

	it('parts of a whole are boxes side by side', () => {
		const slices = [
			{ share: 0.25, tone: 'good' as const },
			{ share: 0.75, tone: 'poor' as const },
		];
		expect(split(slices, 'Name').text).toBe(
			'<span class="box-split" role="img" aria-label="Name"><span class="box good" style="width:25%"></span><span class="box poor" style="width:75%"></span></span>',
		);
	});

	it('columns are boxes on each other', () => {
		expect(columns([[0.25, 0.5], [1]], ['s1', 's2'], { name: 'Name' }).text).toBe(
			'<span class="box-plot" role="img" aria-label="Name"><span class="box-column"><span class="box s1" style="height:25%"></span><span class="box s2" style="height:50%"></span></span><span class="box-column"><span class="box s1" style="height:100%"></span></span></span>',
		);
	});

	it('a last column that is not over is paler', () => {
		const { text } = columns([[1], [1]], ['s1'], { name: 'Name', isLastOpen: true });
		expect(text.match(/class="box-column( open)?"/g)).toEqual([
			'class="box-column"',
			'class="box-column open"',
		]);
	});
});

describe('an axis', () => {
	it.each([
		[1, 1],
		[0, 1],
		[0.4, 0.4],
		[1.9, 2],
		[3, 4],
		[9, 10],
		[19, 20],
		[101, 120],
		[286_000, 300_000],
		[1_700_000, 2_000_000],
		[NaN, 1],
		[-Infinity, 1],
		[-4, 1],
	])('for %d goes to %d', (most, top) => {
		expect(axisTop(most)).toBe(top);
	});

	it('has different labels, and room for all values', () => {
		fc.assert(
			fc.property(fc.double({ min: 2, max: 1e15, noNaN: true }), (most) => {
				const top = axisTop(most);
				expect(top).toBeGreaterThanOrEqual(most);
				expect(top).toBeLessThanOrEqual(2 * most);
				expect(new Set([top, top / 2, 0].map(shortNumber)).size).toBe(3);
			}),
		);
	});

	it.each([
		[['a', 'b'], 4, ['a', 'b']],
		[['a', 'b', 'c', 'd'], 4, ['a', 'b', 'c', 'd']],
		[['a', 'b', 'c', 'd', 'e'], 4, ['a', 'b', '', 'd', 'e']],
		[['a', 'b', 'c', 'd', 'e', 'f', 'g'], 4, ['a', '', 'c', '', 'e', '', 'g']],
	])('of %j has at most %d labels, the first and the last among them: %j', (all, most, some) => {
		expect(someOf(all, most)).toEqual(some);
	});
});
