import type { FastifyReply } from 'fastify';

import { startServer, type LoopbackServer } from '../support/http';
import { inVirtualTime } from '../support/virtualClock';
import { getContact, getProfile } from './calls';

let server: LoopbackServer;
let answer: (reply: FastifyReply, attempt: number) => unknown;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (_request, reply) => {
			await answer(reply, server.requests.length);
			return await reply;
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

/** The first item has one value, the second another. */
const items = [{ json: { n: 0 } }, { json: { n: 1 } }];
const onError = 'continueRegularOutput' as const;
const isFailed = ({ error }: { error?: unknown }) => error !== undefined;

describe('an option with an expression has a value for each item', () => {
	it('Retry Unsafe Requests', async () => {
		const sent = new Map<string, number>();
		answer = (reply) => {
			const { n } = reply.request.body as { n: string };
			sent.set(n, (sent.get(n) ?? 0) + 1);
			return sent.get(n) === 1 ? reply.raw.destroy() : reply.send({ ok: true });
		};
		const { json } = await getContact(server.url, {
			items,
			onError,
			parameters: {
				bodyMode: 'json',
				bodyJson: '={{ { n: String($json.n) } }}',
				options: { retryUnsafe: '={{ $json.n === 1 }}' },
			},
		});
		expect(json.map(isFailed)).toEqual([true, false]);
		expect(Object.fromEntries(sent)).toEqual({ 0: 1, 1: 2 });
	});

	it('Max Retries', async () => {
		answer = (reply) => reply.code(500).send({});
		await getProfile(server.url, {
			items,
			onError,
			parameters: { options: { maxRetries: '={{ $json.n }}' } },
		});
		expect(server.requests).toHaveLength(3);
	});

	it('Response Format', async () => {
		answer = (reply) => reply.send({ ok: true });
		const { json } = await getProfile(server.url, {
			items,
			parameters: { options: { responseFormat: '={{ $json.n === 0 ? "json" : "text" }}' } },
		});
		expect(json).toEqual([{ ok: true }, { data: '{"ok":true}' }]);
	});

	it('Max Response Size', async () => {
		answer = (reply) => reply.send({ text: 'x'.repeat(5_000) });
		const { json } = await getProfile(server.url, {
			items,
			onError,
			parameters: { options: { maxResponseSize: '={{ $json.n === 0 ? 1 : 0.001 }}' } },
		});
		expect(json.map(isFailed)).toEqual([false, true]);
	});

	it('Timeout', async () => {
		const { json } = await inVirtualTime(async (time) => {
			answer = (reply) => {
				time.pass(20_000);
				void reply.send({ ok: true });
			};
			return await getProfile(server.url, {
				items,
				onError,
				parameters: { options: { maxRetries: 0, timeout: '={{ $json.n === 0 ? 60 : 0.05 }}' } },
			});
		});
		expect(json.map(isFailed)).toEqual([false, true]);
	});
});

it('equal requests of two credentials are two requests', async () => {
	const tokens: unknown[] = [];
	answer = (reply) => {
		tokens.push(reply.request.headers.authorization);
		return reply.send({ ok: true });
	};
	await getContact(server.url, { items, token: '=token-of-account-{{ $json.n }}' });
	expect(new Set(tokens)).toEqual(new Set(['token-of-account-0', 'token-of-account-1']));
});
