import { runAtOnce } from '../../../../../nodes/shared/values/steps';
import { markup } from '../../../../../nodes/shared/report/markup';
import type { Part, ReportDocument } from '../../../../../nodes/shared/report/part';
import { renderPage } from '../../../../../nodes/shared/report/render/page';
import { STYLE } from '../../../../../nodes/shared/report/render/style';
import { madeAt, times } from '../pages';

const link = 'https://www.x.example/ada/';
const anchor = `<a href="${link}" rel="noopener noreferrer nofollow" target="_blank">Ada &lt;1&gt;</a>`;
const ada: Part = {
	what: 'Screening',
	title: 'Ada <1>',
	link,
	about: ['Instagram', 'Germany'],
	introduction: 'Hello & welcome',
	sections: [markup`one`],
};
const bob: Part = { what: 'Creators', title: 'Bob', sections: [markup`two`] };

const documentOf = (parts: Part[], more: Partial<ReportDocument> = {}): ReportDocument => ({
	...{ title: 'The title', isTitled: false, madeAt, verdicts: [], overview: [], parts },
	...more,
});
const made = '<p class="made">Made on 7 Mar 2026, 12:30 UTC</p>';
const about =
	'<p class="about">Instagram \u00b7 Germany \u00b7 x.example/ada</p><p class="introduction">Hello &amp; welcome</p>';
const flow = (text: string) => `<div class="flow">${text}</div>`;

/** What stands between `main` and its end. */
const mainOf = (document: ReportDocument) =>
	/<main class="page">\n(.*)\n<\/main>/s.exec(runAtOnce(renderPage(document)))?.[1];

describe('a page', () => {
	it('sends no requests', () => {
		expect(runAtOnce(renderPage(documentOf([bob], { title: '<T>' })))).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;; style-src &#39;unsafe-inline&#39;">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>&lt;T&gt;</title>
<style>${STYLE.text}</style>
</head>
<body>
<main class="page">
<header><p class="kicker">Creators</p><h1>Bob</h1>${made}</header>

<section class="part only" id="part-1">${flow('two')}</section>

</main>
</body>
</html>
`);
	});

	it('of one part uses the heading of the part', () => {
		expect(mainOf(documentOf([ada]))).toBe(
			`<header><p class="kicker">Screening</p><h1>${anchor}</h1>${about}${made}</header>

<section class="part only" id="part-1">${flow('one')}</section>
`,
		);
	});

	it("of one part below the user's title has both", () => {
		expect(mainOf(documentOf([ada], { title: 'For <me>', isTitled: true }))).toBe(
			`<header><p class="kicker">Report</p><h1>For &lt;me&gt;</h1>${made}</header>

<section class="part" id="part-1"><header><p class="kicker">Screening</p><h2>${anchor}</h2>${about}</header>${flow('one')}</section>
`,
		);
	});

	it('of several parts has contents, and the comparison first', () => {
		const overview = [markup`all`];
		const page = mainOf(documentOf([bob, { ...bob, title: 'Cy' }], { overview }));
		expect(page).toContain(
			`${made}<nav class="contents" aria-label="Contents"><ol><li><a href="#part-1"><b>Bob</b> <span>Creators</span></a></li><li><a href="#part-2"><b>Cy</b> <span>Creators</span></a></li></ol></nav></header>\n${flow('all')}\n<section`,
		);
	});

	it('has its verdicts first, twelve at most', () => {
		const verdicts: ReportDocument['verdicts'] = [
			{ text: 'High <risk>.', tone: 'poor', title: 'Overlap' },
			...times(20, () => ({ text: 'Clear.', tone: 'good' as const })),
		];
		const page = mainOf(documentOf([bob], { verdicts })) ?? '';
		expect(page).toContain(
			`${made}<p class="verdict poor"><span class="of">Overlap</span>High &lt;risk&gt;.</p><p class="verdict good">Clear.</p>`,
		);
		expect(page.split('class="verdict')).toHaveLength(13);
	});

	it('has no link to an invalid URL', () => {
		expect(mainOf(documentOf([{ ...bob, link: 'javascript:1' }]))).toContain('<h1>Bob</h1>');
	});

	it('truncates long introductions, and long names in its contents', () => {
		const part = { ...bob, title: 't'.repeat(61), introduction: 'i'.repeat(501) };
		const page = mainOf(documentOf([part, bob]));
		expect(page).toContain(`<b>${'t'.repeat(59)}\u2026</b>`);
		expect(page).toContain(`<h2>${'t'.repeat(61)}</h2>`);
		expect(page).toContain(`<p class="introduction">${'i'.repeat(499)}\u2026</p>`);
	});
});
