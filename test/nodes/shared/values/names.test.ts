import { splitNames } from '../../../../nodes/shared/values/names';

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
