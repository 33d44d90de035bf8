import type { IDataObject } from 'n8n-workflow';

import { below, linesOf, pageOf, times } from '../pages';

const mention = (sentiment: string, more: IDataObject = {}): IDataObject => ({
	text: 'x',
	sentiment,
	...more,
});
const comment = (text: string, more: IDataObject = {}) => ({ text, author: 'cy', ...more });
const content = (title: string, more: IDataObject = {}) => ({
	title,
	published_at: '2026-01-01',
	...more,
});
const flagged = (title: string, more: IDataObject = {}) => ({ title, risks: [], ...more });
const many = (positive: number, negative: number) => [
	...times(positive, () => mention('POSITIVE')),
	...times(negative, () => mention('NEGATIVE')),
];
const verdictOf = (items: IDataObject[]) => {
	const [, tone, text] = /class="verdict (\w+)">([^<]*)/.exec(pageOf(items)) ?? [];
	return [text, tone];
};

it('mentions have figures of all together, in which the followers of an author count once', () => {
	const items = [
		mention('POSITIVE', { purchase_intent: true, likes: 10_000, views: 20_000, author: 'cy' }),
		comment('b', { likes: 2_500, followers: 30_000 }),
		comment('c', { followers: 30_000 }),
		comment('d', { author: 'di', views: 20_000, followers: 12_000 }),
	];
	expect(linesOf(items).slice(0, 4)).toEqual([
		'With purchase intent | 1',
		'Likes | 12.5K',
		'Views | 40K',
		'Potential reach | 42K Followers of all authors',
	]);
});

it.each<[string, IDataObject[], string]>([
	['without an author', [{}, {}], '60K'],
	['by one handle', [{ username: 'cy' }, { username: 'cy' }], '30K'],
	[
		'by one handle on two platforms',
		[
			{ username: 'cy', platform: 'TikTok' },
			{ username: 'cy', platform: 'Twitch' },
		],
		'60K',
	],
])('the followers of two mentions %s: %j add up to %s', (_, authors, reach) => {
	const items = authors.map((author) => mention('POSITIVE', { followers: 30_000, ...author }));
	expect(linesOf(items)[0]).toBe(`Potential reach | ${reach} Followers of all authors`);
});

it.each([
	[['2026-03-07', '2026-01-02'], '2 Jan 2026 to 7 Mar 2026'],
	[['2026-03-07T01:00:00Z', '2026-03-07T23:00:00Z'], '7 Mar 2026'],
])('posts of %j say from when they are', (dates, about) => {
	const items = dates.map((published_at) => content('x', { published_at }));
	expect(pageOf(items)).toContain(`<p class="about">${about}</p>`);
});

it('mentions have their moods, their times and their platforms', () => {
	const items = [
		mention('NEGATIVE', { date: '2026-01-01', platform: 'Twitch' }),
		mention('positive', { date: '2026-01-03', platform: 'TIKTOK', followers: 9 }),
		mention('POSITIVE', { date: '2026-01-03', platform: 'TikTok' }),
		mention('mixed', { date: '2026-01-03', platform: 'Twitch' }),
	];
	expect(linesOf(items).slice(1, 15)).toEqual([
		'Sentiment',
		'[good 50][quiet 25][poor 25]',
		'Positive 2 50.0%',
		'Neutral or mixed 1 25.0%',
		'Negative 1 25.0%',
		'Over time',
		'4 2 0 [good 0][quiet 0][poor 25] [good 0][quiet 0][poor 0] [good 50][quiet 25][poor 0]',
		'1 Jan 2 Jan 3 Jan',
		'Positive',
		'Neutral or mixed',
		'Negative',
		'Platforms',
		'Twitch | [s1 100] | 2',
		'Tiktok | [s1 50] | 1',
	]);
});

it.each<[string, IDataObject[], string | undefined]>([
	['positive', many(8, 2), 'Mostly positive: of 10 mentions, 80.0% are positive, 20.0% negative.'],
	['negative', many(2, 8), 'Mostly negative: of 10 mentions, 20.0% are positive, 80.0% negative.'],
	['mixed', many(5, 5), 'Mixed: of 10 mentions, 50.0% are positive, 50.0% negative.'],
	['too few', many(9, 0), undefined],
	[
		'neutral in part',
		[...many(5, 0), ...times(5, () => mention('NEUTRAL'))],
		'Mostly positive: of 10 mentions, 50.0% are positive, 0.0% negative.',
	],
	[
		'hardly more positive than negative, among many',
		[...many(55, 46), ...times(99, () => mention('NEUTRAL'))],
		'Mixed: of 200 mentions, 27.5% are positive, 23.0% negative.',
	],
])('mentions that are %s have the verdict %j', (_, items, text) => {
	expect(verdictOf(items)[0]).toBe(text);
});

it('posts and flagged posts have no verdict', () => {
	const sentiment = 'POSITIVE';
	expect(verdictOf(times(10, () => flagged('x', { sentiment })))).toEqual([undefined, undefined]);
});

describe('an analysis of comments', () => {
	const comments = [
		comment('Nice', { sentiment: 'POSITIVE', published_at: '2026-01-01' }),
		comment('Bad', { sentiment: 'NEGATIVE', published_at: '2026-01-02' }),
	];

	it('tells of all comments, of their mood, and of those that stand out', () => {
		const item = {
			report_information: { score: 0.25, total_comment_count: 1_200 },
			comments,
			model: 'second',
		};
		expect(linesOf([item])).toEqual([
			'Purchase intent score | 25.0%',
			'Comments analyzed | 1,200',
			'Sentiment',
			'[good 50][poor 50]',
			'Positive 1 50.0%',
			'Negative 1 50.0%',
			'Over time',
			'1 0 [good 100][poor 0] [good 0][poor 100]',
			'1 Jan 2 Jan',
			'Positive',
			'Negative',
			'Comments',
			'Nice',
			'cy \u00b7 1 Jan 2026',
			'Positive',
			'Bad',
			'cy \u00b7 2 Jan 2026',
			'Negative',
			'Further details',
			'Field | Value',
			'Model | second',
		]);
	});

	it('takes the moods as the service counts them', () => {
		const counts = { total_comments: 4, positive_count: 3, neutral_count: 1 };
		expect(below(linesOf([{ ...counts, comments }]), 'Comments analyzed | 4')).toContain(
			'Positive 3 75.0%',
		);
	});

	const relevance = { job: { type: 'commentsRelevance', state: 'finished' } };

	it('of relevance has its score, as percent', () => {
		expect(linesOf([{ ...relevance, score: 0.5 }])[0]).toBe('Relevance score | 50.0%');
	});

	it.each<[IDataObject, string | undefined]>([
		[
			{ total_comments: 461, purchase_intent_comment_count: 144 },
			'144 of 461 comments (31.2%) show purchase intent.',
		],
		[
			{
				...relevance,
				total_comments: 47,
				relevant_comment_count: 29,
				brand_profile_url: 'https://x.example/brand',
			},
			'29 of 47 comments (61.7%) are relevant to brand.',
		],
		[
			{ total_comments: 10, comments: times(10, () => comment('x', { sentiment: 'POSITIVE' })) },
			'Mostly positive: of 10 comments, 100.0% are positive, 0.0% negative.',
		],
		[{ total_comments: 10, score: 31 }, undefined],
		[{ total_comments: 0, purchase_intent_comment_count: 0 }, undefined],
		[
			{
				...relevance,
				...{ total_comments: 10, relevant_comment_count: 5, purchase_intent_comment_count: 1 },
			},
			'5 of 10 comments (50.0%) are relevant.',
		],
	])('%j has the verdict %j', (item, text) => {
		expect(verdictOf([item])[0]).toBe(text);
	});
});

describe('risks', () => {
	const post = (risks: string[], date?: string) => flagged('x', { risks, published_at: date });

	it('are counted by category, all together and over time, in the same colours', () => {
		const posts = [
			post(['DRUGS'], '2026-01-01'),
			post(['ALCOHOL', 'DRUGS'], '2026-01-02'),
			post(['ALCOHOL'], '2026-01-02'),
			post(['ALCOHOL']),
		];
		expect(linesOf(posts).slice(0, 8)).toEqual([
			'Risk categories',
			'Alcohol | [s1 100] | 3',
			'Drugs | [s2 66.67] | 2',
			'Risk categories over time',
			'4 2 0 [s1 0][s2 25] [s1 50][s2 25]',
			'1 Jan 2 Jan',
			'Alcohol',
			'Drugs',
		]);
	});

	it('after the five most frequent are grouped as others over time', () => {
		const posts = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'G1'].flatMap((category, at) =>
			times(7 - at, (day) => post([category], `2026-01-0${day + 1}`)),
		);
		const lines = linesOf(posts);
		expect(lines[6]).toBe('F1 | [quiet 28.57] | 2');
		expect(lines.slice(11, 17)).toEqual(['A1', 'B1', 'C1', 'D1', 'E1', 'Other']);
	});

	it('may be too few for a chart', () => {
		expect(linesOf(times(4, () => post(['DRUGS'])))[0]).toBe('Flagged posts');
	});
});

describe('entries', () => {
	it('show author, platform, date and counts, and the ratings of each', () => {
		const post = {
			...content('My day', { published_at: '2026-03-07', description: 'A long day' }),
			...{ url: 'https://x.example/1', platform: 'TikTok', username: 'bob' },
			...{ like_count: 12_345, comment_count: 10_000, view_count: 1_500_000 },
			...{ is_sponsored: true, relevance: 0.3 },
			risks: [{ category: 'GRAPHIC_CONTENT', reason: 'Shows blood' }],
		};
		expect(below(linesOf([post]), 'Flagged posts, newest first')).toEqual([
			'My day',
			'A long day',
			'@bob \u00b7 TikTok \u00b7 7 Mar 2026 \u00b7 12.3K likes \u00b7 10K comments \u00b7 1.5M views \u00b7 Shows blood',
			'Graphic content Relevance 30.0% Sponsored',
		]);
		expect(pageOf([post])).toContain('<p class="title"><a href="https://x.example/1"');
	});

	it('name the author rather than the handle, and the followers of mentions alone', () => {
		const more = { author: 'Cy', username: 'cy', followers: 5 };
		expect(linesOf([comment('Nice', more)])).toContain('Cy');
		const mentioned = mention('POSITIVE', { username: 'cy', followers: 5 });
		expect(linesOf([mentioned])).toContain('@cy \u00b7 5 followers');
	});

	it('have purchase intent only where the service says yes', () => {
		const said = [true, false, 'NONE'].map((purchase_intent) => comment('x', { purchase_intent }));
		const lines = linesOf(said);
		expect(lines[0]).toBe('With purchase intent | 1');
		expect(lines.filter((line) => line === 'Purchase intent')).toHaveLength(1);
	});

	it('cut what is longer than 400 characters, and show the same text once', () => {
		const [most, short] = ['x'.repeat(401), `${'x'.repeat(399)}\u2026`];
		expect(linesOf([flagged(most, { text: most })])).toEqual(['Flagged posts', short]);
	});

	it.each<[string, (title: string, more: IDataObject) => IDataObject, IDataObject, IDataObject]>([
		['Most relevant comments', comment, { relevance: 0.9 }, { relevance: 0.2, likes: 9 }],
		['Most liked comments', comment, { likes: 2 }, { likes: 1, followers: 9 }],
		[
			'Comments with purchase intent first',
			comment,
			{ purchase_intent: true, likes: 2 },
			{ purchase_intent: true, likes: 1 },
		],
		['Most liked posts', content, { likes: 2 }, { likes: 1, views: 9 }],
		['Most liked posts', content, { likes: 2 }, { likes: 0 }],
		[
			'Comments with purchase intent first',
			comment,
			{ purchase_intent: true, likes: 2 },
			{ purchase_intent: true },
		],
		[
			'Flagged posts, highest risk first',
			flagged,
			{ risks: [{ score: 0.1 }, { score: 0.9 }] },
			{ risks: [{ score: 0.5 }], likes: 9 },
		],
		[
			'Mentions with the widest reach',
			(text, more) => mention('POSITIVE', { ...more, text }),
			{ followers: 9 },
			{ followers: 1, likes: 99 },
		],
		['Flagged posts, newest first', flagged, { date: '2026-02-01' }, { date: '2026-01-01' }],
	])('called "%s" are sorted so, those that lack it last', (title, make, more, less) => {
		const items = [make('none', {}), make('less', less), make('more', more)];
		const order = below(linesOf(items), title).filter((line) => /^(more|less|none)$/.test(line));
		expect(order).toEqual(['more', 'less', 'none']);
	});

	it('are twelve, a hundred with those that are folded', () => {
		const lines = linesOf(
			times(103, (at) => content(`Post ${at}`, { published_at: '2026-01-01' })),
		);
		expect(lines).toContain('88 more');
		expect(lines.at(-1)).toBe('and 3 more');
	});
});
