import type { IDataObject } from 'n8n-workflow';

import { overlapPart } from '../../../../../nodes/shared/report/parts/overlap';
import { made, sectionOf, subjectOf, times } from '../documents';

const partOf = (json: IDataObject, isListed = false) =>
	made(overlapPart(subjectOf(json), isListed));
const sectionsOf = (json: IDataObject) => partOf(json).sections;

const url = 'https://x.example/ada';

describe('an overlap', () => {
	it('tells of the audiences together, and of each', () => {
		const json = {
			total_follower_count: 100_000,
			unique_follower_count: 80_000,
			profiles: [
				{
					username: 'ada',
					profile_url: url,
					followers: 60_000,
					overlap_percentage: 20,
					unique_percentage: '80.0%',
				},
				{ full_name: 'Bob B', followers: 40_000, overlap: 12.5 },
			],
			method: 'sampled',
			incomplete: 'One profile is missing',
		};
		expect(partOf(json)).toEqual({
			what: 'Audience overlap',
			title: '@ada, Bob B',
			about: [],
			sections: [
				{ kind: 'note', text: 'One profile is missing' },
				{
					kind: 'figures',
					figures: [
						{ label: 'Combined followers', value: '100K' },
						{ label: 'Unique reach', value: '80K', tone: 'accent' },
						{ label: 'Duplicated reach', value: '20.0%' },
					],
				},
				{
					kind: 'table',
					title: 'Profiles',
					columns: [
						{ label: 'Profile' },
						{ label: 'Followers', numeric: true },
						{ label: 'Shared audience', numeric: true },
						{ label: 'Exclusive audience', numeric: true },
					],
					rows: [
						[
							{ text: '@ada', link: url },
							{ text: '60,000' },
							{ text: '20.0%', share: 20 },
							{ text: '80.0%', share: 80 },
						],
						[{ text: 'Bob B' }, { text: '40,000' }, { text: '12.5%', share: 12.5 }, { text: '' }],
					],
					more: 0,
				},
				{
					kind: 'facts',
					title: 'Further details',
					facts: [{ label: 'Method', cell: { text: 'sampled' } }],
					more: 0,
				},
			],
		});
	});

	it('without profiles tells of the audiences alone', () => {
		expect(partOf({ unique_follower_count: 7 })).toEqual({
			what: 'Audience overlap',
			title: 'Audience overlap',
			about: [],
			sections: [
				{ kind: 'figures', figures: [{ label: 'Unique reach', value: '7', tone: 'accent' }] },
			],
		});
	});

	it.each([
		[{ total_follower_count: 5 }, ['Combined followers']],
		[{ total_follower_count: 0, unique_follower_count: 0 }, ['Combined followers', 'Unique reach']],
		[
			{ total_follower_count: 4, unique_follower_count: 4 },
			['Combined followers', 'Unique reach', 'Duplicated reach'],
		],
		[{ profiles: [{ username: 'ada' }] }, []],
	])('%j has the figures %j', (json, labels) => {
		const figures = sectionOf(sectionsOf(json), 'figures')?.figures ?? [];
		expect(figures.map(({ label }) => label)).toEqual(labels);
	});

	it('leaves out columns that nobody fills', () => {
		const profiles = [{ username: 'ada' }, { note: 'x', unique_share: 0 }];
		expect(sectionsOf({ profiles })).toEqual([
			{
				kind: 'table',
				title: 'Profiles',
				columns: [{ label: 'Profile' }, { label: 'Exclusive audience', numeric: true }],
				rows: [
					[{ text: '@ada' }, { text: '' }],
					[{ text: 'Profile' }, { text: '0.0%', share: 0 }],
				],
				more: 0,
			},
		]);
	});
});

it.each([
	[{ overlap_percentage: 0.2, unique_percentage: 0.8 }, ['20.0%', '80.0%']],
	[{ overlap_percentage: 0.6, unique_percentage: 99.4 }, ['0.6%', '99.4%']],
	[{ overlap_percentage: 0.6 }, ['60.0%']],
])('an overlap of %j is %j', (audience, shares) => {
	const profiles = [{ username: 'ada', ...audience }];
	const [row] = sectionOf(sectionsOf({ profiles }), 'table')?.rows ?? [];
	expect(row?.slice(1).map(({ text }) => text)).toEqual(shares);
});

it('an overlap of more than three, or of profiles that stand above, does not list them', () => {
	const profiles = times(4, (at) => ({ username: `n${at}`, overlap: 20 }));
	expect(partOf({ profiles }).title).toBe('4 creators');
	expect(partOf({ profiles }, true).sections).toEqual([]);
});

describe('how much each shares with each', () => {
	const matrixOf = (profiles: IDataObject[]) => sectionOf(sectionsOf({ profiles }), 'matrix');

	it('is a matrix, from a list or a map, and from either side', () => {
		expect(
			matrixOf([
				{ username: 'ada', overlaps: [{ username: 'bob', overlap_percentage: 12 }] },
				{ username: 'bob', overlap_with: { cy: 0.3, '@ada': '99.0%', bob: 1 } },
				{ username: 'cy' },
			]),
		).toEqual({
			kind: 'matrix',
			title: 'Shared audience',
			names: ['@ada', '@bob', '@cy'],
			cells: [
				[undefined, 12, undefined],
				[99, undefined, 30],
				[undefined, 30, undefined],
			],
		});
	});

	it('knows only of those that have a name and a number', () => {
		const overlaps = [
			null,
			'bob',
			{ overlap: 4 },
			{ username: 'cy' },
			{ full_name: 'Bob', share: 5 },
		];
		expect(
			matrixOf([{ username: 'ada', overlaps }, { full_name: 'Bob' }, { username: 'cy' }])?.cells,
		).toEqual([
			[undefined, 5, undefined],
			[5, undefined, undefined],
			[undefined, undefined, undefined],
		]);
	});

	it.each<[string, IDataObject[]]>([
		['nobody is compared', [{ username: 'ada' }, { username: 'bob' }]],
		['names are missing', [{ username: 'ada', overlaps: [{ overlap: 4 }] }, { username: 'bob' }]],
		[
			'numbers are missing',
			[{ username: 'ada', overlaps: [{ username: 'bob' }] }, { username: 'bob' }],
		],
		['there is one alone', [{ username: 'ada', overlaps: { bob: 12 } }]],
		['the lists are none', [{ username: 'ada', overlaps: 'bob' }, { username: 'bob' }]],
	])('is not shown where %s', (_, profiles) => {
		expect(matrixOf(profiles)).toBeUndefined();
	});
});

it('an overlap of many shows how the first of them compare', () => {
	const names = Array.from({ length: 400 }, (_, at) => `p${at}`);
	const profiles = names.map((username) => ({
		username,
		overlaps: Object.fromEntries(names.map((name) => [name, 7])),
	}));
	const matrix = sectionOf(sectionsOf({ unique_follower_count: 1, profiles }), 'matrix');
	expect(matrix?.title).toBe('Shared audience, the first 20 of 400 profiles');
	expect(matrix?.names).toEqual(names.slice(0, 20).map((name) => `@${name}`));
	expect(matrix?.cells.map((row) => row.length)).toEqual(Array(20).fill(20));
});
