import axios, { type AxiosInstance } from 'axios';
import {
	dialectNames,
	type FaultRule,
	ManualClock,
	type Sandbox,
	startSandbox,
} from '../../sandbox';
import { clientOf, sandboxForTest } from './client';
import { readers } from './readers';

const clock = new ManualClock();
let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox({ clock });
	client = clientOf(sandbox);
});
afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

const body = { profile_url: 'https://pictura.example/somebody' };
const read = () => client.get('/dictionary/languages');
const codeOf = async (request: Promise<unknown>): Promise<string | undefined> => {
	try {
		await request;
	} catch (error) {
		if (axios.isAxiosError(error)) return error.code;
		throw error;
	}
	return undefined;
};

test('latency delays the response', async () => {
	sandbox.faults.add({ kind: 'latency', ms: 120 });
	const start = performance.now();
	expect((await read()).status).toBe(200);
	expect(performance.now() - start).toBeGreaterThanOrEqual(110);
});

test('a reset before the work leaves no job, a reset after it does', async () => {
	const before = sandbox.jobs.submitted();
	const first = sandbox.faults.add({ kind: 'resetBefore' });
	expect(await codeOf(client.post('/screening', body))).toBe('ECONNRESET');
	expect(sandbox.jobs.submitted()).toBe(before);
	first.remove();
	sandbox.faults.add({ kind: 'resetAfter', times: 1 });
	expect(await codeOf(client.post('/screening', body))).toBe('ECONNRESET');
	expect(sandbox.jobs.submitted()).toBe(before + 1);
	expect(sandbox.log.last()).toMatchObject({ path: '/screening', faults: ['resetAfter'] });
	expect((await client.post('/screening', body)).status).toBe(200);
});

test('a burst of errors ends after a number of requests, and may begin later', async () => {
	sandbox.faults.add({ kind: 'status', status: 503, times: 2, skip: 1 });
	const statuses = [];
	for (let i = 0; i < 4; i++) statuses.push((await read()).status);
	expect(statuses).toEqual([200, 503, 503, 200]);
	expect(sandbox.faults.list()).toMatchObject([{ kind: 'status', hits: 2, over: true }]);
});

test('a rule may affect one method and path only', async () => {
	sandbox.faults.add({ kind: 'status', method: 'GET', path: '/screening/*' });
	const { data } = await client.post<{ id: string }>('/screening', body);
	expect((await client.get(`/screening/${data.id}`)).status).toBe(500);
	expect((await client.get(`/screening/${data.id}/contents`)).status).toBe(500);
	expect((await read()).status).toBe(200);
});

test('an outage lasts as long as it was set for', async () => {
	sandbox.faults.add({ kind: 'outage', seconds: 30 });
	expect((await read()).status).toBe(503);
	clock.advance(29_999);
	expect((await read()).status).toBe(503);
	clock.advance(1);
	expect((await read()).status).toBe(200);
});

test.each([
	[{ kind: 'rateLimit', seconds: 3 }, 429, '3'],
	[{ kind: 'rateLimit', retryAfter: 'none' }, 429, undefined],
	[{ kind: 'retryLater' }, 400, undefined],
	[{ kind: 'empty' }, 204, undefined],
] as Array<[FaultRule, number, string | undefined]>)('%j', async (rule, status, header) => {
	sandbox.faults.add(rule);
	const response = await read();
	expect(response.status).toBe(status);
	expect(response.headers['retry-after']).toBe(header);
	if (rule.kind === 'retryLater') {
		expect(response.data).toMatchObject({ error: { error_code: 'retry_later' } });
	}
	if (rule.kind === 'empty') expect(response.data).toBe('');
});

test('an HTML page in place of JSON', async () => {
	sandbox.faults.add({ kind: 'html' });
	const { status, headers, data } = await read();
	expect([status, headers['content-type']]).toEqual([502, 'text/html']);
	expect(data).toMatch(/^<!doctype html>/);
});

test('a redirect to another origin', async () => {
	sandbox.faults.add({ kind: 'redirect', url: 'http://127.0.0.1:9/there' });
	const { status, headers } = await read();
	expect([status, headers.location]).toEqual([302, 'http://127.0.0.1:9/there']);
});

test('half a body, declared as complete', async () => {
	const asText = { responseType: 'text' as const, transformResponse: [] };
	const whole = await client.get<string>('/dictionary/languages', asText);
	sandbox.faults.add({ kind: 'truncate' });
	const half = await client.get<string>('/dictionary/languages', asText);
	expect(half.status).toBe(200);
	expect(half.data).toBe(whole.data.slice(0, Math.floor(whole.data.length / 2)));
	// A second fault leaves something of an answer that has become a stream.
	sandbox.faults.clear();
	for (const kind of ['slowBody', 'truncate'] as const) sandbox.faults.add({ kind, ms: 10 });
	expect((await client.get<string>('/dictionary/languages', asText)).data).toBe(half.data);
});

test('a body that is cut off', async () => {
	sandbox.faults.add({ kind: 'cutOff' });
	expect(await codeOf(read())).toMatch(/ECONNRESET|ERR_BAD_RESPONSE/);
});

test('a slow body', async () => {
	sandbox.faults.add({ kind: 'slowBody', ms: 200 });
	const start = performance.now();
	const { data } = await read();
	expect(data).toHaveProperty('languages');
	expect(performance.now() - start).toBeGreaterThanOrEqual(180);
});

test('a huge body is still the same JSON', async () => {
	sandbox.faults.add({ kind: 'huge', bytes: 3_000_000 });
	const { data, headers } = await read();
	expect(Number(headers['content-length'])).toBeGreaterThan(2_999_900);
	expect(data).toMatchObject({ languages: expect.any(Array), padding: expect.any(String) });
});

test('a token may have faults: as configured, as a suffix or in a header', async () => {
	const at = (token: string, fault?: string) =>
		clientOf({ ...sandbox, token }).get('/dictionary/languages', {
			headers: fault ? { 'x-sandbox-fault': fault } : {},
		});
	expect((await read()).status).toBe(200);
	expect((await at('sandbox-token~status=502,times=1')).status).toBe(502);
	expect((await at('sandbox-token~status=502,times=1')).status).toBe(200);
	expect((await at('sandbox-token', 'latency=10;html=504,method=GET')).status).toBe(504);
	expect((await at('other~latency=1')).status).toBe(401);
	expect((await at('sandbox-token', 'nonsense=1')).status).toBe(422);
});

test('a configured token is affected by its own faults', async () => {
	const own = await sandboxForTest({
		tokens: { shaky: { faults: [{ kind: 'status', status: 503, times: 1 }] } },
	});
	const shaky = clientOf({ ...own, token: 'shaky' });
	expect((await clientOf(own).get('/dictionary/brands')).status).toBe(200);
	expect((await shaky.get('/dictionary/brands')).status).toBe(503);
	expect((await shaky.get('/dictionary/brands')).status).toBe(200);
});

test('the control endpoints set, list and remove faults, and are affected by none', async () => {
	const control = axios.create({
		baseURL: `${sandbox.origin}/__sandbox`,
		validateStatus: () => true,
	});
	const { status, data } = await control.post<{ id: number }>('/faults', { kind: 'outage' });
	expect(status).toBe(201);
	expect((await read()).status).toBe(503);
	expect((await control.get('/faults')).data).toMatchObject([{ kind: 'outage', hits: 1 }]);
	expect((await control.delete(`/faults/${data.id}`)).status).toBe(204);
	expect((await read()).status).toBe(200);
	expect((await control.post('/faults', { kind: 'nonsense' })).status).toBe(422);
	await control.post('/faults', { kind: 'status' });
	expect((await control.delete('/faults')).status).toBe(204);
	expect(sandbox.faults.list()).toEqual([]);
});

test.each(dialectNames)('an injected error has the shape of the dialect %s', async (dialect) => {
	const other = await sandboxForTest({ dialect });
	other.faults.add({ kind: 'status', status: 500 });
	const response = await clientOf(other).get('/dictionary/languages');
	expect(response.status).toBe(500);
	expect(readers[dialect].problem.message(response)).toMatch(/went wrong/);
});
