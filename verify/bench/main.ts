// The packed package in the real n8n, next to what users would pick instead, in one run. Fails if a goal is missed.
// With --short it measures for about two minutes, and fails only if items do.
import type { Totals } from '../../scripts/results';
import { type Arguments, chosen } from '../experiment';
import { writeDocument } from '../report/documents';
import { publishParts } from '../report/evidence';
import { measuredNow } from '../report/provenance';
import { chart } from './chart';
import { type Figure, missesGoal } from './figures';
import { page, writeReadme } from './report';
import * as scenarios from './scenarios';
import { Workbench } from './Workbench';

interface Scenario {
	id: string;
	full: (bench: Workbench) => Promise<Figure[]>;
	short?: Scenario['full'];
}

const { jobs, limits, othersAtTheLimit, rows, throughput } = scenarios;

const SCENARIOS: Scenario[] = [
	{ id: 'throughput', full: (on) => throughput(on, 500, 5), short: (on) => throughput(on, 500, 3) },
	{ id: 'manyItems', full: (on) => throughput(on, 5_000, 3) },
	{
		id: 'limits',
		full: async (on) => [...(await limits(on)), ...(await othersAtTheLimit(on))],
		short: limits,
	},
	{ id: 'jobs', full: (on) => jobs(on, 200, 50_000) },
	{ id: 'rows', full: (on) => rows(on, 3) },
];

interface Part {
	id: string;
	figures: Figure[];
}

export async function run({ isShort, only }: Arguments): Promise<Totals> {
	const provenance = measuredNow('bench', ['runtime', 'verify/bench']);
	const news: Part[] = [];
	const bench = await Workbench.open();
	try {
		await bench.start();
		// The first execution of an n8n is slower than all that follow.
		await throughput(bench, 50, 1);
		for (const { id, full, short } of chosen(SCENARIOS, only)) {
			const measure = isShort ? short : full;
			if (measure === undefined) continue;
			console.log(`Measuring: ${id}`);
			news.push({ id, figures: await measure(bench) });
		}
	} finally {
		await bench.close();
	}
	const at = ({ id }: Part) => SCENARIOS.findIndex((each) => each.id === id);
	const sorted = (parts: Part[]) =>
		[...parts].sort((a, b) => at(a) - at(b)).flatMap(({ figures }) => figures);
	await publishParts({
		...{ name: 'bench', news, provenance, isSaved: !isShort },
		idOf: ({ id }) => id,
		keepsOthers: !isShort && only !== undefined,
		page: (parts, from) => page(sorted(parts), from),
		more: async (parts, from) => {
			const figures = sorted(parts);
			await writeDocument('evidence/bench.svg', chart(figures, from), { isFormatted: true });
			await writeReadme(figures, from);
		},
	});
	const checked = sorted(news).filter(({ goal, isFirm }) => goal && (isFirm || !isShort));
	const failed = checked.filter(missesGoal).length;
	return { passed: checked.length - failed, failed };
}
