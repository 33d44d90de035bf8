import { asPercents, type Share } from '../../recognition/breakdowns';
import type { Traits } from '../../recognition/traits';
import { maxOf } from '../../values/numbers';
import { fullNumber, percent, shortNumber, shown } from '../numbers';
import { ratingTone, type Tone } from '../tones';
import { asName, inWords } from '../words';
import { linked, markup, type Markup, type MarkupContent } from '../markup';
import { counted, highest } from '../tally';

// What a part is made of. A block with nothing to show is `undefined`.
// Charts are boxes with inline sizes: n8n takes SVG out of HTML that it shows, and so do mail programs.

export interface Cell {
	text: string | undefined;
	link?: string;
	tone?: Tone;
	/** From 0 to 1: drawn as a bar below the text. */
	share?: number;
}

export interface Item extends Cell {
	label: string;
	note?: string;
}

export function ratingCell(rating: Traits['riskRating']): Cell {
	const text = typeof rating === 'number' ? fullNumber(rating) : shown(rating, inWords);
	return { text, tone: ratingTone(rating) };
}

/** A part of 100, also as a bar. */
export const shareCell = (share: number): Cell => ({ text: percent(share), share: share / 100 });

const blockOf =
	(room: 'free' | 'half' | 'long') =>
	(strings: TemplateStringsArray, ...values: MarkupContent[]): Markup =>
		markup`<div class="block ${room}">${markup(strings, ...values)}</div>`;

/** Without a frame; next to others where there is room; over several pages on paper. */
const [free, half, long] = [blockOf('free'), blockOf('half'), blockOf('long')];

export const note = (text: string): Markup => free`<p class="plain-note">${text}</p>`;

/** Big numbers, those that are known. */
export function figures(items: readonly Item[]): Markup | undefined {
	const shown = items
		.filter(({ text }) => text !== undefined)
		.map(
			({ label, text, tone, note: small }) =>
				markup`<div class="figure"><dt>${label}</dt><dd class="${tone && `tone ${tone}`}">${text}${small && markup`<span class="note">${small}</span>`}</dd></div>`,
		);
	return shown.length === 0 ? undefined : free`<dl class="figures">${shown}</dl>`;
}

function box(side: 'width' | 'height', share: number, tone: Tone = 's1'): Markup {
	const within = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
	const size = Math.round(within * 10_000) / 100;
	return markup`<span class="box ${tone}" style="${side}:${size}%"></span>`;
}

const bar = (share: number, tone?: Tone, from = 'left'): Markup =>
	markup`<span class="box-bar ${from}">${box('width', share, tone)}</span>`;

const swatch = (tone: Tone): Markup => markup`<span class="box key ${tone}"></span>`;

/** Of a breakdown: further shares are small, and bars of a few percent look alike. */
const MAX_BARS = 8;

interface BarStyle {
	format?: (value: number) => string;
	toneOf?: (label: string) => Tone;
}

export function bars(
	title: string,
	shares: ReadonlyArray<Share & { link?: string }>,
	{ format = fullNumber, toneOf }: BarStyle = {},
): Markup | undefined {
	const largest = highest(shares, MAX_BARS, ({ value }) => value);
	const whole = largest[0]?.value || 1;
	const rows = largest.map(
		({ label, value, link }) =>
			markup`<tr><th scope="row">${linked(label, link)}</th><td>${bar(value / whole, toneOf?.(label))}</td><td class="number">${format(value)}</td></tr>`,
	);
	if (rows.length === 0) return undefined;
	return half`<table class="bars"><caption>${title}</caption><tbody>${rows}</tbody></table>`;
}

export function audienceBars(title: string, all: readonly Share[]): Markup | undefined {
	const shares = asPercents(all).map((each) => ({ ...each, label: asName(each.label) }));
	return bars(title, shares, { format: percent });
}

/** Worth a chart only where they differ. */
export function countBars(title: string, all: readonly Traits[], trait: 'country' | 'platform') {
	const shares = counted(all.map((each) => shown(each[trait], asName)));
	return shares.length < 2 ? undefined : bars(title, shares);
}

/** Parts of a whole, without those that are nothing. */
export function split(
	title: string,
	all: ReadonlyArray<Share & { tone: Tone }>,
): Markup | undefined {
	const whole = all.reduce((sum, { value }) => sum + value, 0);
	const slices = all.filter(({ value }) => value > 0);
	const textOf = (value: number) => percent((value / whole) * 100);
	const name = slices.map(({ label, value }) => `${label} ${textOf(value)}`).join(', ');
	const boxes = slices.map(({ value, tone }) => box('width', value / whole, tone));
	const rows = slices.map(
		({ label, value, tone }) =>
			markup`<li>${swatch(tone)}<span class="name">${label}</span><span class="count">${fullNumber(value)}</span> <b>${textOf(value)}</b></li>`,
	);
	if (rows.length === 0) return undefined;
	return half`<h3>${title}</h3><span class="box-split" role="img" aria-label="${title}: ${name}">${boxes}</span><ul class="parts">${rows}</ul>`;
}

interface AgeGroup {
	label: string;
	/** In percent of all. */
	female: number;
	male: number;
}

export function pyramid(title: string, groups: readonly AgeGroup[]): Markup {
	const most = maxOf(groups.flatMap(({ female, male }) => [female, male])) || 1;
	const [women, men] = (['female', 'male'] as const).map((side) =>
		percent(groups.reduce((sum, group) => sum + group[side], 0)),
	);
	const rows = groups.map(
		({ label, female, male }) =>
			markup`<tr><td class="number">${percent(female)}</td><td>${bar(female / most, 's2', 'right')}</td><th scope="row">${label}</th><td>${bar(male / most)}</td><td class="number">${percent(male)}</td></tr>`,
	);
	return half`<table class="pyramid"><caption>${title}</caption><thead><tr><th scope="col" colspan="2" class="side">Female ${women}</th><th scope="col">Age</th><th scope="col" colspan="2">Male ${men}</th></tr></thead><tbody>${rows}</tbody></table>`;
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

/** Columns side by side, each of parts on top of each other. */
export function columns({ title, series, columns: all, isLastOpen }: Columns): Markup | undefined {
	if (all.length < 2) return undefined;
	const sums = all.map(({ values }) => values.reduce((a, b) => a + b, 0));
	const top = axisTop(maxOf(sums));
	const heights = top >= 2 ? [top, top / 2, 0] : [top, 0];
	const [first, last] = [0, -1].map(
		(at) => `${all.at(at)?.label}: ${fullNumber(sums.at(at) ?? 0)}`,
	);
	const drawn = all.map(({ values }, column) => {
		const isOpen = isLastOpen && column === all.length - 1;
		const boxes = values.map((value, at) => box('height', value / top, series[at]?.tone));
		return markup`<span class="box-column${isOpen && ' open'}">${boxes}</span>`;
	});
	const axis = heights.map((height) => markup`<span>${shortNumber(height)}</span>`);
	const times = timesOf(all).map((label) => markup`<span><span>${label}</span></span>`);
	const keys = series.map(({ label, tone }) => markup`<li>${swatch(tone)}${label}</li>`);
	const legend = keys.length > 1 && markup`<ul class="legend">${keys}</ul>`;
	const open = isLastOpen && markup`<p class="more">${all.at(-1)?.label} is not over yet.</p>`;
	return half`<h3>${title}</h3><div class="chart"><div class="axis">${axis}</div><span class="box-plot" role="img" aria-label="${title}, from ${first} to ${last}">${drawn}</span><div class="times">${times}</div></div>${legend}${open}`;
}

const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** Where an axis ends that begins at 0: at a round number whose half is one as well. */
function axisTop(most: number): number {
	if (!(most > 1)) return most > 0 ? most : 1;
	if (most <= 10) return 2 * Math.ceil(most / 2);
	const power = 10 ** Math.floor(Math.log10(most));
	return (STEPS.find((step) => step * power >= most) ?? 10) * power;
}

/** More labels touch each other on a phone. */
const MAX_TIMES = 4;

/** So many of the labels that they fit, the first and the last among them; the others are empty. */
function timesOf(all: ReadonlyArray<{ label: string }>): string[] {
	const step = Math.max(1, (all.length - 1) / (MAX_TIMES - 1));
	const shown = new Set(Array.from({ length: MAX_TIMES }, (_, at) => Math.round(at * step)));
	return all.map(({ label }, at) => (shown.has(at) ? label : ''));
}

/** A post, a comment, or a flagged item. */
export interface Entry {
	title?: string;
	text?: string;
	link?: string;
	/** Who, when, and how many likes. */
	details: string[];
	tags: Cell[];
}

interface Entries {
	title: string;
	entries: readonly Entry[];
	/** The first so many are open, the others folded. */
	open: number;
	/** How many are left out. */
	more: number;
}

export function entries({ title, entries: all, open, more }: Entries): Markup | undefined {
	if (all.length === 0) return undefined;
	const [first, rest] = [all.slice(0, open), all.slice(open)].map(
		(some) => markup`<ul class="entries">${some.map(entry)}</ul>`,
	);
	const others = all.length > open && folded(`${fullNumber(all.length - open)} more`, rest);
	return long`<h3>${title}</h3>${first}${others}${leftOut(more)}`;
}

function entry({ title, text, link, details, tags }: Entry): Markup {
	const name = title && markup`<p class="title">${linked(title, link)}</p>`;
	const words = text && markup`<p class="text">${title ? text : linked(text, link)}</p>`;
	const small = details.length > 0 && markup`<p class="details">${details.join(' \u00b7 ')}</p>`;
	const marks = tags.length > 0 && markup`<p class="tags">${tags.map(cellContent)}</p>`;
	return markup`<li>${name}${words}${small}${marks}</li>`;
}

/** Closed until a reader opens it; n8n and mail programs that do not know it show all. */
const folded = (title: string, content: MarkupContent): Markup =>
	markup`<details><summary>${title}</summary>${content}</details>`;

const leftOut = (more: number) =>
	more > 0 && markup`<p class="more">and ${fullNumber(more)} more</p>`;

export interface Column<T> {
	label: string;
	numeric?: boolean;
	cell: (row: T) => Cell | string | undefined;
}

interface Table<T> {
	title: string;
	columns: ReadonlyArray<Column<T>>;
	rows: readonly T[];
	maxRows: number;
	maxColumns?: number;
	isFolded?: boolean;
}

/** More columns do not fit on a tablet. */
const MAX_NARROW = 6;

/** The first rows, without empty columns. */
export function table<T>({ title, rows, isFolded, ...most }: Table<T>): Markup | undefined {
	const first = rows.slice(0, most.maxRows);
	const filled = most.columns
		.filter(({ cell }) => first.some((row) => asCell(cell(row)).text))
		.slice(0, most.maxColumns);
	if (filled.length === 0) return undefined;
	const head = filled.map(
		({ label, numeric }) =>
			markup`<th scope="col" role="columnheader" class="${numeric && 'number'}">${label}</th>`,
	);
	const body = first.map(
		(row) =>
			markup`<tr role="row">${filled.map((column, at) => tableCell(column, row, at > 0))}</tr>`,
	);
	const caption = !isFolded && markup`<caption>${title}</caption>`;
	const many = filled.length > MAX_NARROW && ' many';
	const content = markup`<table class="stacked${many}" role="table">${caption}<thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body}</tbody></table>${leftOut(rows.length - first.length)}`;
	return long`${isFolded ? folded(title, content) : content}`;
}

/** Too long for a column: an address, a mark. */
const LONG_WORD = /\S{25}/;

function tableCell<T>({ label, numeric, cell }: Column<T>, row: T, isNamed: boolean): Markup {
	const content = asCell(cell(row));
	const { text = '' } = content;
	// Where rows are stacked. An attribute would not do: n8n takes it out of HTML that it shows.
	const name = isNamed && text && markup`<span class="label" aria-hidden="true">${label}</span>`;
	const style = numeric ? 'number' : LONG_WORD.test(text) && 'breaks';
	return markup`<td role="cell" class="${style}">${name}${cellContent(content)}</td>`;
}

const asCell = (value: Cell | string | undefined): Cell =>
	typeof value === 'object' ? value : { text: value };

function cellContent({ text, link, tone, share }: Cell): MarkupContent {
	if (text && tone) return markup`<span class="tag tone ${tone}">${text}</span>`;
	if (share === undefined) return linked(text, link);
	return markup`<span class="share">${text}${bar(share)}</span>`;
}

/** About two pages on paper. */
const MAX_FACTS = 60;

export function facts(title: string, items: readonly Item[]): Markup | undefined {
	const columns: Array<Column<Item>> = [
		{ label: 'Field', cell: ({ label }) => label },
		{ label: 'Value', cell: (item) => item },
	];
	return table({ title, columns, rows: items, maxRows: MAX_FACTS });
}
