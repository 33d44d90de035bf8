import { iso } from '../../clock';
import { day } from '../../values/dates';
import { cut, inLine, shortAddress } from '../words';
import { linked, markup, type Markup } from '../markup';
import type { Part, ReportDocument } from '../part';
import { STYLE } from './style';

const MAX_INTRODUCTION_LENGTH = 500;
const MAX_FACT_LENGTH = 100;
/** More are no verdict at a glance. */
const MAX_VERDICTS = 12;

/** What the page may load and run: nothing but its own style. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'";

/** The whole report as one HTML page that loads nothing. */
export function renderPage(document: ReportDocument): string {
	const { title, madeAt, dataFrom, verdicts, overview, parts, footer } = document;
	const date = iso(madeAt);
	const [only] = parts.length === 1 && !document.isTitled ? parts : [];
	const heading = partHeading(only ?? { label: 'Report', title, about: [] }, 'h1');
	const lines = verdicts
		.slice(0, MAX_VERDICTS)
		.map(
			({ title: level, text, tone }) =>
				markup`<p class="verdict ${tone}">${level && markup`<b>${level}:</b> `}${text}</p>`,
		);
	const more = verdicts.length - MAX_VERDICTS;
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
<header>${heading}<p class="made">${dataFrom}</p><p class="made">Made on ${day(date)}, ${date.slice(11, 16)} UTC</p>${lines}${more > 0 && markup`<p class="more">+ ${more} more verdicts, in the parts below</p>`}</header>
${overview.length > 0 && markup`<div class="flow">${overview}</div>`}
${parts.map((part, at) => partSection(part, at, part === only))}
<footer><dl>${footer.map(([label, text]) => text !== '' && markup`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></footer>
</main>
</body>
</html>
`;
	return page.text;
}

/** Headings go down one level at a time: those of sections are below that of their part. */
function partSection(part: Part, at: number, isOnly: boolean): Markup {
	const { sections } = part;
	const header = !isOnly && markup`<header>${partHeading(part, 'h2')}</header>`;
	const drawn = sections.map(({ title, blocks }) => {
		const name = isOnly ? markup`<h2>${title}</h2>` : markup`<h3>${title}</h3>`;
		return markup`${sections.length > 1 && name}<div class="flow">${blocks}</div>`;
	});
	return markup`<section class="part${isOnly && ' only'}" id="part-${at + 1}">${header}${drawn}</section>\n`;
}

function partHeading(part: Omit<Part, 'sections' | 'verdicts'>, level: 'h1' | 'h2') {
	const { label, title, link, about, introduction } = part;
	const name = linked(title, link);
	const shown = level === 'h1' ? markup`<h1>${name}</h1>` : markup`<h2>${name}</h2>`;
	const facts = [...about, link && shortAddress(link)].flatMap((each) =>
		each ? inLine(cut(each, MAX_FACT_LENGTH)) : [],
	);
	const words = cut(introduction ?? '', MAX_INTRODUCTION_LENGTH);
	const kicker = label !== title && markup`<p class="kicker">${label}</p>`;
	return markup`${kicker}${shown}${facts.length > 0 && markup`<p class="about">${facts.join(' \u00b7 ')}</p>`}${words !== '' && markup`<p class="introduction">${words}</p>`}`;
}
