import { markdown } from '../../scripts/tables';

/** The result of a mutant, in Stryker's words. `Ignored` are those that were left out on purpose. */
type Status =
	| 'Killed'
	| 'Timeout'
	| 'Survived'
	| 'NoCoverage'
	| 'CompileError'
	| 'RuntimeError'
	| 'Ignored'
	| 'Pending';

type Counts = Partial<Record<Status, number>>;

/** The part of Stryker's report that is read here. */
export interface Report {
	files: Record<string, { mutants: ReadonlyArray<{ status: Status }> }>;
}

export interface Score {
	folder: string;
	counts: Counts;
}

export function scoreFor(folder: string, { files }: Report): Score {
	const counts: Counts = {};
	for (const { mutants } of Object.values(files)) {
		for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
	}
	return { folder, counts };
}

/** In percent of the mutants that were tried; those that no test reaches count as survivors. */
export function percent({ counts }: Score): number {
	const { Killed = 0, Timeout = 0, Survived = 0, NoCoverage = 0 } = counts;
	const noticed = Killed + Timeout;
	const all = noticed + Survived + NoCoverage;
	return all === 0 ? 100 : (100 * noticed) / all;
}

export function sum(scores: Score[]): Score {
	const counts: Counts = {};
	for (const each of scores) {
		for (const [status, count] of Object.entries(each.counts) as Array<[Status, number]>) {
			counts[status] = (counts[status] ?? 0) + count;
		}
	}
	return { folder: 'all', counts };
}

const COLUMNS: Array<[string, Status]> = [
	['Killed', 'Killed'],
	['Timeout', 'Timeout'],
	['Survived', 'Survived'],
	['No coverage', 'NoCoverage'],
	['Ignored', 'Ignored'],
];

/** In Markdown, with the sum below; on a page, with the commits at which the folders were tried. */
export function table(scores: Score[], commitOf?: (score: Score) => string): string {
	const heads = ['Folder', 'Score', ...COLUMNS.map(([name]) => name)];
	return markdown(
		[...heads, ...(commitOf ? ['Commit'] : [])],
		[...scores, sum(scores)].map((score) => [
			score.folder,
			percent(score).toFixed(1),
			...COLUMNS.map(([, status]) => score.counts[status] ?? 0),
			...(commitOf ? [commitOf(score)] : []),
		]),
	);
}
