import type { AxiosInstance } from 'axios';
import {
	dialectNames,
	type JobType,
	jobTypes,
	ManualClock,
	type Sandbox,
	startSandbox,
} from '../../sandbox';
import { jobOfType } from '../../nodes/CreatorIntelligenceTrigger/catalogue';
import { routes } from '../../sandbox/routes';
import { sampleOf } from '../../sandbox/routes/sample';
import { clientOf, sandboxForTest } from './client';
import { allRows, Data, readers, submit } from './readers';

const pathOf = (type: JobType): string => jobOfType(type).endpoint.path;

const exampleOf = (type: JobType, { world }: Sandbox): object => {
	const route = routes.find(({ method, path }) => method === 'POST' && path === pathOf(type));
	return route?.example(sampleOf(world)) ?? {};
};

const profile = (name: string) => ({ profile_url: `https://pictura.example/${name}` });

describe.each(dialectNames)('jobs in the dialect %s', (dialect) => {
	const reader = readers[dialect];
	const clock = new ManualClock();
	const durations = Object.fromEntries(
		jobTypes.map((type) => [type, { queued: 1000, running: 9000 }]),
	);
	let sandbox: Sandbox;
	let client: AxiosInstance;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, clock, durations });
		client = clientOf(sandbox);
	});
	afterAll(() => sandbox.close());

	test.each(jobTypes)('%s is queued, runs and finishes by the clock', async (type) => {
		const path = pathOf(type);
		const before = sandbox.jobs.submitted(type);
		const submitted = await client.post(path, exampleOf(type, sandbox));
		expect(submitted.status).toBe(reader.submitStatus);
		expect(reader.submitState(new Data(submitted.data))).not.toBe(reader.words.finished);
		expect(sandbox.jobs.submitted(type)).toBe(before + 1);
		const url = `${path}/${reader.id(submitted)}`;

		const states: Array<string | undefined> = [];
		for (const wait of [0, 999, 1, 8999]) {
			clock.advance(wait);
			const { status, data } = await client.get(url);
			expect(status).toBe(reader.pending.status);
			states.push(reader.pending.state(new Data(data)));
		}
		const [queued, running] = reader.pending.words;
		// Its status is a flag there, which knows no queue.
		const flags = dialect === 'linked' && type === 'socialListening';
		expect(states).toEqual(flags ? Array(4).fill(undefined) : [queued, queued, running, running]);

		clock.advance(1);
		const done = await client.get(url);
		expect(done.status).toBe(200);
		if (dialect === 'streaming' && type === 'creatorExport') {
			expect(done.headers['content-type']).toMatch('text/csv');
		} else {
			expect(reader.state(new Data(done.data))).toBe(reader.words.finished);
		}
	});

	test.each(jobTypes)('%s fails on purpose and says why', async (type) => {
		const id = await submit(client, reader, pathOf(type), {
			...exampleOf(type, sandbox),
			reference: 'fails-always',
		});
		clock.advance(10_000);
		const { status, data } = await client.get(`${pathOf(type)}/${id}`);
		expect(status).toBe(200);
		expect(reader.state(new Data(data))).toBe(reader.words.failed);
		expect(reader.failure(new Data(data))).toMatch(/refused/);
	});

	test('a partial job has half of the rows and says so', async () => {
		const emails = Array.from({ length: 9 }, (_, i) => `partial-${i}@mailbox.example`);
		const id = await submit(client, reader, '/email-lookup', { emails });
		clock.advance(10_000);
		const { data } = await client.get(`/email-lookup/${id}`);
		expect(reader.state(new Data(data))).toBe(reader.words.partial);
		expect(reader.jobRows(new Data(data), 'lookups')).toHaveLength(5);
	});

	test('slow, endless, instant and empty jobs', async () => {
		const at = (word: string) => submit(client, reader, '/public-content-async', profile(word));
		const [slow, endless, instant, empty] = [
			await at('slow'),
			await at('never-finishes'),
			await at('instant'),
			await at('empty'),
		];
		const phases = () => [slow, endless, instant, empty].map((id) => sandbox.jobs.get(id)?.phase);
		expect(phases()).toEqual(['queued', 'queued', 'finished', 'queued']);
		clock.advance(10_000);
		expect(phases()).toEqual(['running', 'running', 'finished', 'finished']);
		clock.advance(1_000_000);
		expect(phases()).toEqual(['finished', 'running', 'finished', 'finished']);
		const { data } = await client.get(`/public-content-async/${empty}`);
		expect(reader.jobRows(new Data(data), 'contents')).toEqual([]);
	});

	test('rows of a finished job are returned in pages that add up', async () => {
		const { creator } = sampleOf(sandbox.world);
		const expected = sandbox.world.contents(creator).map(({ id }) => id);
		const id = await submit(client, reader, '/public-content-async', { profile_url: creator.url });
		clock.advance(10_000);
		const { rows, pages } = await allRows(
			reader,
			7,
			(params) => client.get(`/public-content-async/${id}`, { params }),
			(data) => reader.jobRows(data, 'contents'),
		);
		expect(rows.map((row) => row.at('id').text)).toEqual(expected);
		expect(pages).toBe(Math.ceil(expected.length / 7));
	});

	test('rows have a status of their own', async () => {
		const id = await submit(client, reader, '/email-lookup', {
			emails: ['nobody@mailbox.example'],
		});
		clock.advance(10_000);
		const { data } = await client.get(`/email-lookup/${id}`);
		const [row] = reader.jobRows(new Data(data), 'lookups');
		expect(row.at('status').text).toBe('failed');
		expect(reader.state(new Data(data))).toBe(reader.words.finished);
	});

	test('social listening continues from the status to the insights', async () => {
		const id = await submit(client, reader, '/social-listening', {
			hashtag: 'yoga',
			items_limit: 45,
		});
		const early = await client.get(`/social-listening/${id}/fetch`);
		expect(early.status).toBe(reader.notReadyStatus);
		if (dialect === 'enveloped') expect(new Data(early.data).at('code').text).toBe('retry_later');
		clock.advance(10_000);
		const fetch = (params: object) => client.get(`/social-listening/${id}/fetch`, { params });
		const { rows } = await allRows(reader, 20, fetch);
		expect(rows).toHaveLength(45);
		const days = rows.map((row) => row.at('published_at').text.slice(0, 10));
		const [from, to] = [days[30], days[10]];
		const some = await allRows(reader, 20, (params) =>
			fetch({ ...params, from_date: from, to_date: to }),
		);
		expect(some.rows).toHaveLength(days.filter((day) => day >= from && day <= to).length);
	});

	test.each([
		['/purchase-intent', { profile_url: 'https://pictura.example/somebody' }, 'purchase_intent'],
		[
			'/comments-relevance',
			{ content_url: 'https://pictura.example/somebody/posts/1' },
			'relevance_score',
		],
	])('the comments of %s agree with its insights', async (path, input, field) => {
		const id = await submit(client, reader, path, input);
		clock.advance(10_000);
		const insights = reader.jobRecord(new Data((await client.get(`${path}/${id}`)).data));
		const total = insights.at('report_information.total_comment_count').number;
		const lines = dialect === 'streaming' || dialect === 'bare';
		const comments = lines
			? await linesOf(`${path}/${id}/comments`)
			: (await allRows(reader, 100, (params) => client.get(`${path}/${id}/comments`, { params })))
					.rows;
		expect(comments).toHaveLength(total);
		expect(total).toBeGreaterThan(10);
		for (const comment of comments) expect(comment.at(field).value).toBeDefined();
		const positive = comments.filter((comment) => comment.at('sentiment').text === 'POSITIVE');
		expect(positive).toHaveLength(insights.at('report_information.positive_comment_count').number);
	});

	async function linesOf(path: string): Promise<Data[]> {
		const { data, headers } = await client.get<string>(path, { responseType: 'text' });
		expect(headers['content-type']).toMatch('application/x-ndjson');
		return data
			.trim()
			.split('\n')
			.map((line) => new Data(JSON.parse(line)));
	}

	test('a job belongs to the token that submitted it and to its own path', async () => {
		const id = await submit(client, reader, '/screening', profile('somebody'));
		expect((await client.get(`/purchase-intent/${id}`)).status).toBe(404);
		const other = await sandboxForTest({ dialect, clock, tokens: { other: {} } });
		const mine = await submit(clientOf(other), reader, '/screening', profile('a'));
		const stranger = clientOf({ ...other, token: 'other' });
		expect((await clientOf(other).get(`/screening/${mine}`)).status).toBe(reader.pending.status);
		expect((await stranger.get(`/screening/${mine}`)).status).toBe(404);
	});
});

test('an export of the streaming dialect is a file with all rows', async () => {
	const clock = new ManualClock();
	const sandbox = await sandboxForTest({ dialect: 'streaming', clock });
	const client = clientOf(sandbox);
	const id = await submit(client, readers.streaming, '/discovery-export', { max_results: 321 });
	clock.advance(60_000);
	const { data, headers } = await client.get<string>(`/discovery-export/${id}`);
	expect(headers['content-disposition']).toBe('attachment; filename="creators.csv"');
	const [head, ...rows] = data.trim().split('\n');
	expect(head).toMatch(/^id,work_platform\.id,work_platform\.name,platform_username,/);
	expect(rows).toHaveLength(321);
});

test('durations scale, and a test can end a job manually', async () => {
	const clock = new ManualClock();
	const sandbox = await sandboxForTest({ clock, timeScale: 0.5, durations: { screening: 8000 } });
	const client = clientOf(sandbox);
	const id = await submit(client, readers.flat, '/screening', profile('a'));
	const view = sandbox.jobs.get(id);
	expect(view).toMatchObject({ startsAt: clock.now() + 1000, endsAt: clock.now() + 4000 });
	sandbox.jobs.settle(id, 'failed', 'because');
	const { data } = await client.get(`/screening/${id}`);
	expect(data).toMatchObject({ status: 'FAILURE', error: { message: 'because' } });
});
