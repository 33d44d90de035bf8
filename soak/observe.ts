import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { errorsOf, goodItems, holds, paidIn, runErrors } from '../faults/observe';
import type { Out, Seen, Told } from '../faults/judge';
import type { Stage } from '../faults/operations';
import type { LogEntry } from '../sandbox';
import type { Execution, ExecutionSummary, N8nClient } from '../scripts/n8n/client';
import { AGENT, TOOL, WORK, type Duty } from './duties';

interface Finished {
	duty: Duty;
	execution: Execution;
	/** All requests of the run. */
	requests: LogEntry[];
	ask: Stage['ask'];
	log: string;
}

/** What there was to see of one execution. */
export async function seenOf({ duty, execution, requests, ask, log }: Finished): Promise<Seen> {
	const asked = duty.requests(execution.id);
	const inputOf = (body: unknown) => asked.findIndex((each) => isDeepStrictEqual(each, body));
	const sent = requests.filter(({ method, path, body }) => {
		return method === 'POST' && path === duty.path && inputOf(body) >= 0;
	});
	const paid = paidIn(sent, duty.path, inputOf);
	const truth: Array<{ key: string; row: IDataObject }> = [];
	for (const [input, body] of asked.entries()) {
		const jobs = paid.filter((each) => each.input === input).map(({ job }) => job);
		const rows = await rowsOf(duty, body, jobs, ask);
		truth.push(...rows.map((row, at) => ({ key: `${input}/${at}`, row })));
	}
	const { items: all, told } = duty.name === AGENT ? saidBy(execution) : putOutBy(execution);
	const items = all.filter((json) => duty.rows === 1 || !isPart(json, told));
	return {
		requests: sent.length,
		struck: sent.filter(({ faults }) => faults.length > 0).length,
		paid,
		wanted: asked.flatMap((_, input) =>
			Array.from({ length: duty.rows }, (_none, at) => ({ key: `${input}/${at}`, input })),
		),
		out: items.map((json): Out => {
			const match = truth.find(({ row }) => holds(json, row));
			return { key: match?.key, isRight: match !== undefined };
		}),
		told,
		log,
	};
}

/** The job itself, beside an error that names it: its rows could not be read, and that was said. */
function isPart(json: IDataObject, told: Told[]): boolean {
	const { id } = (json.job ?? {}) as IDataObject;
	const isJob = id !== undefined && json.id === id;
	return isJob && told.some(({ text }) => text.includes(String(id)));
}

/** What the service has. */
async function rowsOf(
	{ path, rows, resultPath }: Duty,
	body: IDataObject,
	jobs: Array<string | undefined>,
	ask: Stage['ask'],
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
	told: Told[];
}

function putOutBy(execution: Execution): Came {
	return {
		items: goodItems(execution, WORK).map(({ json }) => json),
		told: errorsOf(execution, [WORK]),
	};
}

/**
 * The model repeats what the tool has answered. The user sees an error at the tool's node, whatever
 * n8n hands to the model.
 */
function saidBy(execution: Execution): Came {
	const told = [...runErrors(execution, TOOL), ...errorsOf(execution, [])];
	const items: IDataObject[] = [];
	for (const { json } of goodItems(execution, AGENT)) {
		const said = String(json.output);
		const read = itemsIn(said);
		if (read) items.push(...read);
		else told.push({ input: 'all', message: said, text: said });
	}
	return { items, told };
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

const PAGE = 100;

/** All executions of a workflow, the newest first. */
export async function executionsOf(
	n8n: N8nClient,
	workflowId: string,
): Promise<ExecutionSummary[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const all: ExecutionSummary[] = [];
	let from = '';
	for (;;) {
		const { results, nextCursor } = await n8n.get<ExecutionPage>(
			`/executions?filter=${filter}&limit=${PAGE}${from}`,
		);
		// Those under way may come with every page.
		const news = results.filter(({ id }) => all.every((each) => each.id !== id));
		all.push(...news);
		const last = all.at(-1)?.id;
		// The 1.x line has no cursors.
		const isLast = nextCursor === undefined ? results.length < PAGE : nextCursor === null;
		if (isLast || news.length === 0) return all;
		from = nextCursor ? `&cursor=${nextCursor}` : `&lastId=${last}`;
	}
}

interface ExecutionPage {
	results: ExecutionSummary[];
	nextCursor?: string | null;
}
