import type { AxiosInstance } from 'axios';
import { ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import type { Creator } from '../../sandbox/world/creators';
import { clientOf } from './client';

// test/nodes/lists.test.ts reads pages in all dialects.

describe('search', () => {
	let sandbox: Sandbox;
	let client: AxiosInstance;

	beforeAll(async () => {
		sandbox = await startSandbox({ clock: new ManualClock() });
		client = clientOf(sandbox);
	});
	afterAll(() => sandbox.close());

	async function found(filters: object): Promise<Set<string>> {
		const ids = new Set<string>();
		for (let offset = 0; ; offset += 200) {
			const body = { ...filters, limit: 200, offset };
			const { data } = await client.post<{ data: Array<{ id: string }> }>('/discovery', body);
			for (const { id } of data.data) ids.add(id);
			if (data.data.length < 200) return ids;
		}
	}

	const audienceOf = (creator: Creator) => sandbox.world.panel.audience(creator);

	const filters: Array<[string, object, (creator: Creator) => boolean]> = [
		[
			'followers',
			{ follower_count: { min: 20_000, max: 90_000 } },
			({ followers }) => followers >= 20_000 && followers <= 90_000,
		],
		[
			'cities',
			{ creator_locations: ['Paris, Île-de-France, France', 'Texas, United States'] },
			({ place }) => place.city === 'Paris' || place.state === 'Texas',
		],
		['hashtags', { hashtags: [{ name: '#Yoga' }] }, ({ hashtags }) => hashtags.includes('yoga')],
		[
			'audience country',
			{ audience_locations: [{ location: 'Brazil', percentage_value: 30 }] },
			(creator) =>
				audienceOf(creator).countries.some(({ name, share }) => name === 'Brazil' && share >= 0.3),
		],
		[
			'several at once',
			{ is_verified: true, creator_gender: 'FEMALE', follower_count: { min: 100_000 } },
			({ verified, gender, followers }) => verified && gender === 'FEMALE' && followers >= 100_000,
		],
	];

	test.each(filters)('filters by %s', async (_, body, test) => {
		const expected = sandbox.world.creators.filter(test).map(({ id }) => id);
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(sandbox.world.creators.length);
		expect(await found(body)).toEqual(new Set(expected));
	});
});
