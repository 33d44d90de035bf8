import { aligned, markdown } from '../../scripts/tables';
import { COUNTED } from '../judge/judge';
import { meanings } from '../report/evidence';
import { sentence } from '../report/provenance';
import { growthOf, MAX_KIB_PER_ITEM, objectionsTo, type Result } from './figures';

/** Nothing fails here, and nothing that was paid for goes unsaid: both show as lost. */
const SHOWN = COUNTED.filter((name) => name !== 'failed' && name !== 'unsaid');

const HEADS = [
	...['Load', 'run', ...SHOWN],
	...['seconds', 'CPU seconds', 'before', 'peak', 'heap'],
];

function rowsOf({ label, runs }: Result): string[][] {
	return runs.map((run, n) => [
		n === 0 ? label : '',
		String(n + 1),
		`${run.right.toLocaleString('en')} of ${run.wanted.toLocaleString('en')}`,
		...SHOWN.slice(1).map((name) => String(run[name])),
		run.seconds.toFixed(1),
		run.cpuSeconds.toFixed(1),
		`${run.beforeMiB.toFixed(0)} MiB`,
		`${run.peakMiB.toFixed(0)} MiB`,
		`${run.heapMiB.toFixed(1)} MiB`,
	]);
}

function summary(result: Result): string[] {
	const { mib, mostMiB } = growthOf(result.runs);
	return [
		result.label,
		`${mib.toFixed(1)} MiB`,
		`${mostMiB.toFixed(1)} MiB`,
		objectionsTo(result).join('; ') || 'as expected',
	];
}

const GROWTH = ['Load', 'growth', 'allowed', ''];

/** For the terminal. */
export function table(results: Result[]): string {
	return aligned([HEADS, ...results.flatMap(rowsOf), [], GROWTH, ...results.map(summary)]);
}

/** docs/evidence/load.md. */
export function page(results: Result[]): string {
	const good = results.filter((result) => objectionsTo(result).length === 0).length;
	const conditions = results.map(({ label, provenance, loadAverage }) => [
		label,
		sentence(provenance),
		loadAverage.map((load) => load.toFixed(1)).join(' and '),
	]);
	return [
		'# What a large load does',
		`A large load on one process of the real n8n, several times over, with the default settings of n8n and SQLite. n8n shares the machine with the service and the test. ${good} of ${results.length} loads are as expected. All figures are in [load.json](load.json).`,
		'## The runs',
		markdown(HEADS, results.flatMap(rowsOf)),
		'## Growth of the heap',
		markdown(GROWTH, results.map(summary)),
		`From the end of the first run to the end of the last, when all garbage was collected. More than ${MAX_KIB_PER_ITEM} KiB for each item of the later runs is not allowed: a node that keeps half a KiB of each item fails.`,
		'## What is counted',
		meanings(SHOWN),
		[
			"- **seconds**: From the start of the workflow to its end, as seen through n8n's REST interface.",
			'- **CPU seconds**: What the process of n8n used of the processor meanwhile.',
			'- **before** and **peak**: The memory (RSS) that the process of n8n held when the run began, and the most that it held during the run. Each load has a process of n8n of its own. Node gives memory back late or never, so later runs begin higher.',
			'- **heap**: What is left of the heap after the run, when all garbage was collected.',
		].join('\n'),
		'Every item is compared with what the service has. Every paid request has a body of its own, so that a second one shows.',
		'## How it is done',
		'n8n loads code and fills its caches when it first does something. So each load has one run of the same size before those that count.',
		markdown(['Load', 'when', 'load average before and after'], conditions),
		'A load average far above the number of cores means that other programs were busy: then the seconds say little, and the CPU seconds more.',
		[
			'- **Items**: 10,000 items go into one _Submit_. Each is a paid request.',
			'- **Jobs**: 1,000 items go into one _Submit and Wait_. The jobs end when the last one has been submitted, so the node waits for all of them together.',
			'- **Rows**: one list of 100 pages. The rows must be returned in order.',
			'- **Trigger**: 10,000 IDs in the field _IDs_, polled every second. All jobs are still running when the workflow is activated, and end right after. One execution holds at most 500 jobs, so they are emitted over 20 polls. With a poll every minute that takes 20 minutes.',
		].join('\n'),
	].join('\n\n');
}
