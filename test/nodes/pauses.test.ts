import { clock } from '../../nodes/shared/clock';
import { startServer, type LoopbackServer } from '../support/http';
import { getBrands, getProfile } from './calls';

const COUNT = 200;
let server: LoopbackServer;
let body = '{}';
let pauses: jest.SpyInstance;
/** Pauses before the first request. */
let pausesBefore: number | undefined;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (_request, reply) => {
			pausesBefore ??= pauses.mock.calls.length;
			return await reply.type('application/json').send(body);
		});
	});
});
afterAll(async () => await server.close());

beforeEach(() => {
	pausesBefore = undefined;
	let now = 0;
	// Each look at the clock shows that it is time for a pause.
	jest.spyOn(clock, 'monotonic').mockImplementation(() => (now += 20));
	pauses = jest.spyOn(clock, 'yield');
});
afterEach(() => jest.restoreAllMocks());

it('n8n can do other work between two items that are prepared', async () => {
	body = '{}';
	const items = Array.from({ length: COUNT }, (_, n) => ({ json: { id: `a${n}` } }));
	const parameters = { identifier: '={{ $json.id }}' };
	const { json } = await getProfile(server.url, { items, parameters });
	expect(json).toHaveLength(COUNT);
	expect(pausesBefore).toBeGreaterThanOrEqual(COUNT);
});

it('and between two long integers of a response', async () => {
	const ids = Array.from({ length: 100 * COUNT }, (_, n) => `73012345678901${10_000 + n}`);
	body = `{"ids":[${ids.join(',')}]}`;
	const { json } = await getProfile(server.url);
	expect(json).toEqual([{ ids }]);
	// About 20 steps of 16 KB.
	expect(pauses.mock.calls.length - Number(pausesBefore)).toBeGreaterThanOrEqual(20);
});

it('and between two rows that are explained', async () => {
	body = JSON.stringify({ brands: Array.from({ length: COUNT }, (_, n) => ({ id: n })) });
	const pausesOf = async (explain: boolean) => {
		pauses.mockClear();
		const { json } = await getBrands(server.url, {
			parameters: { returnAll: true, options: { explain } },
		});
		expect(json).toHaveLength(COUNT);
		return pauses.mock.calls.length;
	};
	expect((await pausesOf(true)) - (await pausesOf(false))).toBeGreaterThanOrEqual(COUNT);
});
