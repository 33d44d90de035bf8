import { maxOf } from '../../values/numbers';
import type { Cell, Section, Tone } from '../document';
import { markup, linked, type MarkupContent, type Markup } from '../markup';
import { fullNumber, percent, sharesOfWhole, shortNumber } from '../format';
import * as charts from './charts';

/** More labels touch each other on a phone. */
const MAX_TIMES = 4;

type Of<K extends Section['kind']> = Extract<Section, { kind: K }>;
type Kinds = ReadonlySet<Section['kind']>;

const FREE: Kinds = new Set<Section['kind']>(['figures', 'note']);
/** Sections that stand side by side where there is room. */
const HALF: Kinds = new Set<Section['kind']>(['bars', 'columns', 'pyramid', 'split']);
/** May go on over several pages on paper. */
const LONG: Kinds = new Set<Section['kind']>(['entries', 'facts', 'matrix', 'table']);

/** The sections of a part: big numbers and notes in their own rows, charts and tables on a grid. */
export function renderSections(sections: readonly Section[]): Markup {
	const rows = runsOf(sections, ({ kind }) => !FREE.has(kind));
	return markup`${rows.map((row) => (row.some(({ kind }) => FREE.has(kind)) ? row.map(render) : grid(row)))}`;
}

function grid(sections: readonly Section[]): Markup {
	const blocks = runsOf(sections, ({ kind }) => HALF.has(kind)).flatMap((run) => {
		// Of an odd number of halves, one takes the whole width. It comes first, so that the others stand side by side.
		const best = run.find(({ kind }) => kind === 'columns') ?? run[0];
		const wide = run.length % 2 === 0 ? undefined : best;
		return [...run.filter((each) => each === wide), ...run.filter((each) => each !== wide)].map(
			(section) => {
				const isWide = section === wide || !HALF.has(section.kind);
				return markup`<div class="block${isWide && ' wide'}${LONG.has(section.kind) && ' long'}">${render(section)}</div>`;
			},
		);
	});
	return markup`<div class="grid">${blocks}</div>`;
}

/** Sections of a sort that follow each other are one run; each other one stands alone. */
function runsOf(
	sections: readonly Section[],
	isOfSort: (section: Section) => boolean,
): Section[][] {
	const runs: Section[][] = [];
	for (const section of sections) {
		const last = runs.at(-1);
		if (last?.every(isOfSort) && isOfSort(section)) last.push(section);
		else runs.push([section]);
	}
	return runs;
}

function render(section: Section): Markup {
	return (RENDERERS[section.kind] as (section: Section) => Markup)(section);
}

const RENDERERS: { [K in Section['kind']]: (section: Of<K>) => Markup } = {
	...{ figures, bars, split, pyramid, columns, matrix, entries, table, facts },
	note: ({ text }) => markup`<p class="plain-note">${text}</p>`,
};

function figures({ figures: all }: Of<'figures'>): Markup {
	const shown = all.map(
		({ label, value, tone, note }) =>
			markup`<div class="figure"><dt>${label}</dt><dd class="${tone !== undefined && `text-${tone}`}">${value}${note !== undefined && markup`<span class="note">${note}</span>`}</dd></div>`,
	);
	return markup`<dl class="figures">${shown}</dl>`;
}

function columns({ title, series, columns: all, isLevel, isLastOpen }: Of<'columns'>): Markup {
	const sums = all.map(({ values }) => values.reduce((a, b) => a + b, 0));
	const top = charts.axisTop(maxOf(sums));
	const totals = series.map(({ label }, at) => {
		const total = all.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
		return `${label} ${fullNumber(total)}`;
	});
	const ends = [0, -1].map((at) => ({ sum: fullNumber(sums.at(at) ?? 0), at: all.at(at)?.label }));
	const [first, last] = ends;
	const told = isLevel
		? `from ${first?.sum} in ${first?.at} to ${last?.sum} in ${last?.at}`
		: `${totals.join(', ')}, from ${first?.at} to ${last?.at}`;
	const drawn = charts.columns(
		all.map(({ values }) => values.map((value) => value / top)),
		series.map(({ tone }) => tone),
		{ name: `${title}: ${told}`, isLastOpen },
	);
	const heights = top >= 2 ? [top, top / 2, 0] : [top, 0];
	const times = charts.someOf(
		all.map(({ label }) => label),
		MAX_TIMES,
	);
	const keys = series.map(({ label, tone }) => markup`<li>${swatch(tone)}${label}</li>`);
	const open = isLastOpen && markup`<p class="more">${last?.at} is not over yet.</p>`;
	return markup`<h3>${title}</h3><div class="chart"><div class="axis">${heights.map((height) => markup`<span>${shortNumber(height)}</span>`)}</div>${drawn}<div class="times">${times.map((label) => markup`<span><span>${label}</span></span>`)}</div></div>${keys.length > 1 && markup`<ul class="legend">${keys}</ul>`}${open}`;
}

function bars({ title, what, bars: all }: Of<'bars'>): Markup {
	const whole = maxOf(all.map(({ value }) => value));
	const rows = all.map(
		({ label, value, text, tone = 's1', link }) =>
			markup`<tr><th scope="row">${linked(label, link)}</th><td>${charts.bar(whole === 0 ? 0 : value / whole, tone)}</td><td class="number">${text}</td></tr>`,
	);
	return markup`<table class="bars"><caption>${title}<span class="hidden">, ${what.toLowerCase()}</span></caption><tbody>${rows}</tbody></table>`;
}

function split({ title, slices }: Of<'split'>): Markup {
	const all = slices.reduce((sum, { value }) => sum + value, 0);
	const isCount = Math.abs(all - 100) > 1 && slices.every(({ value }) => Number.isInteger(value));
	const percents = sharesOfWhole(slices.map(({ value }) => value));
	const shares = slices.map(({ label, tone, value }, at) => ({
		label,
		tone,
		share: (percents[at] ?? 0) / 100,
		text: percent(percents[at] ?? 0),
		count: isCount && markup`<span class="count">${fullNumber(value)}</span>`,
	}));
	const name = `${title}: ${shares.map(({ label, text }) => `${label} ${text}`).join(', ')}`;
	const rows = shares.map(
		({ label, tone, text, count }) =>
			markup`<li>${swatch(tone)}<span class="name">${label}</span>${count} <b>${text}</b></li>`,
	);
	return markup`<h3>${title}</h3>${charts.split(shares, name)}<ul class="parts">${rows}</ul>`;
}

const swatch = (tone: Tone): Markup => markup`<span class="box key ${tone}"></span>`;

function pyramid({ title, left, right, rows }: Of<'pyramid'>): Markup {
	const most = maxOf(rows.flatMap((row) => [row.left, row.right])) || 1;
	const shown = rows.map(
		(row) =>
			markup`<tr><td class="number">${percent(row.left)}</td><td>${charts.bar(row.left / most, 's2', 'right')}</td><th scope="row">${row.label}</th><td>${charts.bar(row.right / most, 's1')}</td><td class="number">${percent(row.right)}</td></tr>`,
	);
	return markup`<table class="pyramid"><caption>${title}</caption><thead><tr><th scope="col" colspan="2" class="side">${left}</th><th scope="col">Age</th><th scope="col" colspan="2">${right}</th></tr></thead><tbody>${shown}</tbody></table>`;
}

/** As many as the style sheet has: .m1 to .m4. */
const SHADES = 4;
const MAX_NAMED = 6;

function matrix({ title, names, cells }: Of<'matrix'>): Markup {
	const most = maxOf(cells.flat().map((value) => value ?? 0)) || 1;
	// Names do not fit above many columns: numbers stand for them.
	const isNumbered = names.length > MAX_NAMED;
	const rows = cells.map(
		(row, at) =>
			markup`<tr><th scope="row">${isNumbered && `${at + 1} `}${names[at]}</th>${row.map(
				(value, column) =>
					value === undefined
						? markup`<td>${at === column ? '\u2013' : ''}</td>`
						: markup`<td class="m${Math.max(1, Math.ceil((value / most) * SHADES))}">${percent(value)}</td>`,
			)}</tr>`,
	);
	return markup`<div class="scroll"><table class="matrix"><caption>${title}</caption><thead><tr><td></td>${names.map((name, at) => markup`<th scope="col">${isNumbered ? at + 1 : name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function entries({ title, entries: all, more, isFolded }: Of<'entries'>): Markup {
	const shown = all.map(
		({ title: name, text, link, details, tags }) =>
			markup`<li>${name !== undefined && markup`<p class="title">${linked(name, link)}</p>`}${text !== undefined && markup`<p class="text">${name === undefined ? linked(text, link) : text}</p>`}${details.length > 0 && markup`<p class="details">${details.join(' \u00b7 ')}</p>`}${tags.length > 0 && markup`<p class="tags">${tags.map(cellContent)}</p>`}</li>`,
	);
	const list = markup`<ul class="entries">${shown}</ul>${moreNote(more)}`;
	return isFolded ? folded(title, list) : markup`<h3>${title}</h3>${list}`;
}

/** Closed until a reader opens it; n8n and mail programs that do not know it show all. */
function folded(title: string, content: Markup): Markup {
	return markup`<details><summary>${title}</summary>${content}</details>`;
}

/** More columns do not fit on a tablet. */
const MAX_NARROW = 6;
/** Too long for a column: an address, a mark. */
const LONG_WORD = /\S{25}/;

function table({ title, columns: named, rows, more, isFolded }: Of<'table'>): Markup {
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
	const caption = !isFolded && markup`<caption>${title}</caption>`;
	const isWide = named.length > MAX_NARROW;
	const content = markup`<table class="stacked${isWide && ' many'}" role="table">${caption}<thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${shown}</tbody></table>${moreNote(more)}`;
	return isFolded ? folded(title, content) : content;
}

function cellContent({ text, link, tone, share }: Cell): MarkupContent {
	if (tone !== undefined) return markup`<span class="tag text-${tone}">${text}</span>`;
	if (share === undefined) return linked(text, link);
	return markup`<span class="share">${text}${charts.bar(share / 100, 's1')}</span>`;
}

function facts({ title, facts: all, more }: Of<'facts'>): Markup {
	const rows = all.map(({ group, label, cell }, at) => {
		const isFirst = group !== undefined && group !== all[at - 1]?.group;
		const heading = isFirst && markup`<tr class="group"><th colspan="2">${group}</th></tr>`;
		return markup`${heading}<tr><th scope="row">${label}</th><td>${cellContent(cell)}</td></tr>`;
	});
	return markup`<table class="facts"><caption>${title}</caption><tbody>${rows}</tbody></table>${moreNote(more)}`;
}

function moreNote(more: number): Markup | undefined {
	return more > 0 ? markup`<p class="more">and ${fullNumber(more)} more</p>` : undefined;
}
