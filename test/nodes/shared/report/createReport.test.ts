import type { IDataObject } from 'n8n-workflow';

import { createReport } from '../../../../nodes/shared/report/createReport';
import { STYLE } from '../../../../nodes/shared/report/render/style';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import { fc } from '../../../support/properties';
import { madeAt, pageOf } from './pages';

const screening = {
	profile_url: 'https://x.example/ada',
	report_summary: { risk_rating: 'HIGH', total_content_count: 20, flagged_content_count: 3 },
};
const flagged = ['2026-01-03', '2026-02-03', '2026-03-03'].map((published_at, at) => ({
	title: `Post ${at}`,
	url: `https://x.example/ada/${at}`,
	published_at,
	risks: [{ category: at === 0 ? 'DRUGS' : 'ALCOHOL' }],
}));

describe('the page', () => {
	it('has the title of the user, or one of its own', () => {
		expect(pageOf([screening], 'For <me>')).toContain('<title>For &lt;me&gt;</title>');
		expect(pageOf([screening])).toContain('<title>Screening: ada</title>');
		expect(pageOf([screening])).toContain('Made on 7 Mar 2026, 12:30 UTC');
	});

	it('is named after its profile', () => {
		const nameOf = (items: IDataObject[]) =>
			runAtOnce(createReport({ items, title: '', madeAt, withText: false })).file.name;
		expect(nameOf([screening])).toBe('report-ada.html');
		expect(nameOf([screening, screening])).toBe('report.html');
		expect(nameOf([{ foo: 1 }])).toBe('report.html');
	});

	it('is a file of HTML, and a text', () => {
		const { title, file, text } = runAtOnce(
			createReport({ items: [screening], title: 'Mine', madeAt, withText: true }),
		);
		expect([title, file.type]).toEqual(['Mine', 'text/html']);
		expect(file.bytes.toString()).toBe(pageOf([screening], 'Mine'));
		expect(text).toBe(pageOf([screening], 'Mine'));
	});

	it('allows only its own style', () => {
		const page = pageOf([screening]);
		const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
		expect(style).toBe(STYLE.text);
		expect(page).toContain(
			`content="default-src &#39;none&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;; style-src &#39;unsafe-inline&#39;"`,
		);
		expect(page).not.toMatch(/url\(|@import/);
	});

	it('avoids what n8n and mail programs remove from HTML', () => {
		expect(pageOf([screening, ...flagged])).not.toMatch(/<(svg|rect|path|img|script)/);
	});

	it('names each value of a table where its rows are stacked, also in n8n, which drops data-*', () => {
		const rows = [
			{ brand: 'Strideon', mentions: 7, note: '' },
			{ brand: 'Other', mentions: 3, note: 'new' },
		];
		const page = pageOf([{ rows }]);
		expect(page).toContain('<span class="label" aria-hidden="true">Mentions</span>7</td>');
		// The first one is the heading of its row, and an empty one is left out.
		expect(page).not.toContain('aria-hidden="true">Brand<');
		expect(page.match(/aria-hidden="true">Note</g)).toHaveLength(1);
	});

	it.each([[{ a: { b: NaN } }], [{ rows: [{ a: NaN, b: 1 }] }], [{ list: [NaN, 1] }]])(
		'omits values that are not a number: %j',
		(item) => {
			expect(pageOf([item as IDataObject])).not.toContain('NaN');
		},
	);
});

/** Tags and attributes that the templates use; nothing of an item may add one. */
const TAGS =
	/^\/?(!doctype|html|head|meta|title|style|body|main|header|nav|section|div|p|h[123]|figure|figcaption|footer|ol|ul|li|a|b|span|dl|dt|dd|details|summary|table|caption|thead|tbody|tr|th|td)$/;
const ATTRIBUTES =
	/^(charset|http-equiv|content|name|lang|class|id|href|rel|target|role|scope|colspan|dir|aria-(label|hidden)|style|html)$/;

/** Tags, attributes, links and styles of a page that no template of the report has. */
function strangersIn(page: string): string[] {
	const withoutStyle = page.replace(/<style>.*?<\/style>/s, '');
	const tags = [...withoutStyle.matchAll(/<([^\s>]*)([^>]*)>/g)];
	const attributes = tags.flatMap(([, , rest = '']) => [
		...rest.replace(/"[^"]*"/g, '""').matchAll(/([^\s="/]+)/g),
	]);
	const valuesOf = (name: string) =>
		[...withoutStyle.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(
			([, value = '']) => value,
		);
	return [
		...tags.map(([, tag = '']) => tag).filter((tag) => !TAGS.test(tag)),
		...attributes.map(([name]) => name).filter((name) => !ATTRIBUTES.test(name)),
		...valuesOf('href').filter((link) => !/^(https?:\/\/|#part-\d+$)/i.test(link)),
		...valuesOf('style').filter((style) => !/^(width|height):[\d.]+%$/.test(style)),
	];
}

it('unexpected markup in a page is detected', () => {
	const page = pageOf([screening]);
	const strange = page.replace(
		'</main>',
		'<script onload></script><a href="javascript:x"><b style="background:url(//x)">',
	);
	expect(strangersIn(strange)).toEqual([
		'script',
		'/script',
		'onload',
		'javascript:x',
		'background:url(//x)',
	]);
	expect(strangersIn(page)).toEqual([]);
});

describe('a hostile item', () => {
	const text = fc.oneof(
		fc.constantFrom(
			'<script>alert(1)</script>',
			'"><img src=x onerror=alert(1)>',
			"' onmouseover='alert(1)",
			'javascript:alert(1)',
			'https://x.example/"><svg onload=alert(1)>',
			'</title></style><script>1</script>',
			'data:text/html;base64,PHNjcmlwdD4=',
			'${1}`',
			'2026-01-01',
			'POSITIVE',
			'HIGH',
		),
		fc.string({ unit: 'binary', maxLength: 20 }),
	);
	const hostile = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null));
	const names = fc.constantFrom(
		...['full_name', 'platform_username', 'url', 'profile_url', 'work_platform', 'follower_count'],
		...['risk_rating', 'report_summary', 'flagged_content_count', 'risks', 'category', 'title'],
		...['text', 'sentiment', 'published_at', 'author', 'audience', 'countries', 'name', 'value'],
		...[
			'reputation_history',
			'month',
			'gender_age_distribution',
			'gender',
			'age_range',
			'comments',
		],
		...[
			'profiles',
			'overlap_percentage',
			'overlaps',
			'unique_follower_count',
			'total_comment_count',
		],
		...['top_contents', 'current', 'changed', 'added', 'flagged', 'data', 'x', '"><b onclick=1>'],
	);
	const { item } = fc.letrec((tie) => ({
		value: fc.oneof({ maxDepth: 4 }, hostile, tie('item'), fc.array(tie('item'), { maxLength: 4 })),
		item: fc.dictionary(names, tie('value'), { maxKeys: 8 }),
	}));

	it('adds no tag, no attribute and no other link, and never fails', () => {
		fc.assert(
			fc.property(fc.array(item, { maxLength: 4 }), text, (items, title) => {
				const page = pageOf(items as IDataObject[], title);
				expect(strangersIn(page)).toEqual([]);
				expect(/NaN|Infinity%|\[object/.exec(page)).toBeNull();
			}),
		);
	});
});
