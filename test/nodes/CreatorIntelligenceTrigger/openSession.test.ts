import type { FastifyReply } from 'fastify';
import type { INodeParameters, INodeType, IPollFunctions } from 'n8n-workflow';

import { CreatorIntelligenceTrigger } from '../../../nodes/CreatorIntelligenceTrigger/CreatorIntelligenceTrigger.node';
import {
	limits,
	openSession,
	pollsFromQueue,
	type Opened,
	type Session,
} from '../../../nodes/CreatorIntelligenceTrigger/session/Session';
import { Cancelled } from '../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../nodes/shared/failure/Failure';
import type { RequestDraft } from '../../../nodes/shared/request/draft';
import { startServer, type LoopbackServer } from '../../support/http';
import { runPoll } from '../../support/poll';
import { useVirtualClock } from '../../support/virtualClock';
import { limitPolls } from './trigger';

const TOKEN = 'token-123456';
const POLL_MS = 30_000;
/** No request begins after it, and no read takes longer than the rest. */
const LAST_START_MS = 20_000;
const MAX_READ_MS = 10_000;

let server: LoopbackServer;
let answer: (reply: FastifyReply) => unknown;
const time = useVirtualClock();

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (_, reply) => {
			await answer(reply);
			return await reply;
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	limitPolls(POLL_MS);
	server.requests.length = 0;
	answer = (reply) => reply.send({ status: 'PENDING' });
	// Retries come at once.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

interface Situation {
	options?: INodeParameters;
	isActivation?: boolean;
	/** More of the credential. */
	credential?: Record<string, string>;
	pollBudgetMs?: number;
}

/** Does `what` in the place of the trigger, with the session of a poll that n8n's engine runs. */
async function inPoll<T>(
	{ options = {}, isActivation = false, credential, pollBudgetMs }: Situation,
	what: (opened: Opened) => Promise<T> | T,
): Promise<T> {
	let done: { value: T } | undefined;
	const node: INodeType = {
		description: new CreatorIntelligenceTrigger().description,
		async poll(this: IPollFunctions) {
			done = { value: await what(await openSession(this, isActivation)) };
			return null;
		},
	};
	const { error } = await runPoll({
		node,
		pollBudgetMs,
		parameters: { ids: 'x', options: { maxRetries: 0, ...options } },
		credentials: { baseUrl: server.url, apiToken: TOKEN, ...credential },
	});
	if (done === undefined) throw error ?? new Error('The trigger was not polled');
	return done.value;
}

const READ: RequestDraft = { endpoint: { method: 'GET', path: '/screening/x' }, query: [] };
const SUBMIT: RequestDraft = { endpoint: { method: 'POST', path: '/screening' }, query: [] };

type Outcome = 'answered' | 'failed' | 'outOfTime';

function nameOf(error: unknown): Outcome {
	if (error instanceof Cancelled) return 'outOfTime';
	if (error instanceof Failure) return 'failed';
	throw error;
}

const outcomeOf = async ({ service }: Session, draft: RequestDraft): Promise<Outcome> =>
	await (
		draft === SUBMIT ? service.submit(draft, (received) => received) : service.poll(draft)
	).then(() => 'answered', nameOf);

/** How one request ends that begins `at` ms after the session was opened, and takes `took` ms. */
const sent = async (
	draft: RequestDraft,
	{ at = 0, took, ...situation }: Situation & { at?: number; took: number },
): Promise<Outcome> => {
	answer = (reply) => {
		time.pass(took);
		return reply.send({ status: 'PENDING' });
	};
	return await inPoll(situation, async ({ session }) => {
		time.pass(at);
		return await outcomeOf(session, draft);
	});
};

describe('a session', () => {
	it.each([
		[0, 0],
		[0.5, 2_000],
		[4, 250],
	])("keeps to 'Requests per Second': %d", async (requestsPerSecond, spacingMs) => {
		const queue = await inPoll({ options: { requestsPerSecond } }, ({ session }) => session.queue);
		expect(queue.spacingMs).toBe(spacingMs);
	});

	it.each<[string, Situation, number]>([
		['at two thirds of its time', {}, LAST_START_MS],
		['at activation, where later polls have more', { isActivation: true }, 8_000],
		['of less time, in the queue of n8n', { pollBudgetMs: 9_000 }, 6_000],
	])('begins no request after its time: %s', async (_, situation, lastMs) => {
		jest.replaceProperty(limits, 'activationMs', 12_000);
		await inPoll(situation, async ({ session }) => {
			time.pass(lastMs - 1);
			expect(session.ranOutOfTime).toBe(false);
			expect(await outcomeOf(session, READ)).toBe('answered');
			time.pass(1);
			expect(session.ranOutOfTime).toBe(true);
			expect(await outcomeOf(session, READ)).toBe('outOfTime');
		});
		expect(server.requests).toHaveLength(1);
	});
});

describe('a read of a poll', () => {
	it.each<[number, number, INodeParameters, Outcome]>([
		[0, MAX_READ_MS - 1, {}, 'answered'],
		[1, MAX_READ_MS + 1, {}, 'failed'],
		// To the end of the poll.
		[LAST_START_MS - 1, MAX_READ_MS - 1, {}, 'answered'],
		[LAST_START_MS - 1, MAX_READ_MS + 1, {}, 'outOfTime'],
		// 'Timeout' is shorter: no matter of the poll.
		[0, 3_999, { timeout: 4 }, 'answered'],
		[0, 4_001, { timeout: 4 }, 'failed'],
		[15_999, 4_001, { timeout: 4 }, 'outOfTime'],
		[LAST_START_MS - 5_000, 4_001, { timeout: 4 }, 'failed'],
	])('that begins after %d ms and takes %d ms: %j %s', async (at, took, options, outcome) => {
		expect(await sent(READ, { at, took, options })).toBe(outcome);
	});

	it('whose connection breaks is tried again while requests begin', async () => {
		let count = 0;
		answer = (reply) => {
			time.pass(2_000);
			return ++count === 1 ? reply.raw.destroy() : reply.send({ status: 'PENDING' });
		};
		const outcome = await inPoll({ options: { maxRetries: 1 } }, async ({ session }) => {
			time.pass(15_000);
			return await outcomeOf(session, READ);
		});
		expect([outcome, count]).toEqual(['answered', 2]);
	});
});

describe('a paid request of a poll', () => {
	it.each<[number, number, Situation, Outcome]>([
		// Longer than a read.
		[0, POLL_MS - 1, {}, 'answered'],
		[LAST_START_MS - 1, MAX_READ_MS, {}, 'answered'],
		[12_000, POLL_MS - 12_000 - 1, {}, 'answered'],
		[12_000, POLL_MS - 12_000 + 1, {}, 'outOfTime'],
		// Longer than the user waits for an activation.
		[5_000, POLL_MS - 5_000 - 1, { isActivation: true }, 'answered'],
		[5_000, POLL_MS - 5_000 + 1, { isActivation: true }, 'outOfTime'],
		[0, 3_999, { options: { timeout: 4 } }, 'answered'],
		[0, 4_001, { options: { timeout: 4 } }, 'failed'],
		[0, 9_001, { pollBudgetMs: 9_000 }, 'outOfTime'],
	])('that begins after %d ms and takes %d ms: %j %s', async (at, took, situation, outcome) => {
		expect(await sent(SUBMIT, { at, took, ...situation })).toBe(outcome);
	});
});

it.each<[string, RequestDraft, [number, number], Outcome]>([
	['a paid request', SUBMIT, [16_000, POLL_MS - 16_000 - 1], 'answered'],
	['a paid request', SUBMIT, [16_000, POLL_MS - 16_000 + 1], 'outOfTime'],
	['a read', READ, [6_000, MAX_READ_MS - 6_000 - 1], 'answered'],
	['a read', READ, [6_000, MAX_READ_MS - 6_000 + 1], 'failed'],
])('%s that is redirected has the same time: %#', async (_, draft, [first, second], outcome) => {
	answer = (reply) => {
		const isRedirected = server.requests.length === 1;
		time.pass(isRedirected ? first : second);
		return isRedirected ? reply.redirect('/elsewhere', 307) : reply.send({ status: 'PENDING' });
	};
	expect(await inPoll({}, async ({ session }) => await outcomeOf(session, draft))).toBe(outcome);
	expect(server.requests).toHaveLength(2);
});

it('a poll ends before the next one begins', () => {
	jest.restoreAllMocks();
	expect(limits).toEqual({ pollMs: 50_000, activationMs: 20_000 });
});

it("polls of n8n's default engine do not come from its queue", async () => {
	let isFromQueue: boolean | undefined;
	class Probe extends CreatorIntelligenceTrigger {
		override async poll(this: IPollFunctions): Promise<null> {
			isFromQueue = pollsFromQueue(this);
			return null;
		}
	}
	await runPoll({ node: new Probe() });
	expect(isFromQueue).toBe(false);
	expect(pollsFromQueue({})).toBe(false);
	expect(pollsFromQueue({ getPollBudgetMs: () => 36_000 })).toBe(true);
});
