import { splitNames, textOf } from '../../../../nodes/shared/values/text';

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
