// Large loads on one process of the real n8n, several runs each. Fails if an item is lost or wrong, a
// paid request is doubled, or the memory of n8n grows. --short runs a tenth of each.
import { loadavg } from 'node:os';

import type { Totals } from '../../scripts/results';
import { type Arguments, chosen, totalsOf } from '../experiment';
import { heapMeasured, heapNow } from '../harness/memory';
import { startServices } from '../harness/services';
import { Harness } from '../harness/Harness';
import { judge } from '../judge/judge';
import { saveParts } from '../report/evidence';
import { measuredNow, type Provenance } from '../report/provenance';
import { objectionsTo, type Result, type Run, runsOf } from './figures';
import { page, table } from './report';
import { type Scenario, scenarios, type Site } from './scenarios';

const MAX_JOBS = 100_000;
const SHORT = { part: 10, runs: 2 };

export async function run({ isShort, only }: Arguments): Promise<Totals> {
	const provenance = measuredNow('load', ['verify/load', 'verify/judge']);
	const loads = chosen(scenarios, only).map((each) => ({
		...each,
		size: isShort ? each.size / SHORT.part : each.size,
		runs: isShort ? SHORT.runs : runsOf(each.size),
	}));
	const accounts = loads.reduce((sum, { runs }) => sum + runs + 1, 0);
	const environment = (folder: string) => heapMeasured(folder, true);
	const harness = await Harness.open('load', accounts, environment, { jobCapacity: MAX_JOBS });
	const services = await startServices();
	const results: Result[] = [];
	try {
		for (const [n, scenario] of loads.entries()) {
			// Memory that n8n took for other work is not given back.
			if (n > 0) await harness.restart();
			results.push(await carryOut({ harness, services }, scenario, provenance));
			// A run of minutes is not to be lost with a later one.
			if (!isShort) await save(results, provenance, only);
		}
	} finally {
		await harness.close();
		await services.close();
	}
	console.log(`\n${table(results)}\n`);
	return totalsOf(results.map((result) => ({ objections: objectionsTo(result) })));
}

async function carryOut(
	site: Site,
	{ id, label, size, runs: count, run: act }: Scenario & { runs: number },
	provenance: Provenance,
): Promise<Result> {
	console.log(label);
	const loadBefore = loadavg()[0];
	const runs: Run[] = [];
	// n8n loads code and fills its caches when it first does something: one run does not count.
	for (let n = 0; n <= count; n++) {
		const { measured, seen, isInOrder = true } = await act(site, size);
		const verdict = judge(seen, 'whole');
		if (!isInOrder) verdict.objections.push('the items are not in order');
		const found = { ...verdict, ...measured, heapMiB: await heapNow(site.harness.own) };
		const { right, wanted, seconds, cpuSeconds, peakMiB, heapMiB } = found;
		const shown = `${right} of ${wanted}, ${seconds.toFixed(1)} s (CPU ${cpuSeconds.toFixed(1)} s), peak ${peakMiB.toFixed(0)} MiB, heap ${heapMiB.toFixed(1)} MiB`;
		console.log(`  ${n === 0 ? 'warm-up' : `run ${n}`}: ${shown}`);
		if (n > 0) runs.push(found);
	}
	return { id, label, provenance, loadAverage: [loadBefore, loadavg()[0]], runs };
}

async function save(news: Result[], provenance: Provenance, only = 'so far'): Promise<void> {
	const at = ({ id }: Result) => scenarios.findIndex((each) => each.id === id);
	await saveParts({
		...{ name: 'load', news, only, provenance },
		idOf: ({ id }) => id,
		page: (results) => page([...results].sort((a, b) => at(a) - at(b))),
	});
}
