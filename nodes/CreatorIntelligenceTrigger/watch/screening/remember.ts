import type { Rating } from '../../../shared/recognition/rating';
import { fingerprint, shortFingerprint } from '../../../shared/values/fingerprint';
import { encodeSeen, type SeenScreening } from '../../memory/saved/SeenScreening';
import type { Snapshot } from './snapshot';

/** For all screenings together, in characters; a batch that may be taken back comes on top. */
const ROOM = 145_000;
const LONGEST_RATING = 24;

interface Sight {
	/** What the state calls the screening. */
	key: string;
	snapshot: Snapshot;
	now: number;
	/** How many of its changes have come out. */
	changes: number;
	/** How many screenings share the room. */
	screenings: number;
}

/** What is kept of a screening. Each one gets the same share of the room. */
export function rememberScreening(sight: Sight): SeenScreening {
	const { key, snapshot, now, changes, screenings } = sight;
	const { riskRating, mark, names } = snapshot;
	const bare: SeenScreening = {
		rating: shortRating(riskRating),
		resultMark: mark,
		listMark: listMark(names),
		flaggedCount: names.length,
		seenAt: Math.floor(now / 1_000) * 1_000,
		changes,
		flagged: { kind: 'none' },
	};
	const fits = (seen: SeenScreening) =>
		JSON.stringify({ [key]: encodeSeen(seen) }).length <= ROOM / screenings;
	const withNames: SeenScreening = { ...bare, flagged: { kind: 'names', names } };
	if (fits(withNames)) return withNames;
	const withMarks: SeenScreening = {
		...bare,
		flagged: { kind: 'marks', marks: names.map(shortFingerprint) },
	};
	return fits(withMarks) ? withMarks : bare;
}

export function isSame(seen: SeenScreening, { riskRating, mark, names }: Snapshot): boolean {
	return (
		seen.rating === shortRating(riskRating) &&
		seen.resultMark === mark &&
		seen.listMark === listMark(names)
	);
}

/** Whether flagged items that were known are missing now, as far as it can be known. */
export function hasLosses({ flagged, flaggedCount }: SeenScreening, { names }: Snapshot): boolean {
	switch (flagged.kind) {
		case 'names': {
			const now = new Set(names);
			return flagged.names.some((name) => !now.has(name));
		}
		case 'marks': {
			const now = new Set(names.map(shortFingerprint));
			return flagged.marks.some((mark) => !now.has(mark));
		}
		case 'none':
			return names.length < flaggedCount;
	}
}

function listMark(names: string[]): string {
	return fingerprint(names.join('\n'));
}

function shortRating(rating: Rating): Rating {
	return typeof rating === 'string' ? rating.slice(0, LONGEST_RATING) : rating;
}
