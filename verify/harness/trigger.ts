import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import {
	type Credential,
	type Execution,
	type N8nClient,
	RestError,
	isOver,
	type Workflow,
	type WorkflowDocument,
} from '../../scripts/n8n/client';
import { type Ask, screeningItem } from './service';
import { MINUTE, SECOND } from './time';
import { items, ours } from './workflow';

export const TRIGGER = 'creatorIntelligenceTrigger';
/** n8n takes no interval under a minute, but as many times in a minute as one enters. */
const POLL_INTERVAL = 3 * SECOND;
export const TWO_POLLS = 2.5 * POLL_INTERVAL;

const pollTimes = (interval: number) => ({
	item: Array.from({ length: MINUTE / interval }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${(n * interval) / SECOND} * * * * *`,
	})),
});

/** The trigger, polling every few seconds. */
export const trigger = (
	parameters: INodeParameters,
	credential: Credential,
	interval = POLL_INTERVAL,
): INode => ours(TRIGGER, { pollTimes: pollTimes(interval), ...parameters }, credential);

export async function activated(n8n: N8nClient, document: WorkflowDocument): Promise<Workflow> {
	const workflow = await n8n.createWorkflow(document);
	await n8n.activate(workflow);
	return workflow;
}

/** Executions that were read before, by their ID. */
export type Known = Map<string, Execution>;

/** What either output emitted over all executions, first to last. */
export async function emitted(
	n8n: N8nClient,
	{ id }: Workflow,
	output = 0,
	known: Known = new Map(),
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (const summary of (await n8n.executions(id)).reverse()) {
		// n8n may not have the data of one that is running.
		if (!isOver(summary)) continue;
		const kept = known.get(summary.id) ?? (await executionIfKept(n8n, summary.id));
		if (kept === undefined) continue;
		known.set(summary.id, kept);
		found.push(...items(kept, TRIGGER, output));
	}
	return found;
}

/** n8n 1.123 writes down an execution before its data, and cannot show one that died in between. */
export async function executionIfKept(n8n: N8nClient, id: string): Promise<Execution | undefined> {
	try {
		return await n8n.execution(id);
	} catch (error) {
		if (error instanceof RestError && error.message.includes("null (reading 'data')")) return;
		throw error;
	}
}

export const eventsOf = (all: IDataObject[]) => all.map(({ job }) => (job as IDataObject).eventId);

/** What the trigger emits for a screening that has finished; undefined if there is no such job. */
export async function finishedEvent(
	{ ask }: { ask: Ask },
	id?: string,
): Promise<IDataObject | undefined> {
	if (id === undefined) return undefined;
	const { job, ...item } = screeningItem(await ask(`/screening/${id}`));
	return { ...item, job: { ...(job as IDataObject), eventId: `screening/${id}/finished` } };
}
