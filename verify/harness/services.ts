import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

export const LATENCY_MS = 50;
export const ROWS = 100_000;
const PAGE = 1_000;

/** What a service saw of one account. */
export interface Seen {
	requests: number;
	accepted: number;
	rejected: number;
}

interface BenchJob {
	lengthMs: number;
	submittedAt: number;
}

export interface Services {
	/** The address of a service; each token is an account of its own, without a past. */
	url(name: ServiceName): string;
	seen(token: string): Seen;
	/** Polls of jobs. */
	polls(token: string): number;
	close(): Promise<void>;
}

export type ServiceName = keyof typeof RULES | 'rows' | 'jobs';

type Verdict = 'ok' | 'broken' | { rejectedWith: Record<string, string> };
type Rule = (account: Account) => Verdict;

interface Account extends Seen {
	left: number;
	filledAt: number;
	polls: number;
}

const PER_SECOND = 10;

/** Lets so many through as `refill` says are left, and rejects the others. */
const limitedBy =
	(refill: (account: Account) => void) =>
	(headers: Record<string, string>): Rule =>
	(account) => {
		refill(account);
		if (account.left < 1) return { rejectedWith: headers };
		account.left -= 1;
		return 'ok';
	};

/** A bucket of ten requests that refills at ten a second. */
const bucket = limitedBy((account) => {
	const now = performance.now();
	const refill = ((now - account.filledAt) * PER_SECOND) / 1_000;
	account.left = Math.min(PER_SECOND, account.left + refill);
	account.filledAt = now;
});

/** Ten requests in each second of the clock. */
const perSecond = limitedBy((account) => {
	const second = Math.floor(performance.now() / 1_000) * 1_000;
	if (account.filledAt < second) Object.assign(account, { left: PER_SECOND, filledAt: second });
});

const RETRY_AFTER = { 'retry-after': '1' };

const RULES = {
	steady: () => 'ok',
	limited: bucket({}),
	limitedRetryAfter: bucket(RETRY_AFTER),
	window: perSecond({}),
	windowRetryAfter: perSecond(RETRY_AFTER),
	/** Every seventh request is rejected, and two more of seven break, however slowly they come. */
	flaky: ({ requests }) => {
		const place = requests % 7;
		if (place === 0) return { rejectedWith: RETRY_AFTER };
		return place === 3 || place === 5 ? 'broken' : 'ok';
	},
} satisfies Record<string, Rule>;

export async function startServices(): Promise<Services> {
	const accounts = new Map<string, Account>();
	const accountOf = ({ headers }: FastifyRequest): Account => {
		const token = headers.authorization ?? '';
		const known = accounts.get(token);
		if (known) return known;
		const none = { requests: 0, accepted: 0, rejected: 0, polls: 0 };
		const account = { ...none, left: PER_SECOND, filledAt: performance.now() };
		accounts.set(token, account);
		return account;
	};
	const app = fastify({ forceCloseConnections: true });
	for (const [name, rule] of Object.entries<Rule>(RULES)) {
		app.get(`/${name}/profiles`, async (request, reply) => {
			const account = accountOf(request);
			account.requests += 1;
			return await answer(request, reply, account, rule(account));
		});
	}
	addRows(app);
	addJobs(app, accountOf);
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	return {
		url: (name) => `http://127.0.0.1:${port}/${name}`,
		seen: (token) => accounts.get(token) ?? { requests: 0, accepted: 0, rejected: 0 },
		polls: (token) => accounts.get(token)?.polls ?? 0,
		close: async () => await app.close(),
	};
}

async function answer(
	request: FastifyRequest,
	reply: FastifyReply,
	account: Account,
	verdict: Verdict,
): Promise<unknown> {
	if (verdict === 'broken') {
		reply.hijack();
		request.raw.socket.destroy();
		return undefined;
	}
	if (typeof verdict === 'object') {
		account.rejected += 1;
		return await reply.code(429).headers(verdict.rejectedWith).send({ message: 'Too many' });
	}
	account.accepted += 1;
	await wait(LATENCY_MS);
	return { platform: 'example', platform_username: 'somebody', follower_count: 12_345 };
}

export const row = (id: number) => ({
	id,
	title: `Content ${id}`,
	url: `https://example.com/${id}`,
});

function addRows(app: FastifyInstance): void {
	const lines = Array.from({ length: ROWS }, (_, id) => JSON.stringify(row(id))).join('\n');
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
	app.get(
		'/rows/dictionary/topics',
		async (_, reply) => await reply.type('application/x-ndjson').send(lines),
	);
}

function addJobs(app: FastifyInstance, accountOf: (request: FastifyRequest) => Account): void {
	const jobs = new Map<string, BenchJob>();
	app.post<{ Body: { lengthMs: number } }>('/jobs/screening', async (request) => {
		const id = `job-${jobs.size + 1}`;
		jobs.set(id, { lengthMs: request.body.lengthMs, submittedAt: performance.now() });
		return { id, status: 'queued' };
	});
	app.get<{ Params: { id: string } }>('/jobs/screening/:id', async (request, reply) => {
		const job = jobs.get(request.params.id);
		if (job === undefined) return await reply.code(404).send({ message: 'No such job' });
		accountOf(request).polls += 1;
		const ended = performance.now() - job.submittedAt >= job.lengthMs;
		return { id: request.params.id, status: ended ? 'done' : 'running' };
	});
}
