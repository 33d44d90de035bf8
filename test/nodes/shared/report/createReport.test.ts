import type { IDataObject } from 'n8n-workflow';

import { createReport } from '../../../../nodes/shared/report/createReport';
import { renderPage } from '../../../../nodes/shared/report/render/page';
import { STYLE } from '../../../../nodes/shared/report/render/style';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import { fc } from '../../../support/properties';
import { documentOf, madeAt, sectionsOf } from './documents';

const pageOf = (items: IDataObject[], title = '') =>
	runAtOnce(renderPage(documentOf(items, title)));

const kindsOf = (items: IDataObject[]) => sectionsOf(items).map(({ kind }) => kind);

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

describe('the sections of a report', () => {
	it('of a screening are its rating and what was flagged', () => {
		expect(documentOf([screening, ...flagged])).toMatchObject({
			title: 'Screening: ada',
			overview: [],
			parts: [
				{
					what: 'Screening',
					link: 'https://x.example/ada',
					sections: [
						{
							kind: 'figures',
							figures: [
								{ label: 'Risk rating', value: 'High', tone: 'poor' },
								{ label: 'Flagged posts', value: '3' },
								{ label: 'Posts checked', value: '20' },
								{ label: 'Share flagged', value: '15.0%' },
							],
						},
						{
							kind: 'entries',
							title: 'Flagged posts, newest first',
							entries: [{ title: 'Post 2' }, { title: 'Post 1' }, { title: 'Post 0' }],
						},
					],
				},
			],
		});
	});

	it('of analytics are history, audience and top contents', () => {
		const item = {
			profile: { full_name: 'Ada', follower_count: 20_000 },
			reputation_history: [
				{ month: '2026-01', follower_count: 10_000 },
				{ month: '2026-02', follower_count: 20_000 },
			],
			audience: {
				countries: { Germany: 0.6, France: 0.4 },
				gender_age_distribution: [
					{ gender: 'FEMALE', age_range: '18-24', value: 60 },
					{ gender: 'MALE', age_range: '18-24', value: 40 },
				],
			},
			top_contents: [{ title: 'One', like_count: 3 }],
			pricing: { currency: 'USD' },
		};
		expect(kindsOf([item])).toEqual(['figures', 'columns', 'pyramid', 'bars', 'entries', 'facts']);
		expect(sectionsOf([item])).toMatchObject([
			{ figures: [{ value: '20K' }, { label: 'Follower growth', value: '+100.0%' }] },
			{},
			{
				left: 'Female 60.0%',
				right: 'Male 40.0%',
				rows: [{ label: '18-24', left: 60, right: 40 }],
			},
			{
				bars: [
					{ label: 'Germany', text: '60.0%' },
					{ label: 'France', text: '40.0%' },
				],
			},
			{},
			{ facts: [{ group: 'Pricing', label: 'Currency', cell: { text: 'USD' } }] },
		]);
	});

	it('of an overlap are a table, and a matrix where each is compared with each', () => {
		const profile = (username: string, overlaps?: IDataObject[]) => ({
			username,
			overlap_percentage: 20,
			overlaps,
		});
		const item = (profiles: IDataObject[]) => ({
			total_follower_count: 100,
			unique_follower_count: 80,
			profiles,
		});
		expect(kindsOf([item([profile('ada'), profile('bob')])])).toEqual(['figures', 'table']);
		const pairs = [profile('ada', [{ username: 'bob', overlap_percentage: 12 }]), profile('bob')];
		expect(sectionsOf([item(pairs)])).toContainEqual({
			kind: 'matrix',
			title: 'Shared audience',
			names: ['@ada', '@bob'],
			cells: [
				[undefined, 12],
				[12, undefined],
			],
		});
	});

	it('of comments are their sentiment, also over time', () => {
		const comments = ['POSITIVE', 'NEGATIVE'].map((sentiment, at) => ({
			text: 'x',
			sentiment,
			purchase_intent: at === 0,
			published_at: `2026-01-0${at + 1}`,
		}));
		const item = { report_information: { total_comment_count: 2, score: 50 }, comments };
		expect(kindsOf([item])).toEqual(['figures', 'split', 'columns', 'entries']);
	});

	it('of a search are bars and a table', () => {
		const creators = [1, 2].map((n) => ({
			full_name: `Ada ${n}`,
			follower_count: n,
			country: `C${n}`,
		}));
		expect(kindsOf(creators)).toEqual(['figures', 'bars', 'bars', 'table']);
	});

	it('of a change are the ratings before and after', () => {
		const item = {
			previous: { riskRating: 'LOW' },
			current: { riskRating: 'HIGH', flaggedCount: 1, result: screening, flagged },
			changed: { added: flagged.slice(0, 1) },
		};
		const [figures] = sectionsOf([item]);
		expect(JSON.stringify(figures)).toContain('"Rating before","value":"Low"');
		expect(kindsOf([item])).toEqual(['figures', 'entries']);
	});

	it('of what is not recognised are tables', () => {
		const item = { foo: 'bar', nested: { a: 1 }, rows: [{ a: 1 }, { a: 2 }] };
		expect(sectionsOf([item])).toMatchObject([
			{
				kind: 'facts',
				facts: [{ label: 'Foo' }, { group: 'Nested', label: 'A', cell: { text: '1' } }],
			},
			{ kind: 'table', title: 'Rows', rows: [[{ text: '1' }], [{ text: '2' }]] },
		]);
		expect(kindsOf([{}])).toEqual(['note']);
		expect(kindsOf([])).toEqual(['note']);
	});

	it('of several profiles begin with all of them side by side', () => {
		const other = { ...screening, profile_url: 'https://x.example/bob' };
		const search = { platform_username: 'bob', full_name: 'Bob', follower_count: 7 };
		const { overview } = documentOf([search, screening, other]);
		expect(overview.slice(0, 1)).toMatchObject([
			{
				kind: 'table',
				rows: [
					[{ text: 'ada' }, {}, {}, {}, {}],
					[{ text: 'Bob' }, {}, {}, {}, {}],
				],
			},
		]);
	});

	it('put flagged items under the screening of their profile', () => {
		const other = { ...screening, profile_url: 'https://x.example/bob' };
		const { parts } = documentOf([other, screening, ...flagged]);
		expect(parts.map(({ title, sections }) => [title, sections.length])).toEqual([
			['bob', 1],
			['ada', 2],
		]);
	});
});

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

	it('allows its own style and nothing else', () => {
		const page = pageOf([screening]);
		const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
		expect(style).toBe(STYLE.text);
		expect(page).toContain(
			`content="default-src &#39;none&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;; style-src &#39;unsafe-inline&#39;"`,
		);
		expect(page).not.toMatch(/url\(|@import/);
	});

	it('does without what n8n and mail programs take out of HTML', () => {
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
		'leaves out what is not a number: %j',
		(item) => {
			expect(pageOf([item as IDataObject])).not.toContain('NaN');
		},
	);
});

/** Tags and attributes that the templates use; nothing of an item may add one. */
const TAGS =
	/^\/?(!doctype|html|head|meta|title|style|body|main|header|nav|section|div|p|h[123]|ol|ul|li|a|b|span|dl|dt|dd|details|summary|table|caption|thead|tbody|tr|th|td)$/;
const ATTRIBUTES =
	/^(charset|http-equiv|content|name|lang|class|id|href|rel|target|role|scope|colspan|aria-(label|hidden)|style|html)$/;

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

it('a page with something strange in it is noticed', () => {
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
