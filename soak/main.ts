// The whole of `npm run soak -- --minutes N --seed S`: five workflows on a schedule in the real n8n,
// against the sandbox with random faults. Fails if something was lost, doubled or wrong, or if the
// memory of n8n grew. The seed sets which faults come and when; how requests fall between them is
// up to the machine.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { judge, total, type Counts, type Out, type Seen } from '../faults/judge';
import { holds } from '../faults/observe';
import type { Stage } from '../faults/operations';
import { TestBed } from '../faults/TestBed';
import { explain, Problem } from '../scripts/n8n/problem';
import { writeTotals } from '../scripts/results';
import type { Workflow } from '../scripts/n8n/client';
import { startModel } from '../test/e2e/support/model';
import { activated, trigger, TRIGGER, until } from '../test/e2e/support/trigger';
import { items, row } from '../test/e2e/support/workflow';
import { duties, TOOL, type Accounts, type Duty } from './duties';
import { MOST_GROWTH, readSamples, trendOf, type Trend } from './memory';
import { executionsOf, seenOf } from './observe';
import { forecast } from './weather';

const MINUTE = 60_000;
/** Jobs that the trigger watches, per minute of the run. */
const WATCHED = 4;
const MOST_WATCHED = 500;
const PATIENCE = 5 * MINUTE;

interface Line {
	name: string;
	executions: number;
	counts: Counts;
	/** The first thing that is not as it should be. */
	example?: string;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			minutes: { type: 'string', default: '60' },
			seed: { type: 'string', default: '1' },
		},
	});
	const minutes = positive(values.minutes, '--minutes');
	const seed = positive(values.seed, '--seed');
	const folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-soak-'));
	const memory = join(folder, 'memory');
	const bed = await TestBed.open(1, {
		NODE_OPTIONS: `--require ${join(__dirname, 'measure-memory.cjs')}`,
		MEMORY_FILE: memory,
	});
	const model = await startModel(({ messages }) => {
		const last = messages.at(-1);
		const [, run] = /Run (\d+)/.exec(JSON.stringify(last?.content)) ?? [];
		return run === undefined
			? String(last?.content)
			: { tool: TOOL, args: { body: agentRequest(run) } };
	});
	try {
		const lines = await soak(bed, minutes * MINUTE, seed, model.url);
		const trend = trendOf(readSamples(await readFile(memory, 'utf8')));
		print(lines, trend, { minutes, seed });
		const faults = lines.filter(({ counts }) => isBad(counts)).length + (trend.isFlat ? 0 : 1);
		writeTotals('soak', { passed: lines.length + 1 - faults, failed: faults });
		if (faults > 0) process.exitCode = 1;
	} finally {
		await bed.close();
		await model.close();
		await rm(folder, { recursive: true, force: true });
	}
}

const agentRequest = (run: string) => duties.find(({ name }) => name === 'Agent')?.requests(run)[0];

function positive(text: string, name: string): number {
	const number = Number(text);
	if (!(number > 0)) throw new Problem(`${name} takes a number above 0.`);
	return number;
}

async function soak(
	bed: TestBed,
	lengthMs: number,
	seed: number,
	modelUrl: string,
): Promise<Line[]> {
	const { sandbox } = bed;
	const stage = await bed.stage();
	const log = await bed.followLog();
	const openAi = await bed.n8n.createCredential({
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url: modelUrl },
	});
	const accounts: Accounts = { service: stage.credential, model: openAi };
	const watched = watchedJobs(bed, stage, lengthMs);
	const watching = await activated(
		bed.n8n,
		row('Trigger', [trigger({ ids: watched.join(), options: { timeout: 5 } }, stage.credential)]),
	);
	const scheduled: Array<{ duty: Duty; workflow: Workflow }> = [];
	for (const duty of duties) {
		scheduled.push({ duty, workflow: await activated(bed.n8n, duty.document(accounts)) });
	}

	await weather(bed, watched, seed, lengthMs);

	for (const { workflow } of scheduled) {
		await bed.n8n.deactivate(await bed.n8n.readWorkflow(workflow.id));
	}
	sandbox.faults.clear();
	const lines: Line[] = [];
	for (const { duty, workflow } of scheduled) {
		await until(async () => await isQuiet(bed, workflow), PATIENCE);
		lines.push(await lineOf(bed, stage, duty, workflow, await log()));
	}
	lines.push(await triggerLine(bed, stage, watching, watched));
	const requests = bed.requestsOf(stage);
	const struck = requests.filter(({ faults }) => faults.length > 0).length;
	console.log(`${requests.length} requests, ${struck} of them struck by a fault`);
	return lines;
}

/** Jobs that end when they are told to. */
function watchedJobs({ sandbox }: TestBed, { token }: Stage, lengthMs: number): string[] {
	const count = Math.min(MOST_WATCHED, Math.ceil((lengthMs / MINUTE) * WATCHED));
	return Array.from({ length: count }, (_, n) => {
		const input = { profile_url: `https://pictura.example/never-finishes?job=${n}` };
		return String(sandbox.jobs.submit('screening', token, input).id);
	});
}

/** Lets faults come, and ends the watched jobs one by one. */
async function weather(
	{ sandbox }: TestBed,
	watched: string[],
	seed: number,
	lengthMs: number,
): Promise<void> {
	const began = Date.now();
	const settling = watched.map((id, n) => ({
		atMs: (lengthMs * (n + 1)) / (watched.length + 1),
		act: () => sandbox.jobs.settle(id, 'finished'),
	}));
	const striking = forecast(seed, lengthMs).map(({ atMs, rule }) => ({
		atMs,
		act: () => void sandbox.faults.add(rule),
	}));
	for (const { atMs, act } of [...settling, ...striking].sort((a, b) => a.atMs - b.atMs)) {
		await sleep(Math.max(0, began + atMs - Date.now()));
		act();
	}
	await sleep(Math.max(0, began + lengthMs - Date.now()));
}

async function isQuiet({ n8n }: TestBed, { id }: Workflow): Promise<boolean> {
	const all = await executionsOf(n8n, id);
	return all.every(({ status }) => !['new', 'running', 'waiting'].includes(status));
}

async function lineOf(
	bed: TestBed,
	stage: Stage,
	duty: Duty,
	workflow: Workflow,
	log: string,
): Promise<Line> {
	const requests = bed.requestsOf(stage);
	const seen: Array<Seen & { id: string }> = [];
	for (const { id } of await executionsOf(bed.n8n, workflow.id)) {
		const execution = await bed.n8n.execution(id);
		seen.push({ id, ...(await seenOf({ duty, execution, requests, ask: stage.ask, log })) });
	}
	const verdicts = seen.map((each) => ({ each, verdict: judge(each, 'told') }));
	const bad = verdicts.find(({ verdict }) => isBad(verdict));
	return {
		name: duty.name,
		executions: seen.length,
		counts: total(verdicts.map(({ verdict }) => verdict)),
		...(bad && {
			example: JSON.stringify({ id: bad.each.id, ...bad.verdict, told: bad.each.told }),
		}),
	};
}

async function triggerLine(
	bed: TestBed,
	stage: Stage,
	workflow: Workflow,
	watched: string[],
): Promise<Line> {
	const eventOf = (id: string) => `screening/${id}/finished`;
	let out: Out[] = [];
	let executions = 0;
	await until(async () => {
		out = [];
		const all = await executionsOf(bed.n8n, workflow.id);
		executions = all.length;
		for (const { id, status } of all) {
			if (status === 'new' || status === 'running') continue;
			for (const item of items(await bed.n8n.execution(id), TRIGGER)) {
				out.push(await eventIn(item, stage));
			}
		}
		return watched.every((id) => out.some(({ key }) => key === eventOf(id)));
	}, PATIENCE).catch(() => undefined);
	const requests = bed.requestsOf(stage).filter(({ path }) => {
		return watched.some((id) => path === `/screening/${id}`);
	});
	const seen: Seen = {
		requests: requests.length,
		struck: requests.filter(({ faults }) => faults.length > 0).length,
		paid: [],
		wanted: watched.map((id, input) => ({ key: eventOf(id), input })),
		out,
		told: [],
		log: '',
	};
	return { name: 'Trigger', executions, counts: judge(seen, 'whole') };
}

async function eventIn(item: IDataObject, { ask }: Stage): Promise<Out> {
	const { id, eventId } = item.job as { id: string; eventId: string };
	return { key: eventId, eventId, isRight: holds(item, await ask(`/screening/${id}`)) };
}

/** Requests are counted for the run as a whole: a request that is cut off early has no body to tell. */
const shown = ({ wanted, right, failed, doubled, lost, wrong, unsaid, repeated }: Counts) => ({
	wanted,
	right,
	failed,
	doubled,
	lost,
	wrong,
	unsaid,
	repeated,
});

const isBad = ({ doubled, lost, wrong, unsaid, repeated }: Counts): boolean =>
	doubled + lost + wrong + unsaid + repeated > 0;

function print(lines: Line[], trend: Trend, { minutes, seed }: Record<string, number>): void {
	console.log(`\n${minutes} minutes, seed ${seed}\n`);
	console.table(
		Object.fromEntries(
			lines.map(({ name, executions, counts }) => [name, { executions, ...shown(counts) }]),
		),
	);
	for (const { name, example } of lines) if (example) console.log(`${name}: ${example}`);
	const growth = `${(trend.growth * 100).toFixed(1)} %`;
	console.log(
		`Heap of n8n after collection: ${trend.earlyMiB.toFixed(0)} MiB in the second quarter, ${trend.lateMiB.toFixed(0)} MiB in the last (${growth}; at most ${MOST_GROWTH * 100} %).`,
	);
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
