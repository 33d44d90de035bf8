import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../shared/values/fingerprint';
import { marksIn, nameMark, type Seen } from './seen';
import { nameOf, type Snapshot } from './snapshot';
import { iso } from '../../shared/values/time';

/** `previous`, `current` and `changed` of an emitted item. */
export function screeningDiff(
	seen: Seen | undefined,
	snapshot: Snapshot,
	now: number,
): { previous: IDataObject | null; current: IDataObject; changed: IDataObject } {
	const current: IDataObject = {
		riskRating: snapshot.riskRating,
		flaggedCount: snapshot.names.length,
		flagged: snapshot.flagged,
		seenAt: iso(now),
		result: snapshot.result,
	};
	return {
		previous: seen === undefined ? null : previousOf(seen),
		current,
		changed: {
			...listDiff(seen, snapshot),
			riskRating: { before: seen?.[0] ?? null, after: snapshot.riskRating },
		},
	};
}

/** The same change has the same name, also when it has to come out again. */
export function changeId(seen: Seen | undefined, { mark, names }: Snapshot): string {
	const changes = (seen?.[5] ?? 0) + 1;
	return `${changes}-${fingerprint(`${seen?.[1]}\n${seen?.[2]}\n${mark}\n${names.join('\n')}`)}`;
}

function previousOf([riskRating, , , flaggedCount, at, , flagged]: Seen): IDataObject {
	return {
		riskRating,
		flaggedCount,
		flagged: Array.isArray(flagged) ? flagged.map((id) => ({ id })) : null,
		seenAt: iso(at * 1_000),
	};
}

/** null where the state had no room for what it would take to know. */
function listDiff(seen: Seen | undefined, { flagged, names }: Snapshot): IDataObject {
	const known = seen === undefined ? [] : seen[6];
	if (known === undefined) return { added: null, removed: null };
	if (typeof known === 'string') {
		const marks = new Set(marksIn(known));
		return { added: flagged.filter((item) => !marks.has(nameMark(nameOf(item)))), removed: null };
	}
	const before = new Set(known);
	return {
		added: flagged.filter((item) => !before.has(nameOf(item))),
		removed: known.filter((name) => !names.includes(name)).map((id) => ({ id })),
	};
}
