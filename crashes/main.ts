// The whole of `npm run test:e2e -- --crash`: n8n dies at every moment of a poll, and starts again.
// Prints a table, writes docs/crashes.json and docs/crashes.md, and fails if a moment is not as
// expected. --n8n takes a line; what the files hold of other lines stays as it is.
import { parseArgs } from 'node:util';

import { savedFigures, writeDocument } from '../scripts/documents';
import { explain, Problem } from '../scripts/n8n/problem';
import { currentLine, isLine, lines } from '../scripts/n8n/runtime';
import { writeTotals } from '../scripts/results';
import { versionsNow } from '../scripts/versions';
import { Prepared } from './Instance';
import { page, table, type LineRun, type Results } from './report';
import { runScenario, type Run } from './run';
import { scenarios } from './scenarios';

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { n8n: { type: 'string', default: currentLine } } });
	const { n8n: line } = values;
	if (!isLine(line)) throw new Problem(`--n8n takes ${lines.join(' or ')}.`);
	const prepared = await Prepared.make(line);
	const began = Date.now();
	const secondsSince = () => Math.round((Date.now() - began) / 1_000);
	let runs: Run[];
	try {
		const say = (text: string) => console.log(`${secondsSince()} s  ${text}`);
		// Starting takes a core, and then there is mostly waiting: all scenarios at once.
		const running = scenarios.map((scenario) => runScenario(prepared, scenario, say));
		await Promise.allSettled(running);
		runs = await Promise.all(running);
	} finally {
		await prepared.remove();
	}
	const run: LineRun = {
		line,
		date: new Date().toISOString(),
		versions: versionsNow(line),
		seconds: secondsSince(),
		restarts: runs.reduce((sum, { restarts }) => sum + restarts, 0),
		isKillAsRecorded: runs.every(({ isKillAsRecorded }) => isKillAsRecorded),
		results: runs.flatMap(({ results }) => results),
	};
	console.log(`\n${table(run, scenarios)}\n`);
	await save(run);
	const failed = run.results.filter(({ verdict }) => verdict.objections.length > 0).length;
	const passed = run.results.length - failed;
	writeTotals('crash', { passed, failed });
	console.log(`${passed} passed, ${failed} failed; ${run.restarts} restarts in ${run.seconds} s`);
	if (!run.isKillAsRecorded) console.log('A real kill left behind something else than recorded');
	if (failed > 0 || !run.isKillAsRecorded) process.exitCode = 1;
}

async function save(run: LineRun): Promise<void> {
	const saved = savedFigures<Results>('crashes.json')?.runs ?? [];
	const found = [run, ...saved.filter(({ line }) => line !== run.line)];
	const runs = lines.flatMap((line) => found.filter((each) => each.line === line));
	await writeDocument('crashes.json', JSON.stringify({ runs }));
	await writeDocument('crashes.md', page({ runs }, scenarios));
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
