import type { IDataObject } from 'n8n-workflow';

import { linesIn, linesOf, pageOf, times } from '../pages';

it('an overlap tells of the audiences together, and of each', () => {
	const json = {
		total_follower_count: 100_000,
		unique_follower_count: 80_000,
		profiles: [
			{ username: 'ada', followers: 60_000, overlap_percentage: 20, unique_percentage: '80.0%' },
			{ full_name: 'Bob B', followers: 40_000, overlap: 12.5 },
		],
		method: 'sampled',
	};
	expect(linesIn(pageOf([json]))[0]).toBe('Audience overlap: @ada, Bob B');
	expect(linesOf([json])).toEqual([
		'The audiences partly overlap: 20.0% of the reach is duplicated, the unique reach is 80K.',
		'Combined followers | 100K',
		'Unique reach | 80K',
		'Duplicated reach | 20.0%',
		'Profiles',
		'Profile | Followers | Shared audience | Exclusive audience',
		'@ada | 60,000 | 20.0% [s1 20] | 80.0% [s1 80]',
		'Bob B | 40,000 | 12.5% [s1 12.5]',
		'Further details',
		'Field | Value',
		'Method | sampled',
	]);
});

it.each<[IDataObject, string | undefined, string | undefined]>([
	[{ total_followers: 1000, unique_followers: 950 }, 'hardly', 'good'],
	[{ total_followers: 1000, unique_followers: 800 }, 'partly', 'fair'],
	[{ total_followers: 1000, unique_followers: 700 }, 'strongly', 'poor'],
	[{ unique_followers: 600 }, undefined, undefined],
	[{ total_followers: 5, unique_followers: 600 }, undefined, undefined],
])('audiences of %j %s overlap', (item, how, tone) => {
	const verdict = /class="verdict (\w+)">The audiences (\w+) overlap/.exec(pageOf([item]));
	expect([verdict?.[2], verdict?.[1]]).toEqual([how, tone]);
	expect(pageOf([item]).includes('class="verdict')).toBe(how !== undefined);
});

it.each<IDataObject>([
	{ unique_followers: 600 },
	{ total_followers: 0, unique_followers: 600 },
	{ total_followers: 5, unique_followers: 600 },
])('of %j it is unknown how much is duplicated', (item) => {
	expect(linesOf([item])).not.toContainEqual(expect.stringContaining('Duplicated'));
});

it.each([
	[{ overlap_percentage: 0.2, unique_percentage: 0.8 }, '@ada | 20.0% [s1 20] | 80.0% [s1 80]'],
	[{ overlap_percentage: 0.6, unique_percentage: 99.4 }, '@ada | 0.6% [s1 0.6] | 99.4% [s1 99.4]'],
	[{ overlap_percentage: 0.6 }, '@ada | 60.0% [s1 60]'],
])('an overlap of %j is %j', (audience, row) => {
	const profiles = [{ username: 'ada', ...audience }];
	expect(linesOf([{ unique_followers: 1, profiles }])).toContain(row);
});

it('an overlap of more than three does not name them in its title', () => {
	const profiles = times(4, (at) => ({ username: `n${at}`, overlap: 20 }));
	const item = { unique_followers: 1, profiles };
	expect(linesIn(pageOf([item]))[0]).toBe('Audience overlap: 4 creators');
});
