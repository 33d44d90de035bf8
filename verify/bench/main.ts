// The packed package in the real n8n, next to what users would pick instead, in one run. Fails if a goal
// is missed. With --short it measures for about two minutes, and fails if a figure is below its floor.
import type { Totals } from '../../scripts/results';
import { writeDocument } from '../report/documents';
import { type Arguments, chosen } from '../experiment';
import { saveParts } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { chart } from './chart';
import { limitOf, missesFloor, missesGoal, named, shown, type Figure } from './figures';
import { page, table, writeReadme } from './report';
import { flaky, limits, othersAtTheLimit } from './scenarios/limits';
import { jobs } from './scenarios/jobs';
import { rows } from './scenarios/rows';
import { perItem, throughput } from './scenarios/throughput';
import { startUp, weight } from './scenarios/weight';
import { Workbench } from './Workbench';

interface Scenario {
	id: string;
	full: (bench: Workbench) => Promise<Figure[]>;
	short?: Scenario['full'];
}

const SCENARIOS: Scenario[] = [
	{ id: 'throughput', full: (on) => throughput(on, 500, 5), short: (on) => throughput(on, 500, 3) },
	{ id: 'manyItems', full: (on) => throughput(on, 5_000, 3) },
	{ id: 'perItem', full: (on) => perItem(on, [100, 1_000, 10_000]) },
	{
		id: 'limits',
		full: async (on) => [...(await limits(on)), ...(await othersAtTheLimit(on))],
		short: (on) => limits(on, ['limited', 'limitedRetryAfter']),
	},
	{ id: 'flaky', full: (on) => flaky(on, 200), short: (on) => flaky(on, 60) },
	{ id: 'jobs', full: (on) => jobs(on, 200, 50_000) },
	{ id: 'weight', full: async (on) => [...(await weight(on, 5)), ...(await startUp(on, 3))] },
	{ id: 'rows', full: (on) => rows(on, 3) },
];

interface Part {
	id: string;
	figures: Figure[];
}

export async function run({ isShort, only }: Arguments): Promise<Totals> {
	const provenance = measuredNow('bench', ['runtime', 'verify/bench']);
	const parts: Part[] = [];
	const bench = await Workbench.open();
	try {
		await bench.start();
		// The first execution of an n8n is slower than all that follow.
		await throughput(bench, 50, 1);
		for (const { id, full, short } of chosen(SCENARIOS, only)) {
			const measure = isShort ? short : full;
			if (measure === undefined) continue;
			console.log(`Measuring: ${id}`);
			const figures = await repeated(async () => await measure(bench), { isShort });
			console.log(`${table(figures)}\n`);
			parts.push({ id, figures });
		}
	} finally {
		await bench.close();
	}
	if (!isShort) {
		const at = ({ id }: Part) => SCENARIOS.findIndex((each) => each.id === id);
		let saved: Figure[] = [];
		let from = provenance;
		await saveParts({
			...{ name: 'bench', news: parts.map(rounded), only, provenance },
			idOf: ({ id }) => id,
			page: (all, oldest) => {
				from = oldest;
				saved = [...all].sort((a, b) => at(a) - at(b)).flatMap(({ figures }) => figures);
				return page(saved, from);
			},
		});
		await writeDocument('evidence/bench.svg', chart(saved, from), { isFormatted: true });
		await writeReadme(saved, from);
	}
	return outcomeOf(
		parts.flatMap(({ figures }) => figures),
		{ isShort },
	);
}

const TRIES = 3;

/** A machine that was busy for a moment has measured badly; what is below its floor each time is slow. */
async function repeated(
	measure: () => Promise<Figure[]>,
	{ isShort }: { isShort: boolean },
): Promise<Figure[]> {
	let figures = await measure();
	for (let left = TRIES - 1; isShort && left > 0 && figures.some(missesFloor); left--) {
		const again = await measure();
		figures = figures.map((figure, at) => (missesFloor(figure) ? again[at] : figure));
	}
	return figures;
}

const rounded = ({ id, figures }: Part): Part => ({
	id,
	figures: figures.map((each) => ({ ...each, value: Number(each.value.toPrecision(4)) })),
});

/** The full form is held to the goals, the short one to the floors. */
export function outcomeOf(figures: Figure[], { isShort }: { isShort: boolean }): Totals {
	const limit = isShort ? 'floor' : 'goal';
	const misses = isShort ? missesFloor : missesGoal;
	const checked = figures.filter((figure) => figure[limit] !== undefined);
	const missed = checked.filter(misses);
	for (const figure of missed) {
		const due = limitOf(figure[limit], figure.unit);
		console.error(`The ${limit} is missed: ${named(figure)}: ${shown(figure)}, ${due}`);
	}
	return { passed: checked.length - missed.length, failed: missed.length };
}
