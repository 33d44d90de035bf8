import type { IDataObject } from 'n8n-workflow';

import type { Job } from '../../shared/jobs/job';
import type { Rating } from '../../shared/recognition/rating';

export interface SubmittedJob {
	id: Job['id'];
	/** Of the request that submitted it. It stays when a job type gets another name. */
	path: string;
	at: number;
}

/** Saved before a request is sent: a process that finds it knows that the request may be sent. */
export interface Announcement {
	requestFingerprint: string;
	/** It is not sent before this time. */
	due: number;
	/** The process that means to send it. */
	by: string;
	/** When it was announced. Before that time, the clock was set back. */
	at: number;
	/** It was sent, and its outcome is unknown: it may be sent again under the same idempotency key. */
	isLost?: boolean;
}

export interface Submissions {
	/** A fingerprint of the request as it was entered. */
	requestFingerprint?: string;
	/** When it was last sent, or may have been. */
	last?: number;
	announcement?: Announcement;
	watched: SubmittedJob[];
}

export interface ScreeningRecord {
	rating: Rating;
	/** Of the result, the flagged items included. */
	fingerprint: string;
	flaggedCount: number;
	seenAt: number;
	/** The names of the flagged items, if they fit. */
	flagged?: string[];
	/** The last reading that may be incomplete, and how often it was repeated. */
	incomplete?: { fingerprint: string; count: number };
}

/** By the keys of their jobs. */
export type ScreeningRecords = Record<string, ScreeningRecord>;

/** What was emitted last. Until it is certain that it reached n8n, nothing else in the state knows of it. */
export interface Batch {
	/** The process that emitted it. */
	by: string;
	/** The keys of the jobs in it. */
	jobs: string[];
	/** The screenings in it, as they are now. */
	screenings: ScreeningRecords;
}

/** The trigger's static data. n8n saves it just before it records the execution, so the last batch of a process that is gone may not have been emitted. */
export interface State {
	/** The keys of the listed jobs that were emitted. */
	emitted: string[];
	submissions: Submissions;
	screenings: ScreeningRecords;
	batch?: Batch;
}

/** n8n has an empty object before the first poll. A time in the future was saved before the clock was set back. */
export function loadState(data: IDataObject, now: number): State {
	const known: Partial<State> = data;
	const state = { emitted: [], submissions: { watched: [] }, screenings: {}, ...known };
	const last = known.submissions?.last && Math.min(known.submissions.last, now);
	return { ...state, submissions: { ...state.submissions, last } };
}

/** The one name of a job, for the state, for this process and for events. The path tells jobs of two types with one ID apart. */
export const jobKey = ({ path, id }: { path: string; id: Job['id'] }): string =>
	`${path.slice(1)}/${id}`;

/** `didArrive`: the last batch reached n8n. Otherwise it is emitted again, as nothing else in the state knows of it. */
export function settleBatch({ batch, ...state }: State, didArrive: boolean): State {
	if (batch === undefined || !didArrive) return state;
	const emitted = new Set(batch.jobs);
	const { submissions, screenings } = state;
	const watched = submissions.watched.filter((job) => !emitted.has(jobKey(job)));
	return {
		emitted: [...state.emitted, ...batch.jobs],
		submissions: { ...submissions, watched },
		screenings: { ...screenings, ...batch.screenings },
	};
}
