// The pack of docs/overnight.md over two nights, while n8n, its workers, Redis and PostgreSQL are killed at random
// moments. Fails if the books of the service and the rows of the pack do not agree, or if the ceiling did not hold.
import { startSandbox } from '../../sandbox';
import type { Totals } from '../../scripts/results';
import { type Arguments, totalsOf } from '../experiment';
import { Cluster } from '../harness/Cluster';
import { ensureServers } from '../harness/servers';
import { MINUTE } from '../harness/time';
import { saveEvidence } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { page, table } from './report';
import { type Plan, run as measure } from './run';

const PLAN: Omit<Plan, 'seed'> = {
	creators: 2_000,
	kills: 12,
	firstNight: 0.6,
	failingShare: 0.02,
	lostShare: 0.01,
};
const SHORT = { ...PLAN, creators: 60, kills: 3, lostShare: 0.05 };

/** Jobs of minutes by the clock of the service, which runs ten times as fast. */
const JOB_MS = 3 * MINUTE;
const FASTER = 0.1;
const REQUESTS_PER_SECOND = 40;
const CONCURRENCY = 5;

export async function run({ isShort, creators, kills, seed: given }: Arguments): Promise<Totals> {
	await ensureServers();
	const seed = given ?? Math.floor(Math.random() * 1e6);
	const plan: Plan = { ...(isShort ? SHORT : PLAN), ...(creators && { creators }), seed };
	if (kills !== undefined) plan.kills = kills;
	const command = `overnight --creators ${plan.creators} --kills ${plan.kills} --seed ${seed}`;
	console.log(`npm run verify -- ${command}`);
	const provenance = measuredNow(command, ['examples', 'runtime', 'verify/overnight']);
	const limit = { requests: REQUESTS_PER_SECOND, perSeconds: 1 };
	const sandbox = await startSandbox({
		durations: { screening: JOB_MS },
		timeScale: FASTER,
		rateLimit: limit,
		jobCapacity: 4 * plan.creators,
		logCapacity: 1_000 * plan.creators,
	});
	const cluster = await Cluster.open({ concurrency: CONCURRENCY });
	try {
		const figures = { plan, ...(await measure(cluster, sandbox, limit, plan)) };
		console.log(`\n${table(figures)}\n`);
		if (!isShort) await saveEvidence('overnight', provenance, figures, page(figures, provenance));
		return totalsOf(figures.results);
	} finally {
		await cluster.close();
		await sandbox.close();
	}
}
