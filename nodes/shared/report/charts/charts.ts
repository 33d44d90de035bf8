import { maxOf, minOf } from '../../values/numbers';
import type { Tone } from '../document';
import type { Markup } from '../markup';

/** All shares are parts of the whole drawing, from 0 to 1. */
export interface Charts {
	/** One bar; what it says stands beside it as text. */
	bar(share: number, tone: Tone, from?: 'left' | 'right'): Markup;
	/** One bar of several parts that make a whole. */
	split(slices: ReadonlyArray<{ share: number; tone: Tone }>, name: string): Markup;
	/** Columns side by side, each of parts on top of each other. */
	columns(columns: ReadonlyArray<readonly number[]>, tones: readonly Tone[], name: string): Markup;
	line(points: readonly number[], name: string): Markup;
	/** Whether the page keeps all of HTML: then tables can be folded away. */
	readonly keepsAll: boolean;
}

/** Between 0 and 1, whatever came in, with few digits. */
export function within(share: number): number {
	return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

export function rounded(value: number): number {
	return Math.round(value * 100) / 100;
}

export function percentOf(share: number): number {
	return rounded(within(share) * 100);
}

/** From where to where an axis goes: from 0, unless all values lie close together far above it. */
export function axisOf(values: readonly number[]): { from: number; to: number } {
	const least = minOf(values);
	const most = maxOf(values);
	if (!Number.isFinite(least) || !Number.isFinite(most)) return { from: 0, to: 1 };
	const isClose = least > most * 0.5;
	const from = isClose ? least - (most - least) * 0.25 : Math.min(0, least);
	return most === from ? { from: from - 1, to: most + 1 } : { from, to: most };
}

/** So many of the labels that they fit, the first and the last among them. */
export function someOf<T>(all: readonly T[], most: number): T[] {
	if (all.length <= most) return [...all];
	return Array.from(
		{ length: most },
		(_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))],
	).filter((each): each is T & NonNullable<unknown> => each !== undefined);
}
