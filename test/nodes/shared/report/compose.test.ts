import type { IDataObject } from 'n8n-workflow';

import { version } from '../../../../package.json';
import { createReport } from '../../../../nodes/shared/report/createReport';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import { below, linesIn, linesOf, madeAt, pageOf, times } from './pages';

const screening = (handle: string, more: IDataObject = {}): IDataObject => ({
	profile_url: `https://pictura.example/${handle}`,
	flagged_count: 1,
	content_count: 10,
	job: { type: 'screening', id: `s-${handle}`, state: 'finished' },
	...more,
});
const flagged = (title: string, job?: string): IDataObject => ({
	title,
	risks: [],
	...(job !== undefined && { job: { type: 'screening', id: job } }),
});
const intent = (handle: string, more: IDataObject = {}) => ({
	profile_url: `https://pictura.example/${handle}`,
	...{ total_comments: 10, purchase_intent_comment_count: 5 },
	...more,
});

/** The headings of the page, with their level. */
const headingsOf = (items: IDataObject[], title = '') =>
	[...pageOf(items, title).matchAll(/<h(\d)>(.*?)<\/h\d>/g)].map(
		([, level, text = '']) => `${level} ${text.replace(/<[^>]*>/g, '')}`,
	);
const verdictsOf = (items: IDataObject[]) =>
	[...pageOf(items).matchAll(/<p class="verdict \w+">(.*?)<\/p>/g)].map(([, text = '']) =>
		text.replace(/<[^>]*>/g, ''),
	);
const footerOf = (items: IDataObject[], source = {}) => {
	const made = runAtOnce(createReport({ items, title: '', madeAt, withText: true, source }));
	const lines = linesIn(made.text ?? '');
	return lines.slice(lines.findIndex((line) => line.startsWith('Service |')));
};

describe('a report', () => {
	it.each<[string, IDataObject[]]>([
		['Screening: ada', [screening('ada')]],
		['Creator: ada', [screening('ada'), intent('ada')]],
		['Screening: 2 creators', [screening('ada'), screening('bob')]],
		['Screening: 31 creators', times(31, (at) => screening(`n${at}`))],
		['Report', [screening('ada'), { foo: 1 }]],
		['Creators: 2 creators', times(2, (at) => ({ name: `n${at}`, followers: 1 }))],
		['Report', []],
	])('has the title %j', (title, items) => {
		expect(linesIn(pageOf(items))[0]).toBe(title);
		expect(linesIn(pageOf(items, 'Mine'))[0]).toBe('Mine');
	});

	it('without items says so', () => {
		expect(linesOf([])).toEqual(['There were no items to report on.']);
		expect(linesOf([{}])).toEqual(['The item contains nothing to show.']);
	});

	it('says what is missing in its items, each thing once', () => {
		const items = [undefined, 'Page 2 failed', 'Page 3 failed', 'Page 3 failed'].map(
			(incomplete) => ({ name: 'Ada', followers: 1, ...(incomplete && { incomplete }) }),
		);
		expect(linesOf(items).slice(0, 2)).toEqual(['Page 2 failed', 'Page 3 failed']);
	});

	it('shows ten of many screenings in detail, those with the highest risk', () => {
		const rated = (at: number) => screening(`n${at}`, { risk_rating: at < 3 ? 'HIGH' : 'LOW' });
		const items = times(31, rated);
		const names = headingsOf(items).filter((heading) => heading.startsWith('2 '));
		expect(names).toHaveLength(10);
		expect(names.slice(0, 3)).toEqual(['2 n0', '2 n1', '2 n2']);
		expect(linesOf(items)).toContain('10 of 31 results are shown in detail.');
	});
});

describe('a creator', () => {
	it('has one section with all that the items say, for one as for many', () => {
		const analytics = { username: 'ada', platform: 'Pictura', countries: { DE: 60, FR: 40 } };
		const sections = ['Screening', 'Profile analytics', 'Purchase intent'];
		const items = [screening('ada'), analytics, intent('Ada')];
		expect(headingsOf(items)).toEqual(['1 @ada', ...sections.map((title) => `2 ${title}`)]);
		expect(headingsOf([...items, screening('bob')])).toEqual([
			'1 Comparison of 2 creators',
			'2 @ada',
			...sections.map((title) => `3 ${title}`),
			'2 bob',
		]);
	});

	it('is another one on another platform', () => {
		const on = (platform: string) => ({ username: 'ada', platform, flagged_count: 1 });
		expect(headingsOf([on('Twitch'), on('TikTok'), on('TWITCH')])).toHaveLength(5);
	});

	it('has the posts that its screening flagged, also before it', () => {
		const page = linesOf([flagged('One'), screening('ada'), flagged('Two')]);
		expect(below(page, 'Flagged posts')).toEqual(['One', 'Two']);
		const named = { job: { type: 'screening', id: 7, state: 'finished' } };
		const posts = [flagged('Own', '7'), flagged('Of another', 's-bob')];
		const only = linesOf([screening('ada', named), ...posts]);
		const apart = ['Flagged posts', '1 flagged post', 'Flagged posts', 'Of another'];
		expect(below(only, 'Flagged posts')).toEqual(['Own', ...apart]);
		const [own, other] = [flagged('Own', 's-ada'), flagged('Other', 's-cy')];
		const many = linesOf([screening('ada'), screening('bob'), own, other]);
		expect(below(many, 'ada')).toContain('Own');
		expect(below(many, '1 flagged post')).toEqual(['Flagged posts', 'Other']);
	});

	it('has the analysis that comments carry', () => {
		const job = { type: 'purchaseIntent', id: 7, state: 'finished' };
		const analysis = intent('ada');
		const comments = times(3, (at) => ({ text: `Where? ${at}`, author: 'cy', analysis, job }));
		expect(headingsOf(comments)).toEqual(['1 ada']);
		expect(verdictsOf(comments)).toEqual(['5 of 10 comments (50.0%) show purchase intent.']);
	});
});

it('creators are compared by risk, with what searches and overlaps say of them', () => {
	const url = (handle: string) => `https://www.pictura.example/${handle}/?tab=1#top`;
	const profiles = [{ url: url('ada'), followers: 5, overlap_percentage: 10 }];
	const items = [
		{ unique_followers: 9, profiles },
		{ name: 'Ada L', username: 'ada', url: url('Ada'), followers: 6, country: 'Germany' },
		{ name: 'Bob B', username: 'bob', url: url('bob'), platform: 'Pictura' },
		screening('ada', { risk_rating: 'LOW' }),
		screening('bob', { risk_rating: 'HIGH', flagged_count: 4, categories: { DRUGS: 4 } }),
	];
	const lines = linesOf(items);
	expect(below(lines, 'Comparison, highest risk first').slice(0, 3)).toEqual([
		'Creator | Risk | Posts flagged | Followers | Shared audience | Finding',
		'Bob B @bob · Pictura | High risk | 40.0% | | | 4 of 10 posts flagged, for drugs (4).',
		'Ada L @ada · Germany | Low risk | 10.0% | 5 | 10.0% [s1 10] | 1 of 10 posts flagged.',
	]);
	expect(lines.join('\n')).not.toContain('Combined followers | 6');
	expect(verdictsOf(items).slice(0, 2)).toEqual([
		'High risk: Bob B (4 of 10 posts flagged, for drugs (4)).',
		'Low risk: Ada L (1 of 10 posts flagged).',
	]);
});

it('rows are named after the query or the brand that was asked for', () => {
	const mention = { text: 'x', sentiment: 'POSITIVE' };
	const titleOf = (items: IDataObject[], request?: IDataObject) =>
		runAtOnce(createReport({ items, title: '', madeAt, withText: false, source: { request } }))
			.title;
	expect(titleOf([mention], { keyword: 'Strideon' })).toBe(
		'Social listening: 1 mention of Strideon',
	);
	expect(titleOf([{ ...mention, brand: 'Oatlab' }])).toBe('Social listening: 1 mention of Oatlab');
	const creator = { name: 'Ada', followers: 1 };
	expect(titleOf([creator], { query: 'runners' })).toBe('Creators: 1 creator for runners');
});

it('a footer says what the report rests on', () => {
	const job = {
		type: 'screening',
		id: 's-ada',
		state: 'finished',
		finishedAt: '2026-03-01T10:00Z',
	};
	const items = [
		screening('ada', { job }),
		...times(101, (at) => flagged(`Post ${at}`, 's-ada')),
		{ full_name: 'Bob', countries: { DE: 60 }, credibility: 0.9 },
	];
	expect(footerOf(items, { host: 'api.service.example' })).toEqual([
		'Service | api.service.example',
		'Data as of | 1 Mar 2026',
		'Items | 103 read, 1 row left out',
		'Jobs | s-ada',
		expect.stringMatching(/^Risk \| As rated by the service\. Severe are categories of hate/),
		expect.stringMatching(/^Thresholds \| Audience credibility: high from 75%/),
		'Unit unknown | Credibility',
		`Made with | n8n-nodes-creator-intelligence ${version}`,
	]);
	expect(footerOf([{ foo: 1 }])[0]).toBe('Service | Not named in the items');
});
