import type { IDataObject } from 'n8n-workflow';

import { Fingerprint } from '../../../shared/values/fingerprint';
import { isRecord, asObject } from '../../../shared/values/records';
import type { Steps } from '../../../shared/values/steps';
import { textOf } from '../../../shared/values/text';
import type { Rating } from '../../../shared/recognition/rating';
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
	result: IDataObject;
	/** Of what matters in the result and in the flagged items, in any order. */
	fingerprint: string;
}

export interface FlaggedItem {
	name: string;
	item: IDataObject;
}

/** Whether a field may change although nothing has. */
type IsVolatile = (name: string, value: unknown) => boolean;

/** `rows`: the flagged items. */
export function* takeSnapshot(
	{ result, riskRating, rows }: { result: unknown; riskRating: Rating; rows: readonly unknown[] },
	{ ignoredFields }: Pick<Settings, 'ignoredFields'>,
): Steps<Snapshot> {
	const isVolatile = (name: string) => VOLATILE_FIELDS.test(name) || ignoredFields.includes(name);
	const hash = new Fingerprint();
	// `comments` may be a counter, or what people wrote.
	yield* addLasting(
		hash,
		result,
		(name, each) => isVolatile(name) || (COUNTERS.test(name) && isCounter(each)),
	);
	const list = yield* readFlagged(rows, (name) => isVolatile(name) || COUNTERS.test(name));
	return {
		flagged: list.flagged,
		names: list.names,
		riskRating,
		result: asObject(result),
		fingerprint: hash.add(list.fingerprint).toString(),
	};
}

/** The fingerprint is that of the items in any order: a list that is sorted otherwise is the same. */
function* readFlagged(
	rows: readonly unknown[],
	isVolatile: IsVolatile,
): Steps<Pick<Snapshot, 'flagged' | 'names' | 'fingerprint'>> {
	const flagged: FlaggedItem[] = [];
	/** By what an item is called and contains. */
	const names = new Map<string, string>();
	const counts = new Map<string, number>();
	for (const row of rows) {
		const item = asObject(row);
		if (item.is_flagged === false) continue;
		const content = new Fingerprint();
		yield* addLasting(content, item, isVolatile);
		const idOrContent = nameOf(item) ?? `~${content.toString()}`;
		const key = `${idOrContent} ${content.toString()}`;
		let name = names.get(key);
		if (name === undefined) {
			// Different items may have one name: they are counted.
			const count = (counts.get(idOrContent) ?? 0) + 1;
			counts.set(idOrContent, count);
			name = count === 1 ? idOrContent : `${idOrContent}#${count}`;
			names.set(key, name);
		}
		flagged.push({ name, item });
	}
	const hash = new Fingerprint();
	for (const key of [...names.keys()].sort()) {
		hash.add(`${key}\n`);
		yield;
	}
	return { flagged, names: new Set(names.values()), fingerprint: hash.toString() };
}

function nameOf(item: IDataObject): string | undefined {
	const name = NAME_KEYS.map((key) => item[key]).find(
		(each) => (typeof each === 'string' && each !== '') || typeof each === 'number',
	);
	return name === undefined ? undefined : textOf(name);
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
