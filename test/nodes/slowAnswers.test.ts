import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { runNode } from '../support/engine';
import { least } from '../support/least';
import { drip, startRawServer, type RawServer } from '../support/rawServer';
import { getContact, getProfile, TOKEN } from './calls';

let server: RawServer;
let answer: (socket: Socket, attempt: number) => void;

beforeAll(async () => {
	server = await startRawServer((socket, attempt) => answer(socket, attempt));
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
});

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const BODY = `{"a":"${'x'.repeat(10_000)}"}`;
const SENT = `${HEAD}content-length: ${BODY.length}\r\n\r\n`;

/** Ways to keep a connection busy without ever coming to an end. */
const DRIPPING: Record<string, (socket: Socket) => void> = {
	'a body': (socket) => {
		socket.write(SENT);
		drip(socket, BODY, 100);
	},
	'a body in chunks': (socket) => {
		socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
		const timer = setInterval(() => socket.write('1\r\nx\r\n'), 100);
		socket.on('close', () => clearInterval(timer));
	},
	headers: (socket) => drip(socket, `${HEAD}x-long: ${'x'.repeat(10_000)}`, 100),
	'the first line': (socket) => drip(socket, `HTTP/1.1 200 ${'x'.repeat(10_000)}`, 100),
	'early hints': (socket) => {
		const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 100);
		socket.on('close', () => clearInterval(timer));
	},
	'the end of a body': (socket) => void socket.write(SENT + BODY.slice(0, -1)),
	'an endless redirect': (socket) => {
		setTimeout(() => {
			socket.end('HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n');
		}, 200);
	},
};
const ways = Object.entries(DRIPPING);
/** How many connections are still open, after some time to close. */
const closed = async ({ open }: RawServer) => {
	for (let left = 40; open() > 0 && left > 0; left--) await delay(50);
	return open();
};

describe('Timeout ends', () => {
	it.each(ways)('%s that drips', async (_, way) => {
		answer = way;
		const took = await least(1_500, async () => {
			const { error, durationMs } = await getProfile(server.url, {
				parameters: { options: { timeout: 0.5, maxRetries: 0 } },
			});
			expect(error?.message).toMatch(/did not answer .* in time/);
			expect(error).toMatchObject({ context: { details: { code: 'ETIMEDOUT' } } });
			return durationMs;
		});
		expect(took).toBeGreaterThan(450);
		expect(took).toBeLessThan(1_500);
		expect(await closed(server)).toBe(0);
	});

	it.each(ways)('a POST with %s that drips, and it may have taken effect', async (_, way) => {
		answer = way;
		const { error } = await getContact(server.url, { parameters: { options: { timeout: 0.5 } } });
		expect(error).toMatchObject({ context: { details: { uncertain: true } } });
		expect(server.requests.filter((line) => line.startsWith('POST'))).toHaveLength(1);
	});

	it('nothing that comes in time', async () => {
		answer = (socket) => {
			socket.write(SENT);
			drip(socket, BODY.slice(0, 5), 50);
			setTimeout(() => socket.end(BODY.slice(5)), 600);
		};
		const { error, json } = await getProfile(server.url, {
			parameters: { options: { timeout: 3 } },
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([JSON.parse(BODY)]);
	});
});

describe('Stop ends', () => {
	it.each(ways)('%s that drips, within a second', async (_, way) => {
		answer = way;
		const took = await least(1_000, async () => {
			const { stopped, stopLatencyMs = Infinity } = await getProfile(server.url, {
				items: [{ json: {} }, { json: {} }],
				stopAfterMs: 300,
			});
			expect(stopped).toBe(true);
			return stopLatencyMs;
		});
		expect(took).toBeLessThan(1_000);
		expect(await closed(server)).toBe(0);
	});
});

describe('Max Wait ends', () => {
	const submitted = '{"id":"job-1","status":"pending"}';
	const looks: Record<string, (socket: Socket) => void> = {
		'a look that drips': DRIPPING['a body'],
		'looks that are refused': (socket) => void socket.end('HTTP/1.1 500 No\r\n\r\n'),
	};
	/** A run of its own for each, all at once, as each takes a second and ten for the last look. */
	const running = async (look: (socket: Socket) => void) => {
		const service = await startRawServer((socket, attempt) => {
			if (attempt > 1) look(socket);
			else socket.end(`${HEAD}content-length: ${submitted.length}\r\n\r\n${submitted}`);
		});
		const result = await runNode({
			node: new SocialBackgroundCheck(),
			parameters: {
				resource: 'screening',
				operation: 'submitAndWait',
				bodyMode: 'json',
				bodyJson: '{"a": 1}',
				options: { maxWait: 1, pollInterval: 0.2, maxRetries: 50, maxRetryDelay: 100 },
			},
			credentials: { baseUrl: service.url, apiToken: TOKEN },
		});
		const open = await closed(service);
		await service.close();
		return { ...result, open };
	};
	let results: Record<string, Awaited<ReturnType<typeof running>>>;

	beforeAll(async () => {
		const all = Object.entries(looks).map(
			async ([name, look]) => [name, await running(look)] as const,
		);
		results = Object.fromEntries(await Promise.all(all));
	}, 30_000);

	it.each(Object.keys(looks))('%s, and the job comes out as pending', (name) => {
		const { json, error, durationMs, open } = results[name];
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ job: { id: 'job-1', state: 'pending' } }]);
		expect(durationMs).toBeLessThan(14_000);
		expect(open).toBe(0);
	});
});

it.each([2_147_483, 2_147_484, 1e9, 1e15])(
	'a Timeout of %d s is no shorter than others',
	async (timeout) => {
		answer = (socket) => socket.end(SENT + BODY);
		const { json } = await getProfile(server.url, { parameters: { options: { timeout } } });
		expect(json).toEqual([JSON.parse(BODY)]);
	},
);
