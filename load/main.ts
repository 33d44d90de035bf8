// The whole of `npm run test:load`: large loads on one process of the real n8n, three runs each.
// Prints a table, writes docs/load.json and docs/load.md, and fails if an item is lost or wrong, a
// paid request is doubled, or the memory of n8n grows. --only takes names of loads, separated by
// commas, and writes nothing.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { writeDoc } from '../scripts/docs';
import { explain, Problem } from '../scripts/n8n/problem';
import { currentLine, Runtime } from '../scripts/n8n/runtime';
import { writeTotals } from '../scripts/results';
import { packageJson } from '../test/support/package';
import { objectionsTo, tally, type Result, type Run } from './figures';
import { LoadBed } from './LoadBed';
import { page, table, type Results } from './report';
import { scenarios, type Scenario } from './scenarios';

const RUNS = 3;

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { only: { type: 'string' } } });
	const chosen = choose(values.only);
	const loadAtStart = loadavg()[0];
	const load = await LoadBed.open(chosen.length * (RUNS + 1));
	const results: Result[] = [];
	try {
		for (const [n, scenario] of chosen.entries()) {
			if (n > 0) await load.restart();
			results.push(await carryOut(load, scenario));
		}
	} finally {
		await load.close();
	}
	console.log(`\n${table(results)}\n`);
	if (values.only === undefined) {
		await save({
			date: new Date().toISOString(),
			versions: {
				package: packageJson.version,
				n8n: new Runtime(currentLine).version,
				node: process.versions.node,
			},
			machine: { cores: cpus().length, loadAtStart, loadAtEnd: loadavg()[0] },
			results,
		});
	}
	const failed = results.filter((result) => objectionsTo(result).length > 0).length;
	writeTotals('load', { passed: results.length - failed, failed });
	console.log(`${results.length - failed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
}

function choose(only?: string): Scenario[] {
	if (only === undefined) return scenarios;
	return only.split(',').map((id) => {
		const found = scenarios.find((each) => each.id === id);
		if (!found) throw new Problem(`--only takes ${scenarios.map((each) => each.id).join(', ')}.`);
		return found;
	});
}

async function carryOut(load: LoadBed, scenario: Scenario): Promise<Result> {
	const { id, label, size, warmUpSize } = scenario;
	console.log(label);
	const runs: Run[] = [];
	for (const [n, count] of [warmUpSize, ...Array<number>(RUNS).fill(size)].entries()) {
		const seen = await scenario.run(load, count);
		const { seconds, peakMiB, objections } = seen;
		const run = { ...tally(seen), seconds, peakMiB, objections, heapMiB: await load.heapMiB() };
		const shown = `${run.right} of ${run.wanted}, ${seconds.toFixed(1)} s, peak ${peakMiB.toFixed(0)} MiB, heap ${run.heapMiB.toFixed(1)} MiB`;
		console.log(`  ${n === 0 ? 'warm-up' : `run ${n}`}: ${shown}`);
		if (n > 0) runs.push(run);
	}
	return { id, label, warmUpSize, runs };
}

async function save(results: Results): Promise<void> {
	await writeDoc('load.json', JSON.stringify(results));
	await writeDoc('load.md', page(results));
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
