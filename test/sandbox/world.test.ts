import { overlap } from '../../sandbox/world/audience';
import { makeCreator } from '../../sandbox/world/creators';
import { World } from '../../sandbox/world/world';
import { ManualClock } from '../../sandbox';
import { clientOf, sandboxForTest } from './client';

const anchor = Date.UTC(2025, 0, 15);
const world = new World(1, 2000, anchor);

describe('the world', () => {
	test('is the same for a seed and another for another', async () => {
		const bodies = await Promise.all(
			[7, 7, 8].map(async (seed) => {
				const sandbox = await sandboxForTest({ seed, creators: 300, clock: new ManualClock() });
				const client = clientOf(sandbox);
				const [search, contents] = await Promise.all([
					client.post('/discovery', { limit: 50 }),
					client.post('/public-content', { profile_url: sandbox.world.creators[3].url }),
				]);
				return JSON.stringify([search.data, contents.data]);
			}),
		);
		expect(bodies[0]).toBe(bodies[1]);
		expect(bodies[0]).not.toBe(bodies[2]);
		expect(makeCreator('5', 7)).toEqual(makeCreator('5', 7));
	});

	test('has creators on several networks with unique handles and URLs', () => {
		expect(world.creators).toHaveLength(2000);
		expect(new Set(world.creators.map(({ platform }) => platform.name)).size).toBe(5);
		expect(new Set(world.creators.map(({ url }) => url)).size).toBe(2000);
		expect(new Set(world.creators.map(({ id }) => id)).size).toBe(2000);
		const emails = world.creators.flatMap(({ email }) => email ?? []);
		expect(new Set(emails).size).toBe(emails.length);
		expect(emails.length).toBeGreaterThan(500);
	});
});

test('a requested overlap is the one that is computed', async () => {
	const clock = new ManualClock();
	const sandbox = await sandboxForTest({ clock });
	const client = clientOf(sandbox);
	const [a, b] = sandbox.world.creators;
	const body = { identifiers: [a.url, b.url] };
	const { data } = await client.post<{ id: string }>('/audience-overlap', body);
	clock.advance(60_000);
	const expected = overlap(sandbox.world.panel, [a, b]);
	expect((await client.get(`/audience-overlap/${data.id}`)).data).toMatchObject({
		total_follower_count: a.followers + b.followers,
		unique_follower_count: expected.unique,
		profiles: [
			{ username: a.username, overlap_percentage: expected.profiles[0].overlap },
			{ username: b.username, overlap_percentage: expected.profiles[1].overlap },
		],
	});
});
