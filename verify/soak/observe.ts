import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Execution, ExecutionSummary } from '../../scripts/n8n/client';
import { errorsOf, goodItems, hintsOf, runErrors } from '../harness/executions';
import { type Ask, screeningItem } from '../harness/service';
import { WORK } from '../harness/workflow';
import { jobOf, requestsIn } from '../judge/books';
import { canonicalBody } from '../judge/compare';
import type { Item, Observation, Output, WantedItem } from '../judge/types';
import { AGENT, TOOL, type Workload } from './workloads';

interface Finished {
	workload: Workload;
	execution: Execution;
	/** All requests that may be of it. */
	requests: LogEntry[];
	ask: Ask;
	/** Requests such as those of this execution that a fault affected while it ran. */
	affected: number;
}

/** A request that never gets an answer is given up by then: the nodes wait for 5 seconds. */
const GIVEN_UP_MS = 10_000;

/** Whether a request was under way while an execution was. */
export function isWithin(
	{ at, durationMs }: Pick<LogEntry, 'at' | 'durationMs'>,
	execution: Pick<ExecutionSummary, 'createdAt' | 'startedAt' | 'stoppedAt'>,
): boolean {
	const began = Date.parse(execution.startedAt ?? execution.createdAt);
	const ended = execution.stoppedAt === null ? Infinity : Date.parse(execution.stoppedAt);
	return at <= ended && at + (durationMs ?? GIVEN_UP_MS) >= began;
}

/** What there was to see of one execution. */
export async function observationOf(finished: Finished): Promise<Observation> {
	const { workload, execution, requests: all, ask, affected } = finished;
	const asked = workload.requests(execution.id).map(canonicalBody);
	const inputOf = ({ rawBody }: LogEntry) => asked.indexOf(canonicalBody(rawBody));
	const sent = all.filter(
		(entry) => entry.method === 'POST' && entry.path === workload.path && inputOf(entry) >= 0,
	);
	const requests = requestsIn(sent, inputOf);
	const output = workload.name === AGENT ? saidBy(execution) : putOutBy(execution);
	const wanted: WantedItem[] = [];
	for (const [input, body] of workload.requests(execution.id).entries()) {
		const truth = await truthOf(workload, body, jobOf(requests, input, output.items), ask);
		for (let n = 0; n < workload.rows; n++) wanted.push({ input, json: truth[n] });
	}
	return {
		requests,
		// Without a fault, all results have to be there.
		...(affected > 0 && { affected }),
		wanted: { items: wanted },
		output,
	};
}

/** What our nodes return of what the service has. */
async function truthOf(
	{ path, rows, resultPath }: Workload,
	body: IDataObject,
	job: string | undefined,
	ask: Ask,
): Promise<IDataObject[]> {
	if (resultPath === undefined) return dataOf(await ask(path, body));
	if (job === undefined) return [];
	const answer = await ask(resultPath(job));
	return rows === 1 ? [screeningItem(answer)] : dataOf(answer);
}

const dataOf = (answer: IDataObject) => answer.data as IDataObject[];

function putOutBy(execution: Execution): Output {
	return {
		items: goodItems(execution, WORK),
		errors: errorsOf(execution, [WORK]),
		hints: hintsOf(execution, WORK),
	};
}

/**
 * The model repeats what the tool has answered. The user sees an error at the tool's node, whatever
 * n8n hands to the model.
 */
function saidBy(execution: Execution): Output {
	const errors = [...runErrors(execution, TOOL), ...errorsOf(execution, [])];
	const items: Item[] = [];
	for (const { json } of goodItems(execution, AGENT)) {
		const said = String(json.output);
		const read = itemsIn(said);
		if (read) items.push(...read.map((each) => ({ json: each, input: 0 })));
		else errors.push({ input: 'all', message: said, text: said });
	}
	return { items, errors };
}

function itemsIn(text: string): IDataObject[] | undefined {
	try {
		const all = [JSON.parse(text) as IDataObject | IDataObject[]].flat();
		return all.every(({ error }) => !error) ? all : undefined;
	} catch {
		return undefined;
	}
}
