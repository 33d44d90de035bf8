import {
	asWord,
	cut,
	day,
	fullNumber,
	inWords,
	percent,
	ratePercent,
	ratingTone,
	shortNumber,
} from '../../../../nodes/shared/report/words';

describe('numbers', () => {
	it.each([
		[0, '0', '0'],
		[999, '999', '999'],
		[9_999, '9,999', '9,999'],
		[12_345, '12.3K', '12,345'],
		[999_950, '1M', '999,950'],
		[1_234_567, '1.2M', '1,234,567'],
		[-45_000, '-45K', '-45,000'],
		[1.255, '1.25', '1.25'],
		[2e15, '2000T', '2,000,000,000,000,000'],
	])('%d is short %s and in full %s', (value, short, full) => {
		expect([shortNumber(value), fullNumber(value)]).toEqual([short, full]);
	});

	it('are percents with one digit at most', () => {
		expect([percent(12.34), percent(12), percent(0.04)]).toEqual(['12.3%', '12%', '0%']);
	});

	it('of a rate are fractions or percents', () => {
		expect([ratePercent(0.034), ratePercent(3.4)]).toEqual([3.4000000000000004, 3.4]);
	});
});

describe('names', () => {
	it.each([
		['GRAPHIC_CONTENT', 'Graphic content'],
		['averageLikes', 'Average likes'],
		['is_monitored', 'Monitored'],
		['USD', 'USD'],
		['United States', 'United States'],
		['', ''],
	])('%s reads %s', (name, words) => {
		expect(inWords(name)).toBe(words);
	});

	it('of judgements are words, never codes', () => {
		expect([asWord('LOW'), asWord('Medium')]).toEqual(['Low', 'Medium']);
	});
});

describe('the rest', () => {
	it.each([
		['2026-03-07T23:00:00Z', '7 Mar 2026'],
		['2026-03', 'Mar 2026'],
		['soon', 'soon'],
	])('the date %s reads %s', (date, text) => {
		expect(day(date)).toBe(text);
	});

	it.each([
		['LOW', 'good'],
		['very_high', 'poor'],
		['Moderate', 'fair'],
		['purple', 'accent'],
		[87, 'accent'],
	])('the rating %s is %s', (rating, tone) => {
		expect(ratingTone(rating)).toBe(tone);
	});

	it('texts are cut where they get too long', () => {
		expect([cut('abc', 3), cut('abcd', 3)]).toEqual(['abc', 'ab\u2026']);
	});
});
