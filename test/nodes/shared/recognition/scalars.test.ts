import {
	asAddress,
	asCount,
	asFlag,
	asId,
	asLink,
	asNumber,
	isEmpty,
} from '../../../../nodes/shared/recognition/scalars';

describe('a number', () => {
	it.each<[unknown, number | undefined]>([
		[0, 0],
		['25', 25],
		['1,200', 1200],
		[' 12.5 % ', 12.5],
		['-3', -3],
		[' ', undefined],
		['1e3', undefined],
		['many', undefined],
		[NaN, undefined],
		[null, undefined],
		[true, undefined],
	])('%p', (raw, number) => {
		expect(asNumber(raw)).toBe(number);
		expect(asCount(raw)).toBe(number === -3 ? undefined : number);
	});
});

describe('a flag', () => {
	it.each<[unknown, boolean | undefined, boolean | undefined]>([
		[true, true, true],
		[' TRUE ', true, true],
		['no', false, false],
		[0, undefined, false],
		['1', undefined, true],
		[2, undefined, undefined],
		['maybe', undefined, undefined],
		[null, undefined, undefined],
	])('%p', (raw, flag, withBits) => {
		expect(asFlag(raw)).toBe(flag);
		expect(asFlag(raw, { bits: true })).toBe(withBits);
	});
});

describe('no value', () => {
	it.each<[unknown, boolean]>([
		[null, true],
		['', true],
		[[], true],
		[{}, true],
		[{ a: null, b: '', c: {} }, true],
		[[null], false],
		[{ a: 0 }, false],
		[{ a: { b: null } }, false],
		[0, false],
		[false, false],
	])('%j', (value, empty) => {
		expect(isEmpty(value)).toBe(empty);
	});
});

it('a text that is too long to be sent is no ID and no link', () => {
	const [fits, tooLong] = [16_384, 16_385].map((length) => '/a?b='.padEnd(length, 'c'));
	expect([asId(fits), asLink(fits)]).toEqual([fits, fits]);
	expect([asId(tooLong), asLink(tooLong), asAddress(`https:/${tooLong}`)]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});
