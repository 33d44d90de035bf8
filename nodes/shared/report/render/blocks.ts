import type { Share } from '../../recognition/breakdowns';
import type { Traits } from '../../recognition/traits';
import type { Unit } from '../../recognition/units';
import { maxOf } from '../../values/numbers';
import { fullNumber, highest, shareCell, shortNumber, shown, sumOf } from '../numbers';
import { inLine, inWords } from '../words';
import { linked, markup, type Markup, type MarkupContent } from '../markup';
import { ratingTone, type Tone } from '../tones';

// What a part is made of. A block with nothing to show is `undefined`.
// Charts are boxes with inline sizes: n8n takes SVG out of HTML that it shows, and so do mail programs.

export interface Cell {
	text?: string | undefined;
	link?: string;
	tone?: Tone;
	/** In percent: drawn as a bar below the text. */
	share?: number | undefined;
	/** Small, below the text. */
	note?: string;
}

export interface Item extends Cell {
	label: string;
}

/** Green only where nothing is missing. */
export const mutedTone = (tone: Tone, isComplete: boolean): Tone =>
	tone === 'good' && !isComplete ? 'accent' : tone;

export function ratingCell(rating: Traits['riskRating'], isComplete: boolean): Cell {
	const text = typeof rating === 'number' ? fullNumber(rating) : shown(rating, inWords);
	return { text, tone: mutedTone(ratingTone(rating), isComplete) };
}

export const countItem = (label: string, value: number | undefined): Item => {
	return { label, text: shown(value, shortNumber) };
};
export const shareItem = (label: string, unit: Unit, value: number | undefined): Item => {
	return { label, ...shown(value, (each) => shareCell(unit, each)) };
};
export const ratingItem = ({ riskRating }: Traits, isComplete: boolean): Item => {
	return { label: 'Risk rating', ...ratingCell(riskRating, isComplete) };
};

/** `free`: without a frame; `half`: next to others where there is room; `long`: over several pages on paper. */
const block = (room: 'free' | 'half' | 'long', content: MarkupContent): Markup =>
	markup`<div class="block ${room}">${content}</div>`;

export const note = (text: string): Markup =>
	block('free', markup`<p class="plain-note">${text}</p>`);

const small = (text: string | undefined) => text && markup` <span class="note">${text}</span>`;

/** Big numbers, those that are known. */
export function figures(items: readonly Item[]): Markup | undefined {
	const drawn = items
		.filter(({ text }) => text !== undefined)
		.map(
			({ label, text, tone, note: below }) =>
				markup`<div class="figure"><dt>${label}</dt><dd class="${tone && `tone ${tone}`}">${text}${small(below)}</dd></div>`,
		);
	return drawn.length === 0 ? undefined : block('free', markup`<dl class="figures">${drawn}</dl>`);
}

function box(side: 'width' | 'height', share: number, tone: Tone = 's1'): Markup {
	const within = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
	const size = Math.round(within * 10_000) / 100;
	return markup`<span class="box ${tone}" style="${side}:${size}%"></span>`;
}

const bar = (share: number, tone?: Tone): Markup =>
	markup`<span class="box-bar">${box('width', share, tone)}</span>`;

const captioned = (title: string, content: MarkupContent): Markup =>
	markup`<figure><figcaption>${title}</figcaption>${content}</figure>`;

/** Of a breakdown: further shares are small, and bars of a few percent look alike. */
const MAX_BARS = 8;

interface Bars {
	title: string;
	shares: ReadonlyArray<Share & { tone?: Tone }>;
	/** Sorted already; otherwise the largest come first. */
	isSorted?: boolean;
	format?: (value: number) => string;
	/** What a whole bar stands for, if it is not the largest value. */
	whole?: number;
	/** A thing may count in several shares, so that they cannot be added. */
	isOverlapping?: boolean;
}

export function bars({ title, shares, format = fullNumber, ...style }: Bars): Markup | undefined {
	const first = style.isSorted
		? shares.slice(0, MAX_BARS)
		: highest(shares, MAX_BARS, ({ value }) => value);
	if (first.length === 0) return undefined;
	const values = first.map(({ value }) => value);
	const whole = style.whole ?? (maxOf(values) || 1);
	// Bars of one length say nothing that the numbers do not.
	const isDrawn = style.whole !== undefined || new Set(values).size > 1;
	const row = (name: string, text: string, drawn?: Markup) =>
		markup`<tr><th scope="row">${name}</th>${isDrawn && markup`<td>${drawn}</td>`}<td class="number">${text}</td></tr>`;
	const rows = first.map(({ label, value, tone }) =>
		row(label, format(value), bar(value / whole, tone)),
	);
	const more = shares.length - first.length;
	const rest = sumOf(shares.map(({ value }) => value)) - sumOf(values);
	if (more > 0)
		rows.push(row(`+ ${fullNumber(more)} more`, style.isOverlapping ? '' : format(rest)));
	const caption = markup`<caption>${title}</caption>`;
	return block('half', markup`<table class="bars">${caption}<tbody>${rows}</tbody></table>`);
}

export interface Series {
	label: string;
	tone: Tone;
}

interface Columns {
	title: string;
	series: readonly Series[];
	columns: ReadonlyArray<{ label: string; values: readonly number[] }>;
	/** The last period is not over. */
	isLastOpen: boolean;
}

/** Fewer periods show no course. */
const MIN_PERIODS = 4;

/** Columns side by side, each of parts on top of each other; and as a table, for those who hear it. */
export function columns({ title, series, columns: all, isLastOpen }: Columns): Markup | undefined {
	const sums = all.map(({ values }) => sumOf(values));
	if (all.length < MIN_PERIODS || new Set(sums).size < 2) return undefined;
	const top = axisTop(maxOf(sums));
	const heights = top >= 2 ? [top, top / 2, 0] : [top, 0];
	const drawn = all.map(({ values }, column) => {
		const isOpen = isLastOpen && column === all.length - 1;
		const boxes = values.map((value, at) => box('height', value / top, series[at]?.tone));
		return markup`<span class="box-column${isOpen && ' open'}">${boxes}</span>`;
	});
	const axis = heights.map((height) => markup`<span>${shortNumber(height)}</span>`);
	const times = timesOf(all).map((label) => markup`<span><span>${label}</span></span>`);
	const keys = series.map(
		({ label, tone }) => markup`<li><span class="box key ${tone}"></span>${label}</li>`,
	);
	const legend = keys.length > 1 && markup`<ul class="legend">${keys}</ul>`;
	const open = isLastOpen && markup`<p class="more">${all.at(-1)?.label} is not over yet.</p>`;
	const heads = series.map(({ label }) => markup`<th scope="col">${label}</th>`);
	const rows = all.map(
		({ label, values }) =>
			markup`<tr><th scope="row">${label}</th>${values.map((value) => markup`<td>${fullNumber(value)}</td>`)}</tr>`,
	);
	const table = markup`<div class="hidden"><table><caption>${title}</caption><thead><tr><th scope="col">Period</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
	const chart = markup`<div class="chart" aria-hidden="true"><div class="axis">${axis}</div><span class="box-plot">${drawn}</span><div class="times">${times}</div></div>`;
	return block('half', captioned(title, [chart, legend, open, table]));
}

/** Where an axis ends that begins at 0: at a round number whose half is one as well. */
function axisTop(most: number): number {
	if (!(most > 1)) return most > 0 ? most : 1;
	if (most <= 10) return 2 * Math.ceil(most / 2);
	const step = 10 ** Math.floor(Math.log10(most)) / 5;
	return step * Math.ceil(most / step);
}

/** More labels touch each other on a phone. */
const MAX_TIMES = 4;

/** So many of the labels that they fit, the first and the last among them; the others are empty. */
function timesOf(all: ReadonlyArray<{ label: string }>): string[] {
	const step = Math.max(1, (all.length - 1) / (MAX_TIMES - 1));
	const drawn = new Set(Array.from({ length: MAX_TIMES }, (_, at) => Math.round(at * step)));
	return all.map(({ label }, at) => (drawn.has(at) ? label : ''));
}

export interface Entry {
	title?: string;
	text?: string;
	link?: string;
	/** Who, when, and how many likes. */
	details: string[];
	tags: Cell[];
}

/** The first `open` are open, the others folded; `more` are left out. */
export function entries(
	title: string,
	all: readonly Entry[],
	{ open, more }: { open: number; more: number },
): Markup | undefined {
	if (all.length === 0) return undefined;
	const [first, rest] = [all.slice(0, open), all.slice(open)].map(
		(some) => markup`<ul class="entries">${some.map(entry)}</ul>`,
	);
	const others = all.length > open && folded(`${fullNumber(all.length - open)} more`, rest);
	return block('long', captioned(title, [first, others, leftOut(more)]));
}

function entry({ title, text, link, details, tags }: Entry): Markup {
	const name = title && markup`<p class="title" dir="auto">${linked(title, link)}</p>`;
	const words = text && markup`<p class="text" dir="auto">${title ? text : linked(text, link)}</p>`;
	const below =
		details.length > 0 && markup`<p class="details">${details.map(inLine).join(' \u00b7 ')}</p>`;
	const marks = tags.length > 0 && markup`<p class="tags">${tags.map(cellContent)}</p>`;
	return markup`<li>${name}${words}${below}${marks}</li>`;
}

/** Closed until a reader opens it; n8n and mail programs that do not know it show all. */
const folded = (title: string, content: MarkupContent): Markup =>
	markup`<details><summary>${title}<span class="on-paper"> (not printed)</span></summary>${content}</details>`;

const leftOut = (more: number, of = '') =>
	more > 0 && markup`<p class="more">+ ${fullNumber(more)} more${of}, not in this report</p>`;

export interface Column<T> {
	label: string;
	numeric?: boolean;
	cell: (row: T) => Cell | string | undefined;
}

interface Table<T> {
	title: string;
	/** The first one names the row. */
	columns: ReadonlyArray<Column<T>>;
	rows: readonly T[];
	/** Rows that are left out. */
	more: number;
	maxColumns?: number;
	isFolded?: boolean;
}

/** Without empty columns. */
export function table<T>({ title, rows, more, isFolded, ...of }: Table<T>): Markup | undefined {
	const filled = of.columns.filter(({ cell }) => rows.some((row) => asCell(cell(row)).text));
	const drawn = filled.slice(0, of.maxColumns);
	if (drawn.length === 0) return undefined;
	const head = drawn.map(
		({ label, numeric }) =>
			markup`<th scope="col" role="columnheader" class="${numeric && 'number'}">${label}</th>`,
	);
	const body = rows.map(
		(row) =>
			markup`<tr role="row">${drawn.map((column, at) => tableCell(column, row, at === 0))}</tr>`,
	);
	const caption = !isFolded && markup`<caption>${title}</caption>`;
	const content = markup`<table class="stacked" role="table">${caption}<thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body}</tbody></table>${leftOut(more)}${leftOut(filled.length - drawn.length, ' columns')}`;
	return block('long', isFolded ? folded(title, content) : content);
}

/** Too long for a column: an address, a mark. */
const LONG_WORD = /\S{25}/;

function tableCell<T>({ label, numeric, cell }: Column<T>, row: T, isName: boolean): Markup {
	const content = asCell(cell(row));
	const { text = '' } = content;
	const style = numeric ? 'number' : LONG_WORD.test(text) && 'breaks';
	const drawn = cellContent(content);
	if (isName) return markup`<th scope="row" role="rowheader" class="${style}">${drawn}</th>`;
	// Where rows are stacked. An attribute would not do: n8n takes it out of HTML that it shows.
	const name = text && markup`<span class="label" aria-hidden="true">${label}</span>`;
	return markup`<td role="cell" class="${style}">${name}${drawn}</td>`;
}

const asCell = (value: Cell | string | undefined): Cell =>
	typeof value === 'object' ? value : { text: value };

function cellContent({ text, link, tone, share, note: below }: Cell): MarkupContent {
	if (text && tone) return markup`<span class="tag tone ${tone}">${text}</span>`;
	if (share !== undefined) return markup`<span class="share">${text}${bar(share / 100)}</span>`;
	return [linked(text, link), small(below)];
}
