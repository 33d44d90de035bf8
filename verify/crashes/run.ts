import type { IDataObject } from 'n8n-workflow';

import {
	type ExecutionSummary,
	isOver,
	type N8nClient,
	type Workflow,
} from '../../scripts/n8n/client';
import { createCredential } from '../harness/service';
import { MINUTE, SECOND, until } from '../harness/time';
import { emitted, executionIfKept, trigger, TRIGGER } from '../harness/trigger';
import { row } from '../harness/workflow';
import { saysOutcomeUnknown } from '../judge/texts';
import type { N8n } from '../harness/N8n';
import { Instance } from './Instance';
import type { Scenario, Scene } from './scenarios';
import { type Submitted, type Verdict, verdictOf } from './verdict';

/** The result of a crash at one moment. */
export interface Result {
	scenario: Scenario['id'];
	moment: string;
	/** Moments of the same state leave the same files behind: n8n was started once for all of them. */
	state: number;
	verdict: Verdict;
}

export interface Run {
	results: Result[];
	/** How often n8n was started on what it had left behind. */
	restarts: number;
	/** Whether what the real kill left behind was what the recording says. */
	isKillAsRecorded: boolean;
}

interface Outputs {
	finished: IDataObject[];
	submitted: IDataObject[];
	/** Items of the first output that only the plan of a crashed execution holds. */
	crashed: IDataObject[];
	/** Those without items included. */
	executions: number;
	isRunning: boolean;
}

interface Aftermath {
	outputs: Pick<Outputs, 'finished' | 'submitted' | 'crashed'>;
	/** Submitted after the restart. */
	jobs: string[];
	/** Why the output is unknown. */
	problem?: string;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
/** An execution should be over before the next poll, as it mostly is where n8n polls every minute. */
const POLL_INTERVAL = 2 * SECOND;
const PATIENCE = 5 * MINUTE;
/** So many polls without items: then nothing more is expected. */
const QUIET_POLLS = 2;
/** The same where nothing was emitted yet. */
const VAIN_POLLS = 20;

/** Records one cycle of the scenario, then starts n8n on what it left behind at each moment. */
export async function runScenario(
	prepared: N8n,
	scenario: Scenario,
	say: (line: string) => void,
	/** Tries only every so many of the states that n8n leaves behind. */
	every = 1,
): Promise<Run> {
	const scene = await scenario.open();
	const instance = await Instance.copy(prepared, scenario.id, new URL(scene.sandbox.url).host);
	try {
		const jobsBefore = jobsOf(scene);
		const { workflow, recorded, isKillAsRecorded } = await record(instance, scene);
		const ownJobs = jobsOf(scene).slice(jobsBefore.length);
		const all = [...new Set(recorded.map(({ image }) => image))];
		const images = all.filter((_, n) => n % every === 0);
		say(`${scenario.label}: ${recorded.length} moments, ${images.length} states`);
		const aftermaths = new Map<string, Aftermath>();
		for (const [index, image] of images.entries()) {
			const began = Date.now();
			aftermaths.set(image, await aftermathOf(instance, scene, workflow, image));
			const seconds = Math.round((Date.now() - began) / 1_000);
			say(`${scenario.label}: state ${index + 1} of ${images.length}, ${seconds} s`);
		}
		let paid = 0;
		const results: Result[] = [];
		for (const { moment, image } of recorded) {
			// On its way, it may have arrived.
			if (moment.startsWith('sent POST ')) paid += 1;
			const aftermath = aftermaths.get(image);
			if (aftermath === undefined) continue;
			const verdict = await judged(scene, aftermath, ownJobs.slice(0, paid));
			const at = { moment: moment.replace(UUID, '{id}'), state: images.indexOf(image) + 1 };
			results.push({ scenario: scenario.id, ...at, verdict });
		}
		return { results, restarts: images.length, isKillAsRecorded };
	} finally {
		await instance.kill();
		await scene.sandbox.close();
	}
}

async function record(instance: Instance, scene: Scene) {
	await instance.start();
	const { client } = instance;
	const credential = await createCredential(client, scene.sandbox);
	const node = trigger(scene.parameters, credential, POLL_INTERVAL);
	const workflow = await client.createWorkflow(row('Crash', [node]));
	if (scene.happen) {
		await client.activate(workflow);
		await settled(instance, workflow, QUIET_POLLS);
		scene.happen();
	}
	await instance.record(scene.first);
	// n8n may die before it answers; the workflow is published nevertheless.
	if (!scene.happen) await client.activate(workflow).catch(() => undefined);
	await settled(instance, workflow);
	const recorded = await instance.recorded();
	const last = recorded.at(-1);
	if (last === undefined) throw new Error('Nothing was recorded');
	return { workflow, recorded, isKillAsRecorded: await instance.isAsIn(last.image) };
}

async function aftermathOf(
	instance: Instance,
	scene: Scene,
	workflow: Workflow,
	image: string,
): Promise<Aftermath> {
	await instance.restore(image);
	const jobsBefore = jobsOf(scene).length;
	let outputs: Aftermath['outputs'] = { finished: [], submitted: [], crashed: [] };
	let problem: string | undefined;
	try {
		await instance.start();
		outputs = await settled(instance, workflow);
	} catch (error) {
		problem = error instanceof Error ? error.message : String(error);
	}
	await instance.kill();
	return { outputs, jobs: jobsOf(scene).slice(jobsBefore), problem };
}

/** First to last. */
const jobsOf = ({ sandbox }: Scene): string[] =>
	sandbox.jobs
		.list()
		.reverse()
		.map(({ id }) => String(id));

/** What was emitted in the end, as far as is known. */
async function settled(instance: Instance, workflow: Workflow, vainPolls = VAIN_POLLS) {
	let outputs: Outputs | undefined;
	let polls = 0;
	let since = 0;
	await until(async () => {
		const latest = await instance.polls();
		if (latest === polls) return false;
		// A busy n8n may refuse to answer for a while.
		const found = await outputsOf(instance.client, workflow).catch(() => undefined);
		if (found === undefined) return false;
		polls = latest;
		if (found.executions !== outputs?.executions) since = polls;
		outputs = found;
		return polls - since >= (isComplete(outputs) ? QUIET_POLLS : vainPolls);
	}, PATIENCE);
	if (outputs === undefined) throw new Error('The trigger has not polled');
	return outputs;
}

const isComplete = ({ finished, submitted, isRunning }: Outputs): boolean =>
	!isRunning &&
	(finished.length > 0 || submitted.some((item) => submittedBy(item).kind === 'doubt'));

async function outputsOf(n8n: N8nClient, workflow: Workflow): Promise<Outputs> {
	const executions = await n8n.executions(workflow.id);
	return {
		finished: await emitted(n8n, workflow),
		submitted: await emitted(n8n, workflow, 1),
		crashed: await crashedItems(n8n, executions),
		executions: executions.length,
		isRunning: !executions.every(isOver),
	};
}

/** What n8n was to run the workflow with, where it has not come to that. */
async function crashedItems(n8n: N8nClient, executions: ExecutionSummary[]) {
	const found: IDataObject[] = [];
	for (const { id } of executions.filter(({ status }) => status === 'crashed')) {
		const kept = await executionIfKept(n8n, id);
		for (const planned of kept?.data.executionData?.nodeExecutionStack ?? []) {
			if (planned.node.name !== TRIGGER) continue;
			found.push(...(planned.data.main[0] ?? []).map(({ json }) => json));
		}
	}
	return found;
}

function submittedBy({ job, message, description }: IDataObject): Submitted {
	const { id } = job as { id: string | null };
	if (id !== null) return { kind: 'job', id: String(id) };
	const text = `${String(message)}. ${String(description)}`;
	return saysOutcomeUnknown(text) ? { kind: 'doubt', text } : { kind: 'nothing' };
}

async function judged(
	scene: Scene,
	{ outputs, jobs, problem }: Aftermath,
	before: string[],
): Promise<Verdict> {
	const all = [...before, ...jobs];
	const events = async (items: IDataObject[]) =>
		await Promise.all(items.map(async (item) => await scene.eventOf(item, all)));
	return verdictOf({
		problem,
		jobs: all,
		finished: await events(outputs.finished),
		submitted: outputs.submitted.map(submittedBy),
		crashed: await events(outputs.crashed),
	});
}
