import { boxes } from '../../../../../nodes/shared/report/charts/boxes';

describe('without SVG', () => {
	it('a bar is a box as wide as its share', () => {
		expect(boxes.bar(0.4321, 'good').text).toBe(
			'<span class="box-bar left"><span class="box good" style="width:43.21%"></span></span>',
		);
		expect(boxes.bar(0.25, 's2', 'right').text).toBe(
			'<span class="box-bar right"><span class="box s2" style="width:25%"></span></span>',
		);
	});

	it('parts of a whole are boxes beside each other', () => {
		const slices = [
			{ share: 0.25, tone: 'good' as const },
			{ share: 0.75, tone: 'poor' as const },
		];
		expect(boxes.split(slices, 'Name').text).toBe(
			'<span class="box-split" role="img" aria-label="Name"><span class="box good" style="width:25%"></span><span class="box poor" style="width:75%"></span></span>',
		);
	});

	it('columns are boxes on each other', () => {
		expect(boxes.columns([[0.25, 0.5], [1]], ['s1', 's2'], 'Name').text).toBe(
			'<span class="box-plot" role="img" aria-label="Name"><span class="box-column"><span class="box s1" style="height:25%"></span><span class="box s2" style="height:50%"></span></span><span class="box-column"><span class="box s1" style="height:100%"></span></span></span>',
		);
	});

	it('a line is made of columns', () => {
		expect(boxes.line([0.25, 1], 'Name').text).toBe(
			'<span class="box-plot" role="img" aria-label="Name"><span class="box-column"><span class="box s1" style="height:25%"></span></span><span class="box-column"><span class="box s1" style="height:100%"></span></span></span>',
		);
	});

	it('not all of HTML is kept', () => {
		expect(boxes.keepsAll).toBe(false);
	});
});
