import type { IDataObject } from 'n8n-workflow';

import { below, linesOf, pageOf, times } from './pages';

const months = (values: number[]) =>
	values.map((follower_count, at) => ({ month: `2025-0${at + 1}`, follower_count }));
const verdictOf = (items: IDataObject[]) => {
	const [, tone, text] = /class="verdict (\w+)">(.*?)<\/p>/.exec(pageOf(items)) ?? [];
	return [text, tone];
};

/** Each kind of items, with all that a reader sees of it. */
it.each<[string, IDataObject[], string[]]>([
	[
		'a screening',
		[
			{
				...{ profile_url: 'https://x.example/ada', is_monitored: true, reviewer: 'Cy' },
				report_summary: { risk_rating: 'HIGH', total_content_count: 100, flagged_content_count: 5 },
				categories: { ALCOHOL: 4, HATE_SPEECH: 1 },
			},
		],
		[
			'High risk: 5 of 100 posts flagged, for hate speech (1), alcohol (4).',
			'Risk rating | High',
			'Flagged | 5',
			'Posts checked | 100',
			'Share flagged | 5.0%',
			'Risk categories, flagged posts',
			'Hate speech | [poor 25] | 1',
			'Alcohol | [fair 100] | 4',
			'Further details',
			'Field | Value',
			'Reviewer | Cy',
		],
	],
	[
		'a change of a screening',
		[
			{
				current: { riskRating: 'HIGH', flagged: [{ title: 'Old', risks: [] }] },
				previous: { riskRating: 'LOW' },
				changed: { added: [{ title: 'New', risks: [{ category: 'ALCOHOL' }] }] },
			},
		],
		[
			'High risk: from low risk to high risk, 1 post newly flagged.',
			'Risk rating | High',
			'Newly flagged posts',
			'New',
			'Alcohol',
		],
	],
	[
		'analytics',
		[
			{
				profile: { full_name: 'Ada', follower_count: 20_000, credibility_score: 87 },
				reputation_history: months([10, 15, 18, 20]),
				audience: { gender_age: [{ gender: 'FEMALE', age: '65-', value: 30 }] },
				top_contents: [{ title: 'One', like_count: 1 }],
				pricing: { currency: 'USD', image: { min: 8_372 } },
			},
		],
		[
			'Audience credibility is high (87.0%).',
			'Followers have grown by 100.0% since Jan 2025.',
			'Followers | 20K',
			'Audience credibility | 87.0%',
			'Followers over time',
			'20 10 0 [s1 50] [s1 75] [s1 90] [s1 100]',
			'Jan 2025 Feb 2025 Mar 2025 Apr 2025',
			'Audience by gender and age, % of followers',
			'Female 65+ | [s1 30] | 30.0%',
			'Most liked posts',
			'One',
			'1 like',
			'Further details',
			'Field | Value',
			'Pricing, Currency | USD',
			'Pricing, Image, Min | 8372',
		],
	],
	[
		'an overlap',
		[
			{
				...{ total_follower_count: 100_000, unique_follower_count: 80_000 },
				profiles: [
					{ username: 'ada', followers: 60_000, overlap: 0.2, unique: 0.8 },
					{ full_name: 'Bob B', followers: 40_000, overlap: 0.3, unique: 0.7 },
				],
			},
		],
		[
			'The audiences partly overlap: 20.0% of the reach is duplicated, the unique reach is 80K.',
			'Combined followers | 100K',
			'Unique reach | 80K',
			'Duplicated reach | 20.0%',
			'Profiles, most followers first',
			'Creator | Followers | Shared audience | Exclusive audience',
			'@ada | 60K | 20.0% [s1 20] | 80.0% [s1 80]',
			'Bob B | 40K | 30.0% [s1 30] | 70.0% [s1 70]',
		],
	],
	[
		'purchase intent, over time',
		[
			{
				profile_url: 'https://x.example/ada',
				report_information: {
					total_comment_count: 6,
					purchase_intent_comment_count: 3,
					score: 0.5,
				},
				comments: times(6, (at) => ({
					...{ text: `Comment ${at}`, commenter_username: 'cy', purchase_intent: at < 3 },
					published_at: `2026-01-0${at < 3 ? 1 : at}`,
				})),
			},
		],
		[
			'3 of 6 comments (50.0%) show purchase intent.',
			'Purchase intent score | 50.0%',
			'Comments analysed | 6',
			'Purchase intent',
			'Purchase intent | [s1 50] | 3 (50.0%)',
			'No purchase intent | [quiet 50] | 3 (50.0%)',
			'Comments by purchase intent per day',
			'4 2 0 [s1 75][quiet 0] [s1 0][quiet 0] [s1 0][quiet 25] [s1 0][quiet 25] [s1 0][quiet 25]',
		],
	],
	[
		'mentions',
		times(10, (at) => ({
			...{ text: 'x', sentiment: at < 8 ? 'POSITIVE' : 'neg', likes: 100, author: `a${at}` },
			...{ platform: at < 4 ? 'TIKTOK' : 'Twitch', relevance: 'none' },
		})).map(({ author: username, relevance: _, ...rest }) => ({ ...rest, username })),
		[
			'Mostly positive: of 10 mentions, 80.0% are positive, 20.0% negative.',
			'Likes | 1,000',
			'Sentiment',
			'Positive | [good 80] | 8 (80.0%)',
			'Neutral or mixed | [quiet 0] | 0 (0.0%)',
			'Negative | [poor 20] | 2 (20.0%)',
			'Mentions by platform',
			'Twitch | [s1 100] | 6',
			'Tiktok | [s1 66.67] | 4',
			'Mentions',
		],
	],
	[
		'creators',
		[
			{
				full_name: 'Ada',
				username: 'ada',
				country: 'FRANCE',
				followers: 1_500,
				engagement_rate: 3,
			},
			{ username: 'bob', platform: 'Twitch', country: 'Germany', followers: 12_000 },
		],
		[
			'Combined followers | 13.5K',
			'Median engagement rate | 3.0%',
			'Creators, highest engagement rate first',
			'Creator | Followers | Engagement',
			'Ada @ada · FRANCE | 1,500 | 3.0%',
			'@bob Twitch · Germany | 12K',
		],
	],
	[
		'what is not recognised',
		[{ nested: { rows: [{ a: 1 }, 'x'], words: ['a', 'b'], flag: true, none: NaN } }],
		[
			'Fields',
			'Field | Value',
			'Nested, Words | a, b',
			'Nested, Flag | Yes',
			'Nested, Rows',
			'A',
			'1',
		],
	],
	[
		'a job that failed',
		[{ job: { type: 'mediaScreening', id: 'j1', state: 'failed', reason: 'No such profile' } }],
		['Not checked (failed: No such profile).', 'Failed: No such profile.'],
	],
])('%s is shown as', (_, items, lines) => {
	expect(linesOf(items).slice(0, lines.length)).toEqual(lines);
});

it.each<[string, string, IDataObject]>([
	['Post by @ada', 'the author', { content_url: 'https://x.example/ada/posts/1' }],
	['Post on x.example', 'the host', { content_url: 'https://x.example/watch?v=1' }],
	['Hi by @ada', 'title and author', { title: 'Hi', author: 'ada' }],
])('relevance is titled %j, with %s', (title, _, more) => {
	const job = { type: 'commentsRelevance', state: 'finished', id: 'c0ffee' };
	const brand_profile_url = 'https://x.example/brand';
	const counts = { total_comments: 47, relevant_comment_count: 29, brand_profile_url };
	const item = { ...more, ...counts, job };
	expect(pageOf([item])).toContain(`>${title}<`);
	expect(verdictOf([item])[0]).toBe('29 of 47 comments (61.7%) are relevant to brand.');
});

it.each<[IDataObject, string | undefined, string | undefined]>([
	[{ risk_rating: 'LOW', flagged_count: 1 }, 'Low risk: 1 item flagged.', 'good'],
	[
		{ risk_rating: 'NONE', flagged_count: 0, content_count: 33 },
		'Clear: 0 of 33 posts flagged.',
		'good',
	],
	[{ flagged_count: 0 }, 'Nothing flagged: 0 items flagged.', 'accent'],
	[{ flagged_count: 0, content_count: 3 }, 'Nothing flagged: 0 of 3 posts flagged.', 'good'],
	[{ flagged_count: 1 }, 'Not rated: 1 item flagged.', 'fair'],
	[{ risk_rating: 7 }, 'Rated by number: 7, on a scale that is unknown.', 'accent'],
	[{ risk_rating: 'consider' }, 'Rated consider.', 'fair'],
	[{ risk_rating: 'DECLINE' }, 'Rated decline.', 'poor'],
	[{ history: months([100, 90]) }, 'Followers have fallen by 10.0% since Jan 2025.', 'fair'],
	[{ countries: { DE: 50 }, credibility: 30 }, 'Audience credibility is low (30.0%).', 'poor'],
	[{ countries: { DE: 50 }, followers: 5 }, undefined, undefined],
	[{ total_comments: 0, purchase_intent_comment_count: 0 }, 'No comments were analysed.', 'fair'],
	[
		{ total_comments: 10, purchase_intent_comment_count: 1 },
		'1 of 10 comments (10.0%) shows purchase intent.',
		'accent',
	],
	[
		{ countries: { DE: 50 }, credibility: 850, history: months([9, 9]) },
		'Followers have hardly changed: 0.0% since Jan 2025.',
		'good',
	],
])('%j has the verdict %j', (item, text, tone) => {
	expect(verdictOf([item])).toEqual([text, tone]);
});

it.each<[string, IDataObject, IDataObject, IDataObject]>([
	['Most relevant comments', { author: 'cy' }, { relevance: 90 }, { relevance: 20, likes: 9 }],
	['Most liked comments', { author: 'cy' }, { likes: 2 }, { likes: 1, followers: 9 }],
	[
		'Comments with purchase intent first, by likes',
		{ author: 'cy' },
		{ purchase_intent: true, likes: 2 },
		{ purchase_intent: true },
	],
	['Most liked posts', { date: '2026-01-01' }, { likes: 2 }, { likes: 0 }],
	['Mentions with the widest reach', { sentiment: 'POSITIVE' }, { followers: 9 }, { followers: 1 }],
	['Flagged posts, newest first', { risks: [] }, { date: '2026-02-01' }, { date: '2026-01-01' }],
])('a list called "%s" is sorted so, those that lack it last', (title, all, more, less) => {
	const items = [{}, less, more].map((each, at) => ({ text: `Row ${at}`, ...all, ...each }));
	const order = below(linesOf(items), title).filter((line) => /^Row \d$/.test(line));
	expect(order).toEqual(['Row 2', 'Row 1', 'Row 0']);
});

it('a list shows twelve and folds the others, a hundred in all', () => {
	const lines = linesOf(times(103, (at) => ({ title: `Post ${at}`, date: '2026-01-01' })));
	expect(lines).toContain('88 more (not printed)');
	expect(lines.filter((line) => line.startsWith('Post ')).at(-1)).toBe('Post 99');
	expect(lines.at(-1)).toBe('+ 3 more, not in this report');
});

describe('no chart is drawn', () => {
	const posts = (...dates: string[]) =>
		linesOf(dates.map((published_at) => ({ title: 'x', published_at }))).join('\n');
	it.each([
		[
			'fewer than four periods',
			['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-03', '2026-01-03'],
		],
		['equal values', ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05']],
		['dates that are not certain', times(6, (at) => `0${at + 1}.03.2026`)],
		['centuries', ['1026-01-01', ...times(6, () => '2026-01-01')]],
	])('for %s', (_, dates) => {
		expect(posts(...dates)).not.toContain('Posts per');
	});

	it('for a course that has one, it is in days, months or years', () => {
		const from = (first: string) => [first, ...times(4, () => '2026-03-06')];
		expect(posts(...from('2026-03-01'))).toContain('Posts per day');
		expect(posts(...from('2025-10-30'))).toContain('Posts per month');
		expect(posts(...from('2020-12-31'))).toContain('Posts per year');
	});

	it('for a course that begins in the evening and ends in the morning, the last day counts', () => {
		const evening = '2026-03-01T20:00:00Z';
		const text = posts(evening, ...times(4, () => '2026-03-06T08:00:00Z'));
		expect(text).toContain('[s1 25] [s1 0] [s1 0] [s1 0] [s1 0] [s1 100]');
	});
});

it('what is cut says so', () => {
	const rows = times(62, () => Object.fromEntries(times(9, (at) => [`c${at}`, at])));
	expect(linesOf([{ rows }]).slice(-2)).toEqual([
		'+ 2 more, not in this report',
		'+ 2 more columns, not in this report',
	]);
	const lists = Object.fromEntries(times(8, (at) => [`l${at}`, [{ a: at }]]));
	expect(linesOf([lists]).at(-1)).toBe('+ 2 more lists, not in this report');
});
