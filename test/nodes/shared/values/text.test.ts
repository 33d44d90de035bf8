import {
	percentDecoded,
	splitNames,
	textOf,
	trimEndOf,
} from '../../../../nodes/shared/values/text';

it.each<[unknown, string]>([
	['text', 'text'],
	['', ''],
	[5, '5'],
	[-0.5, '-0.5'],
	[true, 'true'],
	[7301234567890123456n, '7301234567890123456'],
	[null, ''],
	[undefined, ''],
	[[1, 'a'], '[1,"a"]'],
	[{ a: 1 }, '{"a":1}'],
])('%p as text is %p', (value, expected) => {
	expect(textOf(value)).toBe(expected);
});

it.each<[unknown, string[]]>([
	['a, b ,c', ['a', 'b', 'c']],
	['a\nb', ['a', 'b']],
	[
		['a ', 5],
		['a', '5'],
	],
	['', []],
	[' , ', []],
	[undefined, []],
	[null, []],
])('the names in %j are %j', (entered, names) => {
	expect(splitNames(entered)).toEqual(names);
});

it.each([
	['a/b//', '/', 'a/b'],
	['a.;', '.;', 'a'],
	['//', '/', ''],
	['', '/', ''],
	['/a', '/', '/a'],
])('%j without %j at its end is %j', (text, characters, expected) => {
	expect(trimEndOf(text, characters)).toBe(expected);
});

it.each([
	['a%20b', 'a b'],
	['%C3%A4', 'ä'],
	['a+b', 'a+b'],
	['100%', undefined],
	['%C3', undefined],
])('%j decoded is %j', (text, expected) => {
	expect(percentDecoded(text)).toBe(expected);
});
