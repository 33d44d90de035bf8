import type { Socket } from 'node:net';

import { clock } from '../../nodes/shared/clock';
import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { runNode } from '../engine/engine';
import { startRawServer, type RawServer } from '../support/rawServer';
import { useVirtualClock } from '../support/virtualClock';
import { getContact, getProfile, TOKEN } from './calls';

const time = useVirtualClock();
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
		time.drip(socket, BODY);
	},
	'a body in chunks': (socket) => {
		socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
		void time.drag(socket, () => socket.write('1\r\nx\r\n'));
	},
	headers: (socket) => time.drip(socket, `${HEAD}x-long: ${'x'.repeat(10_000)}`),
	'the first line': (socket) => time.drip(socket, `HTTP/1.1 200 ${'x'.repeat(10_000)}`),
	'early hints': (socket) =>
		void time.drag(socket, () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')),
	'the end of a body': (socket) => {
		socket.write(SENT + BODY.slice(0, -1));
		void time.drag(socket);
	},
	'an endless redirect': (socket) =>
		void time
			.drag(socket, undefined, 15_000)
			.then(() =>
				socket.end('HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n'),
			),
};
const ways = Object.entries(DRIPPING);

describe('Timeout ends', () => {
	it.each(ways)('%s that is slow', async (_, way) => {
		answer = way;
		const { error } = await getProfile(server.url, {
			parameters: { options: { timeout: 60, maxRetries: 0 } },
		});
		expect(error?.message).toMatch(/did not respond to .* in time/);
		expect(error).toMatchObject({ context: { details: { code: 'ETIMEDOUT' } } });
		expect(time.elapsed).toBe(60_000);
		expect(await server.open()).toBe(0);
	});

	it.each(ways)('a POST with %s that is slow, and it may have been processed', async (_, way) => {
		answer = way;
		const { error } = await getContact(server.url, { parameters: { options: { timeout: 60 } } });
		expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
		expect(server.requests.filter((line) => line.startsWith('POST'))).toHaveLength(1);
	});

	it('nothing that arrives in time', async () => {
		answer = (socket) => {
			socket.write(SENT);
			void time.drag(socket, undefined, 59_000).then(() => socket.end(BODY));
		};
		const { error, json } = await getProfile(server.url, {
			parameters: { options: { timeout: 60 } },
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([JSON.parse(BODY)]);
	});
});

describe('Stop ends', () => {
	it.each(ways)('%s that is slow, within a second', async (_, way) => {
		answer = way;
		const stop = new AbortController();
		clock.after(1_000, () => stop.abort());
		const { stopped } = await getProfile(server.url, {
			items: [{ json: {} }, { json: {} }],
			signal: stop.signal,
		});
		expect(stopped).toBe(true);
		expect(time.elapsed).toBeLessThan(2_000);
		expect(await server.open()).toBe(0);
	});
});

describe('Max Wait ends', () => {
	const submitted = '{"id":"job-1","status":"pending"}';
	const polls: Record<string, (socket: Socket) => void> = {
		'a look that drips': DRIPPING['a body'],
		'polls that are rejected': (socket) => void socket.end('HTTP/1.1 500 No\r\n\r\n'),
	};
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
				options: { maxWait: 60, pollInterval: 5, maxRetries: 50, maxRetryDelay: 100 },
			},
			credentials: { baseUrl: service.url, apiToken: TOKEN },
		});
		const open = await service.open();
		await service.close();
		return { ...result, open };
	};

	it.each(Object.entries(polls))('%s, and the job is returned as pending', async (_, look) => {
		const { json, error, open } = await running(look);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ job: { id: 'job-1', state: 'pending' } }]);
		// The last look has ten seconds.
		expect(time.elapsed).toBeLessThanOrEqual(70_000);
		expect(open).toBe(0);
	});
});

it.each([2_147_483, 2_147_484, 1e9, 1e15])(
	'a Timeout of %d s does not overflow',
	async (timeout) => {
		await time.restore();
		answer = (socket) => socket.end(SENT + BODY);
		const { json } = await getProfile(server.url, { parameters: { options: { timeout } } });
		expect(json).toEqual([JSON.parse(BODY)]);
	},
);
