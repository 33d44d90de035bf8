import type { IDataObject } from 'n8n-workflow';

import { iso } from '../../shared/clock';
import { isCostKey } from '../../shared/recognition/cost';
import { matchesKey } from '../../shared/recognition/keys';
import { isCounterKey, isReadTimeKey, isTimeKey } from '../../shared/recognition/liveKeys';
import type { Rating } from '../../shared/recognition/rating';
import { isTextOrNumber } from '../../shared/recognition/scalars';
import type { Settings } from '../../shared/settings/readSettings';
import { Fingerprint, fingerprint } from '../../shared/values/fingerprint';
import { asObject, isRecord } from '../../shared/values/records';
import type { Steps } from '../../shared/values/steps';
import { textOf } from '../../shared/values/text';
import type { ScreeningRecord } from '../memory/State';

/** What identifies a flagged item. */
const NAME_KEYS = ['id', 'content_id', 'contentId', 'uuid', 'url', 'content_url', 'permalink'];

const isLinkKey = matchesKey(/\b(ur[il]|link|href)$/);
/** Differs in each response. Small pictures move to other hosts, too. */
const isResponseKey = matchesKey(
	/\b(signature|(request|req|trace|correlation) ?(id|uuid)|(thumb|thumbnail|avatar|pic)( ur[il])?|progress( percent)?)$/,
);
/** Numbers in here are ratings, also those called `posts`. */
const isRatingKey = matchesKey(/\b(risks?|scores?|scoring|safety|ratings?)$/);
/** Numbers in here may be counts of what was found. */
const isWorkKey = matchesKey(/\b(posts|contents|videos)$/);
const TIMESTAMP =
	/^\d{4}[-./]\d\d?[-./]\d\d?[T ,]+\d\d?:\S+$|^\w{3}, \d\d? \w{3} \d{4} [\d:]+ \w+$/;
const SIGNATURE =
	/(?<=[?&])(x-(\w+-[^=&?]*|expires|signature)|([^=&?]*[-_])?(sig|signature|token|hash|hmac|expires|policy)|key-pair-id|googleaccessid|awsaccesskeyid|s[eptv]|o[eh]|_nc_\w+|utm_\w+|ts?)=[^&#]*&?|#[^/\d#]*$/gi;

export interface Snapshot {
	riskRating: Rating;
	/** The flagged items, each under a name of its own. */
	flagged: ReadonlyMap<string, IDataObject>;
	result: IDataObject;
	/** Of what matters in the result and in the flagged items, in any order. */
	fingerprint: string;
}

interface Place {
	of: 'result' | 'named item' | 'nameless item';
	ignoredFields: readonly string[];
	/** The key of the object around a field. */
	within: string;
}

/** `rows`: the flagged items. */
export function* takeSnapshot(
	{ result, riskRating, rows }: { result: unknown; riskRating: Rating; rows: readonly unknown[] },
	{ ignoredFields }: Pick<Settings, 'ignoredFields'>,
): Steps<Snapshot> {
	const hash = new Fingerprint();
	yield* addLasting(hash, result, { of: 'result', ignoredFields, within: '' });
	const flagged = yield* readFlagged(hash, rows, ignoredFields);
	return { riskRating, flagged, result: asObject(result), fingerprint: hash.toString() };
}

/** Adds the items to the fingerprint in any order: a list that is sorted otherwise is the same. */
function* readFlagged(
	hash: Fingerprint,
	rows: readonly unknown[],
	ignoredFields: readonly string[],
): Steps<Snapshot['flagged']> {
	const flagged = new Map<string, IDataObject>();
	/** What items are called and contain: one that is listed twice counts once. */
	const contents = new Set<string>();
	const counts = new Map<string, number>();
	for (const row of rows) {
		const item = asObject(row);
		if (item.is_flagged === false) continue;
		const content = new Fingerprint();
		const id = nameOf(item);
		const of = id === undefined ? 'nameless item' : 'named item';
		yield* addLasting(content, item, { of, ignoredFields, within: '' });
		const name = id ?? `~${content.toString()}`;
		const key = `${name} ${content.toString()}`;
		if (contents.has(key)) continue;
		contents.add(key);
		// Different items may have one name: they are counted.
		const count = (counts.get(name) ?? 0) + 1;
		counts.set(name, count);
		flagged.set(count === 1 ? name : `${name}#${count}`, item);
	}
	for (const key of [...contents].sort()) {
		hash.add(`${key}\n`);
		yield;
	}
	return flagged;
}

function nameOf(item: IDataObject): string | undefined {
	const name = NAME_KEYS.map((key) => item[key]).find(isTextOrNumber);
	return name === undefined ? undefined : withoutSignature(textOf(name));
}

/** Without a last `#part`, too, unless it names a page: `#/p/1`. */
function withoutSignature(text: string): string {
	const isLink = /^https?:\S+$/i.test(text);
	return isLink ? text.replace(SIGNATURE, '').replace(/[?&](?=#|$)/, '') : text;
}

/** Whether a field may change although nothing has. */
function isVolatile(name: string, value: unknown, { of, ignoredFields, within }: Place): boolean {
	if (ignoredFields.includes(name)) return true;
	const counted = /^(total_?)?count$/i.test(name) ? within : name;
	const isLive = isCounterKey(counted) && !isRatingKey(within);
	// `comments` may be counters, or what people wrote: below a flagged item they pass, too.
	if (typeof value === 'object' && value !== null)
		return isLive && !isWorkKey(name) && (of !== 'result' || isCounter(value));
	if (typeof value === 'boolean') return false;
	const text = textOf(value);
	if (isResponseKey(name) || isCostKey(name) || (isLive && isCounter(value))) return true;
	if (isReadTimeKey(name) && /\d/.test(text)) return true;
	// Without an ID, a time or a link may be all that tells two items apart.
	if (of === 'nameless item') return false;
	return isLinkKey(name) || (isTimeKey(name) && /\d/.test(text)) || TIMESTAMP.test(text);
}

/** The value without what is volatile, its keys in order: equal results give equal fingerprints. */
function* addLasting(hash: Fingerprint, value: unknown, place: Place): Steps<void> {
	yield;
	if (Array.isArray(value)) {
		hash.add('[');
		for (const each of value) {
			// A listed post has counters of its own.
			const isRated = isRatingKey(place.within) && nameOf(asObject(each)) === undefined;
			yield* addLasting(hash, each, isRated ? place : { ...place, within: '' });
		}
		hash.add(']');
	} else if (isRecord(value)) {
		const entries = Object.entries(value)
			.filter(([name, each]) => !isVolatile(name, each, place))
			.sort(([a], [b]) => (a < b ? -1 : 1));
		hash.add('{');
		for (const [name, each] of entries) {
			hash.add(`${name.length}:${name}`);
			yield* addLasting(hash, each, { ...place, within: name });
		}
		hash.add('}');
	} else {
		const text = withoutSignature(textOf(value));
		hash.add(`${typeof value}${text.length}:${text}`);
	}
}

/** A number, also as a text such as "1,204" or "1.3M", or an object of numbers only. */
function isCounter(value: unknown): boolean {
	if (value === null || typeof value === 'number') return true;
	if (typeof value === 'string') return /^\d[\d.,\s]*[kKmMbB]?$/.test(value.trim());
	return isRecord(value) && Object.values(value).every(isCounter);
}

/** For the names of the flagged items of all screenings together: about 20,000. A batch that may be dropped comes on top. */
const MAX_NAME_CHARACTERS = 800_000;

/** What is kept of a screening. Each of `count` screenings gets the same share of the room. */
export function recordOf(snapshot: Snapshot, now: number, count: number): ScreeningRecord {
	const names = [...snapshot.flagged.keys()];
	const fits = JSON.stringify(names).length <= MAX_NAME_CHARACTERS / count;
	return {
		rating: snapshot.riskRating,
		fingerprint: snapshot.fingerprint,
		flaggedCount: names.length,
		seenAt: now,
		flagged: fits ? names : undefined,
	};
}

export function isSame(record: ScreeningRecord, snapshot: Snapshot): boolean {
	return record.rating === snapshot.riskRating && record.fingerprint === snapshot.fingerprint;
}

/** Whether flagged items that were known are missing now, as far as it can be known. */
export function hasLosses(record: ScreeningRecord, { flagged }: Snapshot): boolean {
	if (record.flagged === undefined) return flagged.size < record.flaggedCount;
	return record.flagged.some((name) => !flagged.has(name));
}

/** `changed`, `current` and `previous` of an emitted item; what is short comes before the lists. */
export function screeningDiff(
	record: ScreeningRecord | undefined,
	{ riskRating, flagged, result }: Snapshot,
	now: number,
): { changed: IDataObject; current: IDataObject; previous: IDataObject | null } {
	const { rating = null, flaggedCount = null, flagged: names } = record ?? { flagged: [] };
	const known = new Set(names);
	const added = [...flagged].filter(([name]) => !known.has(name)).map(([, item]) => item);
	const removed = names?.filter((name) => !flagged.has(name)).map((id) => ({ id }));
	const current = { riskRating, flaggedCount: flagged.size, seenAt: iso(now) };
	const before = names?.map((id) => ({ id })) ?? null;
	return {
		changed: {
			riskRating: { before: rating, after: riskRating },
			flaggedCount: { before: flaggedCount, after: flagged.size },
			// null where the state had no room for the names.
			...(removed === undefined ? { added: null, removed: null } : { added, removed }),
		},
		current: { ...current, flagged: [...flagged.values()], result },
		previous: record
			? { riskRating: rating, flaggedCount, seenAt: iso(record.seenAt), flagged: before }
			: null,
	};
}

/** The same change has the same name, also if it is emitted again. */
export function changeId(record: ScreeningRecord | undefined, snapshot: Snapshot): string {
	return fingerprint([record?.seenAt, record?.fingerprint, snapshot.fingerprint].join('\n'));
}
