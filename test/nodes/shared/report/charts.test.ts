import { boxes } from '../../../../nodes/shared/report/charts/boxes';
import { axisOf, someOf, type Charts } from '../../../../nodes/shared/report/charts/charts';
import { svg } from '../../../../nodes/shared/report/charts/svg';
import { fc } from '../../../support/properties';

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

describe('a bar of SVG', () => {
	it('is as wide as its share', () => {
		expect(svg.bar(0.4321, 'good').text).toContain('class="good" x="0%" width="43.21%"');
		expect(svg.bar(0.25, 'good', 'right').text).toContain('x="75%" width="25%"');
	});
});

describe('a line of SVG', () => {
	it('goes from the left to the right, upwards with the values', () => {
		expect(svg.line([0, 0.5, 1], '').text).toContain('class="stroke" d="M 0 100 L 50 50 L 100 0"');
	});
});

describe('columns of SVG', () => {
	it('stand on each other', () => {
		const { text } = svg.columns([[0.25, 0.5]], ['s1', 's2'], '');
		expect(text).toContain('class="s1" x="0.14" y="75" width="0.72" height="25"');
		expect(text).toContain('class="s2" x="0.14" y="25" width="0.72" height="50"');
	});
});

describe('an axis', () => {
	it.each([
		[[1, 10], { from: 0, to: 10 }],
		[[100, 120], { from: 95, to: 120 }],
		[[5, 5], { from: 4, to: 6 }],
		[[0, 0], { from: -1, to: 1 }],
		[[], { from: 0, to: 1 }],
	])('for %j goes %j', (values, axis) => {
		expect(axisOf(values)).toEqual(axis);
	});

	it('has few labels, the first and the last among them', () => {
		expect(someOf([1, 2, 3, 4, 5, 6, 7], 4)).toEqual([1, 3, 5, 7]);
		expect(someOf([1, 2], 4)).toEqual([1, 2]);
	});
});
