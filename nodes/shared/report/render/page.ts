import { iso } from '../../clock';
import type { Steps } from '../../values/steps';
import { cut, day, shortAddress } from '../words';
import { linked, markup, type Markup } from '../markup';
import type { Part, ReportDocument } from '../part';
import { STYLE } from './style';

const MAX_INTRODUCTION_LENGTH = 500;
const MAX_NAME_LENGTH = 60;
/** More are no verdict at a glance. */
const MAX_VERDICTS = 12;

/** What the page may load and run: nothing but its own style. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'";

/** The whole report as one HTML page that loads nothing. */
export function* renderPage(document: ReportDocument): Steps<string> {
	const { title, madeAt, verdicts, overview, parts } = document;
	const date = iso(madeAt);
	const [only] = parts.length === 1 && !document.isTitled ? parts : [];
	const rendered: Markup[] = [];
	for (const [at, part] of parts.entries()) {
		const header = part !== only && markup`<header>${partHeading(part, 'h2')}</header>`;
		rendered.push(
			markup`<section class="part${part === only && ' only'}" id="part-${at + 1}">${header}<div class="flow">${[...part.sections]}</div></section>\n`,
		);
		yield;
	}
	const heading = partHeading(only ?? { what: 'Report', title, sections: [] }, 'h1');
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
<header>${heading}<p class="made">Made on ${day(date)}, ${date.slice(11, 16)} UTC</p>${verdicts.slice(0, MAX_VERDICTS).map(verdictLine)}${parts.length > 1 && contents(parts)}</header>
${overview.length > 0 && markup`<div class="flow">${overview}</div>`}
${rendered}
</main>
</body>
</html>
`;
	return page.text;
}

function partHeading({ what, title, link, about = [], introduction }: Part, level: 'h1' | 'h2') {
	const name = linked(title, link);
	const shown = level === 'h1' ? markup`<h1>${name}</h1>` : markup`<h2>${name}</h2>`;
	const facts = [...about, ...(link === undefined ? [] : [shortAddress(link)])];
	const words = cut(introduction ?? '', MAX_INTRODUCTION_LENGTH);
	return markup`<p class="kicker">${what}</p>${shown}${facts.length > 0 && markup`<p class="about">${facts.join(' \u00b7 ')}</p>`}${words !== '' && markup`<p class="introduction">${words}</p>`}`;
}

function verdictLine({ title, text, tone }: ReportDocument['verdicts'][number]): Markup {
	const of = title && markup`<span class="of">${cut(title, MAX_NAME_LENGTH)}</span>`;
	return markup`<p class="verdict ${tone}">${of}${text}</p>`;
}

function contents(parts: readonly Part[]): Markup {
	const entries = parts.map(
		({ what, title }, at) =>
			markup`<li><a href="#part-${at + 1}"><b>${cut(title, MAX_NAME_LENGTH)}</b> <span>${what}</span></a></li>`,
	);
	return markup`<nav class="contents" aria-label="Contents"><ol>${entries}</ol></nav>`;
}
