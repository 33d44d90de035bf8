import { stringify } from 'csv-stringify/sync';

import * as csv from '../../../../nodes/shared/values/csv';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import { generator, randomText } from '../random';

const parseCsv = (text: string) => {
	const parsed = runAtOnce(csv.parseCsv(text));
	if (!parsed.ok) throw new Error(parsed.problem);
	return parsed.value;
};

describe('a table as CSV', () => {
	it.each<[string, string, Array<Record<string, string>>]>([
		[
			'plain',
			'a,b\n1,2\n3,4\n',
			[
				{ a: '1', b: '2' },
				{ a: '3', b: '4' },
			],
		],
		['without an end of line at its end', 'a,b\n1,2', [{ a: '1', b: '2' }]],
		['with line ends of Windows', 'a,b\r\n1,2\r\n', [{ a: '1', b: '2' }]],
		['with semicolons', 'a;b\n1,5;2', [{ a: '1,5', b: '2' }]],
		['with tabs', 'a\tb\n1\t2', [{ a: '1', b: '2' }]],
		['with quotes', 'a,b\n"x,y","say ""hi"""', [{ a: 'x,y', b: 'say "hi"' }]],
		['with a line end in a cell', 'a,b\n"x\ny",2', [{ a: 'x\ny', b: '2' }]],
		['with a quote within a cell', 'a,b\n5" nail,2', [{ a: '5" nail', b: '2' }]],
		['with empty cells', 'a,b,c\n,,\n', [{ a: '', b: '', c: '' }]],
		['with empty lines', 'a\n1\n\n2\n\n', [{ a: '1' }, { a: '2' }]],
		['with an empty cell at its end', 'a,b\n1,', [{ a: '1', b: '' }]],
		['with commas as often as semicolons', 'a,b;c\n1,2;3', [{ a: '1', 'b;c': '2;3' }]],
		['with short lines', 'a,b\n1', [{ a: '1', b: '' }]],
		['with a header only', 'a,b\n', []],
		['with nothing at all', '', []],
		[
			'with line ends of old files',
			'a,b\r1,"x\ry"\r\r3,4',
			[
				{ a: '1', b: 'x\ry' },
				{ a: '3', b: '4' },
			],
		],
		['with a lone CR in a cell', 'a,b\nx\ry,2\r\n', [{ a: 'x\ry', b: '2' }]],
		['with separators in a quoted name', '"x,y,z";b\n1;2', [{ 'x,y,z': '1', b: '2' }]],
		['with a line end in a quoted name', '"x\ny;z",b\n1,2', [{ 'x\ny;z': '1', b: '2' }]],
		['with a quote in a name', '5",b;c,d\n1,2,3', [{ '5"': '1', 'b;c': '2', d: '3' }]],
		['with a lone CR before the end of a line', 'a,b\n1,x\ry\r\n', [{ a: '1', b: 'x\ry' }]],
		['with a name twice', 'a,a,a_2,a\n1,2,3,4', [{ a: '1', a_3: '2', a_2: '3', a_4: '4' }]],
		['without some names', ',a,\n1,2,3', [{ column_1: '1', a: '2', column_3: '3' }]],
		[
			'with surplus cells',
			'a,column_2\n1,2,3,\n4',
			[
				{ a: '1', column_2: '2', column_3: '3' },
				{ a: '4', column_2: '' },
			],
		],
		[
			'with a surplus cell whose name is taken',
			'column_2\n1,2',
			[{ column_2: '1', column_2_2: '2' }],
		],
		['with a line that names the separator', 'sep=;\r\na,b;c\r\n1;2', [{ 'a,b': '1', c: '2' }]],
		[
			'with line ends of old files and of others',
			'a,b\r1,2\n3,4\r\n5,6',
			[
				{ a: '1', b: '2' },
				{ a: '3', b: '4' },
				{ a: '5', b: '6' },
			],
		],
		['with an empty line before it', '\r\n\na;b\n1;2', [{ a: '1', b: '2' }]],
		['with text behind a quote', 'a,b\n"x"y,2', [{ a: 'xy', b: '2' }]],
		['with numbers, which stay texts', 'id\n007', [{ id: '007' }]],
	])('becomes one object per line: %s', (_, text, rows) => {
		expect(parseCsv(text)).toEqual(rows);
	});

	it('cannot change a prototype', () => {
		const [row] = parseCsv('__proto__,b\nx,2');
		expect(Object.keys(row)).toEqual(['__proto__', 'b']);
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
	});

	it('is parsed as it was written, whatever its cells contain', () => {
		const random = generator(3);
		for (let round = 0; round < 300; round++) {
			const rows = Array.from({ length: 3 }, () => ({
				name: randomText(random),
				'a b': randomText(random),
			}));
			expect(parseCsv(stringify(rows, { header: true }))).toEqual(rows);
		}
	});

	it('is parsed at once, however many names are the same', () => {
		const width = 16_000;
		const [row] = parseCsv(`${'a,'.repeat(width)}a\n${'1,'.repeat(width)}1`);
		expect(Object.keys(row)).toHaveLength(width + 1);
	});
});

it.each([
	['"a,b\n1,2\n', 1],
	['a,b\n1,"x\n3,4\n', 2],
	['a,b\r\n"1\r\n2",3\r\n4,"x""', 4],
	['a,b\r1,2\r3,"x', 3],
])('a quote that is not closed is an error: %j', (text, line) => {
	expect(() => parseCsv(text)).toThrow(`The quote in line ${line} is not closed`);
});

it.each([
	[16_384, 16_384],
	[16_385, 16_384],
])('of %d columns, %d are read', (count, read) => {
	const line = ','.repeat(count - 1);
	expect(Object.keys(parseCsv(`${line}\n${line}`)[0] ?? {})).toHaveLength(read);
});
