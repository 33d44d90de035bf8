// Five workflows on a schedule in the real n8n, against the sandbox with random faults. Fails if
// something was lost, doubled or wrong, if a workflow fails without a fault, or if the memory
// of n8n grew. The seed sets which faults come and when; how requests fall between them is up to the
// machine.
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import { type ExecutionSummary, isOver, type Workflow } from '../../scripts/n8n/client';
import type { Totals } from '../../scripts/results';
import { type Arguments, totalsOf } from '../experiment';
import { allOver } from '../harness/executions';
import { heapMeasured, heapSamples } from '../harness/memory';
import { startModel } from '../harness/model';
import { type Stage, Harness } from '../harness/Harness';
import { MINUTE, until } from '../harness/time';
import { activated, trigger, TRIGGER } from '../harness/trigger';
import { items, row } from '../harness/workflow';
import { holds } from '../judge/compare';
import { judge, type Out } from '../judge/judge';
import { saveEvidence } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { agent, workloads, TOOL, type Accounts, type Workload } from './workloads';
import { trendOf } from './memory';
import { isWithin, seenOf } from './observe';
import { page, table, type Results } from './report';
import { workflowResult, type WorkflowResult } from './verdict';
import { planFaults } from './faultSchedule';

/** Jobs that the trigger watches, per minute of the run. */
const WATCHED = 4;
const MAX_WATCHED = 500;
const PATIENCE = 5 * MINUTE;
const SHORT_MINUTES = 3;
const FULL_MINUTES = 60;

export async function run({ isShort, minutes, seed = 1 }: Arguments): Promise<Totals> {
	const length = minutes ?? (isShort ? SHORT_MINUTES : FULL_MINUTES);
	const command = `soak --minutes ${length} --seed ${seed}`;
	const provenance = measuredNow(command, ['sandbox', 'verify/soak', 'verify/judge']);
	const harness = await Harness.open('soak', 1, heapMeasured);
	const model = await startModel(({ messages }) => {
		const last = messages.at(-1);
		const [, of] = /Run (\d+)/.exec(JSON.stringify(last?.content)) ?? [];
		const [body] = of === undefined ? [] : agent.requests(of);
		return body === undefined ? String(last?.content) : { tool: TOOL, args: { body } };
	});
	try {
		const { lines, requests } = await soak(harness, length * MINUTE, seed, model.url);
		const trend = trendOf(await heapSamples(harness.own.folder));
		const results: Results = {
			requests: requests.length,
			affected: requests.filter(isAffected).length,
			lines,
			trend,
		};
		console.log(`\n${table(results)}\n`);
		if (!isShort) await saveEvidence('soak', provenance, results, page(results, provenance));
		return totalsOf([...lines, { objections: trend.isFlat ? [] : ['the heap grew'] }]);
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
	const log = await harness.own.followLog();
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
	for (const { workload, workflow } of scheduled) {
		const all = await allOver(n8n, [workflow.id], { patienceMs: PATIENCE });
		const requests = harness.requestsOf(stage).filter(({ path }) => !isLookAt(watched, path));
		lines.push(await workloadLine(harness, stage, { workload, all, requests, log: await log() }));
	}
	lines.push(await triggerLine(harness, stage, watching, watched));
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
	log: string;
}

async function workloadLine(
	harness: Harness,
	{ ask }: Stage,
	{ workload, all, requests, log }: Done,
): Promise<WorkflowResult> {
	// A request that was cut off early has no body that says whose it was, but it has a path.
	const affectedRequests = requests.filter(
		(each) => isAffected(each) && `${each.path}/`.startsWith(`${workload.path}/`),
	);
	const executions = [];
	for (const summary of all) {
		const execution = await harness.n8n.execution(summary.id);
		const affected = affectedRequests.filter((each) => isWithin(each, summary)).length;
		const seen = await seenOf({ workload, execution, requests, ask, log, affected });
		executions.push({
			id: summary.id,
			seen: isOver(summary) ? seen : { ...seen, isHung: true },
		});
	}
	return workflowResult(workload.name, executions);
}

async function triggerLine(
	harness: Harness,
	stage: Stage,
	workflow: Workflow,
	watched: string[],
): Promise<WorkflowResult> {
	const eventOf = (id: string) => `screening/${id}/finished`;
	let out: Out[] = [];
	let executions: ExecutionSummary[] = [];
	await until(async () => {
		out = [];
		executions = await harness.n8n.executions(workflow.id);
		for (const { id } of executions.filter(isOver)) {
			for (const item of items(await harness.n8n.execution(id), TRIGGER)) {
				out.push(await eventIn(item, stage));
			}
		}
		return watched.every((id) => out.some(({ key }) => key === eventOf(id)));
	}, PATIENCE).catch(() => undefined);
	const requests = harness.requestsOf(stage).filter(({ path }) => isLookAt(watched, path));
	const verdict = judge(
		{
			requests: requests.length,
			affected: requests.filter(isAffected).length,
			paid: [],
			wanted: watched.map((id, input) => ({ key: eventOf(id), input })),
			out,
			reported: [],
			log: '',
		},
		'whole',
	);
	const { objections } = verdict;
	return { name: 'Trigger', executions: executions.length, calm: 0, counts: verdict, objections };
}

async function eventIn(item: IDataObject, { ask }: Stage): Promise<Out> {
	const { id, eventId } = item.job as { id: string; eventId: string };
	return { key: eventId, eventId, isRight: holds(item, await ask(`/screening/${id}`)) };
}
