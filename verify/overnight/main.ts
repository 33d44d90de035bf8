// What n8n in queue mode does. `limits`: two workers share a limit of the service. Fails if an item is missing, if one
// worker took nothing, or if a larger share of the requests was rejected than is expected. `nights`: the pack of
// docs/overnight.md over two nights, while n8n, its workers, Redis and PostgreSQL are killed at random moments. Fails if
// the books of the service and the rows of the pack do not agree, or if the ceiling did not hold.
import { startSandbox } from '../../sandbox';
import type { Totals } from '../../scripts/results';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { Cluster } from '../harness/Cluster';
import { ensureServers } from '../harness/servers';
import { MINUTE } from '../harness/time';
import { publish } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { LIMITS, limitsPage, measureLimits, SHORT_LIMITS } from './limits';
import { page } from './report';
import { type Plan, run as measure } from './run';

const PLAN = { creators: 2_000, firstNight: 0.6, failingShare: 0.02, lostShare: 0.01 };
const SHORT = { ...PLAN, creators: 60, kills: 3, lostShare: 0.05 };

/** Jobs of minutes by the clock of the service, which runs ten times as fast. */
const JOB_MS = 3 * MINUTE;
const FASTER = 0.1;
const REQUESTS_PER_SECOND = 40;

type Part = (args: Arguments, cluster: Cluster) => Promise<Array<{ objections: string[] }>>;

const limits: Part = async ({ isShort }, cluster) => {
	const provenance = measuredNow('overnight --only limits', ['runtime', 'verify/overnight']);
	const results = await measureLimits(cluster, isShort ? SHORT_LIMITS : LIMITS);
	const page = limitsPage(results, provenance);
	publish({ name: 'limits', provenance, figures: { results }, page, isSaved: !isShort });
	return results;
};

const nights: Part = async ({ isShort, seed, creators = PLAN.creators }, cluster) => {
	// More creators take longer, in which more goes wrong.
	const long = { ...PLAN, creators, kills: 10 + Math.ceil(creators / 1_000) };
	const plan: Plan = { ...(isShort ? SHORT : long), seed };
	const command = `overnight --only nights --seed ${seed} --creators ${plan.creators}`;
	const provenance = measuredNow(command, ['examples', 'runtime', 'verify/overnight']);
	const limit = { requests: REQUESTS_PER_SECOND, perSeconds: 1 };
	const sandbox = await startSandbox({
		durations: { screening: JOB_MS },
		timeScale: FASTER,
		rateLimit: limit,
		jobCapacity: 4 * plan.creators,
		logCapacity: 1_000 * plan.creators,
	});
	try {
		const figures = await measure(cluster, sandbox, limit, plan);
		const text = page(figures, provenance);
		publish({ name: 'overnight', provenance, figures, page: text, isSaved: !isShort });
		return figures.results;
	} finally {
		await sandbox.close();
	}
};

const PARTS = [
	{ id: 'limits', measure: limits },
	{ id: 'nights', measure: nights },
];

export async function run(args: Arguments): Promise<Totals> {
	await ensureServers();
	const results: Array<{ objections: string[] }> = [];
	for (const part of chosen(PARTS, args.only)) {
		const cluster = await Cluster.open();
		try {
			results.push(...(await part.measure(args, cluster)));
		} finally {
			await cluster.close();
		}
	}
	return totalsOf(results);
}
