import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { clock } from '../../nodes/shared/clock';
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
const WAYS: Record<string, { answer: (socket: Socket) => void }> = {
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
	'never comes': { answer: (socket) => void time.drag(socket) },
	'comes byte by byte': {
		answer: (socket) =>
			time.drip(socket, head('200 OK', 'content-length: 1000') + 'x'.repeat(1_000)),
	},
	'redirects without end': {
		answer: (socket) => {
			socket.write(head('302 Found', `location: ${server.url}/again`, 'content-length: 9'));
			void time.drag(socket);
		},
	},
	'redirects, and its body never ends': {
		answer: (socket) => {
			socket.write(head('307 Moved', `location: ${server.url}/again`));
			void time.drag(socket);
		},
	},
	'is an error whose body never ends': {
		answer: (socket) => {
			socket.write(head('400 Bad Request', 'content-length: 100'));
			void time.drag(socket);
		},
	},
	'is no HTTP': { answer: (socket) => socket.write('hello\r\n\r\n') },
};

describe.each(Object.entries(WAYS))('a response that %s', (_, { answer: way }) => {
	const parameters = { options: { maxResponseSize: 1, maxRetries: 0 } };

	it.each([
		['GET', getProfile],
		['POST', getContact],
	])('leaves no connection open: %s', async (__, call) => {
		answer = way;
		const { error } = await call(server.url, { parameters });
		expect(error).toBeDefined();
		expect(await server.open()).toBe(0);
	});
});

it('Stop leaves no connection open', async () => {
	const stop = new AbortController();
	answer = (socket) => {
		socket.write(head('200 OK', 'content-length: 1000'));
		void time.drag(socket);
	};
	clock.after(1_000, () => stop.abort());
	await getProfile(server.url, { signal: stop.signal });
	expect(await server.open()).toBe(0);
});
