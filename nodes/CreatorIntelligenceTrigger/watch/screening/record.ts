import type { IDataObject } from 'n8n-workflow';

import type { Rating } from '../../../shared/recognition/rating';
import { fingerprint } from '../../../shared/values/fingerprint';
import type { ScreeningRecord } from '../../memory/State';
import type { Snapshot, FlaggedItem } from './snapshot';
import { iso } from '../../../shared/clock';

/** For the names of the flagged items of all screenings together: about 20,000. A batch that may be dropped comes on top. */
const MAX_NAME_CHARACTERS = 800_000;
const MAX_RATING_LENGTH = 24;

/** What is kept of a screening. Each one gets the same share of the room. */
export function recordOf(
	snapshot: Snapshot,
	{ now, changes, screenings }: { now: number; changes: number; screenings: number },
): ScreeningRecord {
	const names = [...snapshot.names];
	const fits = JSON.stringify(names).length <= MAX_NAME_CHARACTERS / screenings;
	return {
		rating: shortRating(snapshot.riskRating),
		fingerprint: snapshot.fingerprint,
		flaggedCount: snapshot.names.size,
		seenAt: now,
		changes,
		flagged: fits ? names : undefined,
	};
}

export function isSame(record: ScreeningRecord, snapshot: Snapshot): boolean {
	const { riskRating, fingerprint: now } = snapshot;
	return record.rating === shortRating(riskRating) && record.fingerprint === now;
}

/** Whether flagged items that were known are missing now, as far as it can be known. */
export function hasLosses(
	{ flagged, flaggedCount }: ScreeningRecord,
	{ names }: Snapshot,
): boolean {
	if (flagged === undefined) return names.size < flaggedCount;
	return flagged.some((name) => !names.has(name));
}

function shortRating(rating: Rating): Rating {
	return typeof rating === 'string' ? rating.slice(0, MAX_RATING_LENGTH) : rating;
}

/** `changed`, `current` and `previous` of an emitted item; what is short comes before the lists. */
export function screeningDiff(
	record: ScreeningRecord | undefined,
	{ riskRating, names, flagged, result }: Snapshot,
	now: number,
): { changed: IDataObject; current: IDataObject; previous: IDataObject | null } {
	return {
		changed: {
			riskRating: { before: record?.rating ?? null, after: riskRating },
			flaggedCount: { before: record?.flaggedCount ?? null, after: names.size },
			...listDiff(record === undefined ? [] : record.flagged, flagged, names),
		},
		current: {
			riskRating,
			flaggedCount: names.size,
			seenAt: iso(now),
			flagged: itemsOf(flagged),
			result,
		},
		previous: record === undefined ? null : previousOf(record),
	};
}

/** The same change has the same name, also if it is emitted again. */
export function changeId(record: ScreeningRecord | undefined, snapshot: Snapshot): string {
	const both = `${record?.fingerprint}\n${snapshot.fingerprint}`;
	return `${(record?.changes ?? 0) + 1}-${fingerprint(both)}`;
}

function previousOf({ rating, flaggedCount, flagged, seenAt }: ScreeningRecord): IDataObject {
	return {
		riskRating: rating,
		flaggedCount,
		seenAt: iso(seenAt),
		flagged: flagged?.map((id) => ({ id })) ?? null,
	};
}

/** null where the state had no room for the names. */
function listDiff(
	before: ScreeningRecord['flagged'],
	flagged: readonly FlaggedItem[],
	names: ReadonlySet<string>,
): IDataObject {
	if (before === undefined) return { added: null, removed: null };
	const known = new Set(before);
	return {
		added: itemsOf(flagged.filter(({ name }) => !known.has(name))),
		removed: before.filter((name) => !names.has(name)).map((id) => ({ id })),
	};
}

function itemsOf(flagged: readonly FlaggedItem[]): IDataObject[] {
	return flagged.map(({ item }) => item);
}
