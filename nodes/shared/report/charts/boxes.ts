import type { Tone } from '../document';
import { markup, type Markup } from '../markup';
import { percentOf, type Charts } from './charts';

/** The same charts without SVG, which n8n takes out of the HTML that it shows in the editor. */
export const boxes: Charts = { bar, split, columns, line, keepsAll: false };

function bar(share: number, tone: Tone, from: 'left' | 'right' = 'left'): Markup {
	return markup`<span class="box-bar ${from}"><span class="box ${tone}" style="width:${percentOf(share)}%"></span></span>`;
}

function split(slices: ReadonlyArray<{ share: number; tone: Tone }>, name: string): Markup {
	const parts = slices.map(
		({ share, tone }) =>
			markup`<span class="box ${tone}" style="width:${percentOf(share)}%"></span>`,
	);
	return markup`<span class="box-split" role="img" aria-label="${name}">${parts}</span>`;
}

function columns(
	all: ReadonlyArray<readonly number[]>,
	tones: readonly Tone[],
	name: string,
): Markup {
	const parts = all.map((shares) => {
		const stacked = shares.map(
			(share, at) =>
				markup`<span class="box ${tones[at]}" style="height:${percentOf(share)}%"></span>`,
		);
		return markup`<span class="box-column">${stacked}</span>`;
	});
	return markup`<span class="box-plot" role="img" aria-label="${name}">${parts}</span>`;
}

/** Points as columns: the eye joins their tops. */
function line(points: readonly number[], name: string): Markup {
	return columns(
		points.map((share) => [share]),
		['s1'],
		name,
	);
}
