import { maxOf, minOf } from '../../values/numbers';
import type { Tone } from '../document';
import { markup, type Markup } from '../markup';

// Boxes with inline sizes: n8n takes SVG out of HTML that it shows, and so do mail programs. All shares are from 0 to 1.

/** One bar; what it says stands next to it as text. */
export function bar(share: number, tone: Tone, from: 'left' | 'right' = 'left'): Markup {
	return markup`<span class="box-bar ${from}">${box('width', share, tone)}</span>`;
}

/** One bar of several parts that make a whole. */
export function split(slices: ReadonlyArray<{ share: number; tone: Tone }>, name: string): Markup {
	return markup`<span class="box-split" role="img" aria-label="${name}">${slices.map(({ share, tone }) => box('width', share, tone))}</span>`;
}

/** Columns side by side, each of parts on top of each other. */
export function columns(
	all: ReadonlyArray<readonly number[]>,
	tones: readonly Tone[],
	name: string,
): Markup {
	const drawn = all.map(
		(shares) =>
			markup`<span class="box-column">${shares.map((share, at) => box('height', share, tones[at]))}</span>`,
	);
	return markup`<span class="box-plot" role="img" aria-label="${name}">${drawn}</span>`;
}

function box(side: 'width' | 'height', share: number, tone: Tone | undefined): Markup {
	return markup`<span class="box ${tone}" style="${side}:${percentOf(share)}%"></span>`;
}

/** Between 0 and 100, whatever came in. */
function percentOf(share: number): number {
	const within = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
	return Math.round(within * 10_000) / 100;
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
export function someOf(labels: readonly string[], most: number): string[] {
	if (labels.length <= most) return [...labels];
	const step = (labels.length - 1) / (most - 1);
	return Array.from({ length: most }, (_, at) => labels[Math.round(at * step)] ?? '');
}
