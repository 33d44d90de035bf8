import type { Tone } from '../document';
import { markup, type Markup } from '../markup';

// Boxes with inline sizes: n8n takes SVG out of HTML that it shows, and so do mail programs. All shares are from 0 to 1.

export function bar(share: number, tone: Tone, from: 'left' | 'right' = 'left'): Markup {
	return markup`<span class="box-bar ${from}">${box('width', share, tone)}</span>`;
}

export function split(slices: ReadonlyArray<{ share: number; tone: Tone }>, name: string): Markup {
	return markup`<span class="box-split" role="img" aria-label="${name}">${slices.map(({ share, tone }) => box('width', share, tone))}</span>`;
}

/** Columns side by side, each of parts on top of each other. A last one that is not over is paler. */
export function columns(
	all: ReadonlyArray<readonly number[]>,
	tones: readonly Tone[],
	{ name, isLastOpen }: { name: string; isLastOpen?: boolean },
): Markup {
	const drawn = all.map((shares, column) => {
		const isOpen = isLastOpen && column === all.length - 1;
		return markup`<span class="box-column${isOpen && ' open'}">${shares.map((share, at) => box('height', share, tones[at]))}</span>`;
	});
	return markup`<span class="box-plot" role="img" aria-label="${name}">${drawn}</span>`;
}

function box(side: 'width' | 'height', share: number, tone: Tone | undefined): Markup {
	return markup`<span class="box ${tone}" style="${side}:${percentOf(share)}%"></span>`;
}

/** Between 0 and 100. */
function percentOf(share: number): number {
	const within = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
	return Math.round(within * 10_000) / 100;
}

const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** Where an axis ends that begins at 0: at a round number whose half is one as well. */
export function axisTop(most: number): number {
	if (!(most > 1)) return most > 0 && !Number.isInteger(most) ? most : 1;
	if (most <= 10) return 2 * Math.ceil(most / 2);
	const power = 10 ** Math.floor(Math.log10(most));
	return (STEPS.find((step) => step * power >= most) ?? 10) * power;
}

/** So many of the labels that they fit, the first and the last among them; the others are empty. */
export function someOf(labels: readonly string[], most: number): string[] {
	const step = Math.max(1, (labels.length - 1) / (most - 1));
	const shown = new Set(Array.from({ length: most }, (_, at) => Math.round(at * step)));
	return labels.map((label, at) => (shown.has(at) ? label : ''));
}
