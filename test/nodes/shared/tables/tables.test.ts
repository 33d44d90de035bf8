import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Given, read, READERS } from './readers';
import { entriesIn } from './tables';

const SOURCES = join(__dirname, '../../../../nodes/shared');
const FIXTURES = join(__dirname, '../../../fixtures');
const EVIDENCE = join(FIXTURES, 'evidence/tables.txt');

/** Files with words of services. Those of a folder are all of them, so that a new one is not forgotten. */
const FILES = [
	...['recognition', 'lists', 'http', 'response'].flatMap((folder) =>
		readdirSync(join(SOURCES, folder)).map((name) => `${folder}/${name}`),
	),
	...['tones', 'parts/overlap', 'parts/other'].map((name) => `report/${name}.ts`),
	'transport/retry.ts',
	'jobs/storedResponse.ts',
];

/** Words of the node itself. Those for states have evidence of their own. */
const NO_WORDS_OF_SERVICES: Record<string, RegExp> = {
	'recognition/explain.ts': /./,
	'recognition/rules.ts': /./,
	'recognition/stateWords.ts': /^STATE_WORDS|^meaningOf/,
	'recognition/jobState.ts': /^readState$/,
	'recognition/jobId.ts': /^(isOfCall|looksLikeId)$/,
	'recognition/traits.ts': /^OURS$/,
	'lists/nextStep.ts': /^evidenceFor/,
	'lists/onePage.ts': /./,
	'response/outputItem.ts': /./,
	'response/simplify.ts': /./,
	'report/parts/other.ts': /^recordTable/,
};

interface Line {
	word: string;
	reader: string;
	/** The response as JSON, or the file and number of a recorded one. */
	given: string;
	reading: string;
}

interface Table {
	file: string;
	name: string;
	lines: Line[];
}

const [head = '', ...sections] = readFileSync(EVIDENCE, 'utf8').split(/^## /m);

const tables = sections.map((section): Table => {
	const [title = '', ...lines] = section.trimEnd().split('\n');
	const [file = '', name = ''] = title.split(/ (.*)/s);
	return { file, name, lines: lines.map(lineOf) };
});

function lineOf(line: string): Line {
	const [word = '', reader = '', given = '', reading = ''] = line.split('\t');
	return { word, reader, given, reading };
}

const recorded = Object.fromEntries(
	['answers/jobs.json', 'answers/lists.json', 'answers/errors.json', 'profiles.json'].map(
		(file) => [
			file.replace('answers/', ''),
			JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Array<
				Given & { n: number; bodyText?: string }
			>,
		],
	),
);

function givenBy(text: string): Given {
	const [, file = '', number] = /^(\w+\.json) (\d+)$/.exec(text) ?? [];
	const found = recorded[file]?.find(({ n }) => n === Number(number));
	if (found === undefined) return JSON.parse(text) as Given;
	const { body, bodyText, headers, status, path, sent } = found;
	return { body: body ?? bodyText, headers, status, path, sent };
}

/** The words of each table of a file, in their order. */
function wordsIn(file: string): Record<string, string[]> {
	const isOwn = NO_WORDS_OF_SERVICES[file];
	const found: Record<string, string[]> = {};
	for (const { table, word } of entriesIn(readFileSync(join(SOURCES, file), 'utf8'))) {
		if (!isOwn?.test(table)) (found[table] ??= []).push(word);
	}
	return found;
}

const readings = async ({ lines }: Table): Promise<Line[]> =>
	await Promise.all(
		lines.map(async (line) => ({ ...line, reading: await read(line.reader, givenBy(line.given)) })),
	);

/** As the source has the words now, each with the evidence that it had; without any if it is new. */
function tablesOfSource(): Table[] {
	const known = tables.flatMap(({ file, name, lines }) =>
		lines.map((line) => ({ file, name, line })),
	);
	const take = (file: string, name: string, word: string): Line => {
		const ofWord = known.filter((each) => each.line.word === word && each.name === name);
		const found = ofWord.find((each) => each.file === file) ?? ofWord[0];
		if (found === undefined) return { word, reader: '', given: '{}', reading: '' };
		known.splice(known.indexOf(found), 1);
		return found.line;
	};
	return FILES.flatMap((file) =>
		Object.entries(wordsIn(file)).map(([name, words]) => ({
			...{ file, name },
			lines: words.map((word) => take(file, name, word)),
		})),
	);
}

if (process.env.READINGS === 'write') {
	it('the words and readings of the evidence are written down', async () => {
		const texts = tablesOfSource().map(async (table) => {
			const lines = (await readings(table)).map((line) => Object.values(line).join('\t'));
			return [`## ${table.file} ${table.name}`, ...lines].join('\n');
		});
		writeFileSync(EVIDENCE, `${head}${(await Promise.all(texts)).join('\n')}\n`);
	});
} else {
	it.each(FILES)('each word of a table of %s has its evidence', (file) => {
		const known = tables.filter((table) => table.file === file);
		const words = known.map(({ name, lines }) => {
			const evident = lines.filter(({ reader }) => reader in READERS);
			return [name, evident.map(({ word }) => word)] as const;
		});
		expect(wordsIn(file)).toEqual(Object.fromEntries(words));
	});

	it.each(tables.map((table) => [table.file, table.name, table] as const))(
		'the words of %s, %s are read as their evidence says',
		async (_file, _name, table) => {
			expect(await readings(table)).toEqual(table.lines);
		},
	);
}
