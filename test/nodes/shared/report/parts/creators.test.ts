import type { IDataObject } from 'n8n-workflow';

import {
	creatorsPart,
	creatorTables,
	type CreatorRow,
} from '../../../../../nodes/shared/report/parts/creators';
import { made, sectionOf, subjectOf, times } from '../documents';

const partOf = (items: IDataObject[]) => made(creatorsPart(items.map(subjectOf)));
const sectionsOf = (items: IDataObject[]) => partOf(items).sections;

describe('creators', () => {
	it('are told of together, and side by side', () => {
		const url = 'https://x.example/ada';
		const items = [
			{
				full_name: 'Ada',
				platform_username: 'ada',
				platform: 'Instagram',
				country: 'FRANCE',
				profile_url: url,
				followers: 1_500,
				engagement_rate: 0.03,
			},
			{ username: 'bob', platform: 'Twitch', country: 'Germany', followers: 12_000 },
			{ name: 'Cy', country: 'Germany', engagement_rate: 4.5, risk_rating: 'LOW' },
		];
		expect(partOf(items)).toEqual({
			what: 'Creators',
			title: '3 creators',
			about: [],
			sections: [
				{
					kind: 'figures',
					figures: [
						{ label: 'Combined followers', value: '13.5K' },
						{ label: 'Median engagement rate', value: '4.5%' },
					],
				},
				{
					kind: 'bars',
					title: 'Most followers',
					what: 'Followers',
					bars: [
						{ label: '@bob', value: 12_000, text: '12K' },
						{ label: 'Ada', link: url, value: 1_500, text: '1,500' },
					],
				},
				{
					kind: 'bars',
					title: 'Countries',
					what: 'Creators',
					bars: [
						{ label: 'Germany', value: 2, text: '2' },
						{ label: 'France', value: 1, text: '1' },
					],
				},
				{
					kind: 'bars',
					title: 'Platforms',
					what: 'Creators',
					bars: [
						{ label: 'Instagram', value: 1, text: '1' },
						{ label: 'Twitch', value: 1, text: '1' },
					],
				},
				{
					kind: 'table',
					title: 'Creators',
					columns: [
						{ label: 'Name' },
						{ label: 'Handle' },
						{ label: 'Platform' },
						{ label: 'Country' },
						{ label: 'Followers', numeric: true },
						{ label: 'Engagement', numeric: true },
						{ label: 'Risk rating' },
					],
					rows: [
						[
							{ text: 'Ada', link: url },
							{ text: 'ada' },
							{ text: 'Instagram' },
							{ text: 'FRANCE' },
							{ text: '1,500' },
							{ text: '3.0%' },
							{ text: '' },
						],
						[
							{ text: '@bob' },
							{ text: '' },
							{ text: 'Twitch' },
							{ text: 'Germany' },
							{ text: '12,000' },
							{ text: '' },
							{ text: '' },
						],
						[
							{ text: 'Cy' },
							{ text: '' },
							{ text: '' },
							{ text: 'Germany' },
							{ text: '' },
							{ text: '4.5%' },
							{ text: 'Low', tone: 'good' },
						],
					],
					more: 0,
				},
			],
		});
	});

	it('may be one of whom little is known', () => {
		expect(partOf([{ note: 'x' }])).toEqual({
			what: 'Creators',
			title: '1 creator',
			about: [],
			sections: [
				{
					kind: 'table',
					title: 'Creators',
					columns: [{ label: 'Name' }],
					rows: [[{ text: '\u2013' }]],
					more: 0,
				},
			],
		});
	});

	it('are not compared where there is nothing to compare', () => {
		const alike = { country: 'Germany', platform: 'Twitch' };
		const items = [
			{ name: 'Ada', followers: 0, ...alike },
			{ name: 'Bob', ...alike },
		];
		expect(sectionsOf(items).map(({ kind }) => kind)).toEqual(['table']);
	});

	it('have bars for the ten with the most followers, also for those without a name', () => {
		const items = [{ followers: 99 }, ...times(11, (at) => ({ name: `n${at}`, followers: at }))];
		const bars = sectionOf(sectionsOf(items), 'bars', 'Most followers')?.bars ?? [];
		expect(bars.map(({ label }) => label)).toEqual([
			'',
			...['n10', 'n9', 'n8', 'n7', 'n6', 'n5', 'n4', 'n3', 'n2'],
		]);
	});

	it.each([
		[[1, 10, 2], '2.0%'],
		[[4, 3], '4.0%'],
		[[0.02], '2.0%'],
		[[0, 0], '0.0%'],
	])('with rates of %j have one of %s in the middle', (rates, value) => {
		const items = rates.map((engagement_rate) => ({ engagement_rate }));
		expect(sectionOf(sectionsOf(items), 'figures')?.figures[0]).toMatchObject({ value });
	});
});

describe('a table of creators', () => {
	it('tells of flags and scores, too', () => {
		expect(creatorTables('All', [{ flaggedCount: 1_200, score: 0.5, riskRating: 7 }])).toEqual([
			{
				kind: 'table',
				title: 'All',
				columns: [
					{ label: 'Name' },
					{ label: 'Risk rating' },
					{ label: 'Flagged posts', numeric: true },
					{ label: 'Score', numeric: true },
				],
				rows: [
					[{ text: '\u2013' }, { text: '7', tone: 'accent' }, { text: '1,200' }, { text: '0.5' }],
				],
				more: 0,
			},
		]);
	});

	it('has what the audience shares, and a finding instead of what it says already', () => {
		expect(
			creatorTables('All', [{ flaggedCount: 2, shared: 12.5, finding: '2 posts are flagged.' }]),
		).toMatchObject([
			{
				columns: [{ label: 'Name' }, { label: 'Shared audience' }, { label: 'Finding' }],
				rows: [[{}, { text: '12.5%', share: 12.5 }, { text: '2 posts are flagged.' }]],
			},
		]);
	});

	const tablesOf = (rows: CreatorRow[]) =>
		creatorTables('All', rows).map((each) =>
			each.kind === 'table'
				? ([each.title, each.isFolded ?? false, each.rows.map(([name]) => name?.text)] as const)
				: undefined,
		);
	const named = (count: number, more: (at: number) => CreatorRow) =>
		times(count, (at) => ({ name: `n${at}`, ...more(at) }));
	const names = (...all: number[]) => all.map((at) => `n${at}`);
	const range = (from: number, to: number) => times(to - from, (at) => from + at);

	it('of thirty shows all as they come', () => {
		const rows = named(30, (at) => ({ followers: at }));
		expect(tablesOf(rows)).toEqual([['All', false, names(...range(0, 30))]]);
	});

	it.each<[string, (at: number) => CreatorRow]>([
		['engagement', (engagementRate) => ({ engagementRate, followers: 1 })],
		['followers', (followers) => ({ followers })],
	])('of more shows the best and the worst by %s, and folds the others', (_, more) => {
		const [best, worst, others] = tablesOf(named(31, more));
		expect(best).toEqual([
			expect.stringMatching(/^All: (highest|most) /),
			false,
			names(...range(21, 31).reverse()),
		]);
		expect(worst).toEqual([
			expect.stringMatching(/^All: (lowest|fewest) /),
			false,
			names(...range(0, 10)),
		]);
		expect(others).toEqual(['The other 11', true, names(...range(10, 21))]);
	});

	it('of many ratings begins with the highest risk', () => {
		const rows = named(40, (at) => ({ riskRating: at === 7 ? 'HIGH' : at < 20 ? 'LOW' : 'NONE' }));
		const [worst, best] = tablesOf(rows);
		expect(worst?.[0]).toBe('All: highest risk');
		expect(worst?.[2]?.[0]).toBe('n7');
		expect(best?.[0]).toBe('All: lowest risk');
	});

	it('of many without any measure folds them, a thousand at most', () => {
		const rows = named(1_003, () => ({}));
		expect(creatorTables('All', rows)).toMatchObject([{ more: 3, isFolded: true }]);
	});

	it('has no column that nobody fills', () => {
		expect(creatorTables('All', [{ name: 'n' }])).toMatchObject([{ columns: [{ label: 'Name' }] }]);
	});
});
