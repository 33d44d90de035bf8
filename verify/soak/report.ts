import { COUNTED, total } from '../judge/judge';
import { meanings } from '../report/evidence';
import { type Provenance, sentence } from '../report/provenance';
import { markdown, sumOf } from '../report/tables';
import { growthOf, MAX_KIB_PER_ITEM } from './heap';
import { MAX_GROWTH, type UnderFaults } from './lanes';
import type { LoadResult } from './loads';

function underFaults({ lanes, heapMiB }: UnderFaults): string[] {
	const all = {
		...{ name: 'All', objections: [], counts: total(lanes.map(({ counts }) => counts)) },
		executions: sumOf(lanes.map(({ executions }) => executions)),
		calm: sumOf(lanes.map(({ calm }) => calm)),
	};
	const rows = [...lanes, all].map(({ name, executions, calm, counts, objections }) => [
		...[name, executions, calm, counts.requests, counts.affected, counts.wanted],
		...COUNTED.map((each) => counts[each]),
		name === 'All' ? '' : objections.join('; ') || 'as expected',
	]);
	const heads = ['Operation', 'executions', 'calm', 'requests', 'affected', 'wanted'];
	const [early, late] = heapMiB;
	return [
		'All operations of [faults](faults.md) run over and over, all at once and each with an account of its own, in the real n8n, against the sandbox. Every 1 to 6 seconds a fault begins: latency, rejections, 5xx, connections that break, slow, dripping and truncated responses, HTML pages, outages of 5 to 15 s. Each affects up to four requests and passes after 5 seconds; an outage affects all. The seed sets which faults come and when; how requests fall between them is up to the machine.',
		markdown([...heads, ...COUNTED, ''], rows),
		`The heap of n8n after collection: ${early.toFixed(0)} MiB after the first quarter of the run, ${late.toFixed(0)} MiB at its end (${(100 * (late / early - 1)).toFixed(1)} % more; at most ${MAX_GROWTH * 100} %).`,
		'The command fails if anything was doubled, lost, wrong, unsaid or repeated, if anything failed in a calm execution, or if less than a fifth of the items of an operation are right.',
	];
}

function underLoad(loads: LoadResult[]): string[] {
	const runs = loads.flatMap(({ label, runs: all }) =>
		all.map((run, n) => [
			...[n === 0 ? label : '', n + 1],
			`${run.right.toLocaleString('en')} of ${run.wanted.toLocaleString('en')}`,
			...[run.doubled, run.lost, run.wrong, run.seconds.toFixed(1)],
			...[run.peakMiB, run.heapMiB].map((mib) => `${mib.toFixed(0)} MiB`),
		]),
	);
	const growth = loads.map(({ label, runs: all, objections }) => {
		const { mib, mostMiB } = growthOf(all);
		const [grown, most] = [mib, mostMiB].map((each) => `${each.toFixed(1)} MiB`);
		return [label, grown, most, objections.join('; ') || 'as expected'];
	});
	return [
		'On one process of the real n8n, with the default settings of n8n and SQLite; n8n shares the machine with the service and the test. _Items_: each is a paid request. _Jobs_ take 30 seconds, so the node waits for all of them together. _Rows_ have to come in order. _IDs_ are polled every three seconds; one execution holds at most 500 jobs, so they are emitted over 20 polls, which take 20 minutes with a poll every minute. One run of the same size comes before those that count.',
		markdown(['Load', 'run', 'right', 'doubled', 'lost', 'wrong', 'seconds', 'peak', 'heap'], runs),
		markdown(['Load', 'growth of the heap', 'allowed', ''], growth),
		`Growth is from the end of the first run to the end of the last, when all garbage was collected; more than ${MAX_KIB_PER_ITEM} KiB for each item of the later runs fails. _Peak_ is the memory (RSS) of n8n, which Node gives back late or never.`,
	];
}

const pageOf = (title: string, parts: string[], provenance: Provenance, more = {}): string => {
	const head = [`# ${title}`, sentence(provenance)];
	return [...head, ...parts, '## What is counted', meanings(COUNTED, more)].join('\n\n');
};

const CALM = 'Executions of which no request was affected by a fault.';
/** docs/evidence/soak.md. */
export const soakPage = (figures: UnderFaults, provenance: Provenance) =>
	pageOf('Every operation under random faults', underFaults(figures), provenance, { calm: CALM });

/** docs/evidence/loads.md. */
export const loadsPage = (loads: LoadResult[], provenance: Provenance) =>
	pageOf('Large loads', underLoad(loads), provenance);
