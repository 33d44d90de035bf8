import {
	IDS_LABELS,
	keyOf,
	readIds,
} from '../../../../nodes/CreatorIntelligenceTrigger/parameters/ids';
import { thrownBy } from '../../shared/responses';

it.each<[unknown, Array<string | number>]>([
	['a, b\nc', ['a', 'b', 'c']],
	[' a ,, ', ['a']],
	['', []],
	[undefined, []],
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
	expect(readIds(entered, IDS_LABELS.jobFinished)).toEqual(expected);
});

it.each<[unknown, string]>([
	[[null], 'empty'],
	[[{ id: 'a' }], '{"id":"a"}'],
	[[true], 'true'],
	[[['x'.repeat(200)]], `["${'x'.repeat(98)}`],
])('an invalid id is quoted: %j', (entered, shown) => {
	expect(thrownBy(() => readIds(entered, IDS_LABELS.screeningChanged))).toMatchObject({
		details: {
			message: "'Screening IDs' contains a value that is not an ID",
			description: `It is ${shown}. Each ID must be a string or a number. An expression must return a list of IDs, e.g. ["8f14e45f", "c9f0f895"].`,
		},
	});
});

it.each([Infinity, 7301234567890123000])('%d is no exact id', (id) => {
	expect(() => readIds(['a', id], IDS_LABELS.jobFinished)).toThrow(/^'IDs' is /);
});

describe('the key of an id', () => {
	it.each(['a', '7', 'x'.repeat(48), '_x', 'x__'])('is the id: %s', (id) => {
		expect(keyOf(id)).toBe(id);
	});

	it('is the same for a number and its text', () => {
		expect(keyOf(7)).toBe('7');
	});

	it.each(['x'.repeat(49), '__proto__', '__x', 'constructor', 'toString', 'prototype', 'toJSON'])(
		'is a fingerprint where the id cannot be stored: %s',
		(id) => {
			expect(keyOf(id)).toMatch(new RegExp(`^~[\\w-]+${id.length}$`));
			expect(keyOf(`${id}x`)).not.toBe(keyOf(id));
		},
	);
});
