import { ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import { routes } from '../../sandbox/routes';
import { publishedEndpoints } from '../support/endpoints';
import { clientOf } from './client';

// test/nodes/endpoints.test.ts sends the example of each route in all dialects.

const table = publishedEndpoints.map((line) => line.split(' ') as [string, string]);

test('the routes are the endpoints of the interface, each once', () => {
	const served = routes.map(({ method, path }) => `${method} ${path}`).sort();
	expect(served).toEqual([...publishedEndpoints].sort());
});

describe('each endpoint', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ clock: new ManualClock(), basePath: '/v2' });
	});
	afterAll(() => sandbox.close());

	test.each(table)('%s %s requires a token', async (method, path) => {
		const url = path.replace('{id}', 'x');
		const client = clientOf({ ...sandbox, token: '' });
		expect((await client.request({ method, url })).status).toBe(401);
	});

	test.each(table.filter(([, path]) => path.includes('{id}')))(
		'%s %s finds no unknown id',
		async (method, path) => {
			const data = { GET: undefined, PATCH: { content_ids: ['x'] } }[method] ?? {};
			const url = path.replace('{id}', 'no-such-id');
			const response = await clientOf(sandbox).request({ method, url, data });
			expect(response.status).toBe(404);
			expect(JSON.stringify(response.data)).toContain('no-such-id');
		},
	);
});
