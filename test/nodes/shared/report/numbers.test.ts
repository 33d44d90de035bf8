import {
	countOf,
	fullNumber,
	percent,
	rateText,
	scorePercent,
	shortNumber,
	shown,
} from '../../../../nodes/shared/report/numbers';

it.each([
	[0, '0', '0'],
	[7, '7', '7'],
	[-9_999, '-9,999', '-9,999'],
	[9_999.99, '9,999.99', '9,999.99'],
	[10_000, '10K', '10,000'],
	[12_345, '12.3K', '12,345'],
	[123_456, '123K', '123,456'],
	[999_950, '1M', '999,950'],
	[-999_950, '-1M', '-999,950'],
	[1_234_567, '1.23M', '1,234,567'],
	[3e9, '3B', '3,000,000,000'],
	[4.56e12, '4.56T', '4,560,000,000,000'],
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

it('a count has its noun, and what is not known has no text', () => {
	expect([1, 0, 1_200].map((count) => countOf(count, 'post'))).toEqual([
		'1 post',
		'0 posts',
		'1,200 posts',
	]);
	expect([shown(0, fullNumber), shown(undefined, fullNumber)]).toEqual(['0', undefined]);
});
