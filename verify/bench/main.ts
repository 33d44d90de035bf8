// The packed package in the real n8n, next to what users would pick instead, in one run. Fails if a goal is missed.
// With --short it measures for about two minutes, and fails only if items do.
import type { Totals } from '../../scripts/results';
import { type Arguments, chosen } from '../experiment';
import { publish, writeDocument } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { chart } from './chart';
import { type Figure, missesGoal } from './figures';
import { page } from './report';
import { jobs, limits, rows, throughput } from './scenarios';
import { Workbench } from './Workbench';

interface Scenario {
	id: string;
	measure: (bench: Workbench) => Promise<Figure[]>;
}

const SCENARIOS: Scenario[] = [
	{ id: 'throughput', measure: async (on) => await throughput(on, 500, 5) },
	{ id: 'manyItems', measure: async (on) => await throughput(on, 5_000, 3) },
	{ id: 'limits', measure: limits },
	{ id: 'jobs', measure: async (on) => await jobs(on, 200, 50_000) },
	{ id: 'rows', measure: async (on) => await rows(on, 3) },
];
const SHORT = 'throughput,limits';

export async function run({
	isShort,
	only = isShort ? SHORT : undefined,
}: Arguments): Promise<Totals> {
	const provenance = measuredNow('bench', ['runtime', 'verify/bench']);
	const figures: Figure[] = [];
	const bench = await Workbench.open();
	try {
		// The first execution of an n8n is slower than all that follow.
		await throughput(bench, 50, 1);
		for (const { id, measure } of chosen(SCENARIOS, only)) {
			console.log(`Measuring: ${id}`);
			figures.push(...(await measure(bench)));
		}
	} finally {
		await bench.close();
	}
	publish({
		...{ name: 'bench', provenance, figures: { figures }, page: page(figures, provenance) },
		isSaved: only === undefined,
	});
	const drawn = chart(figures, provenance);
	if (drawn !== undefined && only === undefined) {
		writeDocument('evidence/bench.svg', drawn);
	}
	const checked = figures.filter(({ goal }) => goal && (goal.isFirm || !isShort));
	const failed = checked.filter(missesGoal).length;
	return { passed: checked.length - failed, failed };
}
