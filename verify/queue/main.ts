// n8n in queue mode with two workers, PostgreSQL and Redis. Half-way through the calls one worker is
// killed and another one is added; later, Redis is restarted. Fails if a paid request was doubled, a
// result is wrong, or a job is lost that nothing names. Apart from that, two workers share a limit.
import { startSandbox } from '../../sandbox';
import type { Totals } from '../../scripts/results';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { Cluster } from '../harness/Cluster';
import { ensureServers } from '../harness/servers';
import { total } from '../judge/judge';
import { saveEvidence } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { objectionsTo } from './figures';
import {
	type LimitResult,
	LIMITS,
	limitsPage,
	limitsTable,
	measureLimits,
	SHORT_LIMITS,
} from './limits';
import { page, table, type Results } from './report';
import { type Plan, run as measure } from './run';

const PLAN: Plan = {
	jobs: 500,
	reads: 100,
	perSecond: 6,
	jobMs: 3_000,
	concurrency: 10,
	redisDownMs: 3_000,
};
/** Half of the executions for each of the two workers. */
const CONCURRENCY_AT_LIMITS = 5;
/** Long enough for the worker to be busy when it is killed. */
const SHORT: Plan = { ...PLAN, jobs: 60, reads: 12 };

/** Each saves a page of its own. */
const PARTS = [
	{ id: 'kill', run: runKill },
	{ id: 'limits', run: runLimits },
];

export async function run({ isShort, only }: Arguments): Promise<Totals> {
	await ensureServers();
	const results: Array<{ objections: string[] }> = [];
	for (const part of chosen(PARTS, only)) results.push(...(await part.run(isShort)));
	return totalsOf(results);
}

async function runLimits(isShort: boolean): Promise<LimitResult[]> {
	const provenance = measuredNow('queue --only limits', ['runtime', 'verify/queue']);
	const cluster = await Cluster.open({ concurrency: CONCURRENCY_AT_LIMITS });
	try {
		const results = await measureLimits(cluster, isShort ? SHORT_LIMITS : LIMITS);
		console.log(`\n${limitsTable(results)}\n`);
		const page = limitsPage(results, provenance);
		if (!isShort) await saveEvidence('limits', provenance, { results }, page);
		return results;
	} finally {
		await cluster.close();
	}
}

async function runKill(isShort: boolean): Promise<Results[]> {
	const measures = ['runtime', 'verify/queue', 'verify/judge'];
	const provenance = measuredNow('queue --only kill', measures);
	const plan = isShort ? SHORT : PLAN;
	const sandbox = await startSandbox({
		creators: Math.max(300, plan.reads),
		durations: { screening: plan.jobMs },
		logCapacity: 100_000,
	});
	const cluster = await Cluster.open({ concurrency: plan.concurrency });
	try {
		const outcome = await measure(cluster, sandbox, plan);
		const all = total(Object.values(outcome.counts));
		const objections = objectionsTo(all, outcome.around);
		const results: Results = { plan, objections, ...outcome };
		console.log(`\n${table(results)}\n`);
		if (!isShort) await saveEvidence('scaling', provenance, results, page(results, provenance));
		return [results];
	} finally {
		await cluster.close();
		await sandbox.close();
	}
}
