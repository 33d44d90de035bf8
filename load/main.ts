// The whole of `npm run test:load`: large loads on one process of the real n8n, three runs each.
// Prints a table, writes docs/load.json and docs/load.md, and fails if an item is lost or wrong, a
// paid request is doubled, or the memory of n8n grows. --only takes names of loads, separated by
// commas; the others stay in the files as they are. --short runs a tenth of each and writes nothing.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { savedFigures, writeDocument } from '../scripts/documents';
import { explain } from '../scripts/n8n/problem';
import { chosen } from '../scripts/only';
import { writeTotals } from '../scripts/results';
import { versionsNow } from '../scripts/versions';
import { objectionsTo, tally, type Result, type Run } from './figures';
import { LoadBed } from './LoadBed';
import { page, table, type Results } from './report';
import { scenarios, type Scenario } from './scenarios';

const RUNS = 3;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { short: { type: 'boolean', default: false }, only: { type: 'string' } },
	});
	const loads = chosen(scenarios, values.only).map((each) => (values.short ? tenthOf(each) : each));
	const load = await LoadBed.open(loads.length * (RUNS + 1));
	const results: Result[] = [];
	try {
		for (const [n, scenario] of loads.entries()) {
			if (n > 0) await load.restart();
			results.push(await carryOut(load, scenario));
			// A run of minutes is not to be lost with a later one.
			if (!values.short) await save(results);
		}
	} finally {
		await load.close();
	}
	console.log(`\n${table(results)}\n`);
	const failed = results.filter((result) => objectionsTo(result).length > 0).length;
	writeTotals('load', { passed: results.length - failed, failed });
	console.log(`${results.length - failed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
}

const tenthOf = (scenario: Scenario): Scenario => ({
	...scenario,
	size: scenario.size / 10,
	warmUpSize: scenario.size / 10,
});

async function carryOut(load: LoadBed, scenario: Scenario): Promise<Result> {
	const { id, label, size, warmUpSize } = scenario;
	console.log(label);
	const loadBefore = loadavg()[0];
	const runs: Run[] = [];
	for (const [n, count] of [warmUpSize, ...Array<number>(RUNS).fill(size)].entries()) {
		const { wanted, out, paid, ...seen } = await scenario.run(load, count);
		const heapMiB = await load.heapMiB();
		const run: Run = { ...tally({ wanted, out, paid }), ...seen, heapMiB };
		const { seconds, cpuSeconds, peakMiB } = run;
		const shown = `${run.right} of ${run.wanted}, ${seconds.toFixed(1)} s (CPU ${cpuSeconds.toFixed(1)} s), peak ${peakMiB.toFixed(0)} MiB, heap ${run.heapMiB.toFixed(1)} MiB`;
		console.log(`  ${n === 0 ? 'warm-up' : `run ${n}`}: ${shown}`);
		if (n > 0) runs.push(run);
	}
	const loadAverage: Result['loadAverage'] = [loadBefore, loadavg()[0]];
	return { id, label, warmUpSize, date: new Date().toISOString(), loadAverage, runs };
}

async function save(news: Result[]): Promise<void> {
	const results = withSaved(news);
	const isMissing = ({ id }: Scenario) => results.every((each) => each.id !== id);
	const all: Results = {
		date: new Date().toISOString(),
		versions: versionsNow(),
		cores: cpus().length,
		results,
		missing: scenarios.filter(isMissing).map(({ label }) => label),
	};
	await writeDocument('load.json', JSON.stringify(all));
	await writeDocument('load.md', page(all));
}

/** The new results, and of other loads those that were saved. */
function withSaved(results: Result[]): Result[] {
	const saved = savedFigures<Results>('load.json')?.results ?? [];
	return scenarios.flatMap(({ id }) => {
		const of = (some: Result[]) => some.filter((each) => each.id === id);
		return of(results).length > 0 ? of(results) : of(saved);
	});
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
