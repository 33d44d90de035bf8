import type { IDataObject } from 'n8n-workflow';

import { iso } from '../../shared/clock';
import { matchesKey } from '../../shared/recognition/keys';
import type { Rating } from '../../shared/recognition/rating';
import { hasRole } from '../../shared/recognition/roles';
import type { Settings } from '../../shared/settings/readSettings';
import { Fingerprint, fingerprint } from '../../shared/values/fingerprint';
import { asObject, isRecord } from '../../shared/values/records';
import type { Steps } from '../../shared/values/steps';
import { textOf } from '../../shared/values/text';
import type { ScreeningRecord } from '../memory/State';

/** What identifies a flagged item. */
const NAME_KEYS = ['id', 'content_id', 'contentId', 'uuid', 'url', 'content_url', 'permalink'];

/** Times, newly signed links, and signatures, whatever stands under them. */
const isVolatileKey = matchesKey(
	/\b((at|time|date|timestamp|ts|ur[il]|link|href|signature)$|expir)/,
);

/** Counters change too: views continue to grow. What was found, and how it is rated, is no counter. */
const isCounterKey = matchesKey(
	/\bcounts?$|^(?!.*\b(flag|risk|scor|rat(ed|ing)|violat)).*\b(num|likes|views|plays|shares|saves|reposts|comments|replies|followers|following|subscribers|engagements?|impressions|reach|fans|posts)\b/,
);

const LINK_OR_TIME =
	/^((https?:\/)?\/\S+|(\d{4}[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./]\d{4})([T ,]+[\d:.]+ ?([AP]M|Z|UTC|GMT|[+-][\d:]+)?)?|\w{3}, \d\d? \w{3} \d{4} [\d:]+ .*|\d{10}(\d{3})?(\.\d+)?)$/i;

export interface Snapshot {
	riskRating: Rating;
	/** The flagged items, each under a name of its own. */
	flagged: ReadonlyMap<string, IDataObject>;
	result: IDataObject;
	/** Of what matters in the result and in the flagged items, in any order. */
	fingerprint: string;
}

/** Whether a field may change although nothing has. */
type IsVolatile = (name: string, value: unknown) => boolean;

/** `rows`: the flagged items. */
export function* takeSnapshot(
	{ result, riskRating, rows }: { result: unknown; riskRating: Rating; rows: readonly unknown[] },
	{ ignoredFields }: Pick<Settings, 'ignoredFields'>,
): Steps<Snapshot> {
	const isVolatile: IsVolatile = (name, each) =>
		ignoredFields.includes(name) || isPassing(name, each);
	const hash = new Fingerprint();
	yield* addLasting(hash, result, isVolatile);
	// `comments` may be a counter, or what people wrote: below a flagged item they pass, too.
	const isVolatileInItem: IsVolatile = (name, each) =>
		isVolatile(name, each) || (isCounterKey(name) && typeof each === 'object');
	const flagged = yield* readFlagged(hash, rows, isVolatileInItem);
	return { riskRating, flagged, result: asObject(result), fingerprint: hash.toString() };
}

/** Adds the items to the fingerprint in any order: a list that is sorted otherwise is the same. */
function* readFlagged(
	hash: Fingerprint,
	rows: readonly unknown[],
	isVolatile: IsVolatile,
): Steps<Snapshot['flagged']> {
	const flagged = new Map<string, IDataObject>();
	/** What items are called and contain: one that is listed twice counts once. */
	const contents = new Set<string>();
	const counts = new Map<string, number>();
	for (const row of rows) {
		const item = asObject(row);
		if (item.is_flagged === false) continue;
		const content = new Fingerprint();
		yield* addLasting(content, item, isVolatile);
		const name = nameOf(item) ?? `~${content.toString()}`;
		const key = `${name} ${content.toString()}`;
		if (contents.has(key)) continue;
		contents.add(key);
		// Different items may have one name: they are counted.
		const count = (counts.get(name) ?? 0) + 1;
		counts.set(name, count);
		flagged.set(count === 1 ? name : `${name}#${count}`, item);
	}
	const list = new Fingerprint();
	for (const key of [...contents].sort()) {
		list.add(`${key}\n`);
		yield;
	}
	hash.add(list.toString());
	return flagged;
}

function nameOf(item: IDataObject): string | undefined {
	const name = NAME_KEYS.map((key) => item[key]).find(
		(each) => (typeof each === 'string' && each !== '') || typeof each === 'number',
	);
	return name === undefined ? undefined : withoutSignature(textOf(name));
}

/** A link keeps only what names a page: `watch?v=7`. */
function withoutSignature(text: string): string {
	const [page = '', query = ''] = /^https?:/i.test(text) ? text.split(/[?#]/) : [text];
	const named = query.split('&').filter((each) => /^(v|(\w+_)?(fb)?id)=/i.test(each));
	return [page, ...named].join('?');
}

function isPassing(name: string, value: unknown): boolean {
	if (hasRole(name, 'trace') || (isVolatileKey(name) && typeof value !== 'boolean')) return true;
	if (isCounterKey(name) && isCounter(value)) return true;
	return typeof value !== 'object' && LINK_OR_TIME.test(textOf(value));
}

/** The value without what is volatile, its keys in order: equal results give equal fingerprints. */
function* addLasting(hash: Fingerprint, value: unknown, isVolatile: IsVolatile): Steps<void> {
	yield;
	if (Array.isArray(value)) {
		hash.add('[');
		for (const each of value) yield* addLasting(hash, each, isVolatile);
		hash.add(']');
	} else if (isRecord(value)) {
		const entries = Object.entries(value)
			.filter(([name, each]) => !isVolatile(name, each))
			.sort(([a], [b]) => (a < b ? -1 : 1));
		hash.add('{');
		for (const [name, each] of entries) {
			hash.add(`${name.length}:${name}`);
			yield* addLasting(hash, each, isVolatile);
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
export function recordOf(
	{ riskRating, flagged, fingerprint: ofResult }: Snapshot,
	now: number,
	count: number,
): ScreeningRecord {
	const names = [...flagged.keys()];
	const fits = JSON.stringify(names).length <= MAX_NAME_CHARACTERS / count;
	return {
		rating: riskRating,
		fingerprint: ofResult,
		flaggedCount: flagged.size,
		seenAt: now,
		flagged: fits ? names : undefined,
	};
}

export function isSame(record: ScreeningRecord, snapshot: Snapshot): boolean {
	return record.rating === snapshot.riskRating && record.fingerprint === snapshot.fingerprint;
}

/** Whether flagged items that were known are missing now, as far as it can be known. */
export function hasLosses(
	{ flagged: names, flaggedCount }: ScreeningRecord,
	{ flagged }: Snapshot,
): boolean {
	if (names === undefined) return flagged.size < flaggedCount;
	return names.some((name) => !flagged.has(name));
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
	const count = flagged.size;
	return {
		changed: {
			riskRating: { before: rating, after: riskRating },
			flaggedCount: { before: flaggedCount, after: count },
			// null where the state had no room for the names.
			...(removed === undefined ? { added: null, removed: null } : { added, removed }),
		},
		current: {
			riskRating,
			flaggedCount: count,
			seenAt: iso(now),
			flagged: [...flagged.values()],
			result,
		},
		previous: record === undefined ? null : previousOf(record),
	};
}

function previousOf({ rating, flaggedCount, flagged, seenAt }: ScreeningRecord): IDataObject {
	return {
		riskRating: rating,
		flaggedCount,
		seenAt: iso(seenAt),
		flagged: flagged?.map((id) => ({ id })) ?? null,
	};
}

/** The same change has the same name, also if it is emitted again. */
export function changeId(record: ScreeningRecord | undefined, snapshot: Snapshot): string {
	return fingerprint([record?.seenAt, record?.fingerprint, snapshot.fingerprint].join('\n'));
}
