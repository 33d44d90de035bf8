import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import type { N8nClient, Workflow, WorkflowDocument } from '../../../scripts/n8n/client';
import type { RunningN8n } from '../../../scripts/n8n/launch';
import { items } from './workflow';

export const TRIGGER = 'creatorIntelligenceTrigger';
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** n8n polls once a minute. */
export const TWO_POLLS = 130 * SECOND;

export async function activated(n8n: N8nClient, document: WorkflowDocument): Promise<Workflow> {
	const workflow = await n8n.createWorkflow(document);
	await n8n.activate(workflow);
	return workflow;
}

/** What came out of either output over all executions, first to last. */
export async function emitted(
	n8n: N8nClient,
	{ id }: Workflow,
	output = 0,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (const { id: execution } of (await n8n.executions(id)).reverse()) {
		found.push(...items(await n8n.execution(execution), TRIGGER, output));
	}
	return found;
}

export const eventsOf = (all: IDataObject[]) => all.map(({ job }) => (job as IDataObject).eventId);

export async function until(
	done: () => Promise<boolean> | boolean,
	patience = TWO_POLLS,
): Promise<void> {
	const deadline = Date.now() + patience;
	while (!(await done())) {
		if (Date.now() > deadline) throw new Error('It did not happen in time');
		await sleep(100);
	}
}

/** Submits as another client does; answers the job's id. */
export async function submitted(
	sandbox: Sandbox,
	path: string,
	body: IDataObject,
): Promise<string> {
	await fetch(`${sandbox.url}${path}`, {
		method: 'POST',
		headers: { authorization: sandbox.token, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return String(sandbox.jobs.list(undefined, 1)[0].id);
}

/** As a power cut does it. */
export async function kill(running: RunningN8n): Promise<void> {
	process.kill(running.pid, 'SIGKILL');
	await running.ended;
	await running.stop();
}
