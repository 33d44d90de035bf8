import type { FastifyReply } from 'fastify';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clock } from '../../nodes/shared/clock';
import {
	dialectNames,
	ManualClock,
	startSandbox,
	type DialectName,
	type Sandbox,
} from '../../sandbox';
import { sampleOf } from '../../sandbox/routes/sample';
import { readBinary, runNode, type RunResult } from '../engine/engine';
import type { LoopbackServer } from '../support/http';
import { startServer } from '../support/http';
import { useVirtualClock } from '../support/virtualClock';
import { nodeOf } from './areas';
import { TOKEN } from './calls';
import { queryOf } from './parameters';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
useVirtualClock({ time });

const SCREEN = {
	resource: 'screening',
	operation: 'submitAndWait',
	profileUrl: 'https://a.example',
};
const jobOf = (json: IDataObject) => json.job as IDataObject;

describe.each(dialectNames)('the result of a job in the dialect %s', (dialect: DialectName) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, clock: time, creators: 300 });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => sandbox.log.clear());

	const run = async (
		node: string,
		resource: string,
		body: IDataObject,
		parameters: INodeParameters = {},
	): Promise<RunResult> => {
		const result = await runNode({
			node: nodeOf(node),
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			items: [{ json: body }],
			parameters: { resource, operation: 'submitAndWait', bodyMode: 'input', ...parameters },
		});
		expect(result.error).toBeUndefined();
		return result;
	};
	const sample = () => sampleOf(sandbox.world);

	it('a screening has its rating and its count along with the response, and the job last', async () => {
		const { json } = await run('socialBackgroundCheck', 'screening', {
			profile_url: sample().creator.url,
		});
		expect(['NONE', 'LOW', 'MEDIUM', 'HIGH']).toContain(json[0].riskRating);
		expect(json[0].flaggedCount).toEqual(expect.any(Number));
		const names = Object.keys(json[0]);
		expect(names.at(-1)).toBe('job');
		expect(names.slice(-4, -1)).toEqual(['riskRating', 'flaggedCount', 'reportUrl']);
		expect(names.length).toBeGreaterThan(3);
	});

	it('an export is read over its pages, each row with its job', async () => {
		const { json } = await run(
			'creatorSearch',
			'creatorExport',
			{ max_results: 120 },
			{ returnAll: true },
		);
		expect(json).toHaveLength(120);
		expect(
			new Set(json.map(({ id, platform_username: name, url }) => id ?? url ?? name)).size,
		).toBe(120);
		expect(json.every((row) => jobOf(row).state === 'finished')).toBe(true);
		expect(new Set(json.map((row) => jobOf(row).id)).size).toBe(1);
	});

	it('a job without rows still returns an item', async () => {
		const body = { profile_url: `${sample().creator.url}-empty` };
		const { json } = await run('contentAndComments', 'contentFetch', body);
		expect(json).toHaveLength(1);
		expect(jobOf(json[0])).toMatchObject({ type: 'contentFetch', state: 'finished' });
	});

	it('listening continues with its insights, with the query of the user', async () => {
		const { json } = await run(
			'socialListening',
			'request',
			{ keyword: 'coffee', items_limit: 60 },
			{ returnAll: true, ...queryOf({ from_date: '2020-01-01' }) },
		);
		expect(json.length).toBeGreaterThan(10);
		expect(json.every((row) => jobOf(row).type === 'socialListening')).toBe(true);
		const fetches = sandbox.log.find({ method: 'GET', path: /\/fetch$/ });
		expect(fetches[0].query).toEqual({ from_date: '2020-01-01' });
		const polls = sandbox.log.find({ method: 'GET', path: /\/social-listening\/[^/]+$/ });
		expect(polls.every(({ query: sent }) => Object.keys(sent).length === 0)).toBe(true);
	});

	it('the analysed comments are included on request', async () => {
		const body = { profile_url: sample().creator.url };
		const without = await run('purchaseIntent', 'analysis', body);
		expect(without.json[0].comments).toBeUndefined();
		const options = { includeComments: true };
		const { json } = await run('purchaseIntent', 'analysis', body, { options });
		expect(json).toHaveLength(1);
		expect(jobOf(json[0])).toMatchObject({ type: 'purchaseIntent', state: 'finished' });
		const comments = json[0].comments as IDataObject[];
		expect(comments.length).toBeGreaterThan(1);
		expect(comments[0].text).toEqual(expect.any(String));
	});

	it('a report is a file, whether the response contains bytes or a link', async () => {
		const screened = await run('socialBackgroundCheck', 'screening', {
			profile_url: sample().creator.url,
		});
		const { id } = jobOf(screened.json[0]);
		sandbox.log.clear();
		const { items } = await run(
			'socialBackgroundCheck',
			'screening',
			{},
			{
				operation: 'generateReport',
				bodyMode: 'fields',
				id: id as string,
				options: { downloadFile: true },
			},
		);
		const bytes = await readBinary(items[0][0]);
		expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
		const elsewhere = sandbox.log.find({ path: /files?/ });
		for (const { headers } of elsewhere) {
			if (headers.host !== new URL(sandbox.url).host) expect(headers.authorization).toBeUndefined();
		}
	});
});

describe('what is recognised of a job', () => {
	let server: LoopbackServer;
	let submitAnswer: object | string;
	let getAnswers: Array<object | string>;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.post('/screening', async (_request, reply) => await reply.send(submitAnswer));
			app.get('/screening/:id', async (_request, reply) => {
				const answer = getAnswers.length > 1 ? getAnswers.shift() : getAnswers[0];
				return await reply.header('content-type', 'application/json').send(JSON.stringify(answer));
			});
		});
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.requests.length = 0;
		submitAnswer = { id: 'j1' };
		getAnswers = [{ id: 'j1', status: 'done' }];
	});

	const wait = async (options: INodeParameters = {}) =>
		await runNode({
			node: nodeOf('socialBackgroundCheck'),
			credentials: { baseUrl: server.url, apiToken: TOKEN },
			parameters: { ...SCREEN, options },
		});

	it('a plain text', async () => {
		getAnswers = ['queued', 'finished'];
		const { json } = await wait();
		expect(json[0]).toMatchObject({ data: 'finished', job: { rawState: 'finished' } });
	});

	it('a plain text with an unknown word is pending too', async () => {
		getAnswers = ['lilac', 'finished'];
		const { json } = await wait();
		expect(jobOf(json[0]).rawState).toBe('finished');
	});

	it('words and paths of the user take precedence', async () => {
		getAnswers = [
			{ status: 'done', progress: { phase: 'ready' } },
			{ status: 'done', progress: { phase: 'Simmered' } },
		];
		const options = {
			statePath: 'progress.phase',
			pendingStates: 'ready',
			finishedStates: 'simmered, boiled',
			failedStates: 'burnt',
		};
		const { json } = await wait(options);
		expect(jobOf(json[0])).toMatchObject({ state: 'finished', rawState: 'Simmered' });
		getAnswers = [{ progress: { phase: 'burnt' } }];
		expect(jobOf((await wait(options)).json[0])).toMatchObject({ state: 'failed' });
	});

	it('a screening that is not rated says so', async () => {
		getAnswers = [{ status: 'done', notes: 'x' }];
		const { json } = await wait();
		expect(json[0]).toMatchObject({ riskRating: null, flaggedCount: null });
	});
});

describe('the rows of a job with a pagination scheme', () => {
	const all = Array.from({ length: 50 }, (_, n) => ({ n }));
	let server: LoopbackServer;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.post('/*', async () => ({ id: 'j1' }));
			app.get('/*', async ({ query }) => {
				const asked = query as Record<string, string | undefined>;
				const size = 20;
				const start = Number(asked.offset ?? (Number(asked.page ?? 1) - 1) * size);
				return { status: 'done', data: all.slice(start, start + size) };
			});
		});
	});
	afterAll(async () => await server.close());

	it.each(['offset', 'page'])('are all read: %s', async (scheme) => {
		const { json } = await runNode({
			node: nodeOf('creatorSearch'),
			credentials: { baseUrl: server.url, apiToken: TOKEN },
			parameters: {
				resource: 'creatorExport',
				operation: 'submitAndWait',
				keyword: 'a',
				returnAll: true,
				options: { pagination: scheme },
			},
		});
		expect(json.map(({ n }) => n)).toEqual(all.map(({ n }) => n));
	});
});

describe('a submission whose response has the type of a web page', () => {
	let server: LoopbackServer;
	let body: string;
	let location: string;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.post('/*', async (_request, reply) => {
				void reply.code(202).header('location', location);
				return await reply.type('text/html').send(body);
			});
			app.get('/*', async () => ({ status: 'done' }));
		});
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.requests.length = 0;
	});

	const wait = async () =>
		await runNode({
			node: nodeOf('socialBackgroundCheck'),
			credentials: { baseUrl: server.url, apiToken: TOKEN },
			parameters: SCREEN,
			retryOnFail: { maxTries: 3, waitBetweenTries: 1 },
		});
	const posts = () => server.requests.filter(({ method }) => method === 'POST');

	it.each(['Accepted', '<html><title>Thank you</title></html>'])(
		'has the id in Location along with %s',
		async (text) => {
			body = text;
			location = '/screening/j7';
			const { json, error } = await wait();
			expect(error).toBeUndefined();
			expect(jobOf(json[0])).toMatchObject({ id: 'j7', state: 'finished' });
		},
	);

	it('is not repeated where the response is only a web page', async () => {
		body = '<html><title>Thank you</title></html>';
		location = '';
		const { error } = await wait();
		expect(error?.message).toMatch(/is a web page, not data/);
		expect(error?.description).toMatch(/may be charged.*Thank you/);
		expect(posts()).toHaveLength(1);
	});
});

describe('the format of the result', () => {
	let server: LoopbackServer;
	let submitted: (reply: FastifyReply) => unknown;
	let finished: (reply: FastifyReply) => unknown;
	let polls: number;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.post('/*', async (_request, reply) => await submitted(reply));
			app.get('/purchase-intent/:id/comments', async (_request, reply) =>
				reply.type('application/x-ndjson').send('{"text":"nice"}\n{"text":"where from?"}'),
			);
			app.get('/*', async (_request, reply) => {
				polls += 1;
				return polls === 1 ? { id: 'j1', status: 'running' } : await finished(reply);
			});
		});
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		polls = 0;
		submitted = () => ({ id: 'j1' });
		finished = () => ({ status: 'done', score: 5 });
	});

	const run = async (
		[node, resource, operation]: [string, string, string],
		options: INodeParameters,
		parameters: INodeParameters = {},
	) => {
		const result = await runNode({
			node: nodeOf(node),
			credentials: { baseUrl: server.url, apiToken: TOKEN },
			parameters: {
				resource,
				operation,
				bodyMode: 'json',
				bodyJson: '{"a":1}',
				options,
				...parameters,
			},
		});
		expect(result.error).toBeUndefined();
		return result;
	};
	const screen = async (responseFormat: string) =>
		await run(['socialBackgroundCheck', 'screening', 'submitAndWait'], { responseFormat });
	const text = '{"status":"done","score":5}';

	it.each(['auto', 'json', 'text', 'file'])(
		'%s does not affect where the id and the state of the job are read',
		async (responseFormat) => {
			const { json } = await screen(responseFormat);
			expect(jobOf(json[0])).toMatchObject({ id: 'j1', state: 'finished', rawState: 'done' });
			expect(polls).toBe(2);
		},
	);

	it('text is the unchanged response', async () => {
		expect((await screen('text')).json[0].data).toBe(text);
	});

	it('file is the unchanged response, in binary data', async () => {
		const { items } = await screen('file');
		expect((await readBinary(items[0][0])).toString()).toBe(text);
	});

	it.each(['text', 'file'])('%s accepts a web page too', async (responseFormat) => {
		const page = '<!doctype html><html><title>A report that is long enough</title></html>';
		finished = async (reply) => await reply.type('text/html').send(page);
		const { json, items } = await screen(responseFormat);
		expect(jobOf(json[0])).toMatchObject({ id: 'j1', state: 'finished' });
		const got = responseFormat === 'text' ? json[0].data : await readBinary(items[0][0]);
		expect(String(got)).toBe(page);
	});

	it.each(['text', 'file'])(
		'%s applies to the result: a pending job is returned as JSON',
		async (responseFormat) => {
			const { json } = await run(
				['socialBackgroundCheck', 'screening', 'get'],
				{ responseFormat },
				{ id: 'j1' },
			);
			expect(json).toEqual([
				{ id: 'j1', status: 'running', job: expect.objectContaining({ state: 'pending' }) },
			]);
		},
	);

	it('lines of JSON are rows in the result, even a single one, and no rows in states', async () => {
		const lines = (reply: FastifyReply, text: string) =>
			reply.type('application/x-ndjson').send(text);
		submitted = (reply) => lines(reply, '{"id":"j1"}\n');
		finished = (reply) => lines(reply, '{"name":"ann","tags":[{"t":1}]}\n');
		const { json } = await run(['creatorSearch', 'creatorExport', 'submitAndWait'], {});
		expect(json).toEqual([
			{
				name: 'ann',
				tags: [{ t: 1 }],
				job: expect.objectContaining({ id: 'j1', state: 'finished' }),
			},
		]);
	});

	it('is that of the insights where listening continues with them', async () => {
		finished = () => ({ status: 'done' });
		const { json } = await run(['socialListening', 'request', 'submitAndWait'], {
			responseFormat: 'text',
		});
		expect(json[0]).toMatchObject({ data: '{"status":"done"}', job: { state: 'finished' } });
	});
});

describe('Stop while jobs are pending', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ clock: time, creators: 100 });
	});
	afterAll(async () => await sandbox.close());

	it('ends the wait, and keeps the jobs in logs and the context', async () => {
		const stop = new AbortController();
		// After the jobs are submitted, and before they are looked at.
		clock.after(3_000, () => stop.abort());
		const urls = sandbox.world.creators
			.slice(0, 3)
			.map(({ url }) => ({ json: { profile_url: url } }));
		const result = await runNode({
			node: nodeOf('socialBackgroundCheck'),
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			items: urls,
			parameters: { resource: 'screening', operation: 'submitAndWait', bodyMode: 'input' },
			signal: stop.signal,
		});
		expect(result.stopped).toBe(true);
		const ids = sandbox.jobs.list().map(({ id }) => String(id));
		expect(ids).toHaveLength(3);
		const warnings = result.logs
			.filter(({ level }) => level === 'warn')
			.map(({ message }) => message);
		for (const id of ids) {
			// n8n drops the output of a stopped node; its log and the browser's console stay.
			expect(warnings.join()).toContain(id);
			expect(JSON.stringify(result.uiMessages)).toContain(id);
			expect(JSON.stringify(result.context)).toContain(id);
		}
	});
});
