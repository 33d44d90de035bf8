import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../shared/values/fingerprint';
import { isRecord, asObject } from '../../../shared/values/records';
import { textOf } from '../../../shared/values/text';
import { type Rating, findRating } from '../../../shared/recognition/rating';
import type { ComparisonParameters } from '../../parameters/readParameters';

/** What flagged items are told apart by. */
const NAME_KEYS = ['id', 'content_id', 'contentId', 'uuid', 'url', 'content_url', 'permalink'];

/** Fields that move although nothing has changed: times of looks, links that are signed anew. */
const MOVING =
	/^(request_?id|trace_?id|expires.*|signature|timestamp|.*(_at|At|_time|_url|Url|_link)|url|link|href)$/;

/** Counters move too: people go on looking at things. */
const COUNTERS =
	/^counts?$|(_count|Count)s?$|^(likes|views|plays|shares|saves|reposts|comments|replies|followers|following|subscribers|engagements?)$/;

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
	const moves: Moves = (name) => MOVING.test(name) || overrides.ignoredFields.includes(name);
	return {
		riskRating: findRating(value, overrides.ratingPath),
		flagged,
		names: [...new Set(flagged.map(nameOf))].sort(),
		result: asObject(value),
		mark: fingerprint(
			JSON.stringify([lastingResult(value, moves), ...lastingRows(flagged, moves)]),
		),
	};
}

export function nameOf(item: IDataObject): string {
	const name = NAME_KEYS.map((key) => item[key]).find(
		(each) => (typeof each === 'string' && each !== '') || typeof each === 'number',
	);
	return name === undefined ? `~${fingerprint(JSON.stringify(item))}` : textOf(name);
}

/** Whether a field may change although nothing has. */
type Moves = (name: string, value: unknown) => boolean;

/** The same value without what moves, its keys in order: equal results give equal texts. */
function lasting(value: unknown, moves: Moves): unknown {
	if (Array.isArray(value)) return value.map((each: unknown) => lasting(each, moves));
	if (!isRecord(value)) return value;
	const entries = Object.entries(value)
		.filter(([name, each]) => !moves(name, each))
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return entries.map(([name, each]) => [name, lasting(each, moves)]);
}

/** `comments` may be a counter, or what people wrote. */
function lastingResult(value: unknown, moves: Moves): unknown {
	return lasting(
		value,
		(name, each) => moves(name, each) || (COUNTERS.test(name) && isCounter(each)),
	);
}

/** In an order of their own: a list that is sorted otherwise is the same. */
function lastingRows(rows: IDataObject[], moves: Moves): string[] {
	const movesInRow: Moves = (name, each) => moves(name, each) || COUNTERS.test(name);
	return rows.map((row) => JSON.stringify(lasting(row, movesInRow))).sort();
}

/** A number, also as a text such as "1,204" or "1.3M", or an object of numbers only. */
function isCounter(value: unknown): boolean {
	if (value === null || typeof value === 'number') return true;
	if (typeof value === 'string') return /^\d[\d.,\s]*[kKmMbB]?$/.test(value.trim());
	return isRecord(value) && Object.values(value).every(isCounter);
}
