import type { Failure } from '../failure/Failure';
import type { ServiceRequest } from '../http/types';
import { isObject } from '../values/records';
import { requestFailure } from './errorMessages';

const MEGABYTE = 1024 * 1024;

/** Code of a response that is too large: a retry does not help. */
export const RESPONSE_TOO_LARGE = 'RESPONSE_TOO_LARGE';

interface ByteStream {
	on(event: 'data', listener: (piece: Buffer) => void): unknown;
	on(event: 'error', listener: (error: Error) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	destroy(error?: Error): unknown;
	/** If true, no event follows. */
	readonly destroyed?: boolean;
	readonly errored?: Error | null;
}

interface Reading {
	request: ServiceRequest;
	status: number;
	announced: string | undefined;
	maxBytes: number;
	signal: AbortSignal;
}

export async function readResponseBody(body: unknown, reading: Reading): Promise<Buffer> {
	// Versions and mocks of n8n's helper may have read the response themselves.
	if (Buffer.isBuffer(body)) return body;
	if (!isStream(body)) return Buffer.from(typeof body === 'string' ? body : '');
	const { announced, maxBytes, signal } = reading;
	const breakOff = () => void body.destroy(new Error('Broken off'));
	signal.addEventListener('abort', breakOff, { once: true });
	try {
		if (signal.aborted) breakOff();
		if (Number(announced) > maxBytes) throw tooLarge(reading);
		return await collect(body, reading);
	} finally {
		signal.removeEventListener('abort', breakOff);
		discard(body);
	}
}

export function discard(body: unknown): void {
	if (isStream(body)) body.destroy();
}

/** Uses events: an async iterator takes several turns of the event loop even for the smallest response. */
async function collect(stream: ByteStream, reading: Reading): Promise<Buffer> {
	// One growing buffer: many small buffers would take many times their size.
	let bytes = Buffer.alloc(0);
	let size = 0;
	await new Promise<void>((resolve, reject) => {
		stream.on('data', (piece) => {
			const needed = size + piece.length;
			if (needed > reading.maxBytes) {
				reject(tooLarge(reading));
				return;
			}
			if (needed > bytes.length) {
				const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, needed));
				bytes.copy(larger, 0, 0, size);
				bytes = larger;
			}
			bytes.set(piece, size);
			size = needed;
		});
		stream.on('end', resolve);
		stream.on('error', reject);
		const brokenOff = new Error('The response was cut off');
		// After the end or an error, this changes nothing.
		stream.on('close', () => {
			reject(brokenOff);
		});
		if (stream.destroyed === true) reject(stream.errored ?? brokenOff);
	});
	return bytes.subarray(0, size);
}

function tooLarge({ request, status, maxBytes }: Reading): Failure {
	const size = Number((maxBytes / MEGABYTE).toFixed(4));
	return requestFailure(request, request.charged, {
		message: `The response to ${request.label} is larger than 'Max Response Size' (${size} MB)`,
		description:
			"The node stopped reading it. Request less data at once, or raise 'Max Response Size' in Options > Requests if n8n has enough memory for it.",
		status,
		code: RESPONSE_TOO_LARGE,
	});
}

function isStream(body: unknown): body is ByteStream {
	if (!isObject(body) || !('on' in body) || !('destroy' in body)) return false;
	return typeof body.destroy === 'function';
}
