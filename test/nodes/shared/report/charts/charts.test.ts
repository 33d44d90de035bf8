import { boxes } from '../../../../../nodes/shared/report/charts/boxes';
import {
	axisOf,
	percentOf,
	rounded,
	someOf,
	within,
	type Charts,
} from '../../../../../nodes/shared/report/charts/charts';
import { svg } from '../../../../../nodes/shared/report/charts/svg';
import { fc } from '../../../../support/properties';

describe.each<[string, Charts]>([
	['SVG', svg],
	['boxes', boxes],
])('charts of %s', (_, charts) => {
	const anyShare = fc.double();

	it('never draw beyond their edges, whatever the numbers', () => {
		fc.assert(
			fc.property(fc.array(anyShare, { maxLength: 20 }), (shares) => {
				const drawn = [
					...shares.map((share) => charts.bar(share, 's1')),
					...shares.map((share) => charts.bar(share, 's1', 'right')),
					charts.line(shares, 'name'),
					charts.columns(
						shares.map((share) => [share]),
						['s1'],
						'name',
					),
				].map(({ text }) => text);
				for (const text of drawn) {
					expect(text).not.toMatch(/NaN|Infinity|undefined|e[-+]\d/);
					const sizes = [...text.matchAll(/(?:width|height|y)(?:="|:)([-\d.]+)%?"/g)];
					expect(sizes.every(([, size]) => Number(size) >= 0 && Number(size) <= 100)).toBe(true);
				}
			}),
		);
	});

	it('have a name that is read aloud', () => {
		const name = 'Sentiment: <good>';
		expect(charts.split([{ share: 1, tone: 'good' }], name).text).toContain(
			'Sentiment: &lt;good&gt;',
		);
		expect(charts.line([0, 1], name).text).toContain('Sentiment: &lt;good&gt;');
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
		[[undefined, 'b', 'c'], 2, ['c']],
	])('of %j has at most %d labels, the first and the last among them: %j', (all, most, some) => {
		expect(someOf(all, most)).toEqual(some);
	});

	it('has labels of its own', () => {
		const all = ['a'];
		expect(someOf(all, 4)).not.toBe(all);
	});
});

it.each([
	[0.5, 0.5, 50],
	[1 / 3, 1 / 3, 33.33],
	[1.5, 1, 100],
	[-0.5, 0, 0],
	[NaN, 0, 0],
	[Infinity, 0, 0],
])('the share %d is %d within the drawing, %d percent', (share, inside, percents) => {
	expect([within(share), percentOf(share)]).toEqual([inside, percents]);
});

it('a value has two digits at most', () => {
	expect([rounded(1.234), rounded(1.236), rounded(-0.5)]).toEqual([1.23, 1.24, -0.5]);
});
