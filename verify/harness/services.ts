import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

export const LATENCY_MS = 50;
export const ROWS = 100_000;
const PAGE = 1_000;
const PER_SECOND = 10;

/** The headers of rejections, where a bucket of ten requests refills at ten a second; undefined without a limit. */
const LIMITS = {
	steady: undefined,
	limited: {},
	limitedRetryAfter: { 'retry-after': '1' },
};

export type ServiceName = keyof typeof LIMITS | 'rows' | 'jobs';

/** What a service saw of one account. */
export interface Seen {
	requests: number;
	rejected: number;
	/** Polls of jobs. */
	polls: number;
}

interface Account extends Seen {
	left: number;
	filledAt: number;
}

export interface Services {
	/** The address of a service; each token is an account of its own, without a past. */
	url(name: ServiceName): string;
	seen(token: string): Seen;
	close(): Promise<void>;
}

function takeOne(account: Account): boolean {
	const now = performance.now();
	const refill = ((now - account.filledAt) * PER_SECOND) / 1_000;
	account.left = Math.min(PER_SECOND, account.left + refill);
	account.filledAt = now;
	if (account.left < 1) return false;
	account.left -= 1;
	return true;
}

export async function startServices(): Promise<Services> {
	const accounts = new Map<string, Account>();
	const accountOf = (token = ''): Account => {
		const nothing = { requests: 0, rejected: 0, polls: 0 };
		const known = accounts.get(token);
		const account = known ?? { ...nothing, left: PER_SECOND, filledAt: performance.now() };
		accounts.set(token, account);
		return account;
	};
	const app = fastify({ forceCloseConnections: true });
	for (const [name, headers] of Object.entries(LIMITS)) {
		app.get(`/${name}/profiles`, async (request, reply) => {
			const account = accountOf(request.headers.authorization);
			account.requests += 1;
			if (headers !== undefined && !takeOne(account)) {
				account.rejected += 1;
				return await reply.code(429).headers(headers).send({ message: 'Too many' });
			}
			await wait(LATENCY_MS);
			return { platform: 'example', platform_username: 'somebody', follower_count: 12_345 };
		});
	}
	addRows(app);
	addJobs(app, ({ headers }) => accountOf(headers.authorization));
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	return {
		url: (name) => `http://127.0.0.1:${port}/${name}`,
		seen: accountOf,
		close: async () => await app.close(),
	};
}

export const row = (id: number) => ({
	id,
	title: `Content ${id}`,
	url: `https://example.com/${id}`,
});

function addRows(app: FastifyInstance): void {
	app.get<{ Querystring: { offset?: string; limit?: string } }>(
		'/rows/dictionary/brands',
		async ({ query }) => {
			const offset = Number(query.offset ?? 0);
			const limit = Math.min(PAGE, Number(query.limit ?? PAGE));
			const count = Math.max(0, Math.min(limit, ROWS - offset));
			return {
				data: Array.from({ length: count }, (_, n) => row(offset + n)),
				metadata: { offset, limit, total: ROWS },
			};
		},
	);
}

function addJobs(app: FastifyInstance, accountOf: (request: FastifyRequest) => Account): void {
	/** When each of them ends. */
	const jobs = new Map<string, number>();
	app.post<{ Body: { lengthMs: number } }>('/jobs/screening', async (request) => {
		const id = `job-${jobs.size + 1}`;
		jobs.set(id, performance.now() + request.body.lengthMs);
		return { id, status: 'queued' };
	});
	app.get<{ Params: { id: string } }>('/jobs/screening/:id', async (request, reply) => {
		const end = jobs.get(request.params.id);
		if (end === undefined) return await reply.code(404).send({ message: 'No such job' });
		accountOf(request).polls += 1;
		return { id: request.params.id, status: performance.now() >= end ? 'done' : 'running' };
	});
}
