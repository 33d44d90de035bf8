import type { JsonObject } from '../json';

/** How long a job of each type takes, unless the options say otherwise. */
export const JOB_SECONDS = {
	creatorExport: 12,
	emailLookup: 4,
	audienceOverlap: 10,
	profileAnalyticsReport: 15,
	screening: 30,
	mediaScreening: 8,
	contentFetch: 6,
	professionalContent: 10,
	professionalComment: 8,
	purchaseIntent: 20,
	commentsRelevance: 12,
	socialListening: 45,
};
export type JobType = keyof typeof JOB_SECONDS;
export const jobTypes = Object.keys(JOB_SECONDS) as JobType[];

export type Phase = 'queued' | 'running' | 'finished' | 'partial' | 'failed';

export const isDone = (phase: Phase): boolean => phase !== 'queued' && phase !== 'running';

/** How long a job waits and works, in milliseconds. */
export interface Duration {
	queued: number;
	running: number;
}

/** What a job holds is what was asked for: results are made again at each read. */
export interface Job {
	readonly id: string | number;
	readonly type: JobType;
	/** The token that submitted it; to others the job does not exist. */
	readonly owner: string;
	readonly input: JsonObject;
	/** Characters of the input: what the job costs to hold. */
	readonly weight: number;
	readonly submittedAt: number;
	readonly duration: Duration;
	/** How it ends when its time is up; `running` never ends. */
	ending: 'finished' | 'partial' | 'failed' | 'running';
	reason?: string;
	/** Ended early, by hand. */
	settledAt?: number;
	/** No rows although all went well. */
	readonly empty: boolean;
	/** Ids of contents that somebody looked at and cleared. */
	readonly unflagged: Set<string>;
}
