import type { AxiosInstance, AxiosResponse } from 'axios';
import { dialectNames, ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import type { Creator } from '../../sandbox/world/creators';
import { platforms } from '../../sandbox/world/vocabulary';
import { clientOf, sandboxForTest } from './client';
import { allRows, Data, postPage, readers } from './readers';

describe('search', () => {
	let sandbox: Sandbox;
	let client: AxiosInstance;

	beforeAll(async () => {
		sandbox = await startSandbox({ clock: new ManualClock() });
		client = clientOf(sandbox);
	});
	afterAll(() => sandbox.close());

	async function found(filters: object): Promise<Set<string>> {
		const { rows } = await allRows(readers.flat, 200, (page) =>
			client.post('/discovery', { ...filters, ...page }),
		);
		return new Set(rows.map((row) => row.at('id').text));
	}

	const audienceOf = (creator: Creator) => sandbox.world.panel.audience(creator);

	const filters: Array<[string, object, (creator: Creator) => boolean]> = [
		[
			'followers',
			{ follower_count: { min: 20_000, max: 90_000 } },
			({ followers }) => followers >= 20_000 && followers <= 90_000,
		],
		[
			'engagement',
			{ engagement_rate: { min: 0.05 } },
			({ engagementRate }) => engagementRate >= 0.05,
		],
		['network', { work_platform_id: platforms[2].id }, ({ platform }) => platform === platforms[2]],
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
		['verified', { is_verified: true }, ({ verified }) => verified],
		['contacts', { has_contact_details: false }, ({ email }) => email === undefined],
		[
			'audience gender',
			{ audience_gender: { type: 'FEMALE', percentage_value: 60 } },
			(creator) =>
				audienceOf(creator)
					.genderAge.filter(({ gender }) => gender === 'FEMALE')
					.reduce((sum, { share }) => sum + share, 0) >= 0.6,
		],
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

	test('accepts ids of the locations dictionary', async () => {
		const { data } = await client.get('/dictionary/locations', {
			params: { search_string: 'Bavaria' },
		});
		const state = new Data(data)
			.at('locations')
			.list.find((row) => row.at('type').text === 'STATE');
		const expected = sandbox.world.creators.filter(({ place }) => place.state === 'Bavaria');
		const ids = await found({ creator_locations: [state?.at('id').text] });
		expect(ids).toEqual(new Set(expected.map(({ id }) => id)));
	});

	test.each(['ASCENDING', 'DESCENDING'])('sorts %s', async (order) => {
		const { data } = await client.post('/discovery', {
			sort_by: { field: 'AVERAGE_LIKES', order },
			limit: 100,
		});
		const likes = new Data(data).at('data').list.map((row) => row.at('average_likes').number);
		const sorted = [...likes].sort((a, b) => (order === 'ASCENDING' ? a - b : b - a));
		expect(likes).toEqual(sorted);
		expect(new Set(likes).size).toBeGreaterThan(10);
	});

	test('a quick search searches names and introductions', async () => {
		const { data } = await client.post('/discovery-quick', { query: 'YOGA', limit: 200 });
		const rows = new Data(data).at('data').list;
		expect(rows.length).toBeGreaterThan(5);
		const { data: none } = await client.post('/discovery-quick', { query: 'no such words' });
		expect(none).toMatchObject({ data: [], metadata: { total_results: 0 } });
	});

	test.each([
		[{ follower_count: { min: 'many' } }, 'follower_count.min'],
		[{ follower_count: 5 }, 'follower_count'],
		[{ creator_gender: 'ROBOT' }, 'creator_gender'],
		[{ hashtags: [{ tag: 'yoga' }] }, 'hashtags.0.name'],
		[{ limit: 0 }, 'limit'],
		[{ offset: '10' }, 'offset'],
	])('names the field that is wrong in %j', async (body, field) => {
		const response = await client.post('/discovery', body);
		expect(response.status).toBe(422);
		const details = new Data(response.data).at('error.details').list;
		expect(details.map((detail) => detail.at('field').text)).toContain(field);
	});
});

describe.each(dialectNames)('pages in the dialect %s', (dialect) => {
	const reader = readers[dialect];
	let sandbox: Sandbox;
	let client: AxiosInstance;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, clock: new ManualClock() });
		client = clientOf(sandbox);
	});
	afterAll(() => sandbox.close());

	test('of a POST add up to the list', async () => {
		const body = { is_verified: true, creator_gender: 'FEMALE' };
		const expected = sandbox.world.creators.filter(
			({ verified, gender }) => verified && gender === 'FEMALE',
		);
		const { rows, pages } = await allRows(reader, 9, (page) =>
			postPage(client, reader, '/discovery', body, page),
		);
		const ids = rows.map((row) => row.at('id').text);
		expect(new Set(ids)).toEqual(new Set(expected.map(({ id }) => id)));
		expect(ids).toHaveLength(expected.length);
		expect(pages).toBe(Math.ceil(expected.length / 9));
	});

	test('of a GET add up to the list', async () => {
		for (let i = 0; i < 23; i++) await client.post('/flagging-criteria', { name: `Set ${i}` });
		const { rows } = await allRows(reader, 5, (params) =>
			client.get('/flagging-criteria', { params }),
		);
		expect(rows.map((row) => row.at('name').text)).toEqual(
			Array.from({ length: 23 }, (_, i) => `Set ${i}`),
		);
	});

	test('past the end are empty', async () => {
		const cursor = Buffer.from('row:9000').toString('base64url');
		const beyond = { offset: 9000, page: 900, cursor, nextToken: cursor, after: cursor };
		const allowed = Object.keys(sandbox.dialect.paging.parameters.properties);
		const page = Object.fromEntries(
			Object.entries(beyond).filter(([name]) => allowed.includes(name)),
		);
		const { status, data } = await postPage(client, reader, '/discovery', {}, page);
		expect(status).toBe(200);
		expect(reader.rows(new Data(data))).toEqual([]);
	});
});

test('the next page of the bare dialect is a URL that works unchanged', async () => {
	const sandbox = await sandboxForTest({ dialect: 'bare', basePath: '/v2' });
	const client = clientOf(sandbox);
	for (const name of ['a', 'b', 'c']) await client.post('/flagging-criteria', { name });
	const first = new Data((await client.get('/flagging-criteria?limit=2')).data);
	const next = first.at('next').text;
	expect(next.startsWith(`${sandbox.url}/flagging-criteria?`)).toBe(true);
	const second = new Data((await client.get(next)).data);
	expect(second.at('items').list.map((row) => row.at('name').text)).toEqual(['c']);
	expect(second.at('next').value).toBeNull();
});

test('links of the linked dialect work unchanged, in the body and in the header', async () => {
	const sandbox = await sandboxForTest({ dialect: 'linked', basePath: '/v2' });
	const client = clientOf(sandbox);
	const found = await client.post('/discovery?limit=3', { is_verified: true });
	const { href } = Object(new Data(found.data).at('_links.next').value);
	expect(href).toMatch(/^\/v2\/discovery\?limit=3&after=/);
	const more = await client.post(new URL(String(href), sandbox.url).href, { is_verified: true });
	const ids = [found, more].flatMap(({ data }) =>
		readers.linked.rows(new Data(data)).map((row) => row.at('id').text),
	);
	expect(new Set(ids).size).toBe(6);

	const names: string[] = [];
	let url: string | undefined = '/dictionary/languages?limit=7';
	while (url) {
		const page: AxiosResponse = await client.get(url);
		names.push(...new Data(page.data).list.map((row) => row.at('name').text));
		url = /<([^>]*)>; rel="next"/.exec(String(page.headers.link))?.[1];
	}
	expect(names.length).toBeGreaterThan(7);
	expect(new Set(names).size).toBe(names.length);
});

test('an invalid cursor is rejected', async () => {
	const sandbox = await sandboxForTest({ dialect: 'streaming' });
	const response = await clientOf(sandbox).post('/discovery', { cursor: 'made-up' });
	expect(response.status).toBe(422);
});
