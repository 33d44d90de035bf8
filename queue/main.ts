// The whole of `npm run test:queue`: n8n in queue mode with two workers, PostgreSQL and Redis. Half-way
// through 600 calls one worker is killed and another one is added; later, Redis is restarted. Prints
// what became of every call, writes docs/scaling.json and docs/scaling.md, and fails if a paid request
// was doubled, a result is wrong, or a job is lost that nothing names. --jobs N makes it shorter, and
// writes nothing.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { startSandbox } from '../sandbox';
import { writeDocument } from '../scripts/documents';
import { explain, Problem } from '../scripts/n8n/problem';
import { writeTotals } from '../scripts/results';
import { versionsNow } from '../scripts/versions';
import { Cluster } from '../test/e2e/queue/Cluster';
import { ensureServers } from '../test/e2e/queue/servers';
import { objectionsTo, sumOf } from './figures';
import { page, table, type Results } from './report';
import { type Outcome, type Plan, run } from './run';

const PLAN: Plan = {
	jobs: 500,
	reads: 100,
	perSecond: 6,
	jobMs: 3_000,
	concurrency: 10,
	redisDownMs: 3_000,
};

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { jobs: { type: 'string' } } });
	const plan = values.jobs === undefined ? PLAN : shorter(Number(values.jobs));
	const loadAtStart = loadavg()[0];
	await ensureServers();
	const outcome = await measured(plan);
	const objections = objectionsTo(sumOf(Object.values(outcome.tallies)), outcome.around);
	const results: Results = {
		date: new Date().toISOString(),
		versions: versionsNow(),
		machine: { cores: cpus().length, loadAtStart, loadAtEnd: loadavg()[0] },
		plan,
		objections,
		...outcome,
	};
	console.log(`\n${table(results)}\n`);
	if (values.jobs === undefined) {
		await writeDocument('scaling.json', JSON.stringify(results));
		await writeDocument('scaling.md', page(results));
	}
	const failed = objections.length;
	writeTotals('scale', { passed: failed === 0 ? 1 : 0, failed });
	if (failed > 0) process.exitCode = 1;
}

function shorter(jobs: number): Plan {
	if (!Number.isInteger(jobs) || jobs < 1) throw new Problem('--jobs takes a number above 0.');
	return { ...PLAN, jobs, reads: Math.ceil(jobs / 5) };
}

async function measured(plan: Plan): Promise<Outcome> {
	const sandbox = await startSandbox({
		creators: Math.max(300, plan.reads),
		durations: { screening: plan.jobMs },
		logCapacity: 100_000,
	});
	const cluster = await Cluster.open({ concurrency: plan.concurrency });
	try {
		return await run(cluster, sandbox, plan);
	} finally {
		await cluster.close();
		await sandbox.close();
	}
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
