import type { IDataObject } from 'n8n-workflow';

import {
	asPercents,
	findAudience,
	findBreakdowns,
} from '../../../../nodes/shared/recognition/breakdowns';
import { within } from '../within';

describe('the lists for charts', () => {
	it('are found in the sample contract', () => {
		const found = findBreakdowns({
			profile: { full_name: 'Ada' },
			reputation_history: [
				{ month: '2026-02', follower_count: 20 },
				{ month: '2026-01', follower_count: 10 },
			],
			audience: {
				countries: [{ name: 'Germany', value: 60 }],
				gender_age_distribution: [{ gender: 'FEMALE', age_range: '18-24', value: 12.5 }],
				interests: [{ name: 'Pets', value: 20 }],
			},
			top_contents: [{ title: 'One' }],
		});
		expect(found).toMatchObject({
			history: [
				{ date: '2026-01', value: 10 },
				{ date: '2026-02', value: 20 },
			],
			countries: [{ label: 'Germany', value: 60 }],
			genderAge: [{ gender: 'FEMALE', age: '18-24', value: 12.5 }],
			interests: [{ label: 'Pets', value: 20 }],
			contents: [{ title: 'One' }],
		});
	});

	it('are found as maps and under other names', () => {
		const found = findBreakdowns({
			data: {
				audienceCountries: { DE: 0.6, FR: '0.3' },
				followerGrowth: [{ date: '2026-01-05', followers: '1,000' }],
				gendersPerAge: [{ code: '18-24', male: 0.2, female: 0.3 }],
			},
		});
		expect(found).toMatchObject({
			countries: [
				{ label: 'DE', value: 0.6 },
				{ label: 'FR', value: 0.3 },
			],
			history: [{ date: '2026-01-05', value: 1000 }],
			genderAge: [
				{ gender: 'male', age: '18-24', value: 0.2 },
				{ gender: 'female', age: '18-24', value: 0.3 },
			],
		});
	});

	it.each<[string, IDataObject, IDataObject[]]>([
		['without negative values', { countries: { DE: 0.6, FR: -1 } }, [{ label: 'DE', value: 0.6 }]],
		[
			'past an empty list of that name',
			{ countries: [], audience: { countries: { DE: 1 } } },
			[{ label: 'DE', value: 1 }],
		],
		[
			'with the names of things',
			{ countries: [{ country: { id: 7, name: 'Germany' }, share: 60 }] },
			[{ label: 'Germany', value: 60 }],
		],
		['not in rows', { data: [{ countries: { DE: 1 } }] }, []],
	])('are found %s', (_, item, countries) => {
		expect(findBreakdowns(item).countries).toEqual(countries);
	});

	it('are found in nested objects', () => {
		expect(findBreakdowns(within('a.b.c', { countries: { DE: 1 } })).countries).toEqual([
			{ label: 'DE', value: 1 },
		]);
	});

	it.each([null, 'text', [], { countries: 'many', reputation_history: [1, null, { month: 'x' }] }])(
		'are empty for %j',
		(item) => {
			const found = findBreakdowns(item);
			expect(Object.values(found).every((list) => list.length === 0)).toBe(true);
		},
	);
});

describe('the audience in a few values', () => {
	const columns = (country?: string, age?: string, female?: number, male?: number) => ({
		...(country && { audienceTopCountry: country }),
		...(age && { audienceTopAge: age }),
		...(female !== undefined && { audienceFemalePercent: female }),
		...(male !== undefined && { audienceMalePercent: male }),
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'from genders by age',
			{
				audience: {
					countries: [
						{ name: 'France', value: 20 },
						{ name: 'Germany', value: 60 },
					],
					gender_age_distribution: [
						{ gender: 'FEMALE', age_range: '18-24', value: 30 },
						{ gender: 'FEMALE', age_range: '25-34', value: 25 },
						{ gender: 'MALE', age_range: '25-34', value: 20 },
						{ gender: 'OTHER', age_range: '25-34', value: 5 },
					],
				},
			},
			columns('Germany', '25-34', 68.8, 25),
		],
		[
			'from fractions that add up to a little more than one',
			{ audienceGendersPerAge: [0.1, 0.2, 0.7].map((female) => ({ age: `${female}`, female })) },
			columns(undefined, '0.7', 100),
		],
		[
			'from lists of their own',
			{
				data: {
					demographics: { ages: { '13-17': 0.2, '18-24': 0.8 }, genders: { m: 0.6, f: 0.4 } },
				},
			},
			columns(undefined, '18-24', 40, 60),
		],
		[
			'from genders rather than genders by age',
			{
				audience: {
					genders: { female: 70, male: 30 },
					gender_age: [{ age: '18-24', male: 50, female: 50 }],
				},
			},
			columns(undefined, '18-24', 70, 30),
		],
		['not from the profile itself', { location: { country: { id: 7, name: 'Germany' } } }, {}],
		['from zeros without a share', { audience: { gender_age: [{ age: '1', male: 0 }] } }, {}],
	])('%s', (_, item, expected) => {
		expect(findAudience(item)).toEqual(expected);
	});
});

it.each([
	['fractions', [0.6, 0.4], [60, 40]],
	['the whole as a fraction', [1, 0], [100, 0]],
	['fractions that overlap, as interests do', [0.6, 0.5], [60, 50]],
	['percents', [60, 40], [60, 40]],
	['few percents', [1.5, 1], [1.5, 1]],
	['the whole as percents', [100, 0.5], [100, 0.5]],
	['counts', [150, 50], [75, 25]],
	['counts just above a hundred', [101, 101], [50, 50]],
])('shares of %s as percents: %j are %j', (_, values, percents) => {
	const shares = asPercents(values.map((value) => ({ label: 'x', value })));
	expect(shares.map(({ value }) => value)).toEqual(percents);
});
