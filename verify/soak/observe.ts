import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Execution, ExecutionSummary } from '../../scripts/n8n/client';
import { errorsOf, goodItems, runErrors } from '../harness/executions';
import type { Ask } from '../harness/service';
import { WORK } from '../harness/workflow';
import { holds, paidIn } from '../judge/compare';
import type { Out, Seen, ReportedError } from '../judge/judge';
import { AGENT, TOOL, type Workload } from './workloads';

interface Finished {
	workload: Workload;
	execution: Execution;
	/** All requests that may be of it. */
	requests: LogEntry[];
	ask: Ask;
	log: string;
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
export async function seenOf(finished: Finished): Promise<Seen> {
	const { workload, execution, requests, ask, log, affected } = finished;
	const asked = workload.requests(execution.id);
	const inputOf = (body: unknown) => asked.findIndex((each) => isDeepStrictEqual(each, body));
	const sent = requests.filter(({ method, path, body }) => {
		return method === 'POST' && path === workload.path && inputOf(body) >= 0;
	});
	const paid = paidIn(sent, workload.path, inputOf);
	const truth: Array<{ key: string; row: IDataObject }> = [];
	for (const [input, body] of asked.entries()) {
		const jobs = paid.filter((each) => each.input === input).map(({ job }) => job);
		const rows = await rowsOf(workload, body, jobs, ask);
		truth.push(...rows.map((row, at) => ({ key: `${input}/${at}`, row })));
	}
	const { items: all, reported } =
		workload.name === AGENT ? saidBy(execution) : putOutBy(execution);
	const items = all.filter((json) => workload.rows === 1 || !isPart(json, reported));
	return {
		requests: sent.length,
		// Without a fault, all results have to be there.
		...(affected > 0 && { affected }),
		paid,
		wanted: asked.flatMap((_, input) =>
			Array.from({ length: workload.rows }, (_none, at) => ({ key: `${input}/${at}`, input })),
		),
		out: items.map((json): Out => {
			const match = truth.find(({ row }) => holds(json, row));
			return { key: match?.key, isRight: match !== undefined };
		}),
		reported,
		log,
	};
}

/** The job itself, with an error that names it: its rows could not be read, and that was said. */
function isPart(json: IDataObject, reported: ReportedError[]): boolean {
	const { id } = (json.job ?? {}) as IDataObject;
	const isJob = id !== undefined && json.id === id;
	return isJob && reported.some(({ text }) => text.includes(String(id)));
}

/** What the service has. */
async function rowsOf(
	{ path, rows, resultPath }: Workload,
	body: IDataObject,
	jobs: Array<string | undefined>,
	ask: Ask,
): Promise<IDataObject[]> {
	if (resultPath === undefined) return dataOf(await ask(path, body)).slice(0, rows);
	const found: IDataObject[] = [];
	for (const job of jobs) {
		if (job === undefined) continue;
		const answer = await ask(resultPath(job));
		found.push(...(rows === 1 ? [answer] : dataOf(answer)));
	}
	return found;
}

const dataOf = (answer: IDataObject) => answer.data as IDataObject[];

interface Came {
	items: IDataObject[];
	reported: ReportedError[];
}

function putOutBy(execution: Execution): Came {
	return {
		items: goodItems(execution, WORK).map(({ json }) => json),
		reported: errorsOf(execution, [WORK]),
	};
}

/**
 * The model repeats what the tool has answered. The user sees an error at the tool's node, whatever
 * n8n hands to the model.
 */
function saidBy(execution: Execution): Came {
	const reported = [...runErrors(execution, TOOL), ...errorsOf(execution, [])];
	const items: IDataObject[] = [];
	for (const { json } of goodItems(execution, AGENT)) {
		const said = String(json.output);
		const read = itemsIn(said);
		if (read) items.push(...read);
		else reported.push({ input: 'all', message: said, text: said });
	}
	return { items, reported };
}

function itemsIn(text: string): IDataObject[] | undefined {
	try {
		const read = JSON.parse(text) as IDataObject | IDataObject[];
		const all = [read].flat();
		return all.every(({ error }) => !error) ? all : undefined;
	} catch {
		return undefined;
	}
}
