import { type Provenance, sentence } from '../report/provenance';
import { markdown } from '../report/tables';
import { bandOf, type Figure, goalOf, missesGoal, shown } from './figures';

const rowOf = (figure: Figure): string[] => [
	figure.label,
	shown(figure.value, figure.unit),
	bandOf(figure),
	goalOf(figure),
	figure.goal === undefined ? '' : missesGoal(figure) ? 'MISSED' : 'met',
];

/** How many goals are met, and which ones are not. */
function goalsOf(figures: Figure[]): string {
	const goals = figures.filter(({ goal }) => goal !== undefined);
	const missed = goals.filter(missesGoal);
	const met = `${goals.length - missed.length} of ${goals.length} goals are met.`;
	if (missed.length === 0) return met;
	const lines = missed.map((figure) => {
		const [label, value] = rowOf(figure);
		return `- ${figure.group}: ${label}: ${value}, goal: ${goalOf(figure)}`;
	});
	return [met, 'These are missed:', '', ...lines].join('\n');
}

/** docs/evidence/bench.md. */
export function page(figures: Figure[], provenance: Provenance): string {
	const groups = [...new Set(figures.map(({ group }) => group))];
	return [
		'# Next to what users would pick instead',
		`The packed package in the real n8n, next to n8n's own nodes, in one run on one machine. ${sentence(provenance)} All figures are in [bench.json](bench.json).`,
		'![Reads a second of the HTTP Request node and of this package](bench.svg)',
		'## Goals',
		goalsOf(figures),
		'## How the others are set',
		[
			'- **HTTP Request node, reads**: its default, which sends all requests at once. Batching only slows it down.',
			'- **HTTP Request node, a service that allows 10 requests a second**: its default, and Batching of 10 items per 1,000 ms with Retry On Fail (5 tries, 5 seconds apart) and On Error: Continue. The user has to know the limit for this.',
			'- **HTTP Request, Wait and IF in a loop**: all jobs are submitted, then those that are still running are polled again and again. All times of jobs are a twentieth of real ones: jobs take 0.05 to 50 s, our _Poll Interval_ is 0.05 s, which stands for 1 s, and the loop waits 0.25 s, which stands for 5 s.',
			'- **HTTP Request node, lists**: its own pagination, with pages as large as ours, and Split Out.',
			"- **Bare loop**: a node that calls n8n's helper, so many at once, and nothing else. No node can be faster: its speed is the ceiling that ours is measured against.",
		].join('\n'),
		...groups.flatMap((group) => [
			`## ${group}`,
			markdown(
				['', 'median', 'rounds', 'goal', ''],
				figures.filter((figure) => figure.group === group).map(rowOf),
			),
		]),
	].join('\n\n');
}
