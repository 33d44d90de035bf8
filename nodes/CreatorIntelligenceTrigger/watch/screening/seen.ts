import type { IDataObject } from 'n8n-workflow';

import type { Rating } from '../../../shared/recognition/rating';
import { fingerprint } from '../../../shared/values/fingerprint';
import type { SeenScreening } from '../../memory/State';
import type { Snapshot, FlaggedItem } from './snapshot';
import { iso } from '../../../shared/clock';

/** For the names of the flagged items of all screenings together: about 20,000. A batch that may be dropped comes on top. */
const MAX_NAME_CHARACTERS = 800_000;
const MAX_RATING_LENGTH = 24;

/** What is kept of a screening. Each one gets the same share of the room. */
export function rememberScreening(
	snapshot: Snapshot,
	{ now, changes, screenings }: { now: number; changes: number; screenings: number },
): SeenScreening {
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

export function isSame(seen: SeenScreening, snapshot: Snapshot): boolean {
	const { riskRating, fingerprint: now } = snapshot;
	return seen.rating === shortRating(riskRating) && seen.fingerprint === now;
}

/** Whether flagged items that were known are missing now, as far as it can be known. */
export function hasLosses({ flagged, flaggedCount }: SeenScreening, { names }: Snapshot): boolean {
	if (flagged === undefined) return names.size < flaggedCount;
	return flagged.some((name) => !names.has(name));
}

function shortRating(rating: Rating): Rating {
	return typeof rating === 'string' ? rating.slice(0, MAX_RATING_LENGTH) : rating;
}

/** `changed`, `current` and `previous` of an emitted item; what is short comes before the lists. */
export function screeningDiff(
	seen: SeenScreening | undefined,
	{ riskRating, names, flagged, result }: Snapshot,
	now: number,
): { changed: IDataObject; current: IDataObject; previous: IDataObject | null } {
	return {
		changed: {
			riskRating: { before: seen?.rating ?? null, after: riskRating },
			flaggedCount: { before: seen?.flaggedCount ?? null, after: names.size },
			...listDiff(seen === undefined ? [] : seen.flagged, flagged, names),
		},
		current: {
			riskRating,
			flaggedCount: names.size,
			seenAt: iso(now),
			flagged: itemsOf(flagged),
			result,
		},
		previous: seen === undefined ? null : previousOf(seen),
	};
}

/** The same change has the same name, also if it is emitted again. */
export function changeId(seen: SeenScreening | undefined, snapshot: Snapshot): string {
	const both = `${seen?.fingerprint}\n${snapshot.fingerprint}`;
	return `${(seen?.changes ?? 0) + 1}-${fingerprint(both)}`;
}

function previousOf({ rating, flaggedCount, flagged, seenAt }: SeenScreening): IDataObject {
	return {
		riskRating: rating,
		flaggedCount,
		seenAt: iso(seenAt),
		flagged: flagged?.map((id) => ({ id })) ?? null,
	};
}

/** null where the state had no room for the names. */
function listDiff(
	before: SeenScreening['flagged'],
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
