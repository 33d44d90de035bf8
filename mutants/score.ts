import { dirname } from 'node:path';

/** What came of a mutant, in Stryker's words. `Ignored` are those that were left out on purpose. */
export type Status =
	| 'Killed'
	| 'Timeout'
	| 'Survived'
	| 'NoCoverage'
	| 'CompileError'
	| 'RuntimeError'
	| 'Ignored'
	| 'Pending';

/** The part of Stryker's report that is read here. */
export interface Report {
	files: Record<string, { mutants: Array<{ status: Status }> }>;
}

export interface Score {
	folder: string;
	counts: Partial<Record<Status, number>>;
}

/** The folders that have a line of their own: two levels below `nodes`. */
const DEPTH = 3;

export function byFolder({ files }: Report): Score[] {
	const folders = new Map<string, Score['counts']>();
	for (const [file, { mutants }] of Object.entries(files)) {
		const folder = dirname(file).split('/').slice(0, DEPTH).join('/');
		const counts = folders.get(folder) ?? {};
		for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
		folders.set(folder, counts);
	}
	return [...folders]
		.map(([folder, counts]) => ({ folder, counts }))
		.sort((a, b) => a.folder.localeCompare(b.folder));
}

/** In percent of the mutants that were tried; those that no test reaches count as survivors. */
export function scoreOf({
	Killed = 0,
	Timeout = 0,
	Survived = 0,
	NoCoverage = 0,
}: Score['counts']) {
	const noticed = Killed + Timeout;
	const all = noticed + Survived + NoCoverage;
	return all === 0 ? undefined : (100 * noticed) / all;
}

const HEAD = ['Folder', 'Score', 'Killed', 'Timeout', 'Survived', 'No coverage', 'Ignored'];

/** A table in Markdown, with the sum below it. */
export function table(scores: Score[]): string {
	const all: Score['counts'] = {};
	for (const { counts } of scores) {
		for (const [status, count] of Object.entries(counts) as Array<[Status, number]>) {
			all[status] = (all[status] ?? 0) + count;
		}
	}
	const lines = [...scores, { folder: 'all', counts: all }].map(({ folder, counts }) => [
		folder,
		scoreOf(counts)?.toFixed(1) ?? '',
		...[counts.Killed, counts.Timeout, counts.Survived, counts.NoCoverage, counts.Ignored].map(
			(count = 0) => String(count),
		),
	]);
	const rule = HEAD.map((_, index) => (index === 0 ? '---' : '--:'));
	return [HEAD, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
