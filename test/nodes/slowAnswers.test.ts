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
		}, 400);
	},
};
const ways = Object.entries(DRIPPING);
const closed = async () => {
	for (let left = 40; server.open() > 0 && left > 0; left--) await delay(50);
	return server.open();
};

describe('Timeout ends', () => {
	it.each(ways)('%s that drips', async (_, way) => {
		answer = way;
		const took = await least(2_000, async () => {
			const { error, durationMs } = await getProfile(server.url, {
				parameters: { options: { timeout: 1, maxRetries: 0 } },
			});
			expect(error?.message).toMatch(/did not answer .* in time/);
			expect(error).toMatchObject({ context: { details: { code: 'ETIMEDOUT' } } });
			return durationMs;
		});
		expect(took).toBeGreaterThan(900);
		expect(took).toBeLessThan(2_000);
		expect(await closed()).toBe(0);
	});

	it.each(ways)('a POST with %s that drips, and it may have taken effect', async (_, way) => {
		answer = way;
		const { error } = await getContact(server.url, { parameters: { options: { timeout: 1 } } });
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
		expect(await closed()).toBe(0);
	});
});

describe('Max Wait ends', () => {
	const wait = async (options: object) =>
		await runNode({
			node: new SocialBackgroundCheck(),
			parameters: {
				resource: 'screening',
				operation: 'submitAndWait',
				bodyMode: 'json',
				bodyJson: '{}',
				options: { maxWait: 1, pollInterval: 0.2, ...options },
			},
			credentials: { baseUrl: server.url, apiToken: TOKEN },
		});
	const submitted = '{"id":"job-1","status":"pending"}';
	const afterSubmission = (way: (socket: Socket) => void) => (socket: Socket, attempt: number) => {
		if (attempt > 1) way(socket);
		else socket.end(`${HEAD}content-length: ${submitted.length}\r\n\r\n${submitted}`);
	};

	it.each([
		['a look that drips', DRIPPING['a body']],
		['looks that are refused', (socket: Socket) => void socket.end('HTTP/1.1 500 No\r\n\r\n')],
	])(
		'%s, and the job comes out as pending',
		async (_, way) => {
			answer = afterSubmission(way);
			const { json, error, durationMs } = await wait({ maxRetries: 50, maxRetryDelay: 100 });
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ job: { id: 'job-1', state: 'pending' } }]);
			// One second, and ten for the last look.
			expect(durationMs).toBeLessThan(14_000);
		},
		30_000,
	);
});
