import { counted, highest } from '../../../../nodes/shared/report/tally';

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
	expect(highest(all, 1, ({ value }) => -value - 1).map(({ at }) => at)).toEqual([4]);
});
