import type { IDataObject } from 'n8n-workflow';

import type { Rating } from '../../../shared/recognition/rating';
import { SHORT_LENGTH, shortFingerprint, fingerprint } from '../../../shared/values/fingerprint';
import { encodeSeen } from '../../memory/saved/codec';
import type { SeenScreening } from '../../memory/saved/State';
import type { Snapshot, FlaggedItem } from './snapshot';
import { iso } from '../../../shared/clock';

/** For all screenings together, in characters; a batch that may be taken back comes on top. */
const MAX_STATE_CHARACTERS = 145_000;
const MAX_RATING_LENGTH = 24;

interface SeenSnapshot {
	key: string;
	snapshot: Snapshot;
	now: number;
	changes: number;
	screenings: number;
}

/** What is kept of a screening. Each one gets the same share of the room. */
export function rememberScreening(sight: SeenSnapshot): SeenScreening {
	const { key, snapshot, now, changes, screenings } = sight;
	const { riskRating, resultFingerprint, names, listFingerprint } = snapshot;
	const bare: SeenScreening = {
		rating: shortRating(riskRating),
		resultFingerprint,
		listFingerprint,
		flaggedCount: names.size,
		seenAtSeconds: Math.floor(now / 1_000),
		changes,
	};
	const fits = (seen: SeenScreening) =>
		JSON.stringify({ [key]: encodeSeen(seen) }).length <= MAX_STATE_CHARACTERS / screenings;
	// There is not even room for names of one letter, with what stands between them.
	if (names.size * '"a",'.length > MAX_STATE_CHARACTERS / screenings) return bare;
	const all = [...names];
	const withNames: SeenScreening = { ...bare, flagged: all };
	if (fits(withNames)) return withNames;
	const withMarks: SeenScreening = { ...bare, flagged: all.map(shortFingerprint).join('') };
	return fits(withMarks) ? withMarks : bare;
}

export function isSame(
	seen: SeenScreening,
	{ riskRating, resultFingerprint, listFingerprint }: Snapshot,
): boolean {
	return (
		seen.rating === shortRating(riskRating) &&
		seen.resultFingerprint === resultFingerprint &&
		seen.listFingerprint === listFingerprint
	);
}

/** Whether flagged items that were known are missing now, as far as it can be known. */
export function hasLosses({ flagged, flaggedCount }: SeenScreening, { names }: Snapshot): boolean {
	if (flagged === undefined) return names.size < flaggedCount;
	if (Array.isArray(flagged)) return flagged.some((name) => !names.has(name));
	const now = new Set([...names].map(shortFingerprint));
	return hashesIn(flagged).some((hash) => !now.has(hash));
}

/** The short fingerprints that the state has as one text. */
function hashesIn(text: string): string[] {
	return text.match(new RegExp(`.{${SHORT_LENGTH}}`, 'g')) ?? [];
}

function shortRating(rating: Rating): Rating {
	return typeof rating === 'string' ? rating.slice(0, MAX_RATING_LENGTH) : rating;
}

/** `changed`, `current` and `previous` of an emitted item; what is short comes before the lists. */
export function screeningDiff(
	seen: SeenScreening | undefined,
	snapshot: Snapshot,
	now: number,
): { changed: IDataObject; current: IDataObject; previous: IDataObject | null } {
	return {
		changed: {
			riskRating: { before: seen?.rating ?? null, after: snapshot.riskRating },
			flaggedCount: { before: seen?.flaggedCount ?? null, after: snapshot.names.size },
			...listDiff(seen, snapshot),
		},
		current: {
			riskRating: snapshot.riskRating,
			flaggedCount: snapshot.names.size,
			seenAt: iso(now),
			flagged: itemsOf(snapshot.flagged),
			result: snapshot.result,
		},
		previous: seen === undefined ? null : previousOf(seen),
	};
}

/** The same change has the same name, also if it is emitted again. */
export function changeId(
	seen: SeenScreening | undefined,
	{ resultFingerprint, listFingerprint }: Snapshot,
): string {
	const changes = (seen?.changes ?? 0) + 1;
	const both = `${seen?.resultFingerprint}\n${seen?.listFingerprint}\n${resultFingerprint}\n${listFingerprint}`;
	return `${changes}-${fingerprint(both)}`;
}

function previousOf({ rating, flaggedCount, flagged, seenAtSeconds }: SeenScreening): IDataObject {
	return {
		riskRating: rating,
		flaggedCount,
		seenAt: iso(seenAtSeconds * 1_000),
		flagged: Array.isArray(flagged) ? flagged.map((id) => ({ id })) : null,
	};
}

/** null where the state had no room for what it would take to know. */
function listDiff(seen: SeenScreening | undefined, { flagged, names }: Snapshot): IDataObject {
	const known = seen === undefined ? [] : seen.flagged;
	if (known === undefined) return { added: null, removed: null };
	const before = new Set(Array.isArray(known) ? known : hashesIn(known));
	const nameOf = Array.isArray(known) ? String : shortFingerprint;
	return {
		added: itemsOf(flagged.filter(({ name }) => !before.has(nameOf(name)))),
		removed: Array.isArray(known)
			? known.filter((name) => !names.has(name)).map((id) => ({ id }))
			: null,
	};
}

function itemsOf(flagged: readonly FlaggedItem[]): IDataObject[] {
	return flagged.map(({ item }) => item);
}
