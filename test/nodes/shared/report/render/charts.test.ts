import {
	axisOf,
	bar,
	columns,
	someOf,
	split,
} from '../../../../../nodes/shared/report/render/charts';
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
						'name',
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
		expect(columns([[0], [1]], ['s1'], name).text).toContain('Sentiment: &lt;good&gt;');
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
		expect(columns([[0.25, 0.5], [1]], ['s1', 's2'], 'Name').text).toBe(
			'<span class="box-plot" role="img" aria-label="Name"><span class="box-column"><span class="box s1" style="height:25%"></span><span class="box s2" style="height:50%"></span></span><span class="box-column"><span class="box s1" style="height:100%"></span></span></span>',
		);
	});
});

describe('an axis', () => {
	it.each([
		[[1, 10], { from: 0, to: 10 }],
		[[5, 10], { from: 0, to: 10 }],
		[[6, 10], { from: 5, to: 10 }],
		[[120, 100], { from: 95, to: 120 }],
		[[-5, 10], { from: -5, to: 10 }],
		[[-10, -4], { from: -10, to: -4 }],
		[[5, 5], { from: 4, to: 6 }],
		[[0, 0], { from: -1, to: 1 }],
		[[-4, -4], { from: -5, to: -3 }],
		[[1, Infinity], { from: 0, to: 1 }],
		[[1, -Infinity], { from: 0, to: 1 }],
		[[NaN, 3], { from: 0, to: 1 }],
		[[], { from: 0, to: 1 }],
	])('for %j goes %j', (values, axis) => {
		expect(axisOf(values)).toEqual(axis);
	});

	it.each([
		[['a', 'b'], 4, ['a', 'b']],
		[['a', 'b', 'c', 'd'], 4, ['a', 'b', 'c', 'd']],
		[['a', 'b', 'c', 'd', 'e'], 4, ['a', 'b', 'd', 'e']],
		[['a', 'b', 'c', 'd', 'e', 'f', 'g'], 4, ['a', 'c', 'e', 'g']],
	])('of %j has at most %d labels, the first and the last among them: %j', (all, most, some) => {
		expect(someOf(all, most)).toEqual(some);
	});
});
