import type { Rating } from '../../../shared/recognition/rating';
import { SHORT_LENGTH } from '../../../shared/values/fingerprint';

/**
 * A screening as it was last seen, without its content. Of the flagged items as much is kept as
 * there is room for: their names, short marks of them, or nothing.
 */
export interface SeenScreening {
	rating: Rating;
	/** A mark of the result, flagged items included. */
	resultMark: string;
	/** A mark of the names of the flagged items. */
	listMark: string;
	flaggedCount: number;
	/** In milliseconds, rounded down to a second. */
	seenAt: number;
	/** How many changes have come out so far. */
	changes: number;
	flagged: KeptNames;
}

export type KeptNames =
	| { kind: 'names'; names: string[] }
	| { kind: 'marks'; marks: string[] }
	| { kind: 'none' };

/** The saved form is a list, to be short. */
type SavedSeen = [
	rating: Rating,
	resultMark: string,
	listMark: string,
	flaggedCount: number,
	seenAtSeconds: number,
	changes: number,
	/** Names as a list, or all marks as one text. */
	flagged?: string[] | string,
];

export function encodeSeen(seen: SeenScreening): SavedSeen {
	const { rating, resultMark, listMark, flaggedCount, seenAt, changes, flagged } = seen;
	const seconds = Math.floor(seenAt / 1_000);
	const saved = [rating, resultMark, listMark, flaggedCount, seconds, changes] as const;
	switch (flagged.kind) {
		case 'names':
			return [...saved, flagged.names];
		case 'marks':
			return [...saved, flagged.marks.join('')];
		case 'none':
			return [...saved];
	}
}

/** `undefined` if what was saved is damaged. */
export function decodeSeen(saved: unknown): SeenScreening | undefined {
	const parts: readonly unknown[] = Array.isArray(saved) ? saved : [];
	const [rating, resultMark, listMark, flaggedCount, seconds, changes, flagged] = parts;
	if (typeof resultMark !== 'string' || typeof listMark !== 'string') return undefined;
	const count = numberOr0(flaggedCount);
	return {
		rating: typeof rating === 'string' || typeof rating === 'number' ? rating : null,
		resultMark,
		listMark,
		flaggedCount: count,
		seenAt: numberOr0(seconds) * 1_000,
		changes: numberOr0(changes),
		flagged: decodeNames(flagged, count),
	};
}

function decodeNames(saved: unknown, count: number): KeptNames {
	if (Array.isArray(saved)) return { kind: 'names', names: saved.map(String) };
	// Marks of another length are those of another version.
	if (typeof saved !== 'string' || saved.length !== count * SHORT_LENGTH) return { kind: 'none' };
	return { kind: 'marks', marks: saved.match(new RegExp(`.{${SHORT_LENGTH}}`, 'g')) ?? [] };
}

function numberOr0(value: unknown): number {
	return typeof value === 'number' ? value : 0;
}
