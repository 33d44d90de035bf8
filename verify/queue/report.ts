import { aligned, markdown } from '../../scripts/tables';
import { COUNTED, total } from '../judge/judge';
import { meanings } from '../report/evidence';
import { type Provenance, sentence } from '../report/provenance';
import { lossesOfN8n } from './figures';
import type { Outcome, Plan } from './run';

export interface Results extends Outcome {
	plan: Plan;
	/** What is not as it should be. */
	objections: string[];
}

const HEADS = ['', 'Submit and Wait', 'Get a profile'];

/** One row for each thing that was counted, one column for each kind of call. */
const countsOf = ({ counts: { job, read } }: Results): string[][] =>
	(['wanted', ...COUNTED] as const).map((name) => [name, String(job[name]), String(read[name])]);

const seconds = (value: number) => `${value.toFixed(1)} s`;
const listed = (found: Partial<Record<string, number>>) =>
	Object.entries(found)
		.map(([name, count]) => `${count} "${name}"`)
		.join(', ') || 'none';

function figures({ around, times, explanations }: Results): string[][] {
	return [
		['executions that the killed worker was running', String(around.running)],
		['lost results whose jobs the log names', String(around.named)],
		['of these, results that _Get_ returned for the IDs in the log', String(around.recovered)],
		['unsaid, but submitted as the worker was killed', String(around.underWay)],
		['executions, by the status that n8n shows', listed(around.statuses)],
		['what n8n says of those that it lost', listed(explanations)],
		['until n8n had ended what the dead worker was running', seconds(times.noticed)],
		['from the first call to the last result', seconds(times.all)],
		['from a call to its result, median', seconds(times.latency.median)],
		['from a call to its result, longest', seconds(times.latency.most)],
		['until n8n had taken a call, median', seconds(times.answer.median)],
		['until n8n had taken a call, longest', seconds(times.answer.most)],
	];
}

/** For the terminal. */
export function table(results: Results): string {
	return aligned([
		HEADS,
		...countsOf(results),
		[],
		...figures(results),
		[],
		[results.objections.join('; ') || 'as expected'],
	]);
}

/** docs/evidence/scaling.md. */
export function page(results: Results, provenance: Provenance): string {
	const { plan, counts, objections, times, around } = results;
	const { dropped, stuck } = lossesOfN8n(total([counts.job, counts.read]), around);
	return [
		'# A worker is killed, and Redis restarts',
		`What happened to ${plan.jobs + plan.reads} executions in n8n's queue mode. ${sentence(provenance)} All figures are in [scaling.json](scaling.json). [Scaling out](../scaling.md) has the settings.`,
		`Up to ${plan.perSecond} calls per second go to two webhooks: ${plan.jobs} that submit a job of ${plan.jobMs / 1_000} seconds and wait for it, and ${plan.reads} that read a profile. After half of the calls, one of two workers with ${plan.concurrency} slots each is killed with \`kill -9\` and a third one is started. After three quarters, Redis is stopped and started again ${plan.redisDownMs / 1_000} seconds later. PostgreSQL and Redis are those of Debian. Everything runs on one machine, so the times are an upper bound.`,
		markdown(HEADS, countsOf(results)),
		markdown(['', ''], figures(results)),
		objections.length === 0
			? 'All is as expected.'
			: `**Not as expected: ${objections.join('; ')}.**`,
		'## What is counted',
		meanings(COUNTED, { wanted: 'Calls of n8n. One that it refused has failed.' }),
		'The command fails if a result is wrong or returned twice, if a paid request was sent twice, if nothing names a job whose result was not returned (unless it was submitted within a second of the kill), if _Get_ does not bring such a result, if more executions are lost than the list below explains, or if a process of n8n ends by itself.',
		'## What n8n itself loses',
		[
			`- **n8n lost ${counts.job.lost} of ${counts.job.wanted} executions with jobs and ${counts.read.lost} of ${counts.read.wanted} reads.** A killed worker loses what it has taken from the queue, up to ${plan.concurrency} executions, of which it had begun ${around.running} here: n8n gives them to no other worker. n8n ends them with an error after ${times.noticed.toFixed(0)} seconds, and drops their data, so _Retry execution_ cannot go on from them. That is also why nothing is paid for twice.`,
			`- **${stuck} of these executions never end** in n8n's list, and ${dropped} are not in it though n8n had taken the call: both got lost around the kill and the restart of Redis.`,
			'- **Without `appendonly` or snapshots, a restart of Redis loses the queue**: the executions stay "new" until n8n marks them as crashed. This was not measured.',
		].join('\n'),
	].join('\n\n');
}
