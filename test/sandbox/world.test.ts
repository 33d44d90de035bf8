import { overlap } from '../../sandbox/world/audience';
import * as dictionaries from '../../sandbox/world/dictionaries';
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

	test('has dictionaries that agree with the profiles', () => {
		const places = new Set(dictionaries.locations.map(({ name }) => name));
		const codes = new Set(dictionaries.languages.map(({ code }) => code));
		const interests = new Set(dictionaries.interestNames.map(({ name }) => name));
		const topics = new Map(dictionaries.topics(world).map(({ name, value }) => [name, value]));
		for (const { place, language, interests: own, hashtags } of world.creators) {
			expect(places).toContain(`${place.city}, ${place.state}, ${place.country}`);
			expect(codes).toContain(language);
			for (const { name } of own) expect(interests).toContain(name);
			for (const tag of hashtags) expect(topics.has(tag)).toBe(true);
		}
		const yoga = world.creators.filter(({ hashtags }) => hashtags.includes('yoga')).length;
		expect(topics.get('yoga')).toBe(yoga);
		expect(new Set(dictionaries.locations.map(({ id }) => id)).size).toBe(
			dictionaries.locations.length,
		);
	});

	test('finds handles that are not listed, but not unknown ones', () => {
		const guest = world.find('https://pictura.example/nobody-listed');
		expect(guest).toEqual(world.find('@nobody-listed', guest?.platform.id));
		expect(guest?.platform.name).toBe('Pictura');
		expect(world.find('unknown-person')).toBeUndefined();
		expect(world.find('theunknownband')).toBeDefined();
	});
});

describe('the audience', () => {
	const [a, b, c] = world.creators.filter(({ followers }) => followers > 50_000);

	test('overlaps with itself wholly, with others partly, and the counts agree', () => {
		expect(overlap(world.panel, [a, a]).profiles[0].overlap).toBe(100);
		const { total, unique, profiles } = overlap(world.panel, [a, b, c]);
		expect(total).toBe(a.followers + b.followers + c.followers);
		expect(unique).toBeLessThan(total);
		expect(unique).toBeGreaterThan(total / 3);
		for (const profile of profiles) {
			expect(profile.overlap).toBeGreaterThan(0);
			expect(profile.overlap + profile.unique).toBeCloseTo(100, 1);
		}
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
