import type { IDataObject } from 'n8n-workflow';

import { SHORT_LENGTH } from '../../../shared/values/fingerprint';
import { isRecord } from '../../../shared/values/records';
import type { Announcement, SeenScreening, State, Submissions, SubmittedJob } from './State';

/** Reads the valid parts and drops the rest: damaged state can repeat events, but never stops the trigger. */
export function loadState(data: IDataObject, now: number): State {
	const { jobs, screenings, batch } = fieldsOf(data);
	const { path, emitted } = fieldsOf(jobs);
	const { seen, before } = fieldsOf(screenings);
	const { by, ids } = fieldsOf(batch);
	return {
		jobs: { path: text(path) ?? '', emitted: texts(emitted) },
		submissions: loadSubmissions(data, now),
		screenings: {
			seen: new Map(
				Object.entries(fieldsOf(seen)).flatMap(([key, value]) => {
					const decoded = decodeSeen(value);
					return decoded === undefined ? [] : [[key, decoded] as const];
				}),
			),
			before: new Map(
				Object.entries(fieldsOf(before)).map(([key, value]) => [key, decodeSeen(value) ?? null]),
			),
		},
		batch: isRecord(batch) ? { by: text(by) ?? '', ids: texts(ids) } : undefined,
	};
}

/** n8n notices only that a key of the first level is set, and saves only what it notices. */
export function storeState(data: IDataObject, state: State): void {
	const { seen, before } = state.screenings;
	const encoded = (all: ReadonlyMap<string, SeenScreening | null>) =>
		Object.fromEntries([...all].map(([key, each]) => [key, each && encodeSeen(each)]));
	const screenings = { seen: encoded(seen), before: encoded(before) };
	// Without what is undefined.
	const next = JSON.parse(JSON.stringify({ version: 1, ...state, screenings })) as IDataObject;
	for (const key of Object.keys(data)) if (!(key in next)) Reflect.deleteProperty(data, key);
	for (const [key, value] of Object.entries(next)) {
		if (JSON.stringify(data[key]) !== JSON.stringify(value)) data[key] = value;
	}
}

/** A list, to be short. */
export function encodeSeen(seen: SeenScreening): unknown[] {
	const {
		rating,
		resultFingerprint,
		listFingerprint,
		flaggedCount,
		seenAtSeconds,
		changes,
		flagged,
	} = seen;
	const saved = [rating, resultFingerprint, listFingerprint, flaggedCount, seenAtSeconds, changes];
	return flagged === undefined ? saved : [...saved, flagged];
}

/** `undefined` if what was saved is damaged. */
function decodeSeen(saved: unknown): SeenScreening | undefined {
	const [rating, resultFingerprint, listFingerprint, flaggedCount, seenAt, changes, flagged] =
		listOf(saved);
	if (typeof resultFingerprint !== 'string' || typeof listFingerprint !== 'string')
		return undefined;
	const count = number(flaggedCount) ?? 0;
	const isWhole = typeof flagged === 'string' && flagged.length === count * SHORT_LENGTH;
	return {
		rating: typeof rating === 'string' || typeof rating === 'number' ? rating : null,
		resultFingerprint,
		listFingerprint,
		flaggedCount: count,
		seenAtSeconds: number(seenAt) ?? 0,
		changes: number(changes) ?? 0,
		flagged: Array.isArray(flagged) ? flagged.map(String) : isWhole ? flagged : undefined,
	};
}

/** If the record of a request is unreadable, the request counts as sent: sending it again may be charged. */
function loadSubmissions(data: IDataObject, now: number): Submissions {
	const isNew = Object.keys(data).length === 0;
	if (!isRecord(data.submissions)) return { ...(!isNew && { last: now }), watched: [] };
	const { requestFingerprint, last, announcement, watched } = data.submissions;
	const jobs = listOf(watched);
	const isDamaged = !Array.isArray(watched);
	const wasSent =
		isDamaged || [last, requestFingerprint, jobs[0]].some((each) => each !== undefined);
	return {
		requestFingerprint: text(requestFingerprint),
		last: pastTime(last, now) ?? (wasSent ? now : undefined),
		// What cannot be read may have been sent.
		announcement: announcement === undefined ? undefined : loadAnnouncement(fieldsOf(announcement)),
		watched: jobs.flatMap((job) => loadJob(fieldsOf(job), now)),
	};
}

function loadAnnouncement({ requestFingerprint, due, by, at }: IDataObject): Announcement {
	return {
		requestFingerprint: text(requestFingerprint) ?? '',
		due: number(due) ?? 0,
		by: text(by) ?? '',
		...(number(at) !== undefined && { at: number(at) }),
	};
}

function loadJob({ id, path, at, emitted, failed }: IDataObject, now: number): SubmittedJob[] {
	if ((typeof id !== 'string' && typeof id !== 'number') || typeof path !== 'string') return [];
	const job: SubmittedJob = { id, path, at: pastTime(at, now) ?? now };
	if (emitted === true) job.emitted = true;
	if (failed === true) job.failed = true;
	return [job];
}

function fieldsOf(raw: unknown): IDataObject {
	return isRecord(raw) ? raw : {};
}

function listOf(raw: unknown): unknown[] {
	return Array.isArray(raw) ? raw : [];
}

function text(raw: unknown): string | undefined {
	return typeof raw === 'string' ? raw : undefined;
}

function texts(raw: unknown): string[] {
	return listOf(raw).filter((each): each is string => typeof each === 'string');
}

/** A time in the future was saved before the clock was set back. */
function pastTime(raw: unknown, now: number): number | undefined {
	const at = number(raw);
	return at === undefined ? undefined : Math.min(at, now);
}

function number(raw: unknown): number | undefined {
	return typeof raw === 'number' && Number.isFinite(raw) ? raw : undefined;
}
