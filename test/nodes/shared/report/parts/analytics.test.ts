import type { IDataObject } from 'n8n-workflow';

import type { Section } from '../../../../../nodes/shared/report/document';
import { analyticsPart } from '../../../../../nodes/shared/report/parts/analytics';
import { made, sectionOf, subjectOf, times } from '../documents';

const partOf = (json: IDataObject) => made(analyticsPart(subjectOf(json)));
const sectionsOf = (json: IDataObject) => partOf(json).sections;

const months = (values: number[]) =>
	values.map((follower_count, at) => ({ month: `2026-0${at + 1}`, follower_count }));

const shareBars = (title: string, label: string): Section => ({
	kind: 'bars',
	title,
	what: 'Share of the audience',
	bars: [{ label, value: 60, text: '60.0%' }],
});

describe('analytics of a profile', () => {
	it('tell of the profile, its history, its audience and its contents', () => {
		const url = 'https://x.example/ada';
		const json = {
			incomplete: 'No contents',
			profile: {
				full_name: 'Ada',
				platform_username: 'ada',
				profile_url: url,
				introduction: 'Hi',
				follower_count: 20_000,
				engagement_rate: 0.034,
				credibility_score: 0.87,
				content_count: 120,
				risk_rating: 'HIGH',
			},
			reputation_history: months([10_000, 15_000, 20_000]),
			audience: {
				countries: { DE: 0.6 },
				cities: { Berlin: 60 },
				languages: { German: 0.6 },
				interests: { SPORTS_AND_GAMES: 0.6 },
			},
			top_contents: [{ title: 'One' }],
			pricing: { currency: 'USD' },
		};
		expect(partOf(json)).toEqual({
			what: 'Profile analytics',
			title: 'Ada',
			link: url,
			about: ['@ada'],
			introduction: 'Hi',
			sections: [
				{ kind: 'note', text: 'No contents' },
				{
					kind: 'figures',
					figures: [
						{ label: 'Followers', value: '20K' },
						{ label: 'Engagement rate', value: '3.4%' },
						{ label: 'Audience credibility', value: '87.0%' },
						{ label: 'Posts', value: '120' },
						{ label: 'Follower growth', value: '+100.0%', tone: 'good', note: 'Since Jan 2026' },
						{ label: 'Risk rating', value: 'High', tone: 'poor' },
					],
				},
				{
					kind: 'columns',
					title: 'Follower history',
					series: [{ label: 'Followers', tone: 's1' }],
					columns: [
						{ label: 'Jan 2026', values: [10_000] },
						{ label: 'Feb 2026', values: [15_000] },
						{ label: 'Mar 2026', values: [20_000] },
					],
					isLevel: true,
					endsAt: Date.UTC(2026, 3),
				},
				shareBars('Audience by country', 'DE'),
				shareBars('Audience by city', 'Berlin'),
				shareBars('Audience by language', 'German'),
				shareBars('Audience interests', 'Sports and games'),
				{
					kind: 'entries',
					title: 'Posts',
					entries: [{ title: 'One', details: [], tags: [] }],
					more: 0,
				},
				{
					kind: 'facts',
					title: 'Further details',
					facts: [{ group: 'Pricing', label: 'Currency', cell: { text: 'USD' } }],
					more: 0,
				},
			],
		});
	});

	it('of little are little', () => {
		expect(partOf({})).toEqual({
			what: 'Profile analytics',
			title: 'Profile',
			about: [],
			sections: [],
		});
		expect(sectionsOf({ risk_rating: 7 })).toEqual([
			{ kind: 'figures', figures: [{ label: 'Risk rating', value: '7', tone: 'accent' }] },
		]);
	});

	it('show six contents', () => {
		const contents = sectionOf(
			sectionsOf({ top_contents: times(8, (at) => ({ title: `${at}` })) }),
			'entries',
		);
		expect([contents?.entries.length, contents?.more]).toEqual([6, 2]);
	});
});

describe('the growth of a profile', () => {
	const growth = (values: number[]) => sectionsOf({ history: months(values) });

	it.each([
		[[100, 150], '+50.0%', 'good'],
		[[100, 75], '-25.0%', 'poor'],
		[[100, 300, 100], '0.0%', 'good'],
		[[100_000, 99_999], '0.0%', 'good'],
		[[100_000, 100_001], '0.0%', 'good'],
	])('of %j is %s', (values, value, tone) => {
		expect(sectionOf(growth(values), 'figures')?.figures).toEqual([
			{ label: 'Follower growth', value, tone, note: 'Since Jan 2026' },
		]);
	});

	it('is not known of one month, and not from nothing', () => {
		expect(growth([100])).toEqual([]);
		expect(growth([0, 100]).map(({ kind }) => kind)).toEqual(['columns']);
	});
});

describe('an audience by age and gender', () => {
	it('adds up, also where the service has rounded its parts', () => {
		const gender_age = [55.56, 44.46].map((value, at) => ({
			gender: ['F', 'M'][at],
			age: '18-24',
			value,
		}));
		expect(sectionsOf({ gender_age })).toMatchObject([
			{ left: 'Female 55.5%', right: 'Male 44.5%', rows: [{ left: 55.5, right: 44.5 }] },
		]);
	});

	it('is a pyramid, the young first', () => {
		const gender_age = [
			{ gender: 'Women', age: 'over 100', value: 0.15 },
			{ gender: 'MALE', age: '65-', value: 0.1 },
			{ gender: 'female', age: '13-17', value: 0.2 },
			{ gender: 'm', age: '13-17', value: 0.3 },
			{ gender: 'women', age: '65-', value: 0.2 },
			{ gender: 'w', age: 'under 10', value: 0.05 },
		];
		expect(sectionsOf({ gender_age })).toEqual([
			{
				kind: 'pyramid',
				title: 'Audience by age and gender',
				left: 'Female 60.0%',
				right: 'Male 40.0%',
				rows: [
					{ label: 'under 10', left: 5, right: 0 },
					{ label: '13-17', left: 20, right: 30 },
					{ label: '65+', left: 20, right: 10 },
					{ label: 'over 100', left: 15, right: 0 },
				],
			},
		]);
	});

	it('has a split beside it where more than two genders are told', () => {
		const gender_age = ['F', 'M', 'X'].map((gender, at) => ({
			gender,
			age: '18-24',
			value: [50, 30, 20][at],
		}));
		expect(sectionsOf({ gender_age })).toEqual([
			{
				kind: 'split',
				title: 'Audience by gender',
				slices: [
					{ label: 'Female', value: 50, tone: 's2' },
					{ label: 'Male', value: 30, tone: 's1' },
					{ label: 'Other', value: 20, tone: 'quiet' },
				],
			},
			{
				kind: 'pyramid',
				title: 'Audience by age and gender',
				left: 'Female 50.0%',
				right: 'Male 30.0%',
				rows: [{ label: '18-24', left: 50, right: 30 }],
			},
		]);
	});

	it('is a split and bars where each is told alone', () => {
		expect(sectionsOf({ genders: { MALE: 0.4, female: 0.6 }, ages: { '65+': 0.6 } })).toEqual([
			{
				kind: 'split',
				title: 'Audience by gender',
				slices: [
					{ label: 'Male', value: 40, tone: 's1' },
					{ label: 'Female', value: 60, tone: 's2' },
				],
			},
			shareBars('Audience by age', '65+'),
		]);
	});

	it.each([
		[
			['f', 'female'],
			['s2', 's2'],
		],
		[
			['x', 'W'],
			['s2', 's2'],
		],
		[
			['x', 'Female'],
			['s2', 's2'],
		],
		[
			['x', 'women'],
			['s2', 's2'],
		],
		[
			['x', 'woman'],
			['s2', 's2'],
		],
		[
			['x', 'unwoman'],
			['s2', 's1'],
		],
		[
			['x', 'females'],
			['s2', 's1'],
		],
		[
			['m', 'men'],
			['s1', 's1'],
		],
		[
			['Male', 'MAN'],
			['s1', 's1'],
		],
		[
			['many', 'salesman'],
			['s2', 's1'],
		],
		[
			['salesman', 'many'],
			['s2', 's1'],
		],
	])('has colours for %j: %j', (names, tones) => {
		const genders = Object.fromEntries(names.map((name) => [name, 50]));
		const slices = sectionOf(sectionsOf({ genders }), 'split')?.slices ?? [];
		expect(slices.map(({ tone }) => tone)).toEqual(tones);
	});

	it('has colours for further genders by their place', () => {
		const genders = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, 25]));
		const slices = sectionOf(sectionsOf({ genders }), 'split')?.slices ?? [];
		expect(slices.map(({ tone }) => tone)).toEqual(['s2', 's1', 'quiet', 'quiet']);
	});
});
