import type { IDataObject } from 'n8n-workflow';

import { fingerprint, shortFingerprint } from '../../../shared/values/fingerprint';
import { iso } from '../../../shared/clock';
import type { SeenScreening } from '../../memory/saved/State';
import { marksIn } from './remember';
import type { FlaggedItem, Snapshot } from './snapshot';

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

/** The same change has the same name, also when it has to come out again. */
export function changeId(seen: SeenScreening | undefined, { mark, listMark }: Snapshot): string {
	const changes = (seen?.changes ?? 0) + 1;
	const marks = `${seen?.resultMark}\n${seen?.listMark}\n${mark}\n${listMark}`;
	return `${changes}-${fingerprint(marks)}`;
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
	const before = new Set(Array.isArray(known) ? known : marksIn(known));
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
