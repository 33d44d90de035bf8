import type { Tone } from '../document';
import { markup, type Markup } from '../markup';
import { percentOf, rounded, within, type Charts } from './charts';

const BAR = 10;
/** Columns are so wide that a gap stays between them. */
const COLUMN = 0.72;

/** Drawings that stretch with the page; texts stand beside them and keep their size. */
export const svg: Charts = { bar, split, columns, line, keepsAll: true };

function bar(share: number, tone: Tone, from: 'left' | 'right' = 'left'): Markup {
	const width = percentOf(share);
	const x = from === 'left' ? 0 : rounded(100 - width);
	return markup`<svg class="bar" width="100%" height="${BAR}" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="${BAR}" rx="3"/><rect class="${tone}" x="${x}%" width="${width}%" height="${BAR}" rx="3"/></svg>`;
}

function split(slices: ReadonlyArray<{ share: number; tone: Tone }>, name: string): Markup {
	let x = 0;
	const parts = slices.map(({ share, tone }) => {
		const from = x;
		x += percentOf(share);
		return markup`<rect class="${tone}" x="${rounded(from)}%" width="${percentOf(share)}%" height="18"/>`;
	});
	return markup`<svg class="split" width="100%" height="18" role="img"><title>${name}</title>${parts}</svg>`;
}

function columns(
	all: ReadonlyArray<readonly number[]>,
	tones: readonly Tone[],
	name: string,
): Markup {
	const parts = all.map((shares, at) => {
		let top = 100;
		const x = rounded(at + (1 - COLUMN) / 2);
		return shares.map((share, series) => {
			const height = percentOf(share);
			top -= height;
			if (height === 0) return undefined;
			return markup`<rect class="${tones[series]}" x="${x}" y="${rounded(top)}" width="${COLUMN}" height="${height}"/>`;
		});
	});
	return markup`<svg class="plot" viewBox="0 0 ${Math.max(1, all.length)} 100" preserveAspectRatio="none" role="img"><title>${name}</title>${GRID(all.length)}${parts}</svg>`;
}

function line(points: readonly number[], name: string): Markup {
	const step = points.length > 1 ? 100 / (points.length - 1) : 0;
	const places = points.map(
		(share, at) => `${rounded(at * step)} ${rounded(100 - within(share) * 100)}`,
	);
	const way = places.join(' L ');
	return markup`<svg class="plot" viewBox="0 0 100 100" preserveAspectRatio="none" role="img"><title>${name}</title>${GRID(100)}<path class="area" d="M ${way} L 100 100 L 0 100 Z"/><path class="stroke" d="M ${way}"/>${places.map((place) => markup`<path class="dot" d="M ${place} h 0"/>`)}</svg>`;
}

/** Lines to measure heights by. */
const GRID = (width: number): Markup[] =>
	[0, 50, 100].map((y) => markup`<path class="grid-line" d="M 0 ${y} H ${Math.max(1, width)}"/>`);
