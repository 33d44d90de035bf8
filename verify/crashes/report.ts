import { total } from '../judge/judge';
import { meanings } from '../report/evidence';
import { type Provenance, sentence } from '../report/provenance';
import { markdown } from '../report/tables';
import type { Run } from './run';
import { scenarios } from './scenarios';
import { JUDGED, MORE, type Verdict } from './verdict';

/** One line of n8n, run through all scenarios. */
export interface LineRun extends Run {
	line: string;
	provenance: Provenance;
	seconds: number;
}

/** docs/evidence/crashes.md; the newest line first. */
export const page = (runs: LineRun[]): string =>
	[
		'# What a crash of n8n does to the trigger',
		'n8n dies at every moment of a poll that can be distinguished from outside, and starts again. The moments are a request to the service, its response, and a change to the database, just before and just after. Each moment is in [crashes.json](crashes.json).',
		markdown(HEADS, runs.flatMap(totals)),
		'_States_ are what n8n leaves behind on the disk. Moments that leave the same bytes behind share one restart. _Repeated_, _crashed_ and _in doubt_ are numbers of moments.',
		...runs.map(summary),
		'## The scenarios',
		scenarios.map(({ label, what }) => `- **${label}**: ${what}`).join('\n'),
		'## What is counted',
		meanings(JUDGED, MORE),
		'## How it works',
		[
			'- n8n goes through each scenario once. At each moment it stops, and all of its files are copied as they are then. That is what a kill with -9 leaves behind. At the end of a scenario n8n is killed with -9, and the last copy is compared with what is on the disk.',
			'- Then n8n is started on each copy, with nothing in memory, as after a crash. It runs until two polls in a row have emitted nothing new.',
			'- What was emitted before the crash and after it is counted together.',
		].join('\n'),
		'## What n8n itself does',
		[
			"- n8n saves the trigger's state a few milliseconds before it records the execution. If it is killed before the next poll, the trigger cannot know whether the event was emitted. It emits it again, with the same `job.eventId`. So it is repeated at many moments, and lost at none.",
			'- An execution that n8n was killed in is shown as crashed, and n8n does not run it again. If the next poll had begun before, the trigger takes the event for one that was emitted, and does not emit it again. This is what _crashed_ counts. It happens only to executions that last longer than the time between two polls.',
			'- If n8n is killed after a request was announced and before its outcome was saved, it is unknown whether the service received it. The trigger does not send it again, and says so on the output _Submitted_.',
			'- If n8n is killed while it starts the execution of an item on _Submitted_, that item may not be emitted. The result of its job is.',
		].join('\n'),
		'See [the trigger in detail](../trigger.md).',
	].join('\n\n');

function summary({ provenance, seconds, results, restarts, isKillAsRecorded }: LineRun): string {
	const unexpected = results.filter(({ verdict }) => verdict.objections.length > 0);
	const kill = isKillAsRecorded
		? 'Each real kill left behind what the last copy holds.'
		: '**A real kill left behind something else than the last copy holds.**';
	return [
		`${sentence(provenance)} ${results.length - unexpected.length} of ${results.length} moments as expected, ${restarts} restarts in ${seconds} s. ${kill}`,
		...unexpected.map(
			({ scenario, moment, verdict }) =>
				`- **Not as expected**: ${scenario}, ${moment}: ${verdict.objections.join('; ')}`,
		),
	].join('\n');
}

const HEADS = [
	...['n8n', 'Scenario', 'moments', 'states', 'right', 'doubled', 'lost', 'wrong', 'unsaid'],
	...['repeated', 'crashed', 'in doubt'],
];

const totals = ({ provenance, results }: LineRun): Array<Array<string | number>> =>
	scenarios.map(({ id, label }) => {
		const here = results.filter(({ scenario }) => scenario === id);
		const count = (test: (verdict: Verdict) => boolean) =>
			here.filter(({ verdict }) => test(verdict)).length;
		const { right, doubled, lost, wrong, unsaid } = total(here.map(({ verdict }) => verdict));
		return [
			...[provenance.versions.n8n, label, here.length, new Set(here.map((one) => one.state)).size],
			...[right, doubled, lost, wrong, unsaid],
			count(({ repeated }) => repeated > 0),
			count(({ crashed }) => crashed > 0),
			count(({ isInDoubt }) => isInDoubt),
		];
	});
