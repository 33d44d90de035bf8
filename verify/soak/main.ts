// Five workflows on a schedule in the real n8n, against the sandbox with random faults; then large loads. Fails if
// something was lost, doubled or wrong, if a workflow fails without a fault, or if the memory
// of n8n grew. The seed sets which faults come and when; how requests fall between them is up to the
// machine.
import { setTimeout as sleep } from 'node:timers/promises';

import type { LogEntry } from '../../sandbox';
import { type ExecutionSummary, isOver, type Workflow } from '../../scripts/n8n/client';
import type { Totals } from '../../scripts/results';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { allOver } from '../harness/executions';
import { heapMeasured, heapSamples } from '../harness/memory';
import { startModel } from '../../sandbox/model';
import { type Stage, Harness } from '../harness/Harness';
import { MINUTE, until } from '../harness/time';
import { activated, finishedEvent, trigger, TRIGGER } from '../harness/trigger';
import { items, row } from '../harness/workflow';
import { requestsIn } from '../judge/books';
import { canonicalBody } from '../judge/compare';
import { judge } from '../judge/judge';
import type { Item } from '../judge/types';
import { saveEvidence } from '../report/evidence';
import { measuredNow, sentence } from '../report/provenance';
import { agent, workloads, TOOL, type Accounts, type Workload } from './workloads';
import { trendOf } from './memory';
import { isWithin, observationOf } from './observe';
import { objectionsTo } from './growth';
import { LOADS, runLoads } from './loads';
import { page, table, type Workflows } from './report';
import { workflowResult, type WorkflowResult } from './verdict';
import { planFaults } from './faultSchedule';

/** Jobs that the trigger watches, per minute of the run. */
const WATCHED = 4;
const MAX_WATCHED = 500;
const PATIENCE = 5 * MINUTE;
const SHORT_MINUTES = 3;
const FULL_MINUTES = 60;

const WORKFLOWS = 'workflows';

export async function run({ isShort, minutes, seed = 1, only }: Arguments): Promise<Totals> {
	const length = minutes ?? (isShort ? SHORT_MINUTES : FULL_MINUTES);
	const command = `soak --minutes ${length} --seed ${seed}`;
	const provenance = measuredNow(command, ['sandbox', 'verify/soak', 'verify/judge']);
	const parts = chosen([{ id: WORKFLOWS }, ...LOADS], only).map(({ id }) => id);
	const workflows = parts.includes(WORKFLOWS) ? await runWorkflows(length, seed) : undefined;
	const named = LOADS.filter(({ id }) => parts.includes(id));
	const loads = named.length > 0 ? await runLoads(isShort, named) : [];
	console.log(`\n${table({ workflows, loads })}\n`);
	if (!isShort && only === undefined) {
		const results = { workflows, loads };
		await saveEvidence('soak', provenance, results, page(results, [sentence(provenance)]));
	}
	return totalsOf([
		...(workflows?.lines ?? []),
		...(workflows?.trend.isFlat === false ? [{ objections: ['the heap grew'] }] : []),
		...loads.map((load) => ({ objections: objectionsTo(load) })),
	]);
}

async function runWorkflows(minutes: number, seed: number): Promise<Workflows> {
	const harness = await Harness.open('soak', 1, heapMeasured);
	const model = await startModel(({ messages }) => {
		const last = messages.at(-1);
		const [, of] = /Run (\d+)/.exec(JSON.stringify(last?.content)) ?? [];
		const [body] = of === undefined ? [] : agent.requests(of);
		return body === undefined ? String(last?.content) : { tool: TOOL, args: { body } };
	});
	try {
		const { lines, requests } = await soak(harness, minutes * MINUTE, seed, model.url);
		return {
			requests: requests.length,
			affected: requests.filter(isAffected).length,
			lines,
			trend: trendOf(await heapSamples(harness.own.folder)),
		};
	} finally {
		await harness.close();
		await model.close();
	}
}

const isAffected = ({ faults }: LogEntry): boolean => faults.length > 0;

async function soak(
	harness: Harness,
	lengthMs: number,
	seed: number,
	modelUrl: string,
): Promise<{ lines: WorkflowResult[]; requests: LogEntry[] }> {
	const { sandbox, n8n } = harness;
	const stage = await harness.stage();
	const openAi = await n8n.createCredential({
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url: modelUrl },
	});
	const accounts: Accounts = { service: stage.credential, model: openAi };
	const watched = watchedJobs(harness, stage, lengthMs);
	const watching = await activated(
		n8n,
		row('Trigger', [trigger({ ids: watched.join(), options: { timeout: 5 } }, stage.credential)]),
	);
	const scheduled: Array<{ workload: Workload; workflow: Workflow }> = [];
	for (const workload of workloads) {
		scheduled.push({ workload, workflow: await activated(n8n, workload.document(accounts)) });
	}

	await injectFaults(harness, watched, seed, lengthMs);

	for (const { workflow } of scheduled) {
		await n8n.deactivate(await n8n.readWorkflow(workflow.id));
	}
	sandbox.faults.clear();
	const lines: WorkflowResult[] = [];
	const needed = new Set<string>();
	for (const { workload, workflow } of scheduled) {
		const all = await allOver(n8n, [workflow.id], { patienceMs: PATIENCE });
		for (const { id } of all) {
			for (const body of workload.requests(id)) needed.add(workload.path + canonicalBody(body));
		}
		const requests = harness.requestsOf(stage).filter(({ path }) => !isLookAt(watched, path));
		lines.push(await workloadLine(harness, stage, { workload, all, requests }));
	}
	lines.push(await triggerLine(harness, stage, watching, { watched, needed }));
	return { lines, requests: harness.requestsOf(stage) };
}

/** Jobs that end when they are made to. */
function watchedJobs({ sandbox }: Harness, { token }: Stage, lengthMs: number): string[] {
	const count = Math.min(MAX_WATCHED, Math.ceil((lengthMs / MINUTE) * WATCHED));
	return Array.from({ length: count }, (_, n) => {
		const input = { profile_url: `https://pictura.example/never-finishes?job=${n}` };
		return String(sandbox.jobs.submit('screening', token, input).id);
	});
}

/** Lets faults come, and ends the watched jobs one by one. */
async function injectFaults(
	{ sandbox }: Harness,
	watched: string[],
	seed: number,
	lengthMs: number,
): Promise<void> {
	const began = Date.now();
	const settling = watched.map((id, n) => ({
		atMs: (lengthMs * (n + 1)) / (watched.length + 1),
		act: () => sandbox.jobs.settle(id, 'finished'),
	}));
	const striking = planFaults(seed, lengthMs).flatMap(({ atMs, untilMs, rule }) => {
		let fault: ReturnType<typeof sandbox.faults.add> | undefined;
		return [
			{ atMs, act: () => (fault = sandbox.faults.add(rule)) },
			{ atMs: untilMs, act: () => fault?.remove() },
		];
	});
	for (const { atMs, act } of [...settling, ...striking].sort((a, b) => a.atMs - b.atMs)) {
		await sleep(Math.max(0, began + atMs - Date.now()));
		act();
	}
	await sleep(Math.max(0, began + lengthMs - Date.now()));
}

const isLookAt = (ids: string[], path: string) => ids.some((id) => path === `/screening/${id}`);

interface Done {
	workload: Workload;
	all: ExecutionSummary[];
	/** Of all workflows but the trigger. */
	requests: LogEntry[];
}

async function workloadLine(
	harness: Harness,
	{ ask }: Stage,
	{ workload, all, requests }: Done,
): Promise<WorkflowResult> {
	// A request that was cut off early has no body that says whose it was, but it has a path.
	const affectedRequests = requests.filter(
		(each) => isAffected(each) && `${each.path}/`.startsWith(`${workload.path}/`),
	);
	const executions = [];
	for (const summary of all) {
		const execution = await harness.n8n.execution(summary.id);
		const affected = affectedRequests.filter((each) => isWithin(each, summary)).length;
		const observation = await observationOf({ workload, execution, requests, ask, affected });
		observation.output.isHung = !isOver(summary);
		executions.push({ id: summary.id, observation });
	}
	return workflowResult(workload.name, executions);
}

async function triggerLine(
	harness: Harness,
	stage: Stage,
	workflow: Workflow,
	{ watched, needed }: { watched: string[]; needed: Set<string> },
): Promise<WorkflowResult> {
	let events: Item[] = [];
	let executions: ExecutionSummary[] = [];
	await until(async () => {
		events = [];
		executions = await harness.n8n.executions(workflow.id);
		for (const { id } of executions.filter(isOver)) {
			const emitted = items(await harness.n8n.execution(id), TRIGGER);
			events.push(...emitted.map((json) => ({ json, input: 0 })));
		}
		return events.length >= watched.length;
	}, PATIENCE).catch(() => undefined);
	// What was paid for and no workflow needs is counted here.
	const requests = harness.requestsOf(stage).filter(({ method, path, rawBody }) => {
		return method === 'GET' ? isLookAt(watched, path) : !needed.has(path + canonicalBody(rawBody));
	});
	const wanted = [];
	for (const id of watched) wanted.push({ input: 0, json: await finishedEvent(stage, id) });
	const { objections, ...counts } = judge({
		requests: requestsIn(requests, () => undefined),
		affected: requests.filter(isAffected).length,
		wanted: { items: wanted, isAnyOrder: true },
		output: { items: events, errors: [] },
	});
	return { name: 'Trigger', executions: executions.length, counts, objections };
}
