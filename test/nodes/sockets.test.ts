import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { startRawServer, type RawServer } from '../support/rawServer';
import { useVirtualClock } from '../support/virtualClock';
import { getContact, getProfile } from './calls';

const time = useVirtualClock();
let server: RawServer;
let answer: (socket: Socket) => void;

beforeEach(async () => {
	server = await startRawServer((socket) => answer(socket));
});
afterEach(async () => await server.close());

const head = (status: string, ...lines: string[]) =>
	[`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
const block = Buffer.alloc(64 * 1024, 'x');

/** Nothing here closes the connection: that is for the one who has had enough of the response. */
const WAYS: Record<string, { answer: (socket: Socket) => void; options?: object }> = {
	'announces more than Max Response Size': {
		answer: (socket) => socket.write(head('200 OK', 'content-length: 500000000')),
	},
	'announces it and has begun': {
		answer: (socket) => {
			socket.write(head('200 OK', 'content-length: 500000000'));
			socket.write(block);
		},
	},
	'grows beyond Max Response Size': {
		answer: (socket) => {
			socket.write(head('200 OK', 'transfer-encoding: chunked'));
			for (let n = 0; n < 40; n++) socket.write(`10000\r\n${block.toString('latin1')}\r\n`);
		},
	},
	'unpacks to more than Max Response Size': {
		answer: (socket) => {
			const bytes = gzipSync(Buffer.alloc(20_000_000, 'x'));
			socket.write(head('200 OK', 'content-encoding: gzip', 'transfer-encoding: chunked'));
			socket.write(`${bytes.length.toString(16)}\r\n`);
			socket.write(bytes);
		},
	},
	'never comes': { answer: () => undefined, options: { timeout: 0.2 } },
	'comes byte by byte': {
		answer: (socket) => {
			drip(socket, head('200 OK', 'content-length: 1000') + 'x'.repeat(1_000), 50);
		},
		options: { timeout: 0.3 },
	},
	'redirects without end': {
		answer: (socket) =>
			socket.write(head('302 Found', `location: ${server.url}/again`, 'content-length: 9')),
		options: { timeout: 0.3 },
	},
	'redirects, and its body never ends': {
		answer: (socket) => socket.write(head('307 Moved', `location: ${server.url}/again`)),
		options: { timeout: 0.3 },
	},
	'is an error whose body never ends': {
		answer: (socket) => socket.write(head('400 Bad Request', 'content-length: 100')),
		options: { timeout: 0.3 },
	},
	'is no HTTP': { answer: (socket) => socket.write('hello\r\n\r\n') },
};

/** n8n's client lets go of a connection some turns of the event loop later. */
async function allClosed(): Promise<number> {
	for (let turns = 0; turns < 200 && server.open() > 0; turns++) await wait(10);
	return server.open();
}

describe.each(Object.entries(WAYS))('a response that %s', (_, { answer: way, options }) => {
	const parameters = {
		options: { maxResponseSize: 1, maxRetries: 0, ...options },
	};

	it.each([
		['GET', getProfile],
		['POST', getContact],
	])('leaves no connection open: %s', async (__, call) => {
		answer = way;
		const { error } = await call(server.url, { parameters });
		expect(error).toBeDefined();
		expect(await allClosed()).toBe(0);
	});
});

it('Stop leaves no connection open', async () => {
	answer = (socket) => socket.write(head('200 OK', 'content-length: 1000'));
	await getProfile(server.url, { stopAfterMs: 200 });
	expect(await allClosed()).toBe(0);
});
