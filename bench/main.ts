// The whole of `npm run bench`: the real n8n with the packed package, beside what users would pick
// instead, in one run. It saves docs/bench/results.json and results.svg. With --short it measures
// for about two minutes, saves nothing, and fails if a figure is much worse than the saved one.
// --only takes names of scenarios, separated by commas.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { explain } from '../scripts/n8n/problem';
import { chosen } from '../scripts/only';
import { writeTotals } from '../scripts/results';
import { versionsNow } from '../scripts/versions';
import { isRegression, MARGIN, meetsGoal, shown, type Figure } from './figures';
import { earlier, print, save } from './report';
import { flaky, limits, othersAtTheLimit } from './scenarios/limits';
import { jobs } from './scenarios/jobs';
import { rows } from './scenarios/rows';
import { perItem, throughput } from './scenarios/throughput';
import { startUp, weight } from './scenarios/weight';
import { Workbench } from './Workbench';

type Scenario = (bench: Workbench) => Promise<Figure[]>;

const FULL: Record<string, Scenario> = {
	throughput: async (bench) => await throughput(bench, 500, 5),
	manyItems: async (bench) => await throughput(bench, 5_000, 3),
	perItem: async (bench) => await perItem(bench, [100, 1_000, 10_000]),
	limits: async (bench) => [...(await limits(bench, 200)), ...(await othersAtTheLimit(bench, 200))],
	flaky: async (bench) => await flaky(bench, 200),
	jobs: async (bench) => await jobs(bench, 200, 50_000),
	weight: async (bench) => [...(await weight(bench, 5)), ...(await startUp(bench, 3))],
	rows: async (bench) => await rows(bench, 3),
};

const SHORT: Record<string, Scenario> = {
	throughput: async (bench) => await throughput(bench, 500, 3),
	// As many as in the full form: the refusals are those of the beginning.
	limits: async (bench) => await limits(bench, 200, ['limited', 'limitedRetryAfter']),
	flaky: async (bench) => await flaky(bench, 60),
	weight: async (bench) => await weight(bench, 3),
};

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { short: { type: 'boolean', default: false }, only: { type: 'string' } },
	});
	const all = Object.entries(values.short ? SHORT : FULL).map(([id, run]) => ({ id, run }));
	const scenarios = chosen(all, values.only);
	const loadAtStart = loadavg()[0];
	const bench = await Workbench.open();
	let figures: Figure[];
	try {
		await bench.start();
		// The first execution of an n8n is slower than all that follow.
		await throughput(bench, 50, 1);
		figures = await measure(bench, scenarios, { twice: values.short });
	} finally {
		await bench.close();
	}
	if (values.short) return compare(figures);
	if (values.only !== undefined) return;
	save({
		date: new Date().toISOString(),
		versions: versionsNow(),
		machine: { cores: cpus().length, loadAtStart, loadAtEnd: loadavg()[0] },
		figures,
	});
}

/** Twice: a machine that was busy for a moment has measured badly, what is worse again is worse. */
async function measure(
	bench: Workbench,
	scenarios: Array<{ id: string; run: Scenario }>,
	{ twice }: { twice: boolean },
): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const { id, run } of scenarios) {
		console.log(`Measuring: ${id}`);
		let found = await run(bench);
		if (twice && found.some(isWorse)) {
			const second = await run(bench);
			found = found.map((first, at) => (isWorse(first) ? second[at] : first));
		}
		print(found);
		figures.push(...found);
	}
	return figures;
}

const saved = earlier()?.figures ?? [];

function savedOf({ id }: Figure): Figure | undefined {
	return saved.find((then) => then.id === id);
}

function isWorse(now: Figure): boolean {
	const then = savedOf(now);
	if (now.watched !== true) return false;
	return then === undefined ? meetsGoal(now) === false : isRegression(now, then);
}

function compare(figures: Figure[]): void {
	const watched = figures.filter((figure) => figure.watched);
	const worse = watched.filter(isWorse);
	for (const now of worse) {
		const then = savedOf(now);
		console.error(
			`Worse than the saved result by more than ${MARGIN * 100} %: ${now.group}, ${now.label}: ${shown(now)}${then ? `, was ${shown(then)}` : ''}`,
		);
	}
	writeTotals('bench', { passed: watched.length - worse.length, failed: worse.length });
	if (worse.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
