import type { AxiosInstance } from 'axios';
import { ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import type { Creator } from '../../sandbox/world/creators';
import { clientOf } from './client';

// test/nodes/lists.test.ts reads pages in all dialects.

interface Page {
	data: Array<{ id: string; average_likes: number }>;
}

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
			const { data } = await client.post<Page>('/discovery', body);
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
		['gender', { creator_gender: 'MALE' }, ({ gender }) => gender === 'MALE'],
		['language', { creator_language: { code: 'de' } }, ({ language }) => language === 'de'],
		['country', { creator_locations: ['Germany'] }, ({ place }) => place.country === 'Germany'],
		[
			'cities',
			{ creator_locations: ['Paris, Île-de-France, France', 'Texas, United States'] },
			({ place }) => place.city === 'Paris' || place.state === 'Texas',
		],
		[
			'interests',
			{ creator_interests: ['Gaming', 'Pets'] },
			({ interests }) => interests.some(({ name }) => name === 'Gaming' || name === 'Pets'),
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

	test.each([
		['ASCENDING', 1],
		['DESCENDING', -1],
	])('sorts %s', async (order, sign) => {
		const body = { sort_by: { field: 'AVERAGE_LIKES', order }, limit: 100 };
		const { data } = await client.post<Page>('/discovery', body);
		const likes = data.data.map(({ average_likes }) => average_likes);
		expect(likes).toEqual([...likes].sort((a, b) => sign * (a - b)));
		expect(new Set(likes).size).toBeGreaterThan(10);
	});

	test('a quick search searches names and introductions', async () => {
		const query = async (text: string) =>
			(await client.post<Page>('/discovery-quick', { query: text, limit: 200 })).data.data;
		expect((await query('YOGA')).length).toBeGreaterThan(5);
		expect(await query('no such words')).toEqual([]);
	});

	test.each([
		[{ follower_count: { min: 'many' } }, 'follower_count.min'],
		[{ creator_gender: 'ROBOT' }, 'creator_gender'],
		[{ hashtags: [{ tag: 'yoga' }] }, 'hashtags.0.name'],
		[{ limit: 0 }, 'limit'],
	])('names the field that is wrong in %j', async (body, field) => {
		const { status, data } = await client.post<object>('/discovery', body);
		expect(status).toBe(422);
		expect(data).toMatchObject({ error: { details: [{ field }] } });
	});
});
