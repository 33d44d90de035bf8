import type { Logger } from 'n8n-workflow';

import { inLog } from '../values/escape';
import type { Job } from './job';

type LoggedJob = Pick<Job, 'id' | 'state' | 'reason'>;

/** Every job that this run has submitted or found again. A job is money: errors name them all. */
export class JobLog {
	private readonly jobs = new Map<number, LoggedJob>();

	/** Writes IDs to n8n's log, because n8n may drop the data of an execution. */
	constructor(private readonly logger?: Pick<Logger, 'info'>) {}

	add(item: number, job: LoggedJob, from: 'response' | 'earlierTry'): void {
		const what = from === 'response' ? 'Submitted the job' : 'Found the earlier job';
		this.logger?.info(`${what} ${inLog(job.id)} for item ${item}`);
		this.update(item, job);
	}

	update(item: number, job: LoggedJob): void {
		this.jobs.set(item, job);
	}

	hasFailed(item: number): boolean {
		return this.jobs.get(item)?.state === 'failed';
	}

	/** A hint with a % for the reasons. */
	failed(): { hint: string; reasons: string[] } {
		const failed = [...this.jobs.values()].filter(({ state }) => state === 'failed');
		return {
			hint: `${failed.length} of ${this.jobs.size} jobs failed at the service: %. Their items have job.state "failed" (with Simplify: jobState).`,
			reasons: failed.map(({ reason = 'no reason given' }) => reason.replace(/\.$/, '')),
		};
	}

	/** A sentence for the description of an error; nothing if there is no job. */
	describe(): string | undefined {
		if (this.jobs.size === 0) return undefined;
		const jobs = [...this.jobs].map(([item, { id, state }]) => `${id} (item ${item}, ${state})`);
		return `Jobs submitted by this node: ${jobs.join(', ')}. They are not lost: use 'Get' with the ID to retrieve a job. A retry of this execution continues with them and does not submit them again.`;
	}
}
