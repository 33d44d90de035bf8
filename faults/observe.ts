import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../sandbox';
import type { Execution } from '../scripts/n8n/client';
import type { Out, Paid, Told } from './judge';
import type { Item, Task } from './operations';

/** The service had not done the work when these struck. */
const BEFORE_THE_WORK = new Set([
	'resetBefore',
	'status',
	'outage',
	'rateLimit',
	'retryLater',
	'html',
	'redirect',
]);

/** The paid requests that the service has carried out, whatever became of their answers. */
export function paidIn(
	log: LogEntry[],
	path: string | undefined,
	inputOf: (body: IDataObject) => number | undefined,
): Paid[] {
	return log
		.filter(
			(entry) =>
				entry.method === 'POST' &&
				entry.path === path &&
				entry.answer !== undefined &&
				!entry.isReplay &&
				!entry.faults.some((kind) => BEFORE_THE_WORK.has(kind)),
		)
		.map(({ rawBody = '', body, answer = '' }) => ({
			request: rawBody,
			input: inputOf(body as IDataObject),
			job: jobIn(answer),
		}));
}

function jobIn(answer: string): string | undefined {
	return /^\{"id":"([^"]+)","status":/.exec(answer)?.[1];
}

const ERROR_OUTPUT = 1;

/** The good items, in all runs of the last node. */
export function goodItems({ data }: Execution, last: string): Item[] {
	const runs = data.resultData.runData[last] ?? [];
	return runs.flatMap((run) => run.data?.main[0] ?? []).map(itemOf);
}

/** What the user sees of things that went wrong, with the input items that they are about. */
export function errorsOf(
	{ data }: Execution,
	/** The nodes that have an output for errors. */
	nodes: string[],
	inputOf?: (json: IDataObject) => number | undefined,
): Told[] {
	const { runData, error } = data.resultData;
	const failed = nodes
		.flatMap((name) => runData[name] ?? [])
		.flatMap((run) => run.data?.main[ERROR_OUTPUT] ?? [])
		.map((each): Told => {
			const { json, input } = itemOf(each);
			return { input: inputOf?.(json) ?? input ?? 'all', ...wordsOf(json.error ?? json) };
		});
	return error ? [...failed, { input: 'all', ...wordsOf(error) }] : failed;
}

/** Errors of a node's runs, which n8n shows at the node. */
export function runErrors({ data }: Execution, node: string): Told[] {
	return (data.resultData.runData[node] ?? [])
		.filter(({ error }) => error !== undefined)
		.map(({ error }) => ({ input: 'all', ...wordsOf(error) }));
}

function wordsOf(error: unknown): Pick<Told, 'message' | 'text'> {
	if (typeof error === 'string') return { message: error, text: error };
	const { message, description } = error as { message?: string; description?: string };
	return { message: message ?? '', text: `${message}\n${description}\n${JSON.stringify(error)}` };
}

interface Run {
	json: IDataObject;
	pairedItem?: unknown;
}

function itemOf({ json, pairedItem }: Run): Item {
	const pair: unknown = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	if (typeof pair === 'number') return { json, input: pair };
	const input = (pair as { item?: number } | undefined)?.item;
	return { json, input };
}

/** Compares what came out with what the service has. */
export async function compared(items: Item[], task: Task): Promise<Out[]> {
	const out: Out[] = [];
	for (const item of items) {
		const truth = await task.truthOf(item);
		out.push({ key: task.keyOf(item), isRight: truth !== undefined && holds(item.json, truth) });
	}
	return out;
}

/** Every field of the truth is there as it is; the item may have more. */
export function holds(json: IDataObject, truth: IDataObject): boolean {
	return Object.entries(truth).every(([name, value]) => {
		// n8n takes an item with a field `error` for a failed one.
		if (name === 'error' && value === null) return true;
		return isDeepStrictEqual(json[name], value);
	});
}
