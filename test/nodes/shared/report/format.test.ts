import type { Traits } from '../../../../nodes/shared/recognition/traits';
import type { Unit } from '../../../../nodes/shared/recognition/units';
import {
	countOf,
	fullNumber,
	percent,
	shareCell,
	shortNumber,
	shown,
} from '../../../../nodes/shared/report/numbers';
import { asName, cut, inWords, nameOf } from '../../../../nodes/shared/report/words';

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
	[0, '0.0%'],
	[0.04, '< 0.1%'],
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

it.each<[Unit, number, object]>([
	['percent', 3.4, { text: '3.4%' }],
	['fraction', 0.034, { text: '3.4%' }],
	['unknown', 0.0345, { text: '0.0345', note: 'Unit unknown' }],
])('a share in %s that is %d reads %j', (unit, value, cell) => {
	expect(shareCell(unit, value)).toEqual(cell);
});

it('a count has its noun, and what is not known has no text', () => {
	expect([1, 0, 1_200].map((count) => countOf(count, 'post'))).toEqual([
		'1 post',
		'0 posts',
		'1,200 posts',
	]);
	expect([shown(0, fullNumber), shown(undefined, fullNumber)]).toEqual(['0', undefined]);
});

it.each([
	['GRAPHIC_CONTENT', 'Graphic content'],
	['averageLikes', 'Average likes'],
	['top10Posts', 'Top10 posts'],
	['kebab-case__name', 'Kebab case name'],
	['_hidden_', 'Hidden'],
	['is_monitored', 'Monitored'],
	['isMonitored', 'Monitored'],
	['what_is_it', 'What is it'],
	['LOW', 'Low'],
	['85/100', '85/100'],
	['United States', 'United States'],
	['  padded words ', 'Padded words'],
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
	['USA', 'USA'],
	['ASIA', 'Asia'],
	['18-24', '18-24'],
	['_x', 'X'],
])('that a service gives are not divided: %s reads %s', (label, name) => {
	expect(asName(label)).toBe(name);
});

it.each([
	['abc', 3, 'abc'],
	['abcd', 3, 'ab\u2026'],
	['ab cd', 4, 'ab\u2026'],
	[' abcd', 4, ' ab\u2026'],
])('the text %j of at most %d characters is %j', (text, most, short) => {
	expect(cut(text, most)).toBe(short);
});

it.each<[Traits, string | undefined]>([
	[{ name: 'Ada', handle: 'ada', title: 'T', url: 'https://x.example/u' }, 'Ada'],
	[{ handle: 'ada', title: 'T', url: 'https://x.example/u' }, '@ada'],
	[{ title: 'T', url: 'https://x.example/u' }, 'T'],
	[{ url: 'https://x.example/a/b/?c=/d#/e' }, 'b'],
	[{ url: 'https://x.example/J%C3%B6rg' }, 'J\u00f6rg'],
	[{ url: 'https://x.example/100.0%' }, '100.0%'],
	[{ name: 'x'.repeat(90) }, `${'x'.repeat(79)}\u2026`],
	[{ name: '\u05e9\u05dc\u05d5\u05dd 12' }, '\u05e9\u05dc\u05d5\u05dd 12\u200e'],
	[{ url: '//' }, undefined],
	[{}, undefined],
])('%j is called %j', (traits, name) => {
	expect(nameOf(traits)).toBe(name);
});
