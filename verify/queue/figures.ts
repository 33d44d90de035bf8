import type { ExecutionStatus } from 'n8n-workflow';

import { isOver } from '../../scripts/n8n/client';
import type { Counts } from '../judge/judge';
import { sumOf } from '../report/figures';

/** What the run was, in addition to the results of the calls. */
export interface Circumstances {
	/** Executions that one worker runs at once. */
	concurrency: number;
	/** Executions that the killed worker was running. */
	running: number;
	/** Lost results whose jobs the log names. */
	named: number;
	/** Of these, those whose result `Get` returned, with IDs from the log alone. */
	recovered: number;
	/** Unsaid, but submitted in the very moment in which the worker was killed. */
	underWay: number;
	/** Executions by the status that n8n shows in the end. */
	statuses: Partial<Record<ExecutionStatus, number>>;
	/** Processes that ended on their own. */
	ended: string[];
}

/** What is not as it should be; empty if all is well. */
export function objectionsTo(counts: Counts, around: Circumstances): string[] {
	const found = (['wrong', 'repeated', 'doubled'] as const)
		.filter((name) => counts[name] > 0)
		.map((name) => `${counts[name]} ${name}`);
	const unsaid = counts.unsaid - around.underWay;
	if (unsaid > 0) found.push(`${unsaid} jobs that nothing names`);
	if (around.recovered < around.named) {
		found.push(`${around.recovered} of ${around.named} lost results were recovered`);
	}
	// A worker that was idle when it was killed proves nothing.
	if (around.running === 0) found.push('the killed worker was running nothing');
	const { dropped, stuck } = lossesOfN8n(counts, around);
	const explained = around.concurrency + dropped + stuck;
	if (counts.lost > explained) {
		found.push(`${counts.lost} executions lost, and n8n explains ${explained}`);
	}
	return [...found, ...around.ended.map((name) => `${name} ended by itself`)];
}

/** What n8n lost itself, in addition to what a killed worker had taken from the queue. */
export interface Losses {
	/** Calls that n8n has taken, and shows no execution of. */
	dropped: number;
	/** Executions that n8n shows as running, though no process runs them. */
	stuck: number;
}

export function lossesOfN8n(
	{ wanted, failed }: Pick<Counts, 'wanted' | 'failed'>,
	{ statuses }: Pick<Circumstances, 'statuses'>,
): Losses {
	const shown = Object.entries(statuses) as Array<[ExecutionStatus, number]>;
	const stuck = shown.filter(([status]) => !isOver({ status }));
	return {
		dropped: Math.max(0, wanted - failed - sumOf(shown.map(([, n]) => n))),
		stuck: sumOf(stuck.map(([, n]) => n)),
	};
}

/** The lines of a log that name jobs. */
export const namingLines = (log: string): string =>
	log.match(/Submitted the job \S+ for item \d+/g)?.join('\n') ?? '';

/** The jobs that a log names. */
export const jobsNamedIn = (log: string): string[] => [
	...new Set([...log.matchAll(/Submitted the job (\S+) for item \d+/g)].map(([, id]) => id)),
];

/** Executions that a worker had begun and not ended when its log ends. */
export function runningAtEndOf(log: string): number {
	const of = (what: string) => log.split(`Worker ${what} execution `).length - 1;
	return of('started') - of('finished');
}

export function countBy<T extends string>(names: T[]): Partial<Record<T, number>> {
	const counts: Partial<Record<T, number>> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}
