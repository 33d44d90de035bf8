import {
	readBoolean,
	readChoice,
	readNumber,
	readOptionText,
} from '../../../../nodes/shared/values/readers';
import { thrownBy } from '../responses';

it.each<[unknown, boolean]>([
	[true, true],
	[false, false],
	['true', true],
	[' False\n', false],
	['TRUE', true],
])('%j is %s', (entered, expected) => {
	expect(readBoolean(entered, "'X'", !expected)).toBe(expected);
});

it.each([undefined, null])('%s uses the fallback', (entered) => {
	expect([readBoolean(entered, "'X'"), readBoolean(entered, "'X'", true)]).toEqual([false, true]);
});

it.each(['', 'yes', '1', 1, 0, [true], {}])('%j is neither true nor false', (entered) => {
	expect(thrownBy(() => readBoolean(entered, "'X'"))).toMatchObject({
		details: {
			kind: 'input',
			message: "'X' is neither true nor false",
			description: expect.stringMatching(/^It is '.*'\. Turn it on or off, or use an expression/),
		},
	});
});

it.each([
	[3, 3],
	[' 0.5 ', 0.5],
	[0, 0],
	['0', 0],
])('%j is the number %d', (entered, expected) => {
	expect(readNumber(entered, "'X'", 0)).toBe(expected);
});

it.each([[[]], [false], [true], [null]])('%j is no number', (entered) => {
	expect(() => readNumber(entered, "'X'", 0)).toThrow('is not a valid number');
});

it.each([-1, ' ', 'x', NaN, Infinity])('%s is no number of 0 or more', (entered) => {
	expect(thrownBy(() => readNumber(entered, "'X'", 0))).toMatchObject({
		details: {
			message: "'X' is not a valid number",
			description: `It is '${entered}'. Enter a number of 0 or more.`,
		},
	});
});

it.each([
	[' a ', 'a'],
	[' ', undefined],
	[7, '7'],
	[{ a: 1 }, '{"a":1}'],
	[null, undefined],
])('%j is the text %j', (entered, expected) => {
	expect(readOptionText(entered)).toBe(expected);
});

it.each([
	['auto', 'auto'],
	[' Auto ', 'auto'],
	[true, true],
	['FALSE', false],
	[' ', undefined],
	[null, undefined],
	[undefined, undefined],
])('%j is the choice %j', (entered, expected) => {
	expect(readChoice(entered, "'X'", ['auto', true, false])).toBe(expected);
});

it.each([
	['autos', 'autos'],
	[{ a: 1 }, '{"a":1}'],
])('%j is not among the choices', (entered, shown) => {
	expect(thrownBy(() => readChoice(entered, "'X'", ['auto', true]))).toMatchObject({
		details: {
			kind: 'input',
			message: `'X' cannot be '${shown}'`,
			description:
				'Choose one of its options, or use an expression that returns one of auto, true.',
		},
	});
});
