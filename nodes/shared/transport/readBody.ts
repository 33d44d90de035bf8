import { Failure } from '../failure/Failure';
import type { ServiceRequest } from '../http/types';
import { MAY_HAVE_HAPPENED } from './explain';

const FIRST_ROOM = 16 * 1024;
const MEGABYTE = 1024 * 1024;

/** Marks an answer that is too large: looking again would only read it again. */
export const TOO_LARGE = 'RESPONSE_TOO_LARGE';

interface ByteStream {
	[Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
	destroy(error?: Error): unknown;
}

interface Reading {
	request: ServiceRequest;
	status: number;
	/** What the answer says of its own length. */
	announced: string | undefined;
	maxBytes: number;
	signal: AbortSignal;
}

/** All bytes of an answer, unless they are too many or the signal comes first. */
export async function readBody(body: unknown, reading: Reading): Promise<Buffer> {
	if (!isStream(body)) return toBuffer(body);
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

/** Lets go of an answer that nobody reads. */
export function discard(body: unknown): void {
	if (isStream(body)) body.destroy();
}

/** Into one buffer that grows: many small pieces would take many times their size. */
async function collect(stream: ByteStream, reading: Reading): Promise<Buffer> {
	let room = Buffer.allocUnsafe(FIRST_ROOM);
	let size = 0;
	const pieces = stream[Symbol.asyncIterator]();
	for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
		const piece = next.value;
		if (size + piece.length > reading.maxBytes) throw tooLarge(reading);
		if (size + piece.length > room.length) {
			const larger = Buffer.allocUnsafe(Math.max(2 * room.length, size + piece.length));
			room.copy(larger, 0, 0, size);
			room = larger;
		}
		room.set(piece, size);
		size += piece.length;
	}
	return size > room.length / 2 ? room.subarray(0, size) : Buffer.from(room.subarray(0, size));
}

function tooLarge({ request, status, maxBytes }: Reading): Failure {
	const { label, method } = request;
	const uncertain = method !== 'GET';
	const limit = `${Math.round((100 * maxBytes) / MEGABYTE) / 100} MB`;
	return new Failure({
		kind: 'request',
		message: `The answer to ${label} is larger than 'Max Response Size' (${limit})`,
		description: `${uncertain ? `${MAY_HAVE_HAPPENED} ` : ''}It was not read to its end. Ask for less at once, or raise 'Max Response Size' in Options if n8n has enough memory for it.`,
		status,
		code: TOO_LARGE,
		request: label,
		...(uncertain && { uncertain }),
	});
}

function isStream(body: unknown): body is ByteStream {
	return (
		typeof body === 'object' &&
		body !== null &&
		Symbol.asyncIterator in body &&
		'destroy' in body &&
		typeof body.destroy === 'function'
	);
}

/** Versions and stand-ins of n8n's helper that read the answer themselves. */
function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer) return Buffer.from(body);
	return Buffer.from(typeof body === 'string' ? body : '');
}
