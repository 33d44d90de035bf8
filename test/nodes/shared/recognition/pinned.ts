import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const READINGS = join(__dirname, '../../../fixtures/readings');

interface Pinned<T> {
	/** In test/fixtures/readings. */
	file: string;
	/** The name of the tests, with %s for what each is about. */
	name: string;
	cases: T[];
	titleOf: (each: T) => string;
	/** How it is read now. */
	linesOf: (each: T) => string[];
}

/** Readings that stand in a file, and are as they were, unless READINGS=write writes them anew. */
export function describePinned<T>({ file, name, cases, titleOf, linesOf }: Pinned<T>): void {
	const path = join(READINGS, file);
	const headOf = (each: T) => `# ${titleOf(each)}`;

	if (process.env.READINGS === 'write') {
		it(`the readings of ${file} are written down`, () => {
			const texts = cases.map((each) => [headOf(each), ...linesOf(each)].join('\n'));
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, `${texts.join('\n')}\n`);
		});
		return;
	}

	const before = new Map<string, string[]>();
	let lines: string[] = [];
	for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
		if (line.startsWith('# ')) before.set(line, (lines = []));
		else lines.push(line);
	}
	it(`all readings of ${file} are those of a case`, () => {
		expect([...before.keys()]).toEqual(cases.map(headOf));
	});
	it.each(cases.map((each) => [titleOf(each), each] as const))(name, (_, each) => {
		expect(linesOf(each)).toEqual(before.get(headOf(each)));
	});
}

interface Pinnable {
	value?: unknown;
	path?: string;
	rule?: string;
}

/** What is pinned of a reading: the value, where it stood, and the rule. */
export function pin(found: Pinnable | undefined): string | undefined {
	if (found === undefined) return undefined;
	const { value, path, rule } = found;
	return [JSON.stringify(value), path, rule].filter((each) => each !== undefined).join(' ');
}
