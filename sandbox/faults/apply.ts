import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock';
import { Problem } from '../problem';
import { tooManyRequests } from '../rules/rateLimit';
import type { FaultRule } from './rule';

export const htmlPage = (status: number): string =>
	`<!doctype html><html><head><title>${status}</title></head><body><center><h1>${status} Bad Gateway</h1></center><hr><center>proxy</center></body></html>`;

/** Before the service looks at the request. True: there is nothing left to do. */
export async function applyBefore(
	rules: FaultRule[],
	request: FastifyRequest,
	reply: FastifyReply,
	clock: Clock,
): Promise<boolean> {
	for (const rule of rules) {
		switch (rule.kind) {
			case 'latency':
				await wait(rule.ms ?? 1000);
				break;
			case 'resetBefore':
				reply.hijack();
				request.raw.socket.resetAndDestroy();
				return true;
			case 'status':
				throw new Problem(
					rule.status ?? 500,
					'injected_fault',
					rule.message ?? 'Something went wrong on our side',
				);
			case 'outage':
				throw new Problem(503, 'unavailable', 'The service is down for the moment');
			case 'rateLimit':
				throw tooManyRequests(
					(rule.seconds ?? 1) * 1000,
					rule.retryAfter ?? 'seconds',
					clock.now(),
				);
			case 'retryLater':
				throw new Problem(400, 'retry_later', 'The service is busy, please try again later');
			case 'html':
				await reply
					.code(rule.status ?? 502)
					.type('text/html')
					.send(htmlPage(rule.status ?? 502));
				return true;
			case 'redirect':
				await reply
					.code(302)
					.header('location', rule.url ?? 'http://localhost:9/')
					.send();
				return true;
			default:
		}
	}
	return false;
}

/** After the work is done: what becomes of the answer. */
export function applyAfter(
	rules: FaultRule[],
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): unknown {
	let body = payload;
	// Kept next to a body that has become a stream, so that the next fault finds it.
	let bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : '');
	for (const rule of rules) {
		switch (rule.kind) {
			case 'resetAfter':
				request.raw.socket.resetAndDestroy();
				break;
			case 'empty':
				reply.code(204).removeHeader('content-type').removeHeader('content-length');
				body = null;
				break;
			case 'huge':
				reply.removeHeader('content-length');
				body = bytes = Buffer.from(padded(bytes.toString(), rule.bytes ?? 10_000_000));
				break;
			case 'truncate':
				reply.removeHeader('content-length');
				body = bytes = bytes.subarray(0, Math.floor(bytes.length / 2));
				break;
			case 'cutOff':
				reply.header('content-length', bytes.length);
				body = cutOff(bytes, request);
				break;
			case 'slowBody':
				reply.header('content-length', bytes.length);
				body = Readable.from(slowly(bytes, rule.ms ?? 2000));
				break;
			default:
		}
	}
	return body;
}

/** Still the same JSON, with blanks that a reader has to take in. */
function padded(text: string, bytes: number): string {
	const missing = Math.max(0, bytes - Buffer.byteLength(text) - 16);
	return text.startsWith('{')
		? `{"padding":"${'x'.repeat(missing)}"${text.length > 2 ? ',' : ''}${text.slice(1)}`
		: `${text}${' '.repeat(missing)}`;
}

function cutOff(bytes: Buffer, request: FastifyRequest): Readable {
	return Readable.from(
		(async function* () {
			yield bytes.subarray(0, Math.floor(bytes.length / 2));
			// Long enough for the first half to leave.
			await wait(20);
			request.raw.socket.destroy();
		})(),
	);
}

async function* slowly(bytes: Buffer, ms: number): AsyncGenerator<Buffer> {
	const pieces = 10;
	const size = Math.ceil(bytes.length / pieces);
	for (let i = 0; i < pieces; i++) {
		await wait(ms / pieces);
		yield bytes.subarray(i * size, (i + 1) * size);
	}
}
