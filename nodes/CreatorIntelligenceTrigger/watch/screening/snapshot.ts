import type { IDataObject } from 'n8n-workflow';

import { Fingerprint, SetFingerprint } from '../../../shared/values/fingerprint';
import { isRecord, asObject } from '../../../shared/values/records';
import type { Steps } from '../../../shared/values/steps';
import { textOf } from '../../../shared/values/text';
import { type Rating, findRating } from '../../../shared/recognition/rating';
import type { Settings } from '../../../shared/settings/readSettings';

/** What identifies a flagged item. */
const NAME_KEYS = ['id', 'content_id', 'contentId', 'uuid', 'url', 'content_url', 'permalink'];

/** Fields that change without a real change: times of checks, newly signed links. */
const VOLATILE_FIELDS =
	/^(request_?id|trace_?id|expires.*|signature|timestamp|.*(_at|At|_time|_url|Url|_link)|url|link|href)$/;

/** Counters change too: views continue to grow. */
const COUNTERS =
	/^counts?$|(_count|Count)s?$|^(likes|views|plays|shares|saves|reposts|comments|replies|followers|following|subscribers|engagements?)$/;

export interface Snapshot {
	riskRating: Rating;
	/** The flagged items, each under a name of its own. */
	flagged: FlaggedItem[];
	names: ReadonlySet<string>;
	/** A fingerprint of the names, in any order. */
	listFingerprint: string;
	result: IDataObject;
	/** A fingerprint of what matters in it. */
	resultFingerprint: string;
}

export interface FlaggedItem {
	name: string;
	item: IDataObject;
}

type SnapshotOverrides = Pick<Settings, 'ignoredFields'>;

export function* takeSnapshot(
	value: unknown,
	rows: readonly unknown[],
	overrides: SnapshotOverrides,
): Steps<Snapshot> {
	const moves: Moves = (name) =>
		VOLATILE_FIELDS.test(name) || overrides.ignoredFields.includes(name);
	const result = new Fingerprint();
	// `comments` may be a counter, or what people wrote.
	yield* addLasting(
		result,
		value,
		(name, each) => moves(name, each) || (COUNTERS.test(name) && isCounter(each)),
	);
	const { contents, ...list } = yield* readFlagged(
		rows,
		(name, each) => moves(name, each) || COUNTERS.test(name),
	);
	return {
		...list,
		riskRating: findRating(value),
		result: asObject(value),
		resultFingerprint: result.add(contents).toString(),
	};
}

/** `contents` is a fingerprint of the items, in any order: a list that is sorted otherwise is the same. */
function* readFlagged(
	rows: readonly unknown[],
	moves: Moves,
): Steps<Pick<Snapshot, 'flagged' | 'names' | 'listFingerprint'> & { contents: string }> {
	const flagged: FlaggedItem[] = [];
	const named = new Map<string, string>();
	const counts = new Map<string, number>();
	const hash = new SetFingerprint();
	const nameHash = new SetFingerprint();
	for (const row of rows) {
		const item = asObject(row);
		if (item.is_flagged === false) continue;
		const content = new Fingerprint();
		yield* addLasting(content, item, moves);
		const own = nameOf(item) ?? `~${content.toString()}`;
		const key = `${own} ${content.toString()}`;
		let name = named.get(key);
		if (name === undefined) {
			// Different items may have one name: they are counted.
			const count = (counts.get(own) ?? 0) + 1;
			counts.set(own, count);
			name = count === 1 ? own : `${own}#${count}`;
			named.set(key, name);
			hash.add(key);
			nameHash.add(name);
		}
		flagged.push({ name, item });
	}
	const names = new Set(named.values());
	return {
		flagged,
		names,
		listFingerprint: nameHash.toString(),
		contents: hash.toString(),
	};
}

function nameOf(item: IDataObject): string | undefined {
	const name = NAME_KEYS.map((key) => item[key]).find(
		(each) => (typeof each === 'string' && each !== '') || typeof each === 'number',
	);
	return name === undefined ? undefined : textOf(name);
}

/** Whether a field may change although nothing has. */
type Moves = (name: string, value: unknown) => boolean;

/** The value without what moves, its keys in order: equal results give equal fingerprints. */
function* addLasting(hash: Fingerprint, value: unknown, moves: Moves): Steps<void> {
	yield;
	if (Array.isArray(value)) {
		hash.add('[');
		for (const each of value) yield* addLasting(hash, each, moves);
		hash.add(']');
	} else if (isRecord(value)) {
		const entries = Object.entries(value)
			.filter(([name, each]) => !moves(name, each))
			.sort(([a], [b]) => (a < b ? -1 : 1));
		hash.add('{');
		for (const [name, each] of entries) {
			hash.add(`${name.length}:${name}`);
			yield* addLasting(hash, each, moves);
		}
		hash.add('}');
	} else {
		const text = textOf(value);
		hash.add(`${typeof value}${text.length}:${text}`);
	}
}

/** A number, also as a text such as "1,204" or "1.3M", or an object of numbers only. */
function isCounter(value: unknown): boolean {
	if (value === null || typeof value === 'number') return true;
	if (typeof value === 'string') return /^\d[\d.,\s]*[kKmMbB]?$/.test(value.trim());
	return isRecord(value) && Object.values(value).every(isCounter);
}
