import { aligned, markdown } from '../../scripts/tables';
import { COUNTED } from '../judge/judge';
import { meanings } from '../report/evidence';
import { type Provenance, sentence } from '../report/provenance';
import { MAX_GROWTH, type Trend } from './memory';
import type { WorkflowResult } from './verdict';

export interface Results {
	requests: number;
	affected: number;
	lines: WorkflowResult[];
	trend: Trend;
}

const HEADS = ['Workflow', 'executions', 'calm', 'wanted', ...COUNTED, ''];

const rowsOf = ({ lines }: Results): string[][] =>
	lines.map(({ name, executions, calm, counts, objections }) => [
		name,
		...[executions, calm, counts.wanted, ...COUNTED.map((each) => counts[each])].map(String),
		objections.join('; ') || 'as expected',
	]);

const affectedOf = ({ requests, affected }: Results) =>
	`${requests.toLocaleString('en')} requests, ${affected.toLocaleString('en')} of them affected by a fault.`;

const heapOf = ({ trend }: Results) =>
	`The heap of n8n after collection was ${trend.earlyMiB.toFixed(0)} MiB in the second quarter and ${trend.lateMiB.toFixed(0)} MiB in the last (${(trend.growth * 100).toFixed(1)} %; at most ${MAX_GROWTH * 100} %).`;

/** For the terminal. */
export const table = (results: Results): string =>
	`${aligned([HEADS, ...rowsOf(results)])}\n\n${affectedOf(results)} ${heapOf(results)}`;

/** docs/evidence/soak.md. */
export function page(results: Results, provenance: Provenance): string {
	return [
		'# Five workflows under random faults',
		'Five workflows run at once in the real n8n, against the sandbox, in real time. They are on a schedule of seconds: a search, a screening of two profiles, a social listening request, an agent with a tool and a scripted model, and a trigger that watches jobs. Every 1 to 6 seconds a fault begins: latency, rejections, 5xx, connections that break, slow, dripping and truncated responses, HTML pages, outages of 5 to 15 s. Each affects up to four requests and passes after 5 seconds; an outage affects all. The seed sets which faults come and when. How requests fall between them is up to the machine.',
		`${sentence(provenance)} ${affectedOf(results)}`,
		markdown(HEADS, rowsOf(results)),
		heapOf(results),
		'## What is counted',
		meanings(COUNTED, {
			calm: 'Executions during which no fault affected a request such as theirs.',
		}),
		[
			'The command fails if',
			'',
			'- anything was doubled, lost, wrong, unsaid or repeated,',
			'- anything failed in a calm execution,',
			'- less than half of the items of a workflow are right (a fifth where there are fewer than 100), or',
			`- the memory of n8n grew: it collects garbage every 10 seconds and compares the heap in the last quarter of the run with the second quarter. At most ${MAX_GROWTH * 100} % more is allowed.`,
		].join('\n'),
		[
			'- If a job has finished but its rows cannot be read, the job itself is returned as an item, together with the error that names it. It is not counted as wrong.',
			"- If a tool fails, n8n 2.41.1 shows the error at the tool's node and hands an empty text to the model. With an agent of version 2.2, as here, set _On Error_ of the tool to _Continue_: then the model reads the error. With an agent of version 3 the text is empty in both cases.",
		].join('\n'),
	].join('\n\n');
}
