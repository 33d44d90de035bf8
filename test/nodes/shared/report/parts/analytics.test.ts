import type { IDataObject } from 'n8n-workflow';

import { below, linesOf, pageOf, times } from '../pages';

const months = (values: number[]) =>
	values.map((follower_count, at) => ({ month: `2026-0${at + 1}`, follower_count }));

it('analytics of a profile tell of the profile, its history, its audience and its contents', () => {
	const json = {
		profile: {
			full_name: 'Ada',
			platform_username: 'ada',
			profile_url: 'https://x.example/ada',
			introduction: 'Hi',
			follower_count: 20_000,
			engagement_rate: 0.034,
			credibility_score: 0.87,
			content_count: 120,
			risk_rating: 'HIGH',
		},
		reputation_history: months([10_000, 15_000, 20_000]),
		audience: {
			countries: { DE: 0.6, NEW_ZEALAND: 0.3 },
			cities: { Berlin: 60 },
			languages: { German: 0.6 },
			interests: { SPORTS_AND_GAMES: 0.6 },
		},
		top_contents: [{ title: 'One' }],
		pricing: { currency: 'USD', post_type: { image: { min: 8_372, max: 16_744 } } },
	};
	expect(linesOf([json])).toEqual([
		'Followers have grown by 100.0% since Jan 2026. Audience credibility is high (87.0%).',
		'Followers | 20K',
		'Engagement rate | 3.4%',
		'Audience credibility | 87.0%',
		'Posts | 120',
		'Follower growth | +100.0% Since Jan 2026',
		'Risk rating | High',
		'Follower history',
		'20K 10K 0 [s1 50] [s1 75] [s1 100]',
		'Jan 2026 Feb 2026 Mar 2026',
		'Mar 2026 is not over yet.',
		'Audience by country',
		'DE | [s1 100] | 60.0%',
		'New zealand | [s1 50] | 30.0%',
		'Audience by city',
		'Berlin | [s1 100] | 60.0%',
		'Audience by language',
		'German | [s1 100] | 60.0%',
		'Audience interests',
		'Sports and games | [s1 100] | 60.0%',
		'Posts',
		'One',
		'Further details',
		'Field | Value',
		'Pricing, Currency | USD',
		'Pricing, Post type, Image | 8,372 to 16,744',
	]);
	expect(pageOf([json])).toMatch(/<p class="about">@ada \u00b7 x.example\/ada<\/p>.*>Hi</);
});

it('analytics show six contents, and fold the others', () => {
	const item = { countries: { DE: 1 }, top_contents: times(8, (at) => ({ title: `Post ${at}` })) };
	expect(below(linesOf([item]), 'Posts')[6]).toBe('2 more');
});

const grown = 'Followers have grown by 50.0% since Jan 2026.';
it.each<[IDataObject, string | undefined, string | undefined]>([
	[{ history: months([100, 150]) }, grown, 'good'],
	[
		{ history: months([100, 150]), credibility: 0.88 },
		`${grown} Audience credibility is high (88.0%).`,
		'good',
	],
	[
		{ history: months([1000, 1004]) },
		'Followers have hardly changed: 0.4% since Jan 2026.',
		'good',
	],
	[{ history: months([100, 90]) }, 'Followers have fallen by 10.0% since Jan 2026.', 'fair'],
	[{ countries: { DE: 1 }, credibility: 60 }, 'Audience credibility is medium (60.0%).', 'fair'],
	[{ countries: { DE: 1 }, credibility: 0.3 }, 'Audience credibility is low (30.0%).', 'poor'],
	[{ countries: { DE: 1 }, followers: 5 }, undefined, undefined],
	[{ history: months([0, 100]) }, undefined, undefined],
	[{ history: months([100]) }, undefined, undefined],
])('%j have the verdict %j', (item, text, tone) => {
	const [, shownTone, shownText] = /class="verdict (\w+)">([^<]*)/.exec(pageOf([item])) ?? [];
	expect([shownText, shownTone]).toEqual([text, tone]);
});

describe('an audience by age and gender', () => {
	it('is a pyramid, the young first', () => {
		const gender_age = [
			{ gender: 'Women', age: 'over 100', value: 0.15 },
			{ gender: 'MALE', age: '65-', value: 0.1 },
			{ gender: 'female', age: '13-17', value: 0.2 },
			{ gender: 'm', age: '13-17', value: 0.3 },
			{ gender: 'women', age: '65-', value: 0.2 },
			{ gender: 'X', age: '65-', value: 0.05 },
		];
		expect(linesOf([{ gender_age }])).toEqual([
			'Audience by age and gender',
			'Female 55.0% | Age | Male 40.0%',
			'20.0% | [s2 66.67] | 13-17 | [s1 100] | 30.0%',
			'20.0% | [s2 66.67] | 65+ | [s1 33.33] | 10.0%',
			'15.0% | [s2 50] | over 100 | [s1 0] | 0.0%',
		]);
	});

	it('is bars where each is told alone', () => {
		expect(linesOf([{ genders: { MALE: 0.4, female: 0.6 }, ages: { '65+': 0.6 } }])).toEqual([
			'Audience by gender',
			'Female | [s1 100] | 60.0%',
			'Male | [s1 66.67] | 40.0%',
			'Audience by age',
			'65+ | [s1 100] | 60.0%',
		]);
	});
});

it.each([
	[[100, 150], '+50.0%', 'good'],
	[[100, 90], '-10.0%', 'poor'],
])('followers from %j have grown by %s, which is %s', (values, text, tone) => {
	const page = pageOf([{ history: months(values) }]);
	expect(page).toMatch(new RegExp(`<dd class="tone ${tone}">[^<]*${text.replace('+', '\\+')}`));
});

it.each([
	['a month that is not over', ['2026-02', '2026-03'], true],
	['a month that is over', ['2026-01', '2026-02'], false],
	['a day', ['2026-03-06', '2026-03-07'], false],
])('the history of followers may end with %s', (_, dates, isOpen) => {
	const history = dates.map((date, at) => ({ date, followers: 100 + at }));
	const lines = linesOf([{ history }]);
	expect(lines.some((line) => line.endsWith('is not over yet.'))).toBe(isOpen);
});
