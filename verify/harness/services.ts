import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

import { realClock } from '../../sandbox/clock';
import { type RateLimit, RateLimiter } from '../../sandbox/rules/rateLimit';

export const LATENCY_MS = 50;
export const ROWS = 100_000;
const PAGE = 1_000;
export const PER_SECOND = 10;

const LIMITS: Record<'steady' | 'limited' | 'limitedRetryAfter', RateLimit | undefined> = {
	steady: undefined,
	limited: { requests: PER_SECOND, perSeconds: 1, retryAfter: 'none' },
	limitedRetryAfter: { requests: PER_SECOND, perSeconds: 1 },
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
	limiter?: RateLimiter;
}

export interface Services {
	/** The address of a service; each token is an account of its own, without a past. */
	url(name: ServiceName): string;
	seen(token: string): Seen;
	close(): Promise<void>;
}

export async function startServices(): Promise<Services> {
	const accounts = new Map<string, Account>();
	const accountOf = (token = ''): Account => {
		const account = accounts.get(token) ?? { requests: 0, rejected: 0, polls: 0 };
		accounts.set(token, account);
		return account;
	};
	const app = fastify({ forceCloseConnections: true });
	for (const [name, limit] of Object.entries(LIMITS)) {
		app.get(`/${name}/profiles`, async ({ headers }) => {
			const account = accountOf(headers.authorization);
			account.requests += 1;
			try {
				if (limit) (account.limiter ??= new RateLimiter(limit, realClock)).take();
			} catch (rejection) {
				account.rejected += 1;
				throw rejection;
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

export const row = (id: number) => ({ id, title: `Row ${id}`, url: `https://example.com/${id}` });

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
