import type { Part, ReportDocument } from '../document';
import { markup, linked, type Markup } from '../markup';
import { iso } from '../../clock';
import type { Steps } from '../../values/steps';
import { cut, day, shortAddress } from '../format';
import { renderSections } from './section';
import { STYLE } from './style';

const MAX_INTRODUCTION_LENGTH = 500;
const MAX_NAME_LENGTH = 60;

/** What the page may load and run: nothing but its own style. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'";

/** The whole report as one HTML page that loads nothing. */
export function* renderPage(document: ReportDocument): Steps<string> {
	const { title, verdicts, overview, parts } = document;
	const [only] = parts.length === 1 && !document.isTitled ? parts : [];
	const rendered: Markup[] = [];
	for (const [at, part] of parts.entries()) {
		rendered.push(renderPart(part, at, part === only));
		yield;
	}
	const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main class="page">
<header>${only === undefined ? heading('Report', markup`<h1>${title}</h1>`, []) : partHeading(only, 'h1')}<p class="made">Made on ${madeOn(document.madeAt)}</p>${verdictList(only?.verdict === undefined ? verdicts : [only.verdict])}${parts.length > 1 && contents(parts)}</header>
${overview.length > 0 && renderSections(overview)}
${rendered}
</main>
</body>
</html>
`;
	return page.text;
}

function renderPart(part: Part, at: number, isOnly: boolean): Markup {
	const verdict = part.verdict === undefined ? [] : [part.verdict];
	const header = isOnly
		? undefined
		: markup`<header>${partHeading(part, 'h2')}${verdictList(verdict)}</header>`;
	return markup`<section class="part${isOnly && ' only'}" id="part-${at + 1}">${header}${renderSections(part.sections)}</section>
`;
}

function partHeading({ what, title, link, about, introduction }: Part, level: 'h1' | 'h2'): Markup {
	const name = linked(title, link);
	const shown = level === 'h1' ? markup`<h1>${name}</h1>` : markup`<h2>${name}</h2>`;
	const address = link === undefined ? [] : [shortAddress(link)];
	return markup`${heading(what, shown, [...about, ...address])}${introduction !== undefined && markup`<p class="introduction">${cut(introduction, MAX_INTRODUCTION_LENGTH)}</p>`}`;
}

function heading(kicker: string, name: Markup, about: readonly string[]): Markup {
	return markup`<p class="kicker">${kicker}</p>${name}${about.length > 0 && markup`<p class="about">${about.join(' \u00b7 ')}</p>`}`;
}

/** More are no verdict at a glance. */
const MAX_VERDICTS = 12;

function verdictList(verdicts: ReportDocument['verdicts']): Markup {
	const shown = verdicts
		.slice(0, MAX_VERDICTS)
		.map(
			({ title, text, tone }) =>
				markup`<p class="verdict ${tone}">${title !== undefined && markup`<span class="of">${cut(title, MAX_NAME_LENGTH)}</span>`}${text}</p>`,
		);
	return markup`${shown}`;
}

function contents(parts: readonly Part[]): Markup {
	const entries = parts.map(
		({ what, title }, at) =>
			markup`<li><a href="#part-${at + 1}"><b>${cut(title, MAX_NAME_LENGTH)}</b> <span>${what}</span></a></li>`,
	);
	return markup`<nav class="contents" aria-label="Contents"><ol>${entries}</ol></nav>`;
}

function madeOn(time: number): string {
	const date = iso(time);
	return `${day(date)}, ${date.slice(11, 16)} UTC`;
}
