import type { AxiosInstance, AxiosResponse } from 'axios';
import { dialectNames, ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import { routes } from '../../sandbox/routes';
import type { Route } from '../../sandbox/routes/route';
import { type Sample, sampleOf } from '../../sandbox/routes/sample';
import { publishedEndpoints } from '../support/endpoints';
import { clientOf } from './client';
import { Data, readers, submit } from './readers';

const table: ReadonlyArray<[string, string]> = publishedEndpoints.map((line) => {
	const [method, path] = line.split(' ');
	return [method, path];
});

const routeAt = (method: string, path: string): Route => {
	const found = routes.find((route) => route.method === method && route.path === path);
	if (!found) throw new Error(`No route for ${method} ${path}`);
	return found;
};

test('the routes are the endpoints of the interface, each once', () => {
	const served = routes.map(({ method, path }) => `${method} ${path}`).sort();
	expect(served).toEqual([...publishedEndpoints].sort());
});

/** A rejection has the same form at all endpoints: the first dialect tries all of them, the others some. */
const FEW = 3;

describe.each(dialectNames)('in the dialect %s', (dialect) => {
	const tried = <T>(all: readonly T[]) => (dialect === dialectNames[0] ? all : all.slice(0, FEW));
	const reader = readers[dialect];
	const clock = new ManualClock();
	let sandbox: Sandbox;
	let client: AxiosInstance;
	let sample: Sample;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, clock, basePath: '/v2' });
		client = clientOf(sandbox);
		sample = sampleOf(sandbox.world);
	});
	afterAll(() => sandbox.close());

	/** Something for the `{id}` of a path, ready to be read. */
	async function idFor(method: string, path: string): Promise<string> {
		const [parent] = path.split('/{id}');
		if (parent === path) return '';
		const { id: known } = routeAt(method, path).example(sample);
		if (typeof known === 'string') return known;
		const body = routeAt('POST', parent).example(sample);
		if (parent === '/flagging-criteria') {
			const { data } = await client.post(parent, body);
			return reader.record(new Data(data)).at('id').text;
		}
		const id = await submit(client, reader, parent, body);
		clock.advance(60_000);
		return id;
	}

	async function ask(method: string, path: string, id: string): Promise<AxiosResponse> {
		const url = path.replace('{id}', encodeURIComponent(id));
		const example = routeAt(method, path).example(sample);
		if (method === 'PATCH') {
			const contents = await client.get(url.replace('/unflag', ''));
			const [first] = reader.rows(new Data(contents.data));
			return client.patch(url, { content_ids: [first.at('id').text] });
		}
		return method === 'GET' ? client.get(url, { params: example }) : client.post(url, example);
	}

	test.each(table)('%s %s responds', async (method, path) => {
		const response = await ask(method, path, await idFor(method, path));
		const redirected = dialect === 'bare' && path.endsWith('/generate-report');
		expect(response.status).toBeGreaterThanOrEqual(200);
		expect(response.status).toBeLessThan(redirected ? 303 : 300);
		if (response.status === 200) expect(JSON.stringify(response.data).length).toBeGreaterThan(10);
	});

	test.each(tried(table))('%s %s requires a token', async (method, path) => {
		const url = path.replace('{id}', 'x');
		const response = await client.request({ method, url, headers: { Authorization: undefined } });
		expect(response.status).toBe(401);
		expect(reader.problem.message(response)).toMatch(/Authorization/);
	});

	test.each(tried(table.filter(([, path]) => path.includes('{id}'))))(
		'%s %s finds no unknown id',
		async (method, path) => {
			const body = method === 'PATCH' ? { content_ids: ['x'] } : {};
			const url = path.replace('{id}', 'no-such-id');
			const response = await client.request({
				method,
				url,
				data: method === 'GET' ? undefined : body,
			});
			expect(response.status).toBe(404);
			expect(reader.problem.message(response)).toContain('no-such-id');
		},
	);

	test.each(tried(table.filter(([method, path]) => method === 'POST' && !path.includes('{id}'))))(
		'%s %s rejects a body that is not an object',
		async (_, path) => {
			const response = await client.post(path, [1, 2, 3]);
			expect(response.status).toBe(422);
			expect(reader.problem.fields(response)).toContain('object');
		},
	);
});
