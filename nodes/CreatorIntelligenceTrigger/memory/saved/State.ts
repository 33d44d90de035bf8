import type { Id } from '../../parameters/ids';
import type { SeenScreening } from './SeenScreening';

/** A job that the trigger submitted itself. */
export interface SubmittedJob {
	id: Id;
	/** Of the request that submitted it. It stays when a job type gets another name. */
	path: string;
	/** When it was submitted. */
	at: number;
	/** It came out with the last batch. */
	emitted?: boolean;
	/** It failed, and is watched in case it finishes after all. */
	failed?: boolean;
}

/** Saved before a request is sent: whoever finds it knows that the request may have gone out. */
export interface Intent {
	request: string;
	/** It is not sent before this time. */
	due: number;
	/** The process that means to send it. */
	by: string;
	/** When it was announced. Before that time, the clock was set back. */
	at?: number;
}

export interface Submissions {
	/** A mark of the request as it was entered. */
	request?: string;
	/** When it was last sent, or may have been. */
	last?: number;
	intent?: Intent;
	watched: SubmittedJob[];
}

export interface Screenings {
	seen: Map<string, SeenScreening>;
	/** What was seen before the last batch; null for nothing. */
	before: Map<string, SeenScreening | null>;
}

/** What came out last. No later poll has confirmed yet that it reached n8n. */
export interface Batch {
	/** The process that emitted it. */
	by: string;
	/** The keys of the listed jobs in it. */
	ids: string[];
}

/**
 * What has to outlive the process. n8n saves it together with an execution, some milliseconds
 * before it records that execution. So a process that finds the batch of another one takes it back:
 * it comes out again.
 */
export interface State {
	/** The keys of the listed jobs that came out. */
	jobs: { path: string; emitted: string[] };
	submissions: Submissions;
	screenings: Screenings;
	batch?: Batch;
}

/** The last batch did reach n8n. */
export function confirmBatch(state: State): State {
	const { submissions, screenings } = state;
	return {
		...state,
		submissions: { ...submissions, watched: submissions.watched.filter((job) => !job.emitted) },
		screenings: { ...screenings, before: new Map() },
		batch: undefined,
	};
}

/** Nobody knows whether the last batch reached n8n: it comes out again. */
export function takeBackBatch(state: State): State {
	const { jobs, submissions, screenings, batch } = state;
	const again = new Set(batch?.ids);
	const seen = new Map(screenings.seen);
	for (const [key, before] of screenings.before) {
		if (before === null) seen.delete(key);
		else seen.set(key, before);
	}
	return {
		jobs: { ...jobs, emitted: jobs.emitted.filter((key) => !again.has(key)) },
		submissions: {
			...submissions,
			watched: submissions.watched.map((job) => ({ ...job, emitted: undefined })),
		},
		screenings: { seen, before: new Map() },
		batch: undefined,
	};
}
