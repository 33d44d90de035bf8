import { fingerprint } from '../../shared/values/fingerprint';
import type { Snapshot } from './snapshot';
import type { Rating } from '../../shared/recognition/rating';

/**
 * A screening as it was last seen, without its content, as a list to be short:
 * rating, mark of the result, mark of the list, number of flagged items, time in seconds, number
 * of changes so far, and the flagged items: their names, or their marks as one text, or nothing.
 */
export type Seen = [
	rating: Rating,
	result: string,
	list: string,
	count: number,
	at: number,
	changes: number,
	flagged?: string[] | string,
];

/** For all screenings together, in characters; a batch that may be taken back comes on top. */
const ROOM = 145_000;
const MARK_LENGTH = 5;

/** As much as there is room for when each of so many screenings gets the same share. */
export function toSeen(
	key: string,
	snapshot: Snapshot,
	now: number,
	changes: number,
	screenings: number,
): Seen {
	const { riskRating, mark, names } = snapshot;
	const list = fingerprint(names.join('\n'));
	const at = Math.floor(now / 1_000);
	const seen: Seen = [shortRating(riskRating), mark, list, names.length, at, changes];
	const fits = (flagged: string[] | string) =>
		JSON.stringify({ [key]: [...seen, flagged] }).length <= ROOM / screenings;
	const marks = names.map(nameMark).join('');
	seen[6] = [names, marks].find(fits);
	return seen;
}

/** Reads back what was saved; undefined if it is damaged. */
export function readSeen(raw: unknown): Seen | undefined {
	if (!Array.isArray(raw)) return undefined;
	const [rating, result, list, count, at, changes, flagged]: unknown[] = raw;
	if (typeof result !== 'string' || typeof list !== 'string') return undefined;
	const number = (value: unknown) => (typeof value === 'number' ? value : 0);
	const names = Array.isArray(flagged) ? flagged.map(String) : undefined;
	return [
		readRating(rating),
		result,
		list,
		number(count),
		number(at),
		number(changes),
		typeof flagged === 'string' ? flagged : names,
	];
}

export function isSame([rating, result, list]: Seen, snapshot: Snapshot): boolean {
	return (
		rating === shortRating(snapshot.riskRating) &&
		result === snapshot.mark &&
		list === fingerprint(snapshot.names.join('\n'))
	);
}

export function nameMark(name: string): string {
	return fingerprint(name).padEnd(MARK_LENGTH, '0').slice(0, MARK_LENGTH);
}

export function marksIn(text: string): string[] {
	return text.match(new RegExp(`.{${MARK_LENGTH}}`, 'g')) ?? [];
}

function readRating(raw: unknown): Rating {
	return typeof raw === 'string' || typeof raw === 'number' ? raw : null;
}

function shortRating(rating: Rating): Rating {
	return typeof rating === 'string' ? rating.slice(0, 24) : rating;
}
