import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import type { Credential, N8nClient, Workflow } from '../../../scripts/n8n/client';
import { OwnN8n } from '../support/ownN8n';
import { createCredential } from '../support/service';
import { emitted, MINUTE, TWO_POLLS, until } from '../support/trigger';

/** One round of a scenario: a workflow of its own, through which n8n is killed once. */
export interface Round {
	/** The request with which counting begins, such as `GET /screening/1`. */
	from: string;
	/** Activates the workflow and makes happen what the trigger is to find. */
	begin(n8n: N8nClient, credential: Credential, arm: () => Promise<void>): Promise<Workflow>;
	/** Whether all that is to come out has come out. */
	isOver(outputs: Outputs): boolean;
}

export interface Outputs {
	finished: IDataObject[];
	submitted: IDataObject[];
	/** Those without items included. */
	executions: number;
}

export interface Killed {
	/** The moment at which n8n was killed. */
	moment: string;
	outputs: Outputs;
}

/** Should never be reached: a cycle has some thirty moments. */
const MOST_MOMENTS = 200;

/**
 * Lets n8n go through the same cycle again and again, killed at the first moment, at the second,
 * and so on, until it comes through the whole cycle alive. Each time it starts again, finishes
 * what it was killed in, and goes on to the next.
 */
export async function killAtEachMoment(
	sandbox: Sandbox,
	roundOf: (n: number) => Promise<Round>,
): Promise<Killed[]> {
	const own = await OwnN8n.install('crash');
	const folder = join(own.folder, 'die-at');
	await mkdir(folder);
	const env = {
		NODE_OPTIONS: `--require ${join(__dirname, 'die-at.cjs')}`,
		DIE_AT_FOLDER: folder,
		DIE_AT_SERVICE: new URL(sandbox.url).host,
		// So long n8n leaves a workflow alone that it was about to activate when it died.
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
	};
	const killed: Killed[] = [];
	try {
		let n8n = await own.start(env);
		const credential = await createCredential(n8n, sandbox);
		for (let at = 1; at <= MOST_MOMENTS; at++) {
			const round = await roundOf(at);
			const arm = async () =>
				await writeFile(join(folder, 'arm'), JSON.stringify({ at, from: round.from }));
			const died = own.ended().then(() => true);
			// A request to n8n at the moment of its death fails: the workflow is there nevertheless.
			const beginning = round.begin(n8n, credential, arm);
			const lived = beginning.then(async (workflow) => {
				await settled(n8n, workflow, round);
				return false;
			});
			const isDead = await Promise.race([died, lived.catch(async () => await died)]);
			const trace = (await readFile(join(folder, 'trace'), 'utf8')).trim().split('\n');
			await Promise.all(['arm', 'trace'].map(async (name) => await rm(join(folder, name))));
			if (isDead) n8n = await own.start(env);
			const workflow = await beginning;
			const outputs = await settled(n8n, workflow, round);
			await n8n.deactivate(await n8n.readWorkflow(workflow.id));
			if (!isDead) return killed;
			const moment = trace.at(-1) ?? '';
			const { finished, submitted } = outputs;
			process.stdout.write(
				`${moment}: ${finished.length} finished, ${submitted.length} submitted\n`,
			);
			killed.push({ moment, outputs });
		}
		throw new Error(`n8n was killed ${MOST_MOMENTS} times, and the cycle is not over`);
	} finally {
		await own.remove();
	}
}

/** What has come out when all that is to come has, and two more polls have brought nothing. */
async function settled(n8n: N8nClient, workflow: Workflow, round: Round): Promise<Outputs> {
	let outputs = await outputsOf(n8n, workflow);
	await until(async () => round.isOver((outputs = await outputsOf(n8n, workflow))), 5 * MINUTE);
	for (let before = -1; before !== outputs.executions; ) {
		before = outputs.executions;
		await sleep(TWO_POLLS);
		outputs = await outputsOf(n8n, workflow);
	}
	return outputs;
}

async function outputsOf(n8n: N8nClient, workflow: Workflow): Promise<Outputs> {
	return {
		finished: await emitted(n8n, workflow),
		submitted: await emitted(n8n, workflow, 1),
		executions: (await n8n.executions(workflow.id)).length,
	};
}
