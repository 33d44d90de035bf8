import { aligned, markdown } from '../scripts/tables';
import type { Versions } from '../scripts/versions';
import { growthOf, MEANINGS, MOST_GROWTH, objectionsTo, percent, type Result } from './figures';

export interface Results {
	date: string;
	versions: Versions;
	cores: number;
	results: Result[];
	/** Loads that no run has been saved of. */
	missing: string[];
}

const HEADS = [
	...['Load', 'run', 'right', 'lost', 'wrong', 'repeated', 'doubled'],
	...['seconds', 'CPU seconds', 'before', 'peak', 'heap'],
];

function rowsOf({ label, runs }: Result): string[][] {
	return runs.map((run, n) => [
		n === 0 ? label : '',
		String(n + 1),
		`${run.right.toLocaleString('en')} of ${run.wanted.toLocaleString('en')}`,
		...[run.lost, run.wrong, run.repeated, run.doubled].map(String),
		run.seconds.toFixed(1),
		run.cpuSeconds.toFixed(1),
		`${run.beforeMiB.toFixed(0)} MiB`,
		`${run.peakMiB.toFixed(0)} MiB`,
		`${run.heapMiB.toFixed(1)} MiB`,
	]);
}

const summary = (result: Result): string[] => [
	result.label,
	percent(growthOf(result.runs)),
	objectionsTo(result).join('; ') || 'as expected',
];

/** For the terminal. */
export function table(results: Result[]): string {
	return aligned([
		HEADS,
		...results.flatMap(rowsOf),
		[],
		['Load', 'growth'],
		...results.map(summary),
	]);
}

/** docs/load.md. */
export function page({ date, versions, cores, results, missing }: Results): string {
	const good = results.filter((result) => objectionsTo(result).length === 0).length;
	const conditions = results.map(({ label, warmUpSize, loadAverage }) => [
		label,
		warmUpSize.toLocaleString('en'),
		loadAverage.map((load) => load.toFixed(1)).join(' and '),
	]);
	return [
		'# What a large load does',
		`\`npm run test:load\` puts a large load on one process of the real n8n, three times over. This page was written by it on ${date.slice(0, 10)}, with n8n ${versions.n8n}, its default settings and SQLite, and version ${versions.package} of the package, on a machine with ${cores} cores, which n8n shares with the service and the test. ${good} of ${results.length} loads are as expected. All figures are in [load.json](load.json).`,
		...(missing.length > 0 ? [`**Not measured yet:** ${missing.join('; ')}.`] : []),
		'## The runs',
		markdown(HEADS, results.flatMap(rowsOf)),
		'## Growth',
		markdown(['Load', 'heap after the third run against the first', ''], results.map(summary)),
		`At most ${percent(MOST_GROWTH)} is allowed.`,
		'## What is counted',
		Object.entries(MEANINGS)
			.map(([name, meaning]) => `- **${name}**: ${meaning}`)
			.join('\n'),
		[
			"- **seconds**: From the start of the workflow to its end, as seen through n8n's REST interface.",
			'- **CPU seconds**: What the process of n8n used of the processor meanwhile.',
			'- **before** and **peak**: The memory (RSS) that the process of n8n held when the run began, and the most that it held during the run. Each load has a process of n8n of its own. Node gives memory back late or never, so later runs begin higher.',
			'- **heap**: What is left of the heap after the run, when all garbage was collected.',
		].join('\n'),
		'Every item is compared with what the service has. Every paid request has a body of its own, so that a second one shows.',
		'## How it is done',
		'n8n loads code and fills its caches when it first does something. So each load has one run before the three that count, of this size:',
		markdown(['Load', 'size of the run before', 'load average before and after'], conditions),
		`A load average far above the number of cores means that other programs were busy: then the seconds say little, and the CPU seconds more.`,
		[
			'- **Items**: 10,000 items go into one _Submit_. Each is a paid request.',
			'- **Jobs**: 1,000 items go into one _Submit and Wait_. The jobs end when the last one has been submitted, so the node waits for all of them together.',
			'- **Rows**: one list of 100 pages. The rows must come out in order.',
			'- **Trigger**: 10,000 IDs in the field _IDs_, polled every second. All jobs are still going on when the workflow is activated, and end right after. One execution holds at most 500 jobs, so they come out over 20 polls. With a poll every minute that takes 20 minutes.',
		].join('\n'),
	].join('\n\n');
}
