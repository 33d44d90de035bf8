import { asPercents, counted, highest } from '../../../../nodes/shared/report/tally';

it.each([
	['fractions', [0.6, 0.4], [60, 40]],
	['the whole as a fraction', [1, 0], [100, 0]],
	['percents', [60, 40], [60, 40]],
	['few percents', [1.5, 1], [1.5, 1]],
	['counts', [150, 50], [75, 25]],
	['counts just above a hundred', [101, 101], [50, 50]],
])('shares as percents, of %s: %j are %j', (_, values, percents) => {
	expect(asPercents(values.map((value) => ({ value })))).toEqual(
		percents.map((value) => ({ value })),
	);
});

it('values are counted in the order in which they come first', () => {
	expect(counted(['b', undefined, 'a', 'b', ''])).toEqual([
		{ label: 'b', value: 2 },
		{ label: 'a', value: 1 },
		{ label: '', value: 1 },
	]);
});

it('the highest come in falling order, and the first of equals first', () => {
	const all = [1, 3, 2, 3, 0].map((value, at) => ({ value, at }));
	expect(highest(all, 3, ({ value }) => value).map(({ at }) => at)).toEqual([1, 3, 2]);
	expect(highest(all, 9, ({ value }) => -value)).toHaveLength(5);
});
