import type { Traits } from '../../../../nodes/shared/recognition/traits';
import {
	asName,
	atName,
	cut,
	day,
	inWords,
	month,
	nameOf,
	shortAddress,
} from '../../../../nodes/shared/report/words';

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
	['2026-03-07T23:00:00Z', '7 Mar 2026', 'Mar 2026'],
	['2026-12-31', '31 Dec 2026', 'Dec 2026'],
	['2026-03', 'Mar 2026', 'Mar 2026'],
	['soon', 'soon', 'soon'],
])('the date %j reads %j, and its month %j', (date, text, ofMonth) => {
	expect([day(date), month(date)]).toEqual([text, ofMonth]);
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

it.each<[Traits, string | undefined]>([
	[{ name: 'Ada', handle: 'ada', title: 'T', url: 'https://x.example/u' }, 'Ada'],
	[{ handle: 'ada', title: 'T', url: 'https://x.example/u' }, '@ada'],
	[{ title: 'T', url: 'https://x.example/u' }, 'T'],
	[{ url: 'https://x.example/a/b/?c=/d#/e' }, 'b'],
	[{ url: 'https://x.example/J%C3%B6rg' }, 'J\u00f6rg'],
	[{ url: 'https://x.example/100.0%' }, '100.0%'],
	[{ url: '//' }, undefined],
	[{}, undefined],
])('%j is called %j', (traits, name) => {
	expect(nameOf(traits)).toBe(name);
});

it.each([
	['ada', '@ada'],
	['@ada', '@ada'],
	['Ada L', 'Ada L'],
	['in/ada', 'in/ada'],
])('the handle %j is shown as %j', (handle, shown) => {
	expect(atName(handle)).toBe(shown);
});
