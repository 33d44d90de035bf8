import { PassThrough, Readable } from 'node:stream';

import type { Method } from '../../../../nodes/shared/catalogue/types';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import {
	readResponseBody,
	RESPONSE_TOO_LARGE,
} from '../../../../nodes/shared/transport/readResponseBody';
import { request } from '../responses';

const MAY_HAVE_BEEN_PROCESSED = 'The request may have been processed and charged.';

const reading = (maxBytes = 1_000, more: Partial<Parameters<typeof readResponseBody>[1]> = {}) => ({
	request: request(),
	status: 200,
	announced: undefined,
	maxBytes,
	signal: new AbortController().signal,
	...more,
});

const streamOf = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));

describe('the bytes of a response', () => {
	it.each([
		['nothing', []],
		['one piece', ['all at once']],
		['many pieces', Array.from({ length: 200 }, (_, n) => `${n},`)],
		['a large piece after small ones', ['a', 'b', 'c'.repeat(500), 'd']],
	])('are complete: %s', async (_, pieces) => {
		const body = await readResponseBody(streamOf(...pieces), reading());
		expect(body.toString()).toBe(pieces.join(''));
	});

	it('leave the chunks of the connection unchanged', async () => {
		const shared = Buffer.from('first, and what follows it in memory');
		const first = shared.subarray(0, 5);
		await readResponseBody(Readable.from([first, Buffer.from('XXXX')]), reading());
		expect(shared.toString()).toBe('first, and what follows it in memory');
	});

	it('may be as many as the limit allows', async () => {
		await expect(readResponseBody(streamOf('12', '34'), reading(4))).resolves.toHaveLength(4);
		const stream = streamOf('12', '345');
		await expect(readResponseBody(stream, reading(4))).rejects.toThrow(
			/larger than 'Max Response Size'/,
		);
		expect(stream.destroyed).toBe(true);
	});

	it('are missing where the connection breaks', async () => {
		const broken = new PassThrough();
		const read = readResponseBody(broken, reading());
		broken.write('half');
		broken.destroy(new Error('ECONNRESET'));
		await expect(read).rejects.toThrow('ECONNRESET');
	});

	it('are missing where it is closed without an error', async () => {
		const closed = new PassThrough();
		const read = readResponseBody(closed, reading());
		closed.write('half');
		closed.destroy();
		await expect(read).rejects.toThrow('cut off');
	});

	it('are missing where it broke before the read', async () => {
		const broken = new PassThrough();
		broken.on('error', () => undefined);
		broken.destroy(new Error('ECONNRESET'));
		await new Promise((resolve) => broken.once('close', resolve));
		await expect(readResponseBody(broken, reading())).rejects.toThrow('ECONNRESET');
	});
});

describe('a response that is too large', () => {
	const MEGABYTE = 1024 * 1024;

	it('is not read at all where its Content-Length says so', async () => {
		const stream = new PassThrough();
		await expect(readResponseBody(stream, reading(4, { announced: '5' }))).rejects.toThrow(
			/larger than/,
		);
		expect(stream.destroyed).toBe(true);
		await expect(
			readResponseBody(streamOf('1234'), reading(4, { announced: '4' })),
		).resolves.toHaveLength(4);
	});

	it.each([
		[4 * MEGABYTE, '4 MB'],
		[1.5 * MEGABYTE, '1.5 MB'],
		[10_486, '0.01 MB'],
	])('is reported with the limit of %d bytes: %s', async (maxBytes, limit) => {
		const announced = String(maxBytes + 1);
		await expect(
			readResponseBody(new PassThrough(), reading(maxBytes, { announced })),
		).rejects.toMatchObject({
			details: {
				kind: 'request',
				message: `The response to GET /things is larger than 'Max Response Size' (${limit})`,
				description: expect.stringMatching(
					/^The node stopped reading it\. Request less data at once/,
				),
				status: 200,
				code: RESPONSE_TOO_LARGE,
				request: 'GET /things',
			},
		});
	});

	it.each<[Method, true | undefined]>([
		['GET', undefined],
		['POST', true],
	])('after %s: outcome unknown %s', async (method, outcomeUnknown) => {
		const read = readResponseBody(streamOf('12345'), reading(4, { request: request(method) }));
		const failure = await read.catch((error: unknown) => error as Failure);
		if (!(failure instanceof Failure)) throw new Error('It was read');
		expect('outcomeUnknown' in failure.details).toBe(outcomeUnknown === true);
		expect(failure.details.outcomeUnknown).toBe(outcomeUnknown);
		expect(failure.details.description?.startsWith(MAY_HAVE_BEEN_PROCESSED)).toBe(
			outcomeUnknown === true,
		);
	});
});

describe('the signal', () => {
	it('aborts a read', async () => {
		const ended = new AbortController();
		const stream = new PassThrough();
		const read = readResponseBody(stream, reading(1_000, { signal: ended.signal }));
		stream.write('half');
		ended.abort();
		await expect(read).rejects.toThrow('Broken off');
		expect(stream.destroyed).toBe(true);
	});

	it('aborts a read that has not started', async () => {
		const stream = new PassThrough();
		const read = readResponseBody(stream, reading(1_000, { signal: AbortSignal.abort() }));
		stream.on('error', () => undefined);
		await expect(read).rejects.toThrow('Broken off');
	});
});

describe('a response that n8n has read', () => {
	it.each<[string, unknown, string]>([
		['bytes', Buffer.from('all'), 'all'],
		['a text', 'all', 'all'],
		['nothing', undefined, ''],
		['null', null, ''],
		['an object', { on: true }, ''],
		['an object that cannot be read', { on: true, destroy: 1 }, ''],
	])('is returned unchanged: %s', async (_, body, text) => {
		expect((await readResponseBody(body, reading())).toString()).toBe(text);
	});
});

it('uses no more memory than it has bytes', async () => {
	const pieces = Array.from({ length: 65 }, () => 'z'.repeat(1_000));
	const large = await readResponseBody(streamOf(...pieces), reading(100_000));
	expect(large.buffer.byteLength).toBeLessThan(2 * 65_000);
});
