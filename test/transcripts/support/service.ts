import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

import type { VirtualClock } from '../../support/virtualClock';
import { differences } from './compare';
import type { Line } from './format';

export const TOKEN = 'token-of-the-transcripts';

export interface Script {
	/** What was sent, as it is written in transcripts. */
	requests: string[];
	/** Requests that no line expects, and lines that no request came for. */
	objections(): string[];
	/** POST and PATCH requests that a service may charge. */
	charged: number;
}

interface Request {
	method: string;
	target: string;
	body: unknown;
	headers: IncomingMessage['headers'];
}

/** The lines of one step, each for one request unless it says otherwise. */
class Lines implements Script {
	readonly requests: string[] = [];

	charged = 0;

	private readonly unexpected: string[] = [];

	private readonly used = new Map<Line, number>();

	constructor(
		private readonly lines: Line[],
		private readonly keys: Map<string, string>,
	) {}

	/** The first line that is left for this request. */
	take(request: Request): Line | undefined {
		const title = `${request.method} ${request.target}`;
		this.requests.push(title);
		const line = this.lines.find((each) => this.isLeft(each) && fits(each, request));
		if (line === undefined) {
			this.unexpected.push(`not expected: ${title} ${JSON.stringify(request.body) ?? ''}`.trim());
			return undefined;
		}
		this.used.set(line, (this.used.get(line) ?? 0) + 1);
		if (mayBeCharged(line)) this.charged += 1;
		this.checkKey(line, request);
		return line;
	}

	objections(): string[] {
		const missing = this.lines.filter((line) => line.times !== 'any' && this.isLeft(line));
		return [...this.unexpected, ...missing.map(({ title }) => `not sent: ${title}`)];
	}

	private isLeft(line: Line): boolean {
		return line.times === 'any' || (this.used.get(line) ?? 0) < (line.times ?? 1);
	}

	private checkKey({ key, title }: Line, { headers }: Request): void {
		if (key === undefined) return;
		const value = String(headers['idempotency-key'] ?? '');
		const before = this.keys.get(key);
		const owner = [...this.keys].find(([, each]) => each === value)?.[0];
		if (value === '' || (before ?? value) !== value || (owner ?? key) !== key)
			this.unexpected.push(`${title} has another idempotency key than ${key}: '${value}'`);
		this.keys.set(key, value);
	}
}

function fits({ method, path, sent }: Line, request: Request): boolean {
	return (
		method === request.method &&
		sortedQuery(path) === sortedQuery(request.target) &&
		(sent === undefined || differences({ $more: true, ...sent }, request.body).length === 0)
	);
}

function sortedQuery(target: string): string {
	const { pathname, searchParams } = new URL(target, 'http://service');
	searchParams.sort();
	return `${pathname}?${searchParams.toString()}`;
}

/** What was rejected is free. What was lost, or failed inside of the service, may not be. */
function mayBeCharged({ method, response, rejected }: Line): boolean {
	return method !== 'GET' && !response.startsWith('4') && rejected !== true;
}

/** A service on loopback that says what the lines of a transcript say. */
export class ScriptedService {
	private lines = new Lines([], new Map());

	private keys = new Map<string, string>();

	private constructor(
		private readonly server: Server,
		readonly url: string,
		private clock?: VirtualClock,
	) {}

	static async start(): Promise<ScriptedService> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const service = new ScriptedService(server, `http://127.0.0.1:${port}`);
		server.on('request', (request, response) => void service.handle(request, response));
		return service;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** A new transcript begins. */
	reset(clock: VirtualClock): void {
		this.clock = clock;
		this.keys = new Map();
	}

	expect(lines: Line[]): Script {
		this.lines = new Lines(lines, this.keys);
		return this.lines;
	}

	private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		let text = '';
		for await (const chunk of incoming) text += String(chunk);
		const { method = '', url = '', headers } = incoming;
		const line = this.lines.take({ method, target: url, body: parsed(text), headers });
		if (line === undefined) {
			outgoing.writeHead(418).end();
			return;
		}
		await this.respond(line, outgoing);
	}

	private async respond(line: Line, outgoing: ServerResponse) {
		const { response, body, headers, seconds } = line;
		if (seconds) await this.clock?.drag(outgoing, undefined, 1_000 * seconds);
		if (response === 'lost') {
			outgoing.destroy();
			return;
		}
		if (response === 'silence') {
			await this.clock?.drag(outgoing);
			return;
		}
		const isText = typeof body === 'string';
		const whole = body === null ? '' : this.filled(isText ? body : JSON.stringify(body));
		const type = isText ? 'text/plain' : 'application/json';
		const status = response === 'cut' ? 200 : Number(response);
		for (const [name, value] of Object.entries(headers ?? {}))
			outgoing.setHeader(name, this.filled(value));
		if (!outgoing.hasHeader('content-type') && whole !== '')
			outgoing.setHeader('content-type', type);
		outgoing.writeHead(status, { 'content-length': Buffer.byteLength(whole) });
		if (response !== 'cut') {
			outgoing.end(whole);
			return;
		}
		outgoing.write(whole.slice(0, Math.ceil(whole.length / 2)));
		await turn();
		outgoing.destroy();
	}

	private filled(text: string): string {
		return text.replaceAll('$URL', this.url).replaceAll('$TOKEN', TOKEN);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text === '' ? undefined : text;
	}
}
