import { deepCopy, type IDataObject } from 'n8n-workflow';

import type { Id } from './ids';
import { readSeen, type Seen } from './screening/seen';
import { isRecord } from '../shared/values/records';

/** A job that the trigger submitted. */
export interface WatchedJob {
	id: Id;
	path: string;
	/** When it was submitted. */
	at: number;
	/** It came out with the last batch. */
	emitted?: boolean;
}

/** Saved before a request is sent: whoever finds it knows that the request may have gone out. */
export interface Intent {
	request: string;
	/** Not sent before this time. */
	due: number;
	/** The process that means to send it. */
	by: string;
}

export interface Submissions {
	/** A mark of the request as it was entered. */
	request?: string;
	/** When it was last sent, or may have been. */
	last?: number;
	intent?: Intent;
	watched: WatchedJob[];
}

/**
 * What has to outlive the process. n8n saves it together with an execution, some milliseconds
 * before it records that execution: what came out last is taken back (`batch`) by a process that
 * finds it unconfirmed.
 */
export interface State {
	/** The ids that came out, of those on the list. */
	jobs: { path: string; emitted: string[] };
	submissions: Submissions;
	screenings: {
		seen: Record<string, Seen>;
		/** What was seen before the last batch; null for nothing. */
		before: Record<string, Seen | null>;
	};
	/** OutputItem last, by this process, and not yet confirmed by a later poll. */
	batch?: { by: string; ids: string[] };
}

const VERSION = 1;

/** Reads what is usable and leaves the rest: a damaged state costs repetitions, never the trigger. */
export function loadState(data: IDataObject, now: number): State {
	const { jobs, submissions, screenings, batch } = deepCopy(data);
	return {
		jobs: isRecord(jobs)
			? { path: text(jobs.path) ?? '', emitted: texts(jobs.emitted) }
			: { path: '', emitted: [] },
		submissions: loadSubmissions(submissions, now),
		screenings: {
			seen: loadSeen(isRecord(screenings) ? screenings.seen : undefined),
			before: isRecord(screenings) ? loadBefore(screenings.before) : {},
		},
		batch: isRecord(batch) ? { by: text(batch.by) ?? '', ids: texts(batch.ids) } : undefined,
	};
}

/** n8n notices only that a key of the first level is set, and saves only what it notices. */
export function storeState(data: IDataObject, state: State): void {
	const next: IDataObject = JSON.parse(JSON.stringify({ version: VERSION, ...state }));
	for (const key of Object.keys(data)) if (!(key in next)) delete data[key];
	for (const [key, value] of Object.entries(next)) {
		if (JSON.stringify(data[key]) !== JSON.stringify(value)) data[key] = value;
	}
}

/** What came out last did reach n8n. */
export function confirm(state: State): State {
	const { submissions, screenings } = state;
	return {
		...state,
		submissions: { ...submissions, watched: submissions.watched.filter((job) => !job.emitted) },
		screenings: { ...screenings, before: {} },
		batch: undefined,
	};
}

/** Nobody knows whether what came out last reached n8n: it comes out again. */
export function takeBack(state: State): State {
	const { jobs, submissions, screenings, batch } = state;
	const again = new Set(batch?.ids);
	const seen = { ...screenings.seen };
	for (const [key, before] of Object.entries(screenings.before)) {
		if (before === null) delete seen[key];
		else seen[key] = before;
	}
	return {
		jobs: { ...jobs, emitted: jobs.emitted.filter((key) => !again.has(key)) },
		submissions: {
			...submissions,
			watched: submissions.watched.map(({ id, path, at }) => ({ id, path, at })),
		},
		screenings: { seen, before: {} },
		batch: undefined,
	};
}

function loadSubmissions(raw: unknown, now: number): Submissions {
	if (raw === undefined) return { watched: [] };
	// It once held something: the request counts as sent, as sending it again may cost again.
	if (!isRecord(raw)) return { last: now, watched: [] };
	const watched: unknown[] = Array.isArray(raw.watched) ? raw.watched : [];
	return {
		request: text(raw.request),
		last: time(raw.last),
		intent: loadIntent(raw.intent),
		watched: watched.flatMap((job) => loadJob(job, now)),
	};
}

function loadIntent(raw: unknown): Intent | undefined {
	if (!isRecord(raw)) return undefined;
	return { request: text(raw.request) ?? '', due: time(raw.due) ?? 0, by: text(raw.by) ?? '' };
}

function loadJob(raw: unknown, now: number): WatchedJob[] {
	if (!isRecord(raw)) return [];
	const { id } = raw;
	const path = text(raw.path);
	if ((typeof id !== 'string' && typeof id !== 'number') || path === undefined) return [];
	return [{ id, path, at: time(raw.at) ?? now, ...(raw.emitted === true && { emitted: true }) }];
}

function loadSeen(raw: unknown): Record<string, Seen> {
	const entries = isRecord(raw) ? Object.entries(raw) : [];
	return Object.fromEntries(
		entries.flatMap(([key, value]) => {
			const seen = readSeen(value);
			return seen === undefined ? [] : [[key, seen]];
		}),
	);
}

function loadBefore(raw: unknown): Record<string, Seen | null> {
	const entries = isRecord(raw) ? Object.entries(raw) : [];
	return Object.fromEntries(entries.map(([key, value]) => [key, readSeen(value) ?? null]));
}

function text(raw: unknown): string | undefined {
	return typeof raw === 'string' ? raw : undefined;
}

function texts(raw: unknown): string[] {
	return Array.isArray(raw) ? raw.filter((each): each is string => typeof each === 'string') : [];
}

function time(raw: unknown): number | undefined {
	return typeof raw === 'number' && Number.isFinite(raw) ? raw : undefined;
}
