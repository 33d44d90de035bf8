// Two workers of n8n in queue mode share a limit of the service. Fails if an item is missing, if one worker took
// nothing, or if a larger share of the requests was rejected than is expected.
import type { Totals } from '../../scripts/results';
import { type Arguments, totalsOf } from '../experiment';
import { Cluster } from '../harness/Cluster';
import { ensureServers } from '../harness/servers';
import { saveEvidence } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { LIMITS, limitsPage, limitsTable, measureLimits, SHORT_LIMITS } from './limits';

/** Half of the executions for each of the two workers. */
const CONCURRENCY = 5;

export async function run({ isShort }: Arguments): Promise<Totals> {
	await ensureServers();
	const provenance = measuredNow('queue', ['runtime', 'verify/queue']);
	const cluster = await Cluster.open({ concurrency: CONCURRENCY });
	try {
		const results = await measureLimits(cluster, isShort ? SHORT_LIMITS : LIMITS);
		console.log(`\n${limitsTable(results)}\n`);
		const page = limitsPage(results, provenance);
		if (!isShort) await saveEvidence('limits', provenance, { results }, page);
		return totalsOf(results);
	} finally {
		await cluster.close();
	}
}
