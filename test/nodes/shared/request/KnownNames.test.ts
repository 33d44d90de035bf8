import type { IDataObject } from 'n8n-workflow';

import { commonFields } from '../../../../nodes/shared/catalogue/types';
import { KnownNames } from '../../../../nodes/shared/request/KnownNames';
import { entries } from '../../areas';

/** Each test has its own, as it remembers what it found. */
const known = () =>
	new KnownNames([
		'follower_count.min',
		'follower_count.max',
		'creator_locations',
		'emails',
		'name',
		'type',
		'id',
	]);

describe('a name that is close to a known one', () => {
	it.each([
		['folower_count', 'follower_count'],
		['follower_cuont', 'follower_count'],
		['followerCount', 'follower_count'],
		['Follower Count', 'follower_count'],
		['creator_location', 'creator_locations'],
		['email', 'emails'],
		['nmae', 'name'],
		['folower_count_min', 'follower_count.min'],
		['follower_count_max', 'follower_count.max'],
		['min_followers', 'follower_count.min'],
		['followers_min', 'follower_count.min'],
		['followers', 'follower_count'],
		['location', 'creator_locations'],
	])('%s: %s is meant', (name, meant) => {
		expect(known().misspelt({ [name]: 1 })).toEqual([{ name, meant }]);
	});

	it('is found where it is nested', () => {
		expect(known().misspelt({ follower_count: { mix: 1, Max: 2 } })).toEqual([
			{ name: 'follower_count.Max', meant: 'follower_count.max' },
		]);
		const nested = new KnownNames(['creator_language.code']);
		expect(nested.misspelt({ creator_language: { coed: 'fr' } })).toEqual([
			{ name: 'creator_language.coed', meant: 'creator_language.code' },
		]);
	});

	it.each<[string, IDataObject]>([
		['known names', { follower_count: { min: 1 }, emails: [], name: 'x' }],
		['names of something else', { note: 1, limit: 2, offset: 3, page: 4, title: 'x', ids: [] }],
		['what stands beside the known one', { emails: ['a'], email: 'a' }],
		['what stands beside a nested one', { follower_count: { min: 1 }, min_followers: 1 }],
		['words that say nothing', { count: 1, is: true, creator: 'a' }],
		['what is nested under another name', { other: { folower_count: 1 } }],
		['nothing', {}],
	])('is not seen in %s', (_, fields) => {
		expect(known().misspelt(fields)).toEqual([]);
	});

	it('is found in each item, the second time from the cache', () => {
		const names = known();
		const found = [{ name: 'folower_count', meant: 'follower_count' }];
		expect(names.misspelt({ folower_count: 1 })).toEqual(found);
		expect(names.misspelt({ folower_count: 2 })).toEqual(found);
	});
});

it('no common field is reported as a typo, and one letter less is, for each operation', () => {
	for (const { operation } of entries) {
		const names = commonFields(operation).map(({ name }) => name.split('.')[0]);
		const check = new KnownNames(names);
		expect(check.misspelt(Object.fromEntries(names.map((name) => [name, 1])))).toEqual([]);
		for (const name of names.filter(({ length }) => length >= 4)) {
			expect(check.misspelt({ [name.slice(0, -1)]: 1 })).toHaveLength(
				names.includes(name.slice(0, -1)) ? 0 : 1,
			);
		}
	}
});
