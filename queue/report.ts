import { aligned, markdown } from '../scripts/tables';
import type { Versions } from '../scripts/versions';
import { type Call, type Fate, FATES, lossesOfN8n, lostIn, sumOf } from './figures';
import type { Outcome, Plan } from './run';

export interface Results extends Outcome {
	date: string;
	versions: Versions;
	machine: { cores: number; loadAtStart: number; loadAtEnd: number };
	plan: Plan;
	/** What is not as it should be. */
	objections: string[];
}

const KINDS: Record<Call['kind'], string> = { job: 'Submit and Wait', read: 'Get a profile' };

/** One row for each thing that was counted, one column for each kind of call. */
function counts({ tallies: { job, read } }: Results): string[][] {
	const fates = (Object.keys(FATES) as Fate[]).map((fate) => [
		`${fate}: ${FATES[fate]}`,
		String(job.fates[fate]),
		String(read.fates[fate]),
	]);
	return [
		['calls', String(job.calls), String(read.calls)],
		...fates,
		['results that are wrong', String(job.wrong), String(read.wrong)],
		['results that came out twice', String(job.repeated), String(read.repeated)],
		['paid requests sent twice', String(job.doubled), '-'],
	];
}

const HEADS = ['', KINDS.job, KINDS.read];
const seconds = (value: number) => `${value.toFixed(1)} s`;
const listed = (found: Record<string, number>) =>
	Object.entries(found)
		.map(([name, count]) => `${count} "${name}"`)
		.join(', ') || 'none';

function figures({ around, times, explanations }: Results): string[][] {
	return [
		['executions that the killed worker was running', String(around.running)],
		['lost results that _Get_ brought, with IDs from the log alone', String(around.recovered)],
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
		...counts(results),
		[],
		...figures(results),
		[],
		[results.objections.join('; ') || 'as expected'],
	]);
}

/** docs/scaling.md. */
export function page(results: Results): string {
	const { date, versions, machine, plan, tallies, objections, times, around } = results;
	const { dropped, stuck } = lossesOfN8n(sumOf([tallies.job, tallies.read]), around);
	const { job, read } = tallies;
	const jobS = plan.jobMs / 1_000;
	const slots = 2 * plan.concurrency;
	const jobsPerSecond = (plan.perSecond * plan.jobs) / (plan.jobs + plan.reads);
	return [
		'# Scaling out',
		`How to run these nodes in n8n's queue mode, and what happened to ${job.calls + read.calls} executions when a worker was killed and Redis was restarted. \`npm run test:queue\` measured it and wrote this page on ${date.slice(0, 10)}, with n8n ${versions.n8n} and version ${versions.package} of the package. All figures are in [scaling.json](scaling.json).`,

		'## Settings that were tested',
		'Install the package on the main process and on every worker. The main process polls for triggers and takes webhooks. Workers run the executions.',
		markdown(
			['Process', 'Setting', 'Value'],
			[
				['all', '`EXECUTIONS_MODE`', '`queue`'],
				['all', '`N8N_ENCRYPTION_KEY`', 'the same for all'],
				['all', '`QUEUE_BULL_REDIS_HOST`, `QUEUE_BULL_REDIS_PORT`', 'where Redis is'],
				['all', '`DB_TYPE`', '`postgresdb`'],
				[
					'all',
					'`DB_POSTGRESDB_HOST`, `_PORT`, `_USER`, `_DATABASE`',
					'where PostgreSQL is; SQLite does not work with workers',
				],
				['all', '`N8N_RUNNERS_BROKER_PORT`', 'one for each process on the same machine'],
				['main', 'command', '`n8n start`'],
				[
					'worker',
					'command',
					`\`n8n worker --concurrency=${plan.concurrency}\` (${plan.concurrency === 10 ? "n8n's default" : "n8n's default is 10"})`,
				],
				['Redis', '`appendonly`', '`yes`, so that a restart keeps the queue'],
			],
		),
		[
			'All other settings had their defaults. These matter here:',
			'- `QUEUE_WORKER_LOCK_DURATION` (60 s) and `QUEUE_WORKER_STALLED_INTERVAL` (30 s): how soon n8n notices a dead worker.',
			'- `QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD` (10 s): if Redis is away for longer, the processes of n8n end. Let your service manager start them again.',
			'- `N8N_CONCURRENCY_PRODUCTION_LIMIT`: if it is set, it replaces `--concurrency`.',
			'- `N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL` (180 minutes): how often n8n looks for executions that are no longer in the queue, and marks them as crashed.',
			'- `N8N_LOG_LEVEL` (`info`): keep it at `info` or `debug`. At `info` each job that is submitted is logged with its ID.',
		].join('\n'),

		'## How many slots a Submit and Wait needs',
		'A slot is one execution that a worker runs at a time. _Submit and Wait_ holds its slot until its jobs have ended. It needs next to no CPU while it waits, but nothing else can use the slot.',
		'> slots = executions per second × seconds that one execution takes',
		`Example: ${jobsPerSecond.toFixed(0)} executions per second with jobs of ${jobS} seconds need ${Math.ceil(jobsPerSecond * jobS)} slots, plus some room. In the run below there were ${slots}: two workers with ${plan.concurrency} each.`,
		[
			'- **Put many items into one execution.** One _Submit and Wait_ with 1,000 items waits for 1,000 jobs and holds one slot. 1,000 executions with one item each hold 1,000 slots. [What a large load does](load.md) has the memory that this takes.',
			'- **Raise the concurrency first, then add workers.** Waiting takes little CPU. Add a worker when the CPU of the others is busy.',
			'- **Limits of the service count per process.** The nodes of one process share one pace for an account. Workers do not know of each other: with three workers, set _Requests per Second_ to a third of what the account may send.',
			'- **Stopping a worker waits for its executions**, for at most `N8N_GRACEFUL_SHUTDOWN_TIMEOUT` (30 s). A _Submit and Wait_ of a longer job is cut off, as if the worker had been killed.',
		].join('\n'),

		'## When not to wait',
		markdown(
			['Jobs take', 'Use', 'Slots held'],
			[
				['up to a few minutes', '_Submit and Wait_', 'one for the whole time'],
				[
					'minutes to hours',
					'_Submit_, then a Wait node of more than 65 seconds and _Get_ in a loop ([example](../examples/d-long-jobs-without-waiting.json))',
					'none while it waits: n8n keeps the execution in its database',
				],
				[
					'hours, or thousands of them',
					'_Submit_, and write the IDs to a table; a schedule reads them with _Get_ ([example](../examples/e-job-ledger.json))',
					'none',
				],
				[
					'any time, always the same request or a fixed list of IDs',
					'the [trigger](trigger.md)',
					'none: the main process polls',
				],
			],
		),
		'If a result must survive the death of a worker without anybody looking into a log, use one of the last three: the ID is saved before the waiting begins.',

		'## What was measured',
		`Up to ${plan.perSecond} calls per second to two webhooks: ${plan.jobs} that submit a job of ${jobS} seconds and wait for it, and ${plan.reads} that read a profile. After half of the calls, one of two workers was killed with \`kill -9\` and a third one was started. After three quarters, Redis was stopped and started again ${plan.redisDownMs / 1_000} seconds later. PostgreSQL and Redis are those of Debian. Everything ran on one machine with ${machine.cores} cores, with a load average of ${machine.loadAtStart.toFixed(1)} before and ${machine.loadAtEnd.toFixed(1)} after, so the times are an upper bound.`,
		markdown(HEADS, counts(results)),
		markdown(['', ''], figures(results)),
		objections.length === 0
			? 'All is as expected.'
			: `**Not as expected: ${objections.join('; ')}.**`,
		'The command fails if a result is wrong or comes out twice, if a paid request was sent twice, if nothing names a job whose result did not come out (unless it was submitted within a second of the kill), if _Get_ does not bring such a result, if more executions are lost than the list below explains, or if a process of n8n ends by itself.',

		'## What n8n itself loses',
		[
			`- **n8n lost ${lostIn(job.fates)} of ${job.calls} executions with jobs and ${lostIn(read.fates)} of ${read.calls} reads.** A killed worker loses what it has taken from the queue, up to ${plan.concurrency} executions, of which it had begun ${around.running} here: n8n gives them to no other worker. n8n ends them with an error after ${times.noticed.toFixed(0)} seconds, and drops their data, so _Retry execution_ cannot go on from them. That is also why nothing is paid for twice.`,
			`- **${stuck} of these executions never end** in n8n's list, and ${dropped} are not in it though n8n had taken the call: both got lost around the kill and the restart of Redis.`,
			'- **Without `appendonly` or snapshots, a restart of Redis loses the queue**: the executions stay "new" until n8n marks them as crashed. This was not measured.',
		].join('\n'),
		'## How to get a lost result back',
		[
			'1. In the log of the dead worker, find the lines `Submitted the job <ID> for item <n>`.',
			'2. Leave out the IDs that came out of executions that succeeded.',
			'3. Run _Get_ with the rest. Their jobs have gone on at the service.',
		].join('\n'),
		'The log is written before the node goes on. One gap is left: if the worker is killed in the moment between the answer of the service and that line, or while the request is under way, nothing names the job. Look it up at the service.',
	].join('\n\n');
}
