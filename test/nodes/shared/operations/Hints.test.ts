import { Hints } from '../../../../nodes/shared/operations/Hints';

it('a hint is shown once, with the subjects of all items', () => {
	const hints = new Hints();
	hints.add('Not known: %.', 'a');
	hints.add('Not known: %.', 'b');
	hints.add('Not known: %.', 'a');
	hints.add('All came.');
	expect(hints.texts()).toEqual(['Not known: a, b.', 'All came.']);
});

it('a subject is inserted unchanged', () => {
	const hints = new Hints();
	hints.add('Not known: %.', "$& and $'");
	hints.add('Nobody: %.');
	expect(hints.texts()).toEqual(["Not known: $& and $'.", 'Nobody: .']);
});

it.each([
	[1, 'a and 2 more'],
	[2, 'a, b and 1 more'],
	[3, 'a, b, c'],
	[4, 'a, b, c'],
])('of many subjects %d are named', (most, named) => {
	const hints = new Hints();
	for (const subject of ['a', 'b', 'c']) hints.add('%', subject);
	expect(hints.texts(most)).toEqual([named]);
});
