import type { Logger } from 'n8n-workflow';

import { inLog } from '../values/escape';
import type { JobState } from '../recognition/stateWords';

/** Every job that this run has submitted or found again. A job is money: errors name them all. */
export class JobLog {
	private readonly known = new Map<number, { id: string | number; state: JobState }>();

	/** Writes IDs to n8n's log, because n8n may drop the data of an execution. */
	constructor(private readonly logger?: Pick<Logger, 'info'>) {}

	add(item: number, id: string | number, state: JobState, from: 'response' | 'journal'): void {
		const what = from === 'response' ? 'Submitted the job' : 'Found the earlier job';
		this.logger?.info(`${what} ${inLog(id)} for item ${item}`);
		this.update(item, id, state);
	}

	update(item: number, id: string | number, state: JobState): void {
		this.known.set(item, { id, state });
	}

	/** A sentence for the description of an error; nothing if there is no job. */
	describe(): string | undefined {
		if (this.known.size === 0) return undefined;
		const jobs = [...this.known].map(([item, { id, state }]) => `${id} (item ${item}, ${state})`);
		return `Jobs submitted by this node: ${jobs.join(', ')}. They are not lost: use 'Get' with the ID to retrieve a job. A retry of this execution continues with them and does not submit them again.`;
	}
}
