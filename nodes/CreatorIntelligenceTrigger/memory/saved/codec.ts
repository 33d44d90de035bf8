import { deepCopy, type IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../shared/values/records';
import { decodeSeen, encodeSeen, type SeenScreening } from './SeenScreening';
import type { Batch, Intent, Screenings, State, Submissions, SubmittedJob } from './State';

const VERSION = 1;

/** Reads what is usable and leaves the rest: a damaged state costs repetitions, never the trigger. */
export function loadState(data: IDataObject, now: number): State {
	const { jobs, submissions, screenings, batch } = deepCopy(data);
	return {
		jobs: isRecord(jobs)
			? { path: text(jobs.path) ?? '', emitted: texts(jobs.emitted) }
			: { path: '', emitted: [] },
		submissions: loadSubmissions(submissions, { now, isNew: Object.keys(data).length === 0 }),
		screenings: loadScreenings(screenings),
		batch: loadBatch(batch),
	};
}

/** n8n notices only that a key of the first level is set, and saves only what it notices. */
export function storeState(data: IDataObject, state: State): void {
	const { seen, before } = state.screenings;
	const screenings = {
		seen: Object.fromEntries([...seen].map(([key, each]) => [key, encodeSeen(each)])),
		before: Object.fromEntries(
			[...before].map(([key, each]) => [key, each === null ? null : encodeSeen(each)]),
		),
	};
	const next = asSaved({ version: VERSION, ...state, screenings });
	for (const key of Object.keys(data)) if (!(key in next)) Reflect.deleteProperty(data, key);
	for (const [key, value] of Object.entries(next)) {
		if (JSON.stringify(data[key]) !== JSON.stringify(value)) data[key] = value;
	}
}

/** Without what is undefined. */
function asSaved(value: object): IDataObject {
	return JSON.parse(JSON.stringify(value)) as IDataObject;
}

/** Where what was sent cannot be read, the request counts as sent: sending it again may cost again. */
function loadSubmissions(
	raw: unknown,
	{ now, isNew }: { now: number; isNew: boolean },
): Submissions {
	if (!isRecord(raw)) return isNew ? { watched: [] } : { last: now, watched: [] };
	const watched: unknown[] = Array.isArray(raw.watched) ? raw.watched : [];
	const wasSent = [raw.last, raw.request, watched[0]].some((each) => each !== undefined);
	return {
		request: text(raw.request),
		last: pastTime(raw.last, now) ?? (wasSent ? now : undefined),
		intent: loadIntent(raw.intent),
		watched: watched.flatMap((job) => loadJob(job, now)),
	};
}

function loadIntent(raw: unknown): Intent | undefined {
	if (raw === undefined) return undefined;
	// What cannot be read may have been sent.
	if (!isRecord(raw)) return { request: '', due: 0, by: '' };
	return {
		request: text(raw.request) ?? '',
		due: time(raw.due) ?? 0,
		by: text(raw.by) ?? '',
		...(time(raw.at) !== undefined && { at: time(raw.at) }),
	};
}

function loadJob(raw: unknown, now: number): SubmittedJob[] {
	if (!isRecord(raw)) return [];
	const { id } = raw;
	const path = text(raw.path);
	if ((typeof id !== 'string' && typeof id !== 'number') || path === undefined) return [];
	const job: SubmittedJob = { id, path, at: pastTime(raw.at, now) ?? now };
	if (raw.emitted === true) job.emitted = true;
	if (raw.failed === true) job.failed = true;
	return [job];
}

function loadScreenings(raw: unknown): Screenings {
	const { seen, before } = isRecord(raw) ? raw : {};
	return {
		seen: new Map(
			entriesOf(seen).flatMap(([key, value]): Array<[string, SeenScreening]> => {
				const decoded = decodeSeen(value);
				return decoded === undefined ? [] : [[key, decoded]];
			}),
		),
		before: new Map(entriesOf(before).map(([key, value]) => [key, decodeSeen(value) ?? null])),
	};
}

function loadBatch(raw: unknown): Batch | undefined {
	return isRecord(raw) ? { by: text(raw.by) ?? '', ids: texts(raw.ids) } : undefined;
}

function entriesOf(raw: unknown): Array<[string, unknown]> {
	return isRecord(raw) ? Object.entries(raw) : [];
}

function text(raw: unknown): string | undefined {
	return typeof raw === 'string' ? raw : undefined;
}

function texts(raw: unknown): string[] {
	return Array.isArray(raw) ? raw.filter((each): each is string => typeof each === 'string') : [];
}

/** What happened in the future happened before the clock was set back. */
function pastTime(raw: unknown, now: number): number | undefined {
	const at = time(raw);
	return at === undefined ? undefined : Math.min(at, now);
}

function time(raw: unknown): number | undefined {
	return typeof raw === 'number' && Number.isFinite(raw) ? raw : undefined;
}
