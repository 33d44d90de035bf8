import axios, { type AxiosInstance } from 'axios';
import { ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import { clientOf } from './client';

// When and how often a fault strikes; what it does to a response, the tests of the nodes show.

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
