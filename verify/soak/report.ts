import { COUNTED } from '../judge/judge';
import { meanings } from '../report/evidence';
import { sumOf } from '../report/figures';
import { aligned, markdown } from '../report/tables';
import { growthOf, MAX_KIB_PER_ITEM, objectionsTo } from './growth';
import type { LoadResult } from './loads';
import { MAX_GROWTH, type Trend } from './memory';
import type { WorkflowResult } from './verdict';

export interface Workflows {
	requests: number;
	affected: number;
	lines: WorkflowResult[];
	trend: Trend;
}

export interface Results {
	workflows?: Workflows;
	loads: LoadResult[];
}

const HEADS = ['Workflow', 'executions', 'calm', 'requests', 'wanted', ...COUNTED, ''];

const rowsOf = ({ lines }: Workflows): string[][] =>
	lines.map(({ name, executions, calm = '-', counts, objections }) => [
		...[name, executions, calm, counts.requests, counts.wanted].map(String),
		...COUNTED.map((each) => String(counts[each])),
		objections.join('; ') || 'as expected',
	]);

/** Every request is in a line, or a read of a job that a workflow has submitted. */
function requestsOf({ requests, affected, lines }: Workflows): string {
	const counted = sumOf(lines.map(({ counts }) => counts.requests));
	const [all, hit, rest] = [requests, affected, requests - counted].map((n) =>
		n.toLocaleString('en'),
	);
	return `${all} requests, ${hit} of them affected by a fault. The lines count what the first four workflows paid for, and all that the trigger sent; the other ${rest} requests read the states and results of jobs.`;
}

const heapOf = ({ trend }: Workflows) =>
	`The heap of n8n after collection: median ${trend.earlyMiB.toFixed(0)} MiB in the second quarter of the run, ${trend.lateMiB.toFixed(0)} MiB in the last (${(trend.growth * 100).toFixed(1)} %; at most ${MAX_GROWTH * 100} %).`;

const LOAD_HEADS = [
	...['Load', 'run', 'right', 'doubled', 'lost', 'wrong', 'seconds', 'CPU seconds'],
	...['before', 'peak', 'heap'],
];

const loadRows = ({ label, runs }: LoadResult): string[][] =>
	runs.map((run, n) => [
		...[n === 0 ? label : '', String(n + 1)],
		`${run.right.toLocaleString('en')} of ${run.wanted.toLocaleString('en')}`,
		...[run.doubled, run.lost, run.wrong].map(String),
		...[run.seconds.toFixed(1), run.cpuSeconds.toFixed(1)],
		...[run.beforeMiB, run.peakMiB, run.heapMiB].map((mib) => `${mib.toFixed(0)} MiB`),
	]);

const GROWTH_HEADS = ['Load', 'load average at the start', 'growth of the heap', 'allowed', ''];

function growthRow(load: LoadResult): string[] {
	const { mib, mostMiB } = growthOf(load.runs);
	const result = objectionsTo(load).join('; ') || 'as expected';
	const [growth, most] = [mib, mostMiB].map((each) => `${each.toFixed(1)} MiB`);
	return [load.label, load.loadAverage.toFixed(1), growth, most, result];
}

/** For the terminal. */
export const table = ({ workflows, loads }: Results): string =>
	[
		...(workflows
			? [aligned([HEADS, ...rowsOf(workflows)]), requestsOf(workflows), heapOf(workflows)]
			: []),
		aligned([LOAD_HEADS, ...loads.flatMap(loadRows)]),
		aligned([GROWTH_HEADS, ...loads.map(growthRow)]),
	].join('\n\n');

/** docs/evidence/soak.md. */
export function page({ workflows, loads }: Results, measured: string[]): string {
	return [
		'# Workflows under random faults, and large loads',
		...measured,
		...(workflows
			? [
					'## Five workflows under random faults',
					'They run at once in the real n8n, against the sandbox, on a schedule of seconds: a search, a screening of two profiles, a social listening request, an agent with a tool and a scripted model, and a trigger that watches jobs. Every 1 to 6 seconds a fault begins: latency, rejections, 5xx, connections that break, slow, dripping and truncated responses, HTML pages, outages of 5 to 15 s. Each affects up to four requests and passes after 5 seconds; an outage affects all. The seed sets which faults come and when; how requests fall between them is up to the machine.',
					requestsOf(workflows),
					markdown(HEADS, rowsOf(workflows)),
					heapOf(workflows),
					'The command fails if anything was doubled, lost, wrong, unsaid or repeated, if anything failed in a calm execution, or if less than half of the items of a workflow are right (a fifth where there are fewer than 100). All polls of the trigger are judged as one run, which has no calm part.',
				]
			: []),
		'## Large loads',
		'On one process of the real n8n, with the default settings of n8n and SQLite; n8n shares the machine with the service and the test. _Items_: each is a paid request. _Jobs_ end when the last one has been submitted, so the node waits for all of them together. _Rows_ have to come in order. _IDs_ are polled every second; one execution holds at most 500 jobs, so they are emitted over 20 polls, which take 20 minutes with a poll every minute. One run of the same size comes before those that count.',
		markdown(LOAD_HEADS, loads.flatMap(loadRows)),
		markdown(GROWTH_HEADS, loads.map(growthRow)),
		`Growth is from the end of the first run to the end of the last, when all garbage was collected; more than ${MAX_KIB_PER_ITEM} KiB for each item of the later runs fails. _Before_ and _peak_ are the memory (RSS) of n8n, which Node gives back late or never.`,
		'## What is counted',
		meanings(COUNTED, {
			calm: 'Executions during which no fault affected a request such as theirs.',
		}),
	].join('\n\n');
}
