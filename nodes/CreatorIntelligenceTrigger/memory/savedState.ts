import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/values/records';
import type {
	Announcement,
	Batch,
	SeenScreenings,
	State,
	Submissions,
	SubmittedJob,
} from './State';

/** Reads the valid parts and drops the rest: damaged state can repeat events, but never stops the trigger. */
export function loadState(data: IDataObject, now: number): State {
	const { emitted, screenings, batch } = data;
	return {
		emitted: areTexts(emitted) ? emitted : [],
		submissions: loadSubmissions(data, now),
		screenings: areScreenings(screenings) ? screenings : {},
		...(isBatch(batch) && { batch }),
	};
}

/** n8n notices only that a key of the first level is set, and saves only what it notices. */
export function storeState(data: IDataObject, state: State): void {
	// Without what is undefined.
	const next = JSON.parse(JSON.stringify(state)) as IDataObject;
	for (const key of Object.keys(data)) if (!(key in next)) Reflect.deleteProperty(data, key);
	for (const [key, value] of Object.entries(next)) {
		if (JSON.stringify(data[key]) !== JSON.stringify(value)) data[key] = value;
	}
}

/** If the record of a request is unreadable, the request counts as sent: sending it again may be charged. */
function loadSubmissions(data: IDataObject, now: number): Submissions {
	if (Object.keys(data).length === 0) return { watched: [] };
	const { requestFingerprint, last, announcement, watched }: IDataObject = isRecord(
		data.submissions,
	)
		? data.submissions
		: {};
	const jobs = Array.isArray(watched) ? (watched as unknown[]).filter(isJob) : undefined;
	const isUnsent = jobs?.length === 0 && last === undefined && requestFingerprint === undefined;
	// A time in the future was saved before the clock was set back.
	const past = (at: unknown) => (typeof at === 'number' ? Math.min(at, now) : now);
	return {
		...(typeof requestFingerprint === 'string' && { requestFingerprint }),
		...(!isUnsent && { last: past(last) }),
		// What cannot be read may have been sent.
		...(announcement !== undefined && {
			announcement: isAnnouncement(announcement) ? announcement : UNREADABLE,
		}),
		watched: (jobs ?? []).map((job) => ({ ...job, at: past(job.at) })),
	};
}

const UNREADABLE: Announcement = { requestFingerprint: '', due: 0, by: '', at: 0 };

function isAnnouncement(saved: unknown): saved is Announcement {
	return has(saved, { requestFingerprint: 'string', due: 'number', by: 'string', at: 'number' });
}

function isJob(saved: unknown): saved is SubmittedJob {
	return has(saved, { path: 'string' }) && ['string', 'number'].includes(typeof saved.id);
}

function isBatch(saved: unknown): saved is Batch & IDataObject {
	return has(saved, { by: 'string' }) && areTexts(saved.jobs) && areScreenings(saved.screenings);
}

function areScreenings(saved: unknown): saved is SeenScreenings {
	const types = { fingerprint: 'string', flaggedCount: 'number', seenAt: 'number' } as const;
	const isSeen = (seen: unknown) =>
		has(seen, { ...types, changes: 'number' }) &&
		(['undefined', 'string'].includes(typeof seen.flagged) || areTexts(seen.flagged));
	return isRecord(saved) && Object.values(saved).every(isSeen);
}

function areTexts(saved: unknown): saved is string[] {
	return Array.isArray(saved) && saved.every((each) => typeof each === 'string');
}

/** Whether it has fields of these types. */
function has(saved: unknown, types: Record<string, string>): saved is IDataObject {
	if (!isRecord(saved)) return false;
	return Object.entries(types).every(([name, type]) => typeof saved[name] === type);
}
