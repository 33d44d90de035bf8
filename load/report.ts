import { aligned, markdown } from '../scripts/docs';
import { growthOf, MEANINGS, MOST_GROWTH, objectionsTo, percent, type Result } from './figures';

export interface Results {
	date: string;
	versions: { package: string; n8n: string; node: string };
	machine: { cores: number; loadAtStart: number; loadAtEnd: number };
	results: Result[];
}

const HEADS = ['Load', 'run', 'right', 'lost', 'wrong', 'repeated', 'doubled', 's', 'peak', 'heap'];

function rowsOf({ label, runs }: Result): string[][] {
	return runs.map((run, n) => [
		n === 0 ? label : '',
		String(n + 1),
		`${run.right.toLocaleString('en')} of ${run.wanted.toLocaleString('en')}`,
		...[run.lost, run.wrong, run.repeated, run.doubled].map(String),
		run.seconds.toFixed(1),
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
export function page({ date, versions, machine, results }: Results): string {
	const good = results.filter((result) => objectionsTo(result).length === 0).length;
	const warmUps = results.map(({ label, warmUpSize }) => [label, warmUpSize.toLocaleString('en')]);
	return [
		'# What a large load does',
		`\`npm run test:load\` puts a large load on one process of the real n8n, three times over. This page was written by it on ${date.slice(0, 10)}, with n8n ${versions.n8n}, its default settings and SQLite, and version ${versions.package} of the package, on ${machine.cores} cores that the service and the test share with n8n (load average ${machine.loadAtStart.toFixed(1)} before, ${machine.loadAtEnd.toFixed(1)} after). ${good} of ${results.length} loads are as expected. All figures are in [load.json](load.json).`,
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
			"- **s**: Seconds from the start of the workflow to its end, as seen through n8n's REST interface.",
			'- **peak**: The most memory (RSS) that the process of n8n held during the run. n8n itself holds about 350 MiB when it does nothing. Each load runs in a process of its own; Node keeps memory that it has taken, so later runs begin higher.',
			'- **heap**: What is left of the heap after the run, when all garbage was collected.',
		].join('\n'),
		'Every item is compared with what the service has. Every paid request has a body of its own, so that a second one shows.',
		'## How it is done',
		'n8n loads code and fills its caches when it first does something. So each load has one run before the three that count, of this size:',
		markdown(['Load', 'size of the run before'], warmUps),
		[
			'- **Items**: 10,000 items go into one _Submit_. Each is a paid request.',
			'- **Jobs**: 1,000 items go into one _Submit and Wait_. A job takes 15 seconds. The command fails if one ends before the last one was submitted.',
			'- **Rows**: one list of 100 pages. The rows must come out in order.',
			'- **Trigger**: 10,000 IDs in the field _IDs_, polled every second. All jobs are still going on when the workflow is activated, and end right after. One execution holds at most 500 jobs, so they come out over 20 polls. With a poll every minute that takes 20 minutes.',
		].join('\n'),
	].join('\n\n');
}
