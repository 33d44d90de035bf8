import type { IDataObject } from 'n8n-workflow';

import { creatorsPart, creatorTable } from '../../../../../nodes/shared/report/parts/creators';
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
						{ label: 'Creators', value: '3' },
						{ label: 'Followers together', value: '13.5K' },
						{ label: 'Engagement rate', value: '4.5%', note: 'Half of them have more' },
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
							{ text: '3%' },
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
				{ kind: 'figures', figures: [{ label: 'Creators', value: '1' }] },
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
		expect(sectionsOf(items).map(({ kind }) => kind)).toEqual(['figures', 'table']);
		expect(sectionOf(sectionsOf(items), 'figures')?.figures).toHaveLength(1);
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
		[[1, 10, 2], '2%'],
		[[4, 3], '4%'],
		[[0.02], '2%'],
		[[0, 0], '0%'],
	])('with rates of %j have one of %s in the middle', (rates, value) => {
		const items = rates.map((engagement_rate) => ({ engagement_rate }));
		expect(sectionOf(sectionsOf(items), 'figures')?.figures[1]).toMatchObject({ value });
	});
});

describe('a table of creators', () => {
	it('tells of flags and scores, too', () => {
		expect(creatorTable('All', [{ flaggedCount: 1_200, score: 0.5, riskRating: 7 }])).toEqual({
			kind: 'table',
			title: 'All',
			columns: [
				{ label: 'Name' },
				{ label: 'Risk rating' },
				{ label: 'Flagged', numeric: true },
				{ label: 'Score', numeric: true },
			],
			rows: [
				[{ text: '\u2013' }, { text: '7', tone: 'accent' }, { text: '1,200' }, { text: '0.5' }],
			],
			more: 0,
		});
	});

	it('shows a hundred', () => {
		const all = times(103, (at) => ({ name: `n${at}` }));
		const table = creatorTable('All', all);
		expect(table).toMatchObject({ more: 3 });
		expect(sectionOf([table], 'table')?.rows).toEqual(
			all.slice(0, 100).map(({ name }) => [{ text: name }]),
		);
	});

	it('has no column that only those further down fill', () => {
		const all = [...times(100, (at) => ({ name: `n${at}` })), { country: 'Germany' }];
		expect(creatorTable('All', all)).toMatchObject({
			columns: [{ label: 'Name' }],
		});
	});
});
