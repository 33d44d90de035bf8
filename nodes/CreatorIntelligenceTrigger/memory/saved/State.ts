import type { Rating } from '../../../shared/recognition/rating';
import type { Id } from '../../parameters/ids';

export interface SubmittedJob {
	id: Id;
	/** Of the request that submitted it. It stays when a job type gets another name. */
	path: string;
	at: number;
	/** It was emitted with the last batch. */
	emitted?: boolean;
	/** It failed, and is watched in case it finishes after all. */
	failed?: boolean;
}

/** Saved before a request is sent: a process that finds it knows that the request may be sent. */
export interface Announcement {
	requestFingerprint: string;
	/** It is not sent before this time. */
	due: number;
	/** The process that means to send it. */
	by: string;
	/** When it was announced. Before that time, the clock was set back. */
	at?: number;
}

export interface Submissions {
	/** A fingerprint of the request as it was entered. */
	requestFingerprint?: string;
	/** When it was last sent, or may have been. */
	last?: number;
	announcement?: Announcement;
	watched: SubmittedJob[];
}

export interface SeenScreening {
	rating: Rating;
	/** A fingerprint of the result, flagged items included. */
	resultFingerprint: string;
	/** A fingerprint of the names of the flagged items. */
	listFingerprint: string;
	flaggedCount: number;
	seenAtSeconds: number;
	changes: number;
	/** The names of the flagged items; if they do not fit, their short fingerprints as one string; if those do not fit, nothing. */
	flagged?: string[] | string;
}

/** The trigger's static data. n8n saves it just before it records the execution, so the last batch of a process that is gone may not have been emitted. */
export interface State {
	/** The keys of the listed jobs that were emitted. */
	jobs: { path: string; emitted: string[] };
	submissions: Submissions;
	/** `before` has what was seen before the last batch; null for nothing. */
	screenings: { seen: Map<string, SeenScreening>; before: Map<string, SeenScreening | null> };
	/** What was emitted last: by which process, and the keys of the listed jobs in it. */
	batch?: { by: string; ids: string[] };
}

/** The last batch did reach n8n. */
export function confirmBatch({ submissions, screenings, jobs }: State): State {
	return {
		jobs,
		submissions: { ...submissions, watched: submissions.watched.filter((job) => !job.emitted) },
		screenings: { ...screenings, before: new Map() },
	};
}

/** n8n may not have recorded the last batch: it is emitted again. */
export function revertBatch({ jobs, submissions, screenings, batch }: State): State {
	const seen = new Map(screenings.seen);
	for (const [key, before] of screenings.before) {
		if (before === null) seen.delete(key);
		else seen.set(key, before);
	}
	const watched = submissions.watched.map((job) => ({ ...job, emitted: undefined }));
	return {
		jobs: { ...jobs, emitted: jobs.emitted.filter((key) => !batch?.ids.includes(key)) },
		submissions: { ...submissions, watched },
		screenings: { seen, before: new Map() },
	};
}
