import {
	asAddress,
	asCount,
	asDate,
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

describe('a date', () => {
	it.each<[string, unknown, string | undefined]>([
		['the first second of 2001', 978_307_200, '2001-01-01T00:00:00.000Z'],
		['the second before', 978_307_199, undefined],
		['the last second of 2099', 4_102_444_799, '2099-12-31T23:59:59.000Z'],
		['the second after', 4_102_444_800, undefined],
		['the first millisecond of 2001', 978_307_200_000, '2001-01-01T00:00:00.000Z'],
		['the millisecond before', 978_307_199_999, undefined],
		['the last millisecond of 2099', 4_102_444_799_999, '2099-12-31T23:59:59.999Z'],
		['the millisecond after', 4_102_444_800_000, undefined],
		['a text', '2026-02-02', '2026-02-02'],
		['a text without a year or a day', 'May', undefined],
		['a text that is none', '2026-99-99', undefined],
		['a flag', true, undefined],
	])('%s', (_, raw, date) => {
		expect(asDate(raw)).toBe(date);
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
