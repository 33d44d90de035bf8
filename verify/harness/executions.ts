import type { IDataObject } from 'n8n-workflow';

import {
	type Execution,
	type ExecutionSummary,
	isOver,
	type N8nClient,
} from '../../scripts/n8n/client';
import type { Item, ReportedError } from '../judge/types';
import { until } from './time';

interface Patience {
	/** The ID of an execution; all of the workflow unless given. */
	only?: string;
	patienceMs?: number;
	/** Looking keeps n8n busy, too. */
	everyMs?: number;
}

/** Waits until the executions of a workflow are over; fails if they do not end. */
export async function over(
	n8n: N8nClient,
	workflowId: string,
	{ only, patienceMs, everyMs }: Patience = {},
): Promise<ExecutionSummary[]> {
	let found: ExecutionSummary[] = [];
	const look = async () => {
		// Busy as it is, n8n takes its database to be away at times.
		const known = await n8n.executions(workflowId).catch(() => []);
		found = known.filter(({ id }) => only === undefined || id === only);
		return found.length > 0 && found.every(isOver);
	};
	await until(look, patienceMs, everyMs);
	return found;
}

const ERROR_OUTPUT = 1;

/** The good items, in all runs of the last node. */
export function goodItems({ data }: Execution, last: string): Item[] {
	const runs = data.resultData.runData[last] ?? [];
	return runs.flatMap((run) => run.data?.main[0] ?? []).map(itemOf);
}

/** What n8n shows above the output of a node. */
export const hintsOf = ({ data }: Execution, node: string): string[] =>
	(data.resultData.runData[node] ?? []).flatMap(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);

/** What the user sees of things that went wrong, with the input items that they are about. */
export function errorsOf(
	{ data }: Execution,
	/** The nodes that have an output for errors. */
	nodes: string[],
	inputOf?: (json: IDataObject) => number | undefined,
): ReportedError[] {
	const { runData, error } = data.resultData;
	const failed = nodes
		.flatMap((name) => runData[name] ?? [])
		.flatMap((run) => run.data?.main[ERROR_OUTPUT] ?? [])
		.map((each): ReportedError => {
			const { json, input } = itemOf(each);
			return { input: inputOf?.(json) ?? input ?? 'all', ...wordsOf(json.error ?? json) };
		});
	return error ? [...failed, { input: 'all', ...wordsOf(error) }] : failed;
}

function wordsOf(error: unknown): Pick<ReportedError, 'message' | 'text'> {
	if (typeof error === 'string') return { message: error, text: error };
	const { message, description } = error as { message?: string; description?: string };
	return { message: message ?? '', text: `${message}\n${description}\n${JSON.stringify(error)}` };
}

function itemOf({ json, pairedItem }: { json: IDataObject; pairedItem?: unknown }): Item {
	const pair: unknown = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	if (typeof pair === 'number') return { json, input: pair };
	const input = (pair as { item?: number } | undefined)?.item;
	return { json, input };
}
