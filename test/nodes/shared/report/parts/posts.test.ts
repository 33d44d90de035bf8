import type { IDataObject } from 'n8n-workflow';

import type { Traits } from '../../../../../nodes/shared/recognition/traits';
import type { Row } from '../../../../../nodes/shared/report/kind';
import {
	entriesSection,
	periodsBetween,
	postsPart,
	riskSections,
	sentimentSection,
	timeSection,
} from '../../../../../nodes/shared/report/parts/posts';
import { runAtOnce } from '../../../../../nodes/shared/values/steps';
import { made, sectionOf, subjectOf, times } from '../documents';

type PostKind = Parameters<typeof postsPart>[0];

const DAY = 86_400_000;
const overTime = (traits: Traits[]) => runAtOnce(timeSection(traits));
const risksOf = (posts: Row[]) => runAtOnce(riskSections(posts));

const partOf = (kind: PostKind, items: IDataObject[]) =>
	made(runAtOnce(postsPart(kind, items.map(subjectOf))));
const figuresOf = (kind: PostKind, items: IDataObject[]) =>
	sectionOf(partOf(kind, items).sections, 'figures')?.figures;

describe('posts', () => {
	it.each<[PostKind, string, string, string]>([
		['comments', 'Comments', 'comment', 'comments'],
		['contents', 'Posts', 'post', 'posts'],
		['flagged', 'Flagged posts', 'flagged post', 'flagged posts'],
		['mentions', 'Social listening', 'mention', 'mentions'],
	])('that are %s are called so', (kind, what, one, many) => {
		const title = many.charAt(0).toUpperCase() + many.slice(1);
		expect(partOf(kind, [{ text: 'x' }])).toEqual({
			what,
			title: `1 ${one}`,
			about: [],
			sections: [
				{ kind: 'entries', title, entries: [{ text: 'x', details: [], tags: [] }], more: 0 },
			],
		});
		expect(
			partOf(
				kind,
				times(1_200, () => ({})),
			).title,
		).toBe(`1,200 ${many}`);
	});

	it('have figures of all together, in which the followers of an author count once', () => {
		const items = [
			{ text: 'a', sentiment: 'POSITIVE', purchase_intent: true, likes: 10_000, views: 20_000 },
			{ text: 'b', username: 'bob', purchase_intent: 'yes', likes: 2_500, followers: 30_000 },
			{ text: 'b', username: 'bob', followers: 30_000 },
			{ text: 'c', sentiment: 'NEUTRAL', purchase_intent: false, views: 20_000, followers: 12_000 },
			{ text: 'd' },
		];
		expect(figuresOf('mentions', items)).toEqual([
			{ label: 'With purchase intent', value: '1', tone: 'accent' },
			{ label: 'Likes', value: '12.5K' },
			{ label: 'Views', value: '40K' },
			{ label: 'Potential reach', value: '42K', note: 'Followers of all authors' },
		]);
	});

	it('have their moods, their times and their platforms', () => {
		const items = ['2026-01-01', '2026-01-02'].map((date, at) => ({
			text: 'x',
			platform: ['Twitch', 'Twitter'][at],
			date,
			risks: ['ALCOHOL'],
		}));
		const shown = (kind: PostKind) =>
			partOf(kind, items).sections.map((each) => ('title' in each ? each.title : each.kind));
		expect(shown('mentions')).toEqual(['Over time', 'Platforms', 'Mentions']);
		expect(sectionOf(partOf('mentions', items).sections, 'bars')).toEqual({
			kind: 'bars',
			title: 'Platforms',
			what: 'Posts',
			bars: [
				{ label: 'Twitch', value: 1, text: '1' },
				{ label: 'Twitter', value: 1, text: '1' },
			],
		});
		expect(shown('contents')).toEqual(['Over time', 'Posts']);
		expect(shown('flagged')).toEqual(['Flagged posts, newest first']);
	});

	it.each([
		[['2026-03-07', '2026-01-02', '2026-02-01'], ['2 Jan 2026 to 7 Mar 2026']],
		[['2026-03-07T01:00:00Z', '2026-03-07T23:00:00Z'], ['7 Mar 2026']],
		[['soon'], []],
	])('of %j say from when they are', (dates, about) => {
		expect(
			partOf(
				'contents',
				dates.map((date) => ({ date })),
			).about,
		).toEqual(about);
	});

	it('show twelve entries', () => {
		const { sections } = partOf(
			'contents',
			times(15, (at) => ({ text: `${at}` })),
		);
		expect(sectionOf(sections, 'entries')?.more).toBe(3);
	});
});

describe('moods', () => {
	it('are parts of a whole, the good first, in one spelling', () => {
		const traits = ['NEGATIVE', 'mixed', 'POSITIVE', 'negative', undefined].map<Traits>(
			(sentiment) => ({ sentiment }),
		);
		expect(runAtOnce(sentimentSection(traits))).toEqual([
			{
				kind: 'split',
				title: 'Sentiment',
				slices: [
					{ label: 'Positive', value: 1, tone: 'good' },
					{ label: 'Mixed', value: 1, tone: 'quiet' },
					{ label: 'Negative', value: 2, tone: 'poor' },
				],
			},
		]);
		expect(runAtOnce(sentimentSection([{}]))).toEqual([]);
	});

	it('over time are columns, the good first', () => {
		expect(
			overTime([
				{ date: '2026-01-01', sentiment: 'NEGATIVE' },
				{ date: '2026-01-03', sentiment: 'POSITIVE' },
				{ date: '2026-01-03', sentiment: 'positive' },
				{ date: '2026-01-03', sentiment: 'NEUTRAL' },
				{ date: '2026-01-03' },
				{ sentiment: 'UNDATED' },
			]),
		).toEqual([
			{
				kind: 'columns',
				title: 'Over time',
				series: [
					{ label: 'Positive', tone: 'good' },
					{ label: 'Neutral', tone: 'quiet' },
					{ label: 'Negative', tone: 'poor' },
				],
				columns: [
					{ label: '1 Jan', values: [0, 0, 1] },
					{ label: '2 Jan', values: [0, 0, 0] },
					{ label: '3 Jan', values: [2, 1, 0] },
				],
				endsAt: Date.UTC(2026, 0, 4),
			},
		]);
	});

	it('that are not known are just posts', () => {
		expect(
			overTime([{ date: '2026-01-01' }, { date: '2026-01-02T00:00:00Z' }, { date: 'soon' }]),
		).toEqual([
			{
				kind: 'columns',
				title: 'Over time',
				series: [{ label: 'Posts', tone: 's1' }],
				columns: [
					{ label: '1 Jan', values: [1] },
					{ label: '2 Jan', values: [1] },
				],
				endsAt: Date.UTC(2026, 0, 3),
			},
		]);
	});

	it.each([
		['one post', [{ date: '2026-01-01' }]],
		['one day', [{ date: '2026-01-01T01:00:00Z' }, { date: '2026-01-01T02:00:00Z' }]],
		['posts of no date', [{}, { date: 'soon' }, { date: '2026-01-01' }]],
		['nothing', []],
	])('are not shown over time of %s', (_, traits) => {
		expect(overTime(traits)).toEqual([]);
	});
});

describe('the time between two moments is divided', () => {
	const start = Date.UTC(2026, 0, 1);
	const labels = (days: number, from = start) =>
		periodsBetween(from, from + days * DAY).map(({ label }) => label);

	it('into days, from midnight', () => {
		const noon = start + DAY / 2;
		expect(periodsBetween(noon, noon + DAY)).toEqual([
			{ label: '1 Jan', from: start, to: start + DAY },
			{ label: '2 Jan', from: start + DAY, to: start + 2 * DAY },
		]);
		expect(labels(23)).toEqual(times(24, (at) => `${at + 1} Jan`));
	});

	it('into weeks', () => {
		expect(periodsBetween(start, start + 24 * DAY)).toEqual(
			['1 Jan', '8 Jan', '15 Jan', '22 Jan'].map((label, at) => ({
				label,
				from: start + at * 7 * DAY,
				to: start + (at + 1) * 7 * DAY,
			})),
		);
		expect(labels(161)).toHaveLength(24);
		expect(labels(161).at(-1)).toBe('11 Jun');
	});

	it('into months, from the first of one', () => {
		const middle = Date.UTC(2026, 0, 15);
		expect(periodsBetween(middle, Date.UTC(2026, 6, 1))).toEqual(
			['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul'].map((label, at) => ({
				label: `${label} 2026`,
				from: Date.UTC(2026, at, 1),
				to: Date.UTC(2026, at + 1, 1),
			})),
		);
		expect(labels(690)).toHaveLength(23);
	});

	it('into quarters', () => {
		expect(labels(691).slice(0, 3)).toEqual(['Jan 2026', 'Apr 2026', 'Jul 2026']);
		expect(periodsBetween(start, start + 691 * DAY)[0]).toEqual({
			label: 'Jan 2026',
			from: start,
			to: Date.UTC(2026, 3, 1),
		});
		expect(labels(2_093).slice(0, 2)).toEqual(['Jan 2026', 'Apr 2026']);
	});

	it('into years, 97 at most', () => {
		expect(labels(2_094)).toEqual(times(6, (at) => `Jan ${2026 + at}`));
		expect(labels(365 * 200)).toEqual(times(97, (at) => `Jan ${2026 + at}`));
	});

	it('until the end of time', () => {
		const last = 8.64e15;
		expect(periodsBetween(last - 200 * DAY, last)).toHaveLength(8);
	});
});

describe('risks', () => {
	const post = (risks: string[], date?: string) =>
		subjectOf({ title: 'x', risks, published_at: date });

	it('are counted by category, all together and over time, in the same colours', () => {
		expect(
			risksOf([
				post(['DRUGS'], '2026-01-01'),
				post(['ALCOHOL', 'DRUGS'], '2026-01-02'),
				post(['ALCOHOL'], '2026-01-02'),
				post(['ALCOHOL']),
				subjectOf({ title: 'None' }),
			]),
		).toEqual([
			{
				kind: 'bars',
				title: 'Risk categories',
				what: 'Flags',
				bars: [
					{ label: 'Alcohol', value: 3, text: '3', tone: 's1' },
					{ label: 'Drugs', value: 2, text: '2', tone: 's2' },
				],
			},
			{
				kind: 'columns',
				title: 'Risk categories over time',
				series: [
					{ label: 'Alcohol', tone: 's1' },
					{ label: 'Drugs', tone: 's2' },
				],
				columns: [
					{ label: '1 Jan', values: [0, 1] },
					{ label: '2 Jan', values: [2, 1] },
				],
				endsAt: Date.UTC(2026, 0, 3),
			},
		]);
	});

	it('beyond the five most frequent are others over time', () => {
		const all = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'G1'];
		const posts = all.flatMap((category, at) =>
			times(7 - at, (day) => post([category], `2026-01-0${day + 1}`)),
		);
		const [bars, columns] = risksOf(posts);
		expect(bars).toMatchObject({
			bars: ['s1', 's2', 's3', 's4', 's5', 'quiet', 'quiet'].map((tone) => ({ tone })),
		});
		expect(columns).toMatchObject({
			series: [
				...['A1', 'B1', 'C1', 'D1', 'E1'].map((label, at) => ({ label, tone: `s${at + 1}` })),
				{ label: 'Other', tone: 'quiet' },
			],
		});
		expect(
			columns?.kind === 'columns' && columns.columns.map(({ values }) => values.at(-1)),
		).toEqual([2, 1, 0, 0, 0, 0, 0]);
	});

	it('of five categories have no others', () => {
		const posts = times(5, (at) => post([`R${at}X`], `2026-01-0${at + 1}`));
		const columns = sectionOf(risksOf(posts), 'columns');
		expect(columns?.series.map(({ label }) => label)).toEqual(times(5, (at) => `R${at}x`));
	});

	it('may be none, or too few for a chart', () => {
		expect(risksOf(times(4, () => post(['DRUGS'])))).toEqual([]);
		expect(risksOf([subjectOf({ title: 'x' })])).toEqual([]);
	});
});

describe('entries', () => {
	const entriesOf = (posts: IDataObject[], limit = 10, kind: PostKind = 'contents') =>
		sectionOf(entriesSection(kind, posts.map(subjectOf), limit), 'entries');

	it('tell who, where, when and how many, and what is said of each', () => {
		const url = 'https://x.example/1';
		const post = {
			title: 'My day',
			text: 'A long day',
			url,
			author: 'bob',
			platform: 'TikTok',
			published_at: '2026-03-07',
			like_count: 12_345,
			comment_count: 10_000,
			view_count: 1_500_000,
			risks: ['DRUGS', 'GRAPHIC_CONTENT'],
			sentiment: 'POSITIVE',
			purchase_intent: true,
			relevance: 3,
			is_sponsored: true,
		};
		expect(entriesSection('contents', [subjectOf(post)], 1, 'Top')).toEqual([
			{
				kind: 'entries',
				title: 'Top',
				entries: [
					{
						title: 'My day',
						text: 'A long day',
						link: url,
						details: ['bob', 'TikTok', '7 Mar 2026', '12.3K likes', '10K comments', '1.5M views'],
						tags: [
							{ text: 'Drugs', tone: 'poor' },
							{ text: 'Graphic content', tone: 'poor' },
							{ text: 'Positive', tone: 'good' },
							{ text: 'Purchase intent', tone: 'accent' },
							{ text: 'Relevance 3.0%', tone: 'quiet' },
							{ text: 'Sponsored', tone: 'quiet' },
						],
					},
				],
				more: 0,
			},
		]);
	});

	it.each<[IDataObject, object]>([
		[
			{ title: 'Same', text: 'Same' },
			{ title: 'Same', details: [], tags: [] },
		],
		[{ username: 'bob' }, { details: ['@bob'], tags: [] }],
		[
			{ author: 'Bob', username: 'bob' },
			{ details: ['Bob'], tags: [] },
		],
		[
			{ purchase_intent: 'yes', relevance: 'high', is_sponsored: 'yes' },
			{ details: [], tags: [] },
		],
		[{}, { details: [], tags: [] }],
	])('of %j are %j', (post, entry) => {
		expect(entriesOf([post])?.entries).toEqual([entry]);
	});

	it('cut what is longer than 400 characters', () => {
		const most = 'x'.repeat(400);
		const short = `${'x'.repeat(399)}\u2026`;
		expect(entriesOf([{ title: most }, { title: `${most}x` }, { text: `${most}x` }])).toMatchObject(
			{
				entries: [{ title: most }, { title: short }, { text: short }],
			},
		);
	});

	it.each<[PostKind, string, IDataObject, IDataObject]>([
		['comments', 'Most relevant comments', { relevance: 0.9 }, { relevance: 0.2, likes: 9 }],
		['comments', 'Most liked comments', { likes: 2 }, { likes: 1, followers: 9 }],
		['contents', 'Most liked posts', { likes: 2 }, { likes: 1, views: 9 }],
		['contents', 'Most viewed posts', { views: 2 }, { views: 1 }],
		[
			'flagged',
			'Flagged posts, highest risk first',
			{ risks: [{ score: 0.1 }, { score: 0.9 }] },
			{ risks: [{ score: 0.5 }], likes: 9 },
		],
		['flagged', 'Flagged posts, newest first', { date: '2026-02-01' }, { date: '2026-01-01' }],
		['mentions', 'Mentions with the widest reach', { followers: 2 }, { followers: 1, likes: 9 }],
		['mentions', 'Most liked mentions', { likes: 2 }, { likes: 1 }],
	])('of %s called "%s" are sorted so, those that lack it last', (kind, title, more, less) => {
		const posts = [{ title: 'none' }, { title: 'less', ...less }, { title: 'more', ...more }];
		const entries = entriesOf(posts, 10, kind);
		expect(entries?.title).toBe(title);
		expect(entries?.entries.map((each) => each.title)).toEqual(['more', 'less', 'none']);
	});

	it('with purchase intent are those alone, and no text comes twice', () => {
		const comments = [
			{ text: 'Nice', likes: 99 },
			{ text: 'Where?', purchase_intent: true, likes: 1 },
			{ text: 'I buy', purchase_intent: true, likes: 2 },
			{ text: 'I buy', purchase_intent: true },
			{ text: 'Never', purchase_intent: false, likes: 50 },
		];
		const entries = entriesOf(comments, 10, 'comments');
		expect(entries?.title).toBe('Most liked comments with purchase intent');
		expect(entries?.entries.map(({ text }) => text)).toEqual(['I buy', 'Where?']);
		expect(entries?.more).toBe(3);
	});

	it('that are flagged say why, and mentions how far they reach', () => {
		const risks = [{ category: 'DRUGS', reason: 'Shows a pill' }, { reason: 7 }];
		expect(entriesOf([{ title: 'a', risks }], 1, 'flagged')?.entries[0]?.details).toEqual([
			'Shows a pill',
		]);
		expect(entriesOf([{ text: 'a', followers: 12_000 }], 1, 'mentions')?.entries).toMatchObject([
			{ details: ['12K followers'] },
		]);
	});

	it('behind a peak are those of its day with the widest reach', () => {
		const day = (date: string, count: number) =>
			times(count, (at) => ({ text: `${date} ${at}`, date, followers: at }));
		const peak = (count: number) =>
			partOf('mentions', [
				...day('2026-01-01', 2),
				...day('2026-01-02', count),
				...day('2026-01-03', 3),
				{ text: 'undated', followers: 1e6 },
			]).sections.filter((each) => 'title' in each && each.title.startsWith('Behind the peak'));
		expect(peak(6)).toMatchObject([
			{
				title: 'Behind the peak of 2 Jan: 6 mentions',
				entries: [5, 4, 3, 2].map((at) => ({ text: `2026-01-02 ${at}` })),
				more: 2,
			},
		]);
		expect(peak(4)).toEqual([]);
		expect(partOf('mentions', day('2026-01-01', 9)).sections).toHaveLength(2);
	});

	it('are so many as are wanted', () => {
		const entries = entriesOf([{ title: 'a' }, { title: 'b', likes: 1 }, { title: 'c' }], 2);
		expect([entries?.entries.map(({ title }) => title), entries?.more]).toEqual([['b', 'a'], 1]);
		expect(entriesSection('contents', [], 2)).toEqual([]);
	});
});
