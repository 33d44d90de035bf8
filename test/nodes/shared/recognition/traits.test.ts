import {
	findProfile,
	findTraits,
	profileName,
	type Traits,
} from '../../../../nodes/shared/recognition/traits';
import { within } from '../within';

describe('the traits of an item', () => {
	it.each<[string, unknown, Traits]>([
		[
			'a creator',
			{
				work_platform: { id: '1', name: 'Pictura' },
				platform_username: 'ada',
				full_name: 'Ada Lovelace',
				url: 'https://pictura.example/ada',
				follower_count: 1200,
				engagement_rate: 0.034,
				location: { city: 'Berlin', country: 'Germany' },
				is_verified: true,
				contact_details: [{ type: 'email', value: 'ada@mail.example' }],
			},
			{
				name: 'Ada Lovelace',
				handle: 'ada',
				platform: 'Pictura',
				platformId: '1',
				url: 'https://pictura.example/ada',
				followers: 1200,
				engagementRate: 0.034,
				country: 'Germany',
				verified: true,
				email: 'ada@mail.example',
			},
		],
		[
			'other spellings',
			{
				displayName: 'Ada',
				userName: 'ada',
				subscriberCount: '1,200',
				Country: 'DE',
				network: 'Vidora',
			},
			{ name: 'Ada', handle: 'ada', followers: 1200, country: 'DE', platform: 'Vidora' },
		],
		[
			'a profile in an envelope',
			{ data: { profile: { full_name: 'Ada', follower_count: 5 } } },
			{ name: 'Ada', followers: 5 },
		],
		[
			'a screening, whose summary links to a report and not to the profile',
			{
				report_summary: {
					risk_rating: 'LOW',
					flagged_content_count: 2,
					url: 'https://x.example/r.pdf',
				},
			},
			{ riskRating: 'LOW', flaggedCount: 2 },
		],
		[
			'a comment',
			{
				text: 'Where can I buy this?',
				commenter_username: 'bob',
				sentiment: 'POSITIVE',
				purchase_intent: true,
				like_count: 3,
				published_at: '2026-03-01T10:00:00Z',
			},
			{
				text: 'Where can I buy this?',
				author: 'bob',
				sentiment: 'POSITIVE',
				purchaseIntent: true,
				likes: 3,
				date: '2026-03-01T10:00:00Z',
			},
		],
		[
			'a flagged item',
			{ title: 'Party', risks: [{ category: 'ALCOHOL', score: 0.9 }, { category: 'DRUGS' }] },
			{ title: 'Party', categories: 'ALCOHOL, DRUGS' },
		],
		[
			'a category once',
			{ risks: [{ category: 'DRUGS' }, 'ALCOHOL', { name: 'DRUGS' }] },
			{ categories: 'DRUGS, ALCOHOL' },
		],
		['the country of a place', { location: 'Berlin, Germany' }, { country: 'Germany' }],
		['seconds since 1970', { timestamp: 1_770_000_000 }, { date: '2026-02-02T02:40:00.000Z' }],
		['nothing in rows', { data: [{ full_name: 'Ada', follower_count: 5 }] }, {}],
		['nothing in the audience', { audience: { country: 'France', name: 'x' } }, {}],
		['nothing in our own job', { job: { name: 'x' }, recognised: { name: 'y' } }, {}],
		['no address of another scheme', { profile_url: 'javascript:alert(1)' }, {}],
		['nothing in nothing', null, {}],
	])('are found: %s', (_, item, expected) => {
		expect(findTraits(item)).toEqual(expected);
	});
});

it('the traits of an item are found in nested objects', () => {
	const item = within('data.result.profile', { followers: 5 });
	expect(findTraits(item)).toEqual({ followers: 5 });
});

describe('the name of a profile', () => {
	it.each<[unknown, string | undefined]>([
		[{ platform_username: 'ada', full_name: 'Ada Lovelace' }, 'ada'],
		[{ profile_url: 'https://pictura.example/@ada/' }, 'ada'],
		[{ data: { full_name: 'Ada Lovelace' } }, 'Ada Lovelace'],
		[{ profile_url: 'https://ada.example/' }, 'ada.example'],
		// A link to a file, and the name of a file, say nothing of a profile.
		[{ url: 'https://files.example/report.pdf', name: 'report.pdf' }, undefined],
		[{}, undefined],
	])('of %j is %s', (item, expected) => {
		expect(profileName(item)).toBe(expected);
	});
});

it.each<[unknown, ReturnType<typeof findProfile>]>([
	[
		{ full_name: 'Ada', profile_url: 'https://x.example/ada' },
		{ name: 'Ada', url: 'https://x.example/ada' },
	],
	[{ profile_url: 'https://x.example/ada' }, { name: 'ada', url: 'https://x.example/ada' }],
	[{ content_url: 'https://x.example/p/1' }, { url: 'https://x.example/p/1' }],
	[{ full_name: 'Ada', url: 'https://x.example/report.pdf' }, { name: 'Ada' }],
	[{ url: 'https://x.example/report.pdf' }, undefined],
])('the profile in %j is %j', (item, expected) => {
	expect(findProfile(item)).toEqual(expected);
});
