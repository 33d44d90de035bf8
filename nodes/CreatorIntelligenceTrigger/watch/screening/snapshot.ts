import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../shared/values/fingerprint';
import { isRecord, asObject } from '../../../shared/values/records';
import { type Rating, findRating } from '../../../shared/recognition/rating';
import type { ComparisonParameters } from '../../parameters/readParameters';

/** What flagged items are told apart by. */
const NAME_KEYS = ['id', 'content_id', 'contentId', 'uuid', 'url', 'content_url', 'permalink'];

/** Fields that move although nothing has changed: times of looks, links that are signed anew. */
const MOVING =
	/^(request_?id|trace_?id|expires.*|signature|timestamp|.*(_at|At|_time|_url|Url|_link)|url|link|href)$/;

/** In flagged items these move too: people go on looking at them. */
const COUNTERS =
	/(_count|Count)$|^(likes|views|plays|shares|saves|reposts|comments|replies|followers|engagements?)$/;

/** A screening as it is now. */
export interface Snapshot {
	riskRating: Rating;
	/** The flagged items, as they came. */
	flagged: IDataObject[];
	/** Their names, sorted. */
	names: string[];
	/** The answer of the service. */
	result: IDataObject;
	/** A mark of what matters in it. */
	mark: string;
}

/** What the user says about recognising and comparing. */
type SnapshotOverrides = Pick<ComparisonParameters, 'ratingPath' | 'ignoredFields'>;

export function takeSnapshot(
	value: unknown,
	rows: unknown[],
	overrides: SnapshotOverrides,
): Snapshot {
	const flagged = rows.map((row) => asObject(row)).filter((row) => row.is_flagged !== false);
	const ignored = (name: string) => MOVING.test(name) || overrides.ignoredFields.includes(name);
	return {
		riskRating: findRating(value, overrides.ratingPath),
		flagged,
		names: [...new Set(flagged.map(nameOf))].sort(),
		result: asObject(value),
		mark: fingerprint(JSON.stringify([lasting(value, ignored), ...lastingRows(flagged, ignored)])),
	};
}

export function nameOf(item: IDataObject): string {
	const name = NAME_KEYS.map((key) => item[key]).find(
		(each) => (typeof each === 'string' && each !== '') || typeof each === 'number',
	);
	return name === undefined ? `~${fingerprint(JSON.stringify(item))}` : String(name);
}

/** The same value without what moves, its keys in order: equal results give equal texts. */
function lasting(value: unknown, ignored: (name: string) => boolean): unknown {
	if (Array.isArray(value)) return value.map((each: unknown) => lasting(each, ignored));
	if (!isRecord(value)) return value;
	const entries = Object.entries(value)
		.filter(([name]) => !ignored(name))
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return entries.map(([name, each]) => [name, lasting(each, ignored)]);
}

/** In an order of their own: a list that is sorted otherwise is the same. */
function lastingRows(rows: IDataObject[], ignored: (name: string) => boolean): string[] {
	const moves = (name: string) => ignored(name) || COUNTERS.test(name);
	return rows.map((row) => JSON.stringify(lasting(row, moves))).sort();
}
