import { thrownBy } from '../../shared/responses';
import { readIds } from '../../../../nodes/CreatorIntelligenceTrigger/parameters/readParameters';

it.each<[unknown, Array<string | number>]>([
	['a, b\nc', ['a', 'b', 'c']],
	[' a ,, ', ['a']],
	[[], []],
	[
		[' a ', 7, ''],
		['a', 7],
	],
	// Each once, as it came last.
	[
		['7', 'a', 7],
		[7, 'a'],
	],
])('the ids in %j', (entered, expected) => {
	expect(readIds(entered)).toMatchObject({ ids: expected });
});

it.each<[unknown, string]>([
	[[null], 'empty'],
	[[{ id: 'a' }], '{"id":"a"}'],
	[[true], 'true'],
	[[['x'.repeat(200)]], `["${'x'.repeat(98)}`],
])('an invalid id is quoted: %j', (entered, shown) => {
	expect(thrownBy(() => readIds(entered))).toMatchObject({
		details: {
			message: "'IDs' contains a value that is not an ID",
			description: `It is ${shown}. Each ID must be a string or a number. An expression must return a list of IDs, e.g. ["8f14e45f", "c9f0f895"].`,
		},
	});
});

it.each([Infinity, 7301234567890123000])('%d is no exact id', (id) => {
	const { ids, idsMistake } = readIds(['a', id]);
	expect([ids, idsMistake?.message]).toEqual([['a'], expect.stringMatching(/^'IDs' is /)]);
});
