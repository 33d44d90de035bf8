import { svg } from '../../../../../nodes/shared/report/charts/svg';

const bar = (drawn: string) =>
	`<svg class="bar" width="100%" height="10" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="10" rx="3"/>${drawn}</svg>`;
const plot = (width: number, drawn: string) =>
	`<svg class="plot" viewBox="0 0 ${width} 100" preserveAspectRatio="none" role="img"><title>Name</title>${[0, 50, 100].map((y) => `<path class="grid-line" d="M 0 ${y} H ${width}"/>`).join('')}${drawn}</svg>`;

describe('a bar of SVG', () => {
	it('is as wide as its share, from the left', () => {
		expect(svg.bar(0.4321, 'good').text).toBe(
			bar('<rect class="good" x="0%" width="43.21%" height="10" rx="3"/>'),
		);
	});

	it('or from the right', () => {
		expect(svg.bar(0.333, 's2', 'right').text).toBe(
			bar('<rect class="s2" x="66.7%" width="33.3%" height="10" rx="3"/>'),
		);
	});
});

it('parts of a whole stand beside each other in SVG', () => {
	const slices = [
		{ share: 0.111, tone: 'good' as const },
		{ share: 0.222, tone: 'quiet' as const },
		{ share: 0.667, tone: 'poor' as const },
	];
	expect(svg.split(slices, 'Name').text).toBe(
		'<svg class="split" width="100%" height="18" role="img"><title>Name</title><rect class="good" x="0%" width="11.1%" height="18"/><rect class="quiet" x="11.1%" width="22.2%" height="18"/><rect class="poor" x="33.3%" width="66.7%" height="18"/></svg>',
	);
});

describe('columns of SVG', () => {
	it('stand beside each other, their parts on each other, without those of nothing', () => {
		const drawn = svg.columns(
			[
				[0.25, 0, 0.5],
				[0, 1, 0],
			],
			['s1', 's2', 's3'],
			'Name',
		);
		expect(drawn.text).toBe(
			plot(
				2,
				'<rect class="s1" x="0.14" y="75" width="0.72" height="25"/><rect class="s3" x="0.14" y="25" width="0.72" height="50"/><rect class="s2" x="1.14" y="0" width="0.72" height="100"/>',
			),
		);
	});

	it('keep their frame where there are none', () => {
		expect(svg.columns([], [], 'Name').text).toBe(plot(1, ''));
	});
});

describe('a line of SVG', () => {
	const line = (way: string, dots: string[]) =>
		plot(
			100,
			`<path class="area" d="M ${way} L 100 100 L 0 100 Z"/><path class="stroke" d="M ${way}"/>${dots.map((dot) => `<path class="dot" d="M ${dot} h 0"/>`).join('')}`,
		);

	it('goes from the left to the right, upwards with the values', () => {
		expect(svg.line([0, 0.3333, 1], 'Name').text).toBe(
			line('0 100 L 50 66.67 L 100 0', ['0 100', '50 66.67', '100 0']),
		);
	});

	it('of one value is a dot', () => {
		expect(svg.line([0.5], 'Name').text).toBe(line('0 50', ['0 50']));
	});

	it('of two values goes from end to end', () => {
		expect(svg.line([1, 0], 'Name').text).toBe(line('0 0 L 100 100', ['0 0', '100 100']));
	});
});

it('a page with SVG keeps all of HTML', () => {
	expect(svg.keepsAll).toBe(true);
});
