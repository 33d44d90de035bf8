import { PassThrough, Readable } from 'node:stream';

import { readBody } from '../../../../nodes/shared/transport/readBody';

const reading = (maxBytes = 1_000) => ({
	request: { method: 'GET' as const, url: '/things', label: 'GET /things', authenticated: true },
	status: 200,
	announced: undefined,
	maxBytes,
	signal: new AbortController().signal,
});

const streamOf = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));

describe('the bytes of an answer', () => {
	it.each([
		['nothing', []],
		['one piece', ['all at once']],
		['many pieces', Array.from({ length: 200 }, (_, n) => `${n},`)],
		['a large piece after small ones', ['a', 'b', 'c'.repeat(500), 'd']],
	])('come whole: %s', async (_, pieces) => {
		const body = await readBody(streamOf(...pieces), reading());
		expect(body.toString()).toBe(pieces.join(''));
	});

	it('leave the pieces of the connection as they were', async () => {
		const shared = Buffer.from('first, and what follows it in memory');
		const first = shared.subarray(0, 5);
		await readBody(Readable.from([first, Buffer.from('XXXX')]), reading());
		expect(shared.toString()).toBe('first, and what follows it in memory');
	});

	it('may be as many as are allowed', async () => {
		await expect(readBody(streamOf('12', '34'), reading(4))).resolves.toHaveLength(4);
		const stream = streamOf('12', '345');
		await expect(readBody(stream, reading(4))).rejects.toThrow(/larger than 'Max Response Size'/);
		expect(stream.destroyed).toBe(true);
	});

	it('are missing where the connection breaks', async () => {
		const broken = new PassThrough();
		const read = readBody(broken, reading());
		broken.write('half');
		broken.destroy(new Error('ECONNRESET'));
		await expect(read).rejects.toThrow('ECONNRESET');
	});

	it('are missing where it is closed without a word', async () => {
		const closed = new PassThrough();
		const read = readBody(closed, reading());
		closed.write('half');
		closed.destroy();
		await expect(read).rejects.toThrow('broken off');
	});

	it('are missing where it broke before anybody read', async () => {
		const broken = new PassThrough();
		broken.on('error', () => undefined);
		broken.destroy(new Error('ECONNRESET'));
		await new Promise((resolve) => broken.once('close', resolve));
		await expect(readBody(broken, reading())).rejects.toThrow('ECONNRESET');
	});
});
