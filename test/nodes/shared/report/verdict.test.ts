import type { IDataObject } from 'n8n-workflow';

import type { Group } from '../../../../nodes/shared/report/kind';
import { severityOf, verdictOf, verdictOnAll } from '../../../../nodes/shared/report/verdict';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import { documentOf, subjectOf, times } from './documents';

const ofItems = (items: IDataObject[]) => {
	const [first, ...others] = items.map(subjectOf);
	return first && runAtOnce(verdictOf([first, ...others] satisfies Group));
};
const textOf = (...items: IDataObject[]) => ofItems(items)?.text;
const toneOf = (...items: IDataObject[]) => ofItems(items)?.tone;

describe('a screening', () => {
	const screening = (risk_rating: unknown, flagged?: number, checked?: number, more = {}) =>
		({
			profile_url: 'https://x.example/ada',
			risk_rating,
			flagged_count: flagged,
			content_count: checked,
			...more,
		}) as IDataObject;

	it.each<[IDataObject, string, string]>([
		[screening('HIGH', 15, 33), 'High risk: 15 of 33 posts are flagged.', 'poor'],
		[screening('LOW', 1), 'Low risk: 1 post is flagged.', 'good'],
		[screening('MODERATE_RISK', 2), 'Moderate risk: 2 posts are flagged.', 'fair'],
		[screening('NONE', 0, 33), 'Clear: none of 33 posts is flagged.', 'good'],
		[screening('passed', 0), 'Clear: no post is flagged.', 'good'],
		[screening('HIGH'), 'High risk.', 'poor'],
		// The scale of a number is unknown.
		[screening(7, 3, 10), '3 of 10 posts are flagged.', 'accent'],
		[screening(7, 0, 10), 'None of 10 posts is flagged.', 'good'],
		[
			screening('HIGH', 3, 9, { categories: { ALCOHOL: 2, HATE_SPEECH: 3 } }),
			'High risk: 3 of 9 posts are flagged, most often for hate speech (3).',
			'poor',
		],
		[
			screening('HIGH', 3, 9, { categories: { ALCOHOL: 3, DRUGS: 3 } }),
			'High risk: 3 of 9 posts are flagged.',
			'poor',
		],
		[
			screening('LOW', 1, 9, { categories: { ALCOHOL: 1 } }),
			'Low risk: 1 of 9 posts is flagged, for alcohol.',
			'good',
		],
	])('%j has the verdict %s', (item, text, tone) => {
		expect([textOf(item), toneOf(item)]).toEqual([text, tone]);
	});

	it('of which only a number is known has none', () => {
		expect(ofItems([{ job: { type: 'screening', state: 'finished' }, risk_score: 7 }])).toBe(
			undefined,
		);
	});

	it('counts the flagged posts that came with it where it does not say how many', () => {
		const flagged = times(2, (at) => ({ title: `${at}`, risks: [] }));
		expect(textOf(screening('HIGH'), ...flagged)).toBe('High risk: 2 posts are flagged.');
	});

	it.each<[string[], string | undefined]>([
		[['NONE', 'HIGH', 'HIGH', 'HIGH'], '1 of 4 creators is clear, 3 have a high risk.'],
		[
			['HIGH', 'LOW', 'MEDIUM'],
			'1 of 3 creators has a low risk, 1 has a medium risk, 1 has a high risk.',
		],
		[['CLEAR', 'NONE'], 'Both creators are clear.'],
		[['ELEVATED', 'NONE', 'NONE'], '2 of 3 creators are clear, 1 has an elevated risk.'],
		[['HIGH'], undefined],
		[[], undefined],
	])('together with others, rated %j, has the verdict %j', (ratings, text) => {
		expect(verdictOnAll(ratings.map((riskRating) => ({ riskRating })))?.text).toBe(text);
	});

	it('without a rating does not count', () => {
		expect(verdictOnAll([{ riskRating: 'NONE' }, {}, { riskRating: 'LOW' }])?.text).toBe(
			'1 of 2 rated creators is clear, 1 has a low risk.',
		);
		expect(verdictOnAll([{ riskRating: 7 }, { riskRating: 'NONE' }, {}])).toBeUndefined();
	});

	it('needs a look by its rating, then by how much is flagged', () => {
		const all = [
			{ riskRating: 'NONE' },
			{ riskRating: 7 },
			{ riskRating: 'MEDIUM', flaggedCount: 1, contentCount: 10 },
			{ riskRating: 'MEDIUM', flaggedCount: 9, contentCount: 10 },
			{ riskRating: 'HIGH' },
		];
		const ranks = all.map(severityOf);
		expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
		expect(new Set(ranks).size).toBe(all.length);
	});
});

describe('a change of a screening', () => {
	it.each<[IDataObject, string | undefined]>([
		[
			{
				previous: { riskRating: 'LOW' },
				current: { riskRating: 'HIGH' },
				changed: { added: [{}, {}] },
			},
			'From low risk to high risk: 2 posts are newly flagged.',
		],
		[
			{ previous: { riskRating: 'LOW' }, current: { riskRating: 'LOW' }, changed: { added: [{}] } },
			'Still low risk: 1 post is newly flagged.',
		],
		[{ current: { riskRating: 'LOW' }, changed: { added: [{}] } }, '1 post is newly flagged.'],
		[{ current: {}, changed: {} }, undefined],
	])('%j has the verdict %j', (item, text) => {
		expect(textOf(item)).toBe(text);
	});
});

describe('analytics', () => {
	const history = (...values: number[]) =>
		values.map((follower_count, at) => ({ month: `2026-0${at + 1}`, follower_count }));
	const grown = 'The number of followers has grown by 50.0% since Jan 2026.';

	it.each<[IDataObject, string | undefined, string | undefined]>([
		[{ history: history(100, 150) }, grown, 'good'],
		[
			{ history: history(100, 150), credibility: 0.88 },
			`${grown} Audience credibility is high (88.0%).`,
			'good',
		],
		[
			{ history: history(1000, 1004) },
			'The number of followers has hardly changed since Jan 2026.',
			'good',
		],
		[
			{ history: history(100, 90) },
			'The number of followers has fallen by 10.0% since Jan 2026.',
			'fair',
		],
		[{ countries: { DE: 1 }, credibility: 60 }, 'Audience credibility is medium (60.0%).', 'fair'],
		[{ countries: { DE: 1 }, credibility: 0.3 }, 'Audience credibility is low (30.0%).', 'poor'],
		[{ countries: { DE: 1 }, followers: 5 }, undefined, undefined],
	])('%j have the verdict %j', (item, text, tone) => {
		expect([textOf(item), toneOf(item)]).toEqual([text, tone]);
	});
});

it.each<[IDataObject, string | undefined, string | undefined]>([
	[
		{ total_followers: 1000, unique_followers: 950 },
		'The audiences hardly overlap: 5.0% of the reach is duplicated, the unique reach is 950.',
		'good',
	],
	[
		{ total_followers: 1000, unique_followers: 800 },
		'The audiences partly overlap: 20.0% of the reach is duplicated, the unique reach is 800.',
		'fair',
	],
	[
		{ total_followers: 1000, unique_followers: 600 },
		'The audiences strongly overlap: 40.0% of the reach is duplicated, the unique reach is 600.',
		'poor',
	],
	[{ unique_followers: 600 }, undefined, undefined],
	[{ total_followers: 5, unique_followers: 600 }, undefined, undefined],
])('an overlap of %j has the verdict %j', (item, text, tone) => {
	expect([textOf(item), toneOf(item)]).toEqual([text, tone]);
});

describe('comments and mentions', () => {
	it.each<[IDataObject, string | undefined]>([
		[
			{
				total_comments: 461,
				purchase_intent_comment_count: 144,
				positive_count: 210,
				negative_count: 107,
			},
			'144 of 461 comments (31%) show purchase intent. 46% are positive, 23% negative.',
		],
		[
			{ total_comments: 10, purchase_intent_comment_count: 0 },
			'0 of 10 comments (0%) show purchase intent.',
		],
		[{ total_comments: 10, score: 31 }, undefined],
		[
			{
				job: { type: 'commentsRelevance', state: 'finished' },
				total_comments: 47,
				relevant_comment_count: 29,
				brand_profile_url: 'https://x.example/brand',
			},
			'29 of 47 comments (62%) are relevant to brand.',
		],
	])('analysed as %j have the verdict %j', (item, text) => {
		expect(textOf(item)).toBe(text);
	});

	const mention = (sentiment: string, date?: string): IDataObject => ({
		text: 'x',
		sentiment,
		date,
	});
	const many = (positive: number, negative: number, date?: string) => [
		...times(positive, () => mention('POSITIVE', date)),
		...times(negative, () => mention('NEGATIVE', date)),
	];

	it.each<[number, number, string, string]>([
		[8, 2, 'Mostly positive: 80% of 10 mentions are positive, 20% negative.', 'good'],
		[2, 8, 'Mostly negative: 20% of 10 mentions are positive, 80% negative.', 'poor'],
		[5, 5, 'Mixed: 50% of 10 mentions are positive, 50% negative.', 'quiet'],
	])('of which %d are positive and %d negative have a balance', (good, poor, text, tone) => {
		expect(ofItems(many(good, poor))).toEqual({ text, tone });
	});

	it('that are few have none', () => {
		expect(ofItems(many(9, 0))).toBeUndefined();
	});

	it.each<[IDataObject[], string]>([
		[
			[...many(8, 2, '2026-01-01'), ...many(3, 7, '2026-01-11')],
			'The positive share fell from 80% before 6 Jan 2026 to 30% since then.',
		],
		[
			[...many(5, 5, '2026-01-01'), ...many(5, 5, '2026-01-11')],
			'The balance has hardly changed since 6 Jan 2026.',
		],
		[[...many(8, 2, '2026-01-01'), ...many(2, 0, '2026-01-11')], 'negative.'],
	])('over two periods say how the balance changed', (items, text) => {
		expect(textOf(...items)).toMatch(new RegExp(`${text.replace(/[.]/g, '\\.')}$`));
	});

	it('that are comments say how many show purchase intent', () => {
		const comments = times(10, (at) => ({
			text: 'x',
			author: 'a',
			sentiment: 'POSITIVE',
			purchase_intent: at < 3,
		}));
		expect(textOf(...comments)).toBe(
			'Mostly positive: 100% of 10 comments are positive, 0% negative. 30% show purchase intent.',
		);
	});
});

it.each<[string, IDataObject]>([
	['a search', { name: 'Ada', followers: 1 }],
	['posts', { title: 'x', date: '2026-01-01' }],
	['anything else', { foo: 1 }],
	['a job that is not over', { job: { type: 'screening', state: 'pending' } }],
])('%s has no verdict', (_, item) => {
	expect(ofItems([item])).toBeUndefined();
});

describe('the verdict of a report', () => {
	const screening = (handle: string, risk_rating: string) => ({
		profile_url: `https://x.example/${handle}`,
		risk_rating,
		flagged_count: 1,
	});
	const overlap = { total_followers: 100, unique_followers: 95 };

	it('of one part stands in it', () => {
		const { verdicts, parts } = documentOf([screening('ada', 'HIGH')]);
		expect(verdicts).toEqual([]);
		expect(parts[0]?.verdict?.text).toBe('High risk: 1 post is flagged.');
	});

	it('of several stands above them once: on all screenings, then of what no table shows', () => {
		const items = [screening('ada', 'HIGH'), overlap, screening('bob', 'NONE')];
		const { verdicts, parts } = documentOf(items);
		expect(verdicts.map(({ title, text }) => [title, text.split(':')[0]])).toEqual([
			[undefined, '1 of 2 creators is clear, 1 has a high risk.'],
			['Audience overlap', 'The audiences hardly overlap'],
		]);
		expect(parts.filter(({ verdict }) => verdict !== undefined)).toEqual([]);
	});

	it('names the parts where several are of a kind', () => {
		const { verdicts } = documentOf([overlap, { ...overlap, profiles: [{ username: 'ada' }] }]);
		expect(verdicts.map(({ title }) => title)).toEqual(['Audience overlap', '@ada']);
	});
});
