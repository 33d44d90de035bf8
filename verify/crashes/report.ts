import { aligned, markdown } from '../report/tables';
import { meanings } from '../report/evidence';
import { type Provenance, sentence } from '../report/provenance';
import type { Result, Run } from './run';
import type { Scenario } from './scenarios';
import { COUNTED, JUDGED, MORE, type Verdict } from './verdict';

/** One line of n8n, run through all scenarios. */
export interface LineRun extends Run {
	line: string;
	provenance: Provenance;
	seconds: number;
}

type Names = Pick<Scenario, 'id' | 'label' | 'what'>;

/** For the terminal: one line per moment. */
export function table({ results }: Run, scenarios: Names[]): string {
	const rows = scenarios.flatMap(({ id, label }) =>
		ofScenario(results, id).map(({ moment, state, verdict }, index) => [
			label,
			`${index + 1} ${moment}`,
			String(state),
			...COUNTED.map((name) => String(verdict[name])),
			outcome(verdict),
		]),
	);
	return aligned([['Scenario', 'Moment', 'state', ...COUNTED, ''], ...rows]);
}

const ofScenario = (results: Result[], id: Scenario['id']): Result[] =>
	results.filter(({ scenario }) => scenario === id);

function outcome({ isInDoubt, objections, repeated, right, crashed }: Verdict): string {
	if (objections.length > 0) return `not as expected: ${objections.join('; ')}`;
	if (isInDoubt) return 'the trigger says that the request may have been submitted';
	if (crashed > 0) return 'is in an execution that n8n shows as crashed';
	if (repeated > 0 && right > 0) return 'emitted twice, with the same ID';
	return 'emitted';
}

/** docs/evidence/crashes.md; the newest line first. */
export function page(runs: LineRun[], scenarios: Names[]): string {
	return [
		'# What a crash of n8n does to the trigger',
		'n8n dies at every moment of a poll that can be distinguished from outside, and starts again. The moments are a request to the service, its response, and a change to the database, just before and just after. All figures are in [crashes.json](crashes.json).',
		'## Totals',
		totals(runs, scenarios),
		'_States_ are what n8n leaves behind on the disk. Moments that leave the same bytes behind share one restart. _Repeated_, _crashed_ and _in doubt_ are numbers of moments.',
		...runs.map(summary),
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
		...runs.flatMap((run) => [
			`## n8n ${run.provenance.versions.n8n}`,
			...scenarios.flatMap((scenario) => section(run, scenario)),
		]),
	].join('\n\n');
}

const summary = ({ provenance, seconds, results, restarts, isKillAsRecorded }: LineRun) =>
	`${sentence(provenance)} ${results.filter(({ verdict }) => verdict.objections.length === 0).length} of ${results.length} moments as expected, ${restarts} restarts in ${Math.round(seconds)} s. ${isKillAsRecorded ? 'Each real kill left behind what the last copy holds.' : '**A real kill left behind something else than the last copy holds.**'}`;

function totals(runs: LineRun[], scenarios: Names[]): string {
	const rows = runs.flatMap(({ provenance, results }) =>
		scenarios.map(({ id, label }) => {
			const here = ofScenario(results, id);
			const count = (test: (verdict: Verdict) => boolean) =>
				here.filter(({ verdict }) => test(verdict)).length;
			const sum = (name: 'doubled' | 'lost' | 'wrong') =>
				here.reduce((all, { verdict }) => all + verdict[name], 0);
			return [
				provenance.versions.n8n,
				label,
				here.length,
				new Set(here.map(({ state }) => state)).size,
				sum('doubled'),
				sum('lost'),
				sum('wrong'),
				count(({ repeated }) => repeated > 0),
				count(({ crashed }) => crashed > 0),
				count(({ isInDoubt }) => isInDoubt),
			];
		}),
	);
	const heads = ['n8n', 'Scenario', 'moments', 'states', 'doubled', 'lost', 'wrong'];
	return markdown([...heads, 'repeated', 'crashed', 'in doubt'], rows);
}

function section({ results }: LineRun, { id, label, what }: Names): string[] {
	const rows = ofScenario(results, id).map(({ moment, state, verdict }, index) => [
		index + 1,
		moment,
		state,
		...COUNTED.map((name) => verdict[name]),
		outcome(verdict),
	]);
	return [`### ${label}`, what, markdown(['', 'Moment', 'state', ...COUNTED, 'The event'], rows)];
}
