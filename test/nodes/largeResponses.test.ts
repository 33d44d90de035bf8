import type { Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import type { INodeParameters } from 'n8n-workflow';

import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { runNode } from '../engine/engine';
import { startRawServer, type RawServer } from '../support/rawServer';
import { getContact, getProfile, TOKEN } from './calls';

const MEGABYTE = 1024 * 1024;
let server: RawServer;
let answer: (socket: Socket, attempt: number) => void;

beforeAll(async () => {
	server = await startRawServer((socket, attempt) => answer(socket, attempt));
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const LARGE = Buffer.alloc(20 * MEGABYTE, 'x');
const bombs = {
	gzip: gzipSync(LARGE),
	br: brotliCompressSync(LARGE, {
		params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
	}),
};
const packed = (encoding: keyof typeof bombs) => (socket: Socket) => {
	const body = bombs[encoding];
	socket.write(head(`content-encoding: ${encoding}`, `content-length: ${body.length}`));
	socket.end(body);
};
/** Goes on for as long as somebody reads. */
const endless =
	(...lines: string[]) =>
	(socket: Socket) => {
		socket.write(head(...lines));
		const block = Buffer.alloc(64 * 1024, 'x');
		const more = () => {
			while (!socket.destroyed && socket.write(block));
		};
		socket.on('drain', more);
		more();
	};

/** The default limit is met by one that is rejected before it is read. */
const ANSWERS: Record<string, [(socket: Socket) => void, number, INodeParameters]> = {
	'a bomb in gzip': [packed('gzip'), 4, { maxResponseSize: 4 }],
	'a bomb in Brotli': [packed('br'), 4, { maxResponseSize: 4 }],
	'an answer that announces its size': [endless('content-length: 566231040'), 100, {}],
	'an answer that never ends': [endless('connection: close'), 4, { maxResponseSize: 4 }],
};

describe.each(Object.entries(ANSWERS))('%s', (_, [way, limit, options]) => {
	it('is read once, up to the limit, and reported', async () => {
		answer = way;
		const before = process.memoryUsage().rss;
		const { error } = await getProfile(server.url, { parameters: { options } });
		expect(error?.message).toContain(`larger than 'Max Response Size' (${limit} MB)`);
		expect(error?.description).toMatch(/'Max Response Size' in Options > Requests/);
		expect(server.requests).toHaveLength(1);
		expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
	});

	it('of a POST may have been charged', async () => {
		answer = way;
		const { error } = await getContact(server.url, {
			parameters: { options: { maxResponseSize: 0.5 } },
		});
		expect(error?.message).toContain('(0.5 MB)');
		expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
	});

	it('of a POST is not requested again by Retry On Fail', async () => {
		answer = way;
		await getContact(server.url, {
			parameters: { options: { maxResponseSize: 0.5 } },
			retryOnFail: { maxTries: 3, waitBetweenTries: 1 },
		});
		expect(server.requests).toHaveLength(1);
	});
});

it('a response up to the limit is read', async () => {
	const body = JSON.stringify({ a: 'x'.repeat(3 * MEGABYTE) });
	answer = (socket) => socket.end(head(`content-length: ${body.length}`) + body);
	const { json, error } = await getProfile(server.url, {
		parameters: { options: { maxResponseSize: 4 } },
	});
	expect(error).toBeUndefined();
	expect(json).toEqual([JSON.parse(body)]);
});

it('a response in many small chunks takes no more memory than its size', async () => {
	const pieces = 50_000;
	answer = (socket) => {
		socket.write(head('transfer-encoding: chunked', 'content-type: text/plain'));
		for (let sent = 0; sent < pieces; sent += 10_000) socket.write('1\r\nx\r\n'.repeat(10_000));
		socket.end('0\r\n\r\n');
	};
	const { json } = await getProfile(server.url);
	expect(json).toEqual([{ data: 'x'.repeat(pieces) }]);
});

it('a job whose result is too large is named, and not polled repeatedly', async () => {
	const submitted = '{"id":"job-1","status":"pending"}';
	answer = (socket, attempt) => {
		if (attempt > 1) endless('content-type: application/json')(socket);
		else socket.end(head(`content-length: ${submitted.length}`) + submitted);
	};
	const { error } = await runNode({
		node: new SocialBackgroundCheck(),
		parameters: {
			resource: 'screening',
			operation: 'submitAndWait',
			bodyMode: 'json',
			bodyJson: '{"a": 1}',
			options: { maxResponseSize: 1, pollInterval: 0.1 },
		},
		credentials: { baseUrl: server.url, apiToken: TOKEN },
	});
	expect(error?.message).toMatch(/Max Response Size/);
	expect(error?.description).toContain('job-1');
	expect(server.requests).toHaveLength(2);
});

it('a job id of the service is one line in the log', async () => {
	const id = 'job-1\n2026-01-01 | error | all is lost\u001b[2J';
	const body = JSON.stringify({ id, status: 'pending' });
	answer = (socket) => socket.end(head(`content-length: ${body.length}`) + body);
	const { logs, json } = await runNode({
		node: new SocialBackgroundCheck(),
		parameters: {
			resource: 'screening',
			operation: 'submit',
			bodyMode: 'json',
			bodyJson: '{"a": 1}',
		},
		credentials: { baseUrl: server.url, apiToken: TOKEN },
	});
	expect(json).toMatchObject([{ job: { id } }]);
	const said = logs.map(({ message }) => message).join('|');
	expect(said).toContain('job-1\\u000a2026');
	expect(said).not.toContain('\n');
	expect(said).not.toContain('\u001b');
});
