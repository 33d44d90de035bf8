import { maxOf } from '../../values/numbers';
import { axisOf, someOf, type Charts } from '../charts/charts';
import type { Cell, Column, Section, Series, Tone } from '../document';
import { markup, linked, type Content, type Markup } from '../markup';
import { fullNumber, percent, shortNumber } from '../words';

/** More labels touch each other on a phone. */
const MOST_TIMES = 4;

type Of<K extends Section['kind']> = Extract<Section, { kind: K }>;

/** Sections that stand side by side where there is room. */
const HALF: ReadonlySet<Section['kind']> = new Set<Section['kind']>([
	'bars',
	'columns',
	'line',
	'pyramid',
	'split',
]);
/** Of an odd number of those, one of these takes a line of its own. */
const BEST_WIDE: ReadonlySet<Section['kind']> = new Set<Section['kind']>(['line', 'columns']);

/** May go on over several pages on paper. */
const LONG: ReadonlySet<Section['kind']> = new Set<Section['kind']>(['entries', 'facts', 'table']);

/** The sections of a part: big numbers and notes in their own rows, charts and tables on a grid. */
export function renderSections(sections: readonly Section[], charts: Charts): Markup {
	const rows: Section[][] = [];
	for (const section of sections) {
		const last = rows.at(-1);
		const isFree = section.kind === 'figures' || section.kind === 'note';
		const joins = !isFree && last !== undefined && last.every(isBlock);
		if (joins) last.push(section);
		else rows.push([section]);
	}
	return markup`${rows.map((row) => (row.every(isBlock) ? grid(row, charts) : row.map((each) => render(each, charts))))}`;
}

function isBlock({ kind }: Section): boolean {
	return kind !== 'figures' && kind !== 'note';
}

function grid(sections: readonly Section[], charts: Charts): Markup {
	const blocks = runsOf(sections).flatMap((run) => {
		const wide = wideOf(run);
		// First, so that the others stand side by side.
		const ordered = wide === undefined ? run : [wide, ...run.filter((each) => each !== wide)];
		return ordered.map((section) => block(section, section === wide, charts));
	});
	return markup`<div class="grid">${blocks}</div>`;
}

function block(section: Section, isWidened: boolean, charts: Charts): Markup {
	const isWide = isWidened || !HALF.has(section.kind);
	const isLong = LONG.has(section.kind);
	return markup`<div class="block${isWide && ' wide'}${isLong && ' long'}">${render(section, charts)}</div>`;
}

/** Halves that follow each other, and what stands alone. */
function runsOf(sections: readonly Section[]): Section[][] {
	const runs: Section[][] = [];
	for (const section of sections) {
		const last = runs.at(-1);
		const joins = HALF.has(section.kind) && last !== undefined && HALF.has(last[0]?.kind ?? 'note');
		if (joins) last.push(section);
		else runs.push([section]);
	}
	return runs;
}

/** Of an odd number of halves, the one that takes the whole width. */
function wideOf(run: readonly Section[]): Section | undefined {
	if (run.length % 2 === 0) return undefined;
	return run.find(({ kind }) => BEST_WIDE.has(kind)) ?? run[0];
}

function render(section: Section, charts: Charts): Markup {
	switch (section.kind) {
		case 'figures':
			return figures(section);
		case 'line':
			return line(section, charts);
		case 'bars':
			return bars(section, charts);
		case 'split':
			return split(section, charts);
		case 'pyramid':
			return pyramid(section, charts);
		case 'columns':
			return columns(section, charts);
		case 'matrix':
			return matrix(section);
		case 'entries':
			return entries(section);
		case 'table':
			return table(section);
		case 'facts':
			return facts(section);
		case 'note':
			return markup`<p class="plain-note">${section.text}</p>`;
	}
}

function figures({ figures: all }: Of<'figures'>): Markup {
	const shown = all.map(
		({ label, value, tone, note }) =>
			markup`<div class="figure"><dt>${label}</dt><dd class="${tone !== undefined && `text-${tone}`}">${value}${note !== undefined && markup`<span class="note">${note}</span>`}</dd></div>`,
	);
	return markup`<dl class="figures">${shown}</dl>`;
}

function line({ title, what, points }: Of<'line'>, charts: Charts): Markup {
	const { from, to } = axisOf(points.map(({ value }) => value));
	const first = points[0];
	const last = points.at(-1);
	const name = `${title}: ${what.toLowerCase()} from ${fullNumber(first?.value ?? 0)} in ${first?.label} to ${fullNumber(last?.value ?? 0)} in ${last?.label}`;
	const shares = points.map(({ value }) => (value - from) / (to - from));
	return markup`<h3>${title}</h3>${plot(
		charts.line(shares, name),
		{ from, to },
		points.map(({ label }) => label),
	)}${data(
		charts,
		title,
		[{ label: 'Time' }, { label: what, numeric: true }],
		points.map(({ label, value }) => [{ text: label }, { text: fullNumber(value) }]),
	)}`;
}

function columns({ title, series, columns: all }: Of<'columns'>, charts: Charts): Markup {
	const sums = all.map(({ values }) => values.reduce((a, b) => a + b, 0));
	const most = Math.max(1, maxOf(sums));
	// An even number, so that half of it is a count as well.
	const to = most > 1 ? most + (most % 2) : most;
	const totals = series.map((_, at) => all.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
	const name = `${title}: ${series.map(({ label }, at) => `${label} ${fullNumber(totals[at] ?? 0)}`).join(', ')}, from ${all[0]?.label} to ${all.at(-1)?.label}`;
	const shares = all.map(({ values }) => values.map((value) => value / to));
	const drawn = charts.columns(
		shares,
		series.map(({ tone }) => tone),
		name,
	);
	return markup`<h3>${title}</h3>${plot(
		drawn,
		{ from: 0, to },
		all.map(({ label }) => label),
	)}${
		series.length > 1 &&
		legend(
			series.map((each, at) => ({ ...each, text: fullNumber(totals[at] ?? 0) })),
			charts,
		)
	}${data(
		charts,
		title,
		[{ label: 'Time' }, ...series.map(({ label }) => ({ label, numeric: true }))],
		all.map(({ label, values }) => [
			{ text: label },
			...values.map((value) => ({ text: fullNumber(value) })),
		]),
	)}`;
}

/** A drawing with its axes. */
function plot(
	drawn: Markup,
	{ from, to }: { from: number; to: number },
	labels: readonly string[],
): Markup {
	const heights = to - from >= 2 ? [to, from + (to - from) / 2, from] : [to, from];
	return markup`<div class="chart"><div class="axis">${heights.map((height) => markup`<span>${shortNumber(height)}</span>`)}</div>${drawn}<div class="times">${someOf(labels, MOST_TIMES).map((label) => markup`<span>${label}</span>`)}</div></div>`;
}

function bars({ title, what, bars: all, most }: Of<'bars'>, charts: Charts): Markup {
	const whole = most ?? maxOf(all.map(({ value }) => value));
	const rows = all.map(
		({ label, value, text, tone, link }) =>
			markup`<tr><th scope="row">${linked(label, link)}</th><td>${charts.bar(whole === 0 ? 0 : value / whole, tone ?? 's1')}</td><td class="number">${text}</td></tr>`,
	);
	return markup`<table class="bars"><caption>${title}<span class="hidden">, ${what.toLowerCase()}</span></caption><tbody>${rows}</tbody></table>`;
}

function split({ title, slices }: Of<'split'>, charts: Charts): Markup {
	const all = slices.reduce((sum, { value }) => sum + value, 0) || 1;
	const shares = slices.map((slice) => ({ ...slice, share: slice.value / all }));
	const name = `${title}: ${shares.map(({ label, share }) => `${label} ${percent(share * 100)}`).join(', ')}`;
	const isCount = Math.abs(all - 100) > 1 && slices.every(({ value }) => Number.isInteger(value));
	const keys = shares.map(({ label, tone, share, value }) => ({
		label,
		tone,
		text: percent(share * 100),
		note: isCount ? fullNumber(value) : undefined,
	}));
	const rows = keys.map(
		({ label, tone, text, note }) =>
			markup`<li>${swatch(tone, charts)}<span class="name">${label}</span>${note !== undefined && markup`<span class="count">${note}</span>`} <b>${text}</b></li>`,
	);
	return markup`<h3>${title}</h3>${charts.split(shares, name)}<ul class="parts">${rows}</ul>`;
}

interface Key extends Series {
	text: string;
}

function legend(keys: readonly Key[], charts: Charts): Markup {
	const rows = keys.map(
		({ label, tone, text }) => markup`<li>${swatch(tone, charts)}${label} <b>${text}</b></li>`,
	);
	return markup`<ul class="legend">${rows}</ul>`;
}

function swatch(tone: Tone, charts: Charts): Markup {
	return charts.keepsAll
		? markup`<svg width="10" height="10" aria-hidden="true" focusable="false"><rect class="${tone}" width="10" height="10" rx="2"/></svg>`
		: markup`<span class="box key ${tone}"></span>`;
}

function pyramid({ title, left, right, rows }: Of<'pyramid'>, charts: Charts): Markup {
	const most = maxOf(rows.flatMap((row) => [row.left, row.right])) || 1;
	const shown = rows.map(
		(row) =>
			markup`<tr><td class="number">${percent(row.left)}</td><td>${charts.bar(row.left / most, 's2', 'right')}</td><th scope="row">${row.label}</th><td>${charts.bar(row.right / most, 's1')}</td><td class="number">${percent(row.right)}</td></tr>`,
	);
	return markup`<table class="pyramid"><caption>${title}</caption><thead><tr><th scope="col" colspan="2" class="side">${left}</th><th scope="col">Age</th><th scope="col" colspan="2">${right}</th></tr></thead><tbody>${shown}</tbody></table>`;
}

/** As many as the style sheet has: .m1 to .m4. */
const SHADES = 4;

function matrix({ title, names, cells }: Of<'matrix'>): Markup {
	const most = maxOf(cells.flat().map((value) => value ?? 0)) || 1;
	const rows = cells.map(
		(row, at) =>
			markup`<tr><th scope="row">${names[at]}</th>${row.map((value, column) =>
				value === undefined
					? markup`<td>${at === column ? '\u2013' : ''}</td>`
					: markup`<td class="m${Math.max(1, Math.ceil((value / most) * SHADES))}">${percent(value)}</td>`,
			)}</tr>`,
	);
	return markup`<table class="matrix"><caption>${title}</caption><thead><tr><td></td>${names.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}

function entries({ title, entries: all, more }: Of<'entries'>): Markup {
	const shown = all.map(
		({ title: name, text, link, details, tags }) =>
			markup`<li>${name !== undefined && markup`<p class="title">${linked(name, link)}</p>`}${text !== undefined && markup`<p class="text">${name === undefined ? linked(text, link) : text}</p>`}${details.length > 0 && markup`<p class="details">${details.join(' \u00b7 ')}</p>`}${tags.length > 0 && markup`<p class="tags">${tags.map((each) => tag(each.text, each.tone))}</p>`}</li>`,
	);
	return markup`<h3>${title}</h3><ul class="entries">${shown}</ul>${moreNote(more)}`;
}

function tag(text: string, tone: Tone): Markup {
	return markup`<span class="tag text-${tone}">${text}</span>`;
}

function table({ title, columns: named, rows, more }: Of<'table'>): Markup {
	return markup`${plainTable(title, named, rows)}${moreNote(more)}`;
}

/** Too long for a column: an address, a mark. */
const LONG_WORD = /\S{25}/;

function plainTable(title: string, named: readonly Column[], rows: readonly Cell[][]): Markup {
	const head = named.map(
		({ label, numeric }) =>
			markup`<th scope="col" role="columnheader" class="${numeric && 'number'}">${label}</th>`,
	);
	const shown = rows.map(
		(row) =>
			markup`<tr role="row">${row.map((cell, at) => {
				const { label = '', numeric } = named[at] ?? {};
				// Where rows are stacked. An attribute would not do: n8n takes it out of HTML that it shows.
				const isNamed = at > 0 && cell.text !== '';
				const name = isNamed && markup`<span class="label" aria-hidden="true">${label}</span>`;
				const style = numeric ? 'number' : LONG_WORD.test(cell.text) && 'breaks';
				return markup`<td role="cell" class="${style}">${name}${cellContent(cell)}</td>`;
			})}</tr>`,
	);
	return markup`<table class="stacked" role="table"><caption>${title}</caption><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${shown}</tbody></table>`;
}

function cellContent({ text, link, tone }: Cell): Content {
	return tone === undefined ? linked(text, link) : tag(text, tone);
}

function facts({ title, facts: all, more }: Of<'facts'>): Markup {
	const rows = all.map(
		({ label, cell }) =>
			markup`<tr><th scope="row">${label}</th><td>${cellContent(cell)}</td></tr>`,
	);
	return markup`<table class="facts"><caption>${title}</caption><tbody>${rows}</tbody></table>${moreNote(more)}`;
}

function moreNote(more: number): Markup | undefined {
	return more > 0 ? markup`<p class="more">and ${fullNumber(more)} more</p>` : undefined;
}

/** The numbers behind a drawing, for those who cannot see it or want to read them. */
function data(
	charts: Charts,
	title: string,
	named: readonly Column[],
	rows: readonly Cell[][],
): Markup | undefined {
	if (!charts.keepsAll) return undefined;
	return markup`<details><summary>Show the numbers</summary>${plainTable(title, named, rows)}</details>`;
}
