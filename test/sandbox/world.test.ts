import { overlap } from '../../sandbox/world/audience';
import * as dictionaries from '../../sandbox/world/dictionaries';
import { makeCreator } from '../../sandbox/world/creators';
import { World } from '../../sandbox/world/world';
import { ManualClock } from '../../sandbox';
import { clientOf, sandboxForTest } from './client';

const anchor = Date.UTC(2025, 0, 15);
const world = new World(1, 2000, anchor);

const correlation = (pairs: Array<[number, number]>): number => {
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const [mx, my] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
	const sum = (f: (x: number, y: number) => number) =>
		pairs.reduce((total, [x, y]) => total + f(x - mx, y - my), 0);
	return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
};

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

	test('has consistent figures', () => {
		const size = (followers: number) => Math.log(followers + 1);
		const engagement = correlation(
			world.creators.map(({ followers, engagementRate }) => [size(followers), engagementRate]),
		);
		const likes = correlation(
			world.creators.map(({ followers, averageLikes }) => [size(followers), size(averageLikes)]),
		);
		expect(engagement).toBeLessThan(-0.5);
		expect(likes).toBeGreaterThan(0.9);
		for (const { followers, averageLikes, engagementRate } of world.creators) {
			expect(averageLikes).toBeLessThanOrEqual(Math.ceil(followers * engagementRate));
		}
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

	test('has contents in order, with comments of every sentiment', () => {
		const contents = world.contents(world.creators[0]);
		const dates = contents.map(({ publishedAt }) => publishedAt);
		expect(dates).toEqual([...dates].sort((a, b) => b - a));
		expect(Math.max(...dates)).toBeLessThan(anchor);
		const comments = contents.flatMap((content) => world.comments(content));
		expect(new Set(comments.map(({ sentiment }) => sentiment)).size).toBe(3);
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

	test('adds up to the total', () => {
		const { countries, genderAge } = world.panel.audience(a);
		const sum = (shares: Array<{ share: number }>) =>
			shares.reduce((total, { share }) => total + share, 0);
		expect(sum(countries)).toBeCloseTo(1, 2);
		expect(sum(genderAge)).toBeCloseTo(1, 2);
	});

	test('matches the country and the interests of the creator', () => {
		const creators = world.creators.slice(0, 100);
		const shareOf = (
			shares: Array<{ name: string; share: number }>,
			wanted: (name: string) => boolean,
		): number => shares.find(({ name }) => wanted(name))?.share ?? 0;
		const mean = (share: (index: number) => number) =>
			creators.reduce((sum, _, index) => sum + share(index), 0) / creators.length;
		// The same measure against the creator before: what there is without any leaning.
		const country = (shift: number) =>
			mean((i) =>
				shareOf(
					world.panel.audience(creators[i]).countries,
					(name) => name === creators.at(i - shift)?.place.country,
				),
			);
		const interest = (shift: number) =>
			mean((i) =>
				shareOf(
					world.panel.audience(creators[i]).interests,
					(name) => name === creators.at(i - shift)?.interests[0].name,
				),
			);
		expect(country(0)).toBeGreaterThan(country(1) * 1.5);
		expect(interest(0)).toBeGreaterThan(interest(1) * 1.5);
	});

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
		const people = profiles.map(({ creator, overlap: part }) => (creator.followers * part) / 100);
		expect(total - unique).toBeCloseTo(people.reduce((sum, each) => sum + each, 0) / 2, -3);
		const [first, second] = overlap(world.panel, [a, b]).profiles;
		const peopleOf = (each: typeof first) => (each.creator.followers * each.overlap) / 100;
		expect(peopleOf(first) / peopleOf(second)).toBeCloseTo(1, 1);
	});

	test('is shared more among creators of the same field and country', () => {
		const like = world.creators.filter(
			({ interests, place }) =>
				interests[0] === a.interests[0] && place.country === a.place.country,
		);
		const unlike = world.creators.filter(
			({ interests, place }) =>
				!interests.includes(a.interests[0]) && place.country !== a.place.country,
		);
		const mean = (others: typeof like) =>
			others
				.slice(0, 12)
				.reduce((sum, other) => sum + overlap(world.panel, [other, a]).profiles[0].overlap, 0) /
			Math.min(12, others.length);
		expect(mean(like)).toBeGreaterThan(mean(unlike));
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

test('listed email addresses are found, others are not', async () => {
	const clock = new ManualClock();
	const sandbox = await sandboxForTest({ clock });
	const client = clientOf(sandbox);
	const listed = sandbox.world.creators.filter(({ email }) => email).slice(0, 5);
	const emails = [...listed.map(({ email }) => email?.toUpperCase()), 'none@mailbox.example'];
	const { data } = await client.post<{ id: string }>('/email-lookup', { emails });
	clock.advance(60_000);
	const lookup = await client.get(`/email-lookup/${data.id}`);
	expect(lookup.data).toMatchObject({
		data: [
			...listed.map(({ username }) => ({
				status: 'found',
				profiles: [{ platform_username: username }],
			})),
			{ status: 'failed', profiles: [] },
		],
	});
});
