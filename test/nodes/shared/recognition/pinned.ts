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
			writeFileSync(path, `${texts.join('\n\n')}\n`);
		});
		return;
	}

	const before = new Map(
		readFileSync(path, 'utf8')
			.split('\n\n')
			.map((text) => text.trimEnd().split('\n'))
			.map(([head, ...lines]) => [head, lines]),
	);
	it.each(cases.map((each) => [titleOf(each), each] as const))(name, (_, each) => {
		expect(linesOf(each)).toEqual(before.get(headOf(each)));
	});
}
