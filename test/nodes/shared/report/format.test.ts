import {
	asName,
	asWord,
	cut,
	day,
	fullNumber,
	inWords,
	month,
	percent,
	rateText,
	ratingTone,
	scorePercent,
	sentimentTone,
	seriesTone,
	shortAddress,
	sharesOfWhole,
	shortNumber,
	wholePercent,
} from '../../../../nodes/shared/report/format';
import { times } from './documents';

describe('numbers', () => {
	it.each([
		[0, '0', '0'],
		[7, '7', '7'],
		[999, '999', '999'],
		[9_999, '9,999', '9,999'],
		[-9_999, '-9,999', '-9,999'],
		[9_999.99, '9,999.99', '9,999.99'],
		[10_000, '10K', '10,000'],
		[12_345, '12.3K', '12,345'],
		[100_400, '100K', '100,400'],
		[123_456, '123K', '123,456'],
		[999_499, '999K', '999,499'],
		[999_500, '1M', '999,500'],
		[999_950, '1M', '999,950'],
		[-999_950, '-1M', '-999,950'],
		[1_000_000, '1M', '1,000,000'],
		[1_234_567, '1.2M', '1,234,567'],
		[-45_000, '-45K', '-45,000'],
		[1.255, '1.25', '1.25'],
		[1.05, '1.05', '1.05'],
		[1.5, '1.5', '1.5'],
		[-1_234.5, '-1,234.5', '-1,234.5'],
		[250.55, '250.55', '250.55'],
		[3e9, '3B', '3,000,000,000'],
		[4.56e12, '4.6T', '4,560,000,000,000'],
		[999.5e12, '1000T', '999,500,000,000,000'],
		[2e15, '2000T', '2,000,000,000,000,000'],
		[1e21, '1000000000T', '1e+21'],
		[-1e21, '-1000000000T', '-1e+21'],
	])('%d is short %s and in full %s', (value, short, full) => {
		expect([shortNumber(value), fullNumber(value)]).toEqual([short, full]);
	});

	it.each([
		[12.34, '12.3%'],
		[12, '12.0%'],
		[0.04, '0.0%'],
		[99.94, '99.9%'],
		[100, '100.0%'],
		[100.4, '100.4%'],
		[1_200, '1200.0%'],
		[-12.34, '-12.3%'],
		[-120.4, '-120.4%'],
		[-0.04, '0.0%'],
	])('%d as a percent is %s: with one digit', (value, text) => {
		expect(percent(value)).toBe(text);
	});

	it.each([
		[
			[1, 1, 1],
			[33.4, 33.3, 33.3],
		],
		[
			[55.56, 44.46],
			[55.5, 44.5],
		],
		[
			[21, 18, 21],
			[35, 30, 35],
		],
		[
			[0, 0],
			[0, 0],
		],
		[[], []],
	])('%j are the shares %j of a whole, which add up', (values, shares) => {
		expect(sharesOfWhole(values)).toEqual(shares);
	});

	it.each([
		[37.6, '38%'],
		[0.4, 'under 1%'],
		[0, '0%'],
	])('%d in a sentence is %s', (value, text) => {
		expect(wholePercent(value)).toBe(text);
	});

	it.each([
		[0.034, '3.4%'],
		[0.5, '50.0%'],
		[-0.5, '-50.0%'],
		[0.51, '0.5%'],
		[-0.6, '-0.6%'],
		[3.4, '3.4%'],
	])('the rate %d is a fraction or a percent: %s', (rate, value) => {
		expect(rateText(rate)).toBe(value);
	});

	it.each([
		[0.87, 87],
		[1, 100],
		[-1, -100],
		[1.5, 1.5],
		[-1.5, -1.5],
		[87, 87],
	])('the score %d is a fraction or a percent: %d', (score, value) => {
		expect(scorePercent(score)).toBeCloseTo(value);
	});
});

describe('names', () => {
	it.each([
		['GRAPHIC_CONTENT', 'Graphic content'],
		['averageLikes', 'Average likes'],
		['top10Posts', 'Top10 posts'],
		['kebab-case__name', 'Kebab case name'],
		['_hidden_', 'Hidden'],
		['is_monitored', 'Monitored'],
		['isMonitored', 'Monitored'],
		['what_is_it', 'What is it'],
		['USD', 'USD'],
		['USDT', 'Usdt'],
		['PDFs', 'PDFs'],
		['de', 'De'],
		['United States', 'United States'],
		['two_words here', 'Two_words here'],
		['  padded words ', 'Padded words'],
		[' padded_name ', 'Padded name'],
		['', ''],
	])('%j reads %j', (name, words) => {
		expect(inWords(name)).toBe(words);
	});

	it.each([
		['YouTube', 'YouTube'],
		['INSTAGRAM', 'Instagram'],
		['instagram', 'Instagram'],
		['google_plus', 'Google plus'],
		['X', 'X'],
		['DE', 'DE'],
		['18-24', '18-24'],
		['_x', 'X'],
	])('that a service gives are not divided: %s reads %s', (label, name) => {
		expect(asName(label)).toBe(name);
	});

	it.each([
		['LOW', 'Low'],
		['OK', 'Ok'],
		['VERY_LOW', 'Very low'],
		['Medium', 'Medium'],
		['notChecked', 'Not checked'],
	])('of judgements are words, never codes: %s reads %s', (label, word) => {
		expect(asWord(label)).toBe(word);
	});
});

describe('the rest', () => {
	it.each([
		['2026-03-07T23:00:00Z', '7 Mar 2026', 'Mar 2026'],
		['2026-12-31', '31 Dec 2026', 'Dec 2026'],
		['2026-03', 'Mar 2026', 'Mar 2026'],
		['soon', 'soon', 'soon'],
	])('the date %j reads %j, and its month %j', (date, text, ofMonth) => {
		expect([day(date), month(date)]).toEqual([text, ofMonth]);
	});

	it.each([
		['LOW', 'good'],
		['no risk', 'good'],
		['very_low', 'good'],
		['very_high', 'poor'],
		['VERY_HIGH_RISK', 'poor'],
		['Moderate', 'fair'],
		['lower', 'accent'],
		['purple', 'accent'],
		[87, 'accent'],
	])('the rating %s is %s', (rating, tone) => {
		expect(ratingTone(rating)).toBe(tone);
	});

	it.each([
		['POSITIVE', 'good'],
		['neg', 'poor'],
		['Neutral', 'quiet'],
		['mixed', 'quiet'],
	])('the sentiment %s is %s', (word, tone) => {
		expect(sentimentTone(word)).toBe(tone);
	});

	it('colours tell six things apart, then begin again', () => {
		expect(times(8, seriesTone)).toEqual(['s1', 's2', 's3', 's4', 's5', 's6', 's1', 's2']);
	});

	it.each([
		['https://www.x.example/ada/', 'x.example/ada'],
		['https://x.example/', 'x.example'],
		['https://x.example/a/b?c=1#d', 'x.example/a/b'],
		['https://my.www.example/a', 'my.www.example/a'],
		['no address', 'no address'],
	])('the address %s is short %s', (address, short) => {
		expect(shortAddress(address)).toBe(short);
	});

	it.each([
		['abc', 3, 'abc'],
		['abcd', 3, 'ab\u2026'],
		['ab cd', 4, 'ab\u2026'],
		[' abcd', 4, ' ab\u2026'],
	])('the text %j of at most %d characters is %j', (text, most, short) => {
		expect(cut(text, most)).toBe(short);
	});
});
