// n8n in queue mode with two workers, PostgreSQL and Redis. Half-way through the calls one worker is
// killed and another one is added; later, Redis is restarted. Fails if a paid request was doubled, a
// result is wrong, or a job is lost that nothing names.
import { startSandbox } from '../../sandbox';
import type { Totals } from '../../scripts/results';
import { type Arguments, totalsOf } from '../experiment';
import { Cluster } from '../harness/Cluster';
import { ensureServers } from '../harness/servers';
import { total } from '../judge/judge';
import { saveEvidence } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { objectionsTo } from './figures';
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
/** Long enough for the worker to be busy when it is killed. */
const SHORT: Plan = { ...PLAN, jobs: 60, reads: 12 };

export async function run({ isShort }: Arguments): Promise<Totals> {
	const provenance = measuredNow('queue', ['runtime', 'verify/queue', 'verify/judge']);
	const plan = isShort ? SHORT : PLAN;
	await ensureServers();
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
		return totalsOf([results]);
	} finally {
		await cluster.close();
		await sandbox.close();
	}
}
