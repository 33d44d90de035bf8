import {
	nextSendAt,
	reduce,
	initialLimiterState,
	type Allowance,
	type LimiterEvent,
	type LimiterState,
} from '../../../../../nodes/shared/transport/limiter/limiterState';

export interface Reply {
	/** `unavailable`: it says itself that it cannot answer now. */
	outcome: 'ok' | 'rejected' | 'broken' | 'unavailable';
	retryAfterMs?: number;
	allowance?: Allowance;
	/** On top of the usual time. */
	slowMs?: number;
}

/** Decides when a request arrives; `inFlight` counts those that it is busy with. */
export type SimulatedService = (now: number, inFlight: number) => Reply;

export interface Load {
	requests: number;
	/** Max Concurrency of each execution; those of a process share the pace. */
	ceilings?: number[];
	/** So many processes take the executions in turn. They know nothing of each other. */
	processes?: number;
	latencyMs?: number;
	/** Requests take up to so much longer to arrive, by chance. */
	jitterMs?: number;
	/** Answers take so much longer than rejections. */
	workMs?: number;
	/** What was learned before. */
	limiter?: LimiterState;
	startAt?: number;
	longestMs?: number;
}

export interface Simulated {
	tookMs: number;
	accepted: number;
	rejected: number;
	broken: number;
	rejectedShare: number;
	perSecond: number;
	/** Most requests under way at once. */
	most: number;
	/** Times of acceptance. */
	times: number[];
	byExecution: number[];
	limiter: LimiterState;
}

interface Happening {
	at: number;
	run: () => void;
}

/** Sends requests at the pace of the controller until all were accepted; time is only a number. */
export function simulate(
	service: SimulatedService,
	{
		requests,
		ceilings = [50],
		processes = 1,
		latencyMs = 20,
		jitterMs = 0,
		workMs = 0,
		limiter = initialLimiterState(Math.max(...ceilings)),
		startAt = 0,
		longestMs = 3_600_000,
	}: Load,
): Simulated {
	const states = Array<LimiterState>(processes).fill(limiter);
	let now = startAt;
	const happenings: Happening[] = [];
	const waiting = ceilings.map((_, n) => Math.ceil((requests - n) / ceilings.length));
	const busy = ceilings.map(() => 0);
	const byExecution = ceilings.map(() => 0);
	const count = { ok: 0, rejected: 0, broken: 0, unavailable: 0 };
	const times: number[] = [];
	let atService = 0;
	let most = 0;
	let turn = 0;

	const random = integers(1);
	const chance = () => random() / MAX_INTEGER;

	const later = (at: number, run: () => void) => {
		happenings.push({ at, run });
		happenings.sort((a, b) => a.at - b.at);
	};

	const tell = (execution: number, event: LimiterEvent): LimiterState =>
		(states[execution % processes] = reduce(states[execution % processes], event, now));

	const send = (execution: number) => {
		const sentAt = now;
		const { inFlight } = tell(execution, { type: 'sent' });
		waiting[execution] -= 1;
		busy[execution] += 1;
		most = Math.max(most, inFlight);
		later(now + latencyMs / 2 + jitterMs * chance(), () => {
			atService += 1;
			const reply = service(now, atService);
			const ms = (reply.slowMs ?? 0) + (reply.outcome === 'ok' ? workMs : 0);
			later(now + latencyMs / 2 + ms, () => {
				atService -= 1;
				busy[execution] -= 1;
				end(execution, sentAt, reply);
			});
		});
	};

	const end = (execution: number, sentAt: number, reply: Reply) => {
		const { outcome, retryAfterMs, allowance } = reply;
		count[outcome] += 1;
		if (outcome === 'ok') {
			tell(execution, { type: 'response', sentAt, allowance });
			times.push(now);
			byExecution[execution] += 1;
			return;
		}
		waiting[execution] += 1;
		const events: Record<typeof outcome, LimiterEvent> = {
			broken: { type: 'failed', sentAt },
			unavailable: { type: 'failed', sentAt, unavailable: { retryAfterMs } },
			rejected: { type: 'rejected', sentAt, retryAfterMs, allowance },
		};
		tell(execution, events[outcome]);
	};

	/** Answers when the next may go; never, if one that is under way has to end first. */
	const sendAllThatMay = (): number => {
		for (;;) {
			const ready = ceilings.map((ceiling, n) => waiting[n] > 0 && busy[n] < ceiling);
			const order = ceilings.map((_, n) => (n + turn) % ceilings.length);
			const dues = states.map((state) => nextSendAt(state, now));
			const dueOf = (n: number) => dues[n % processes] ?? Infinity;
			const next = order.find((n) => ready[n] && dueOf(n) <= now);
			if (next === undefined) return Math.min(...order.filter((n) => ready[n]).map(dueOf));
			send(next);
			turn = next + 1;
		}
	};

	while (count.ok < requests && now - startAt < longestMs) {
		const due = sendAllThatMay();
		const happening = happenings[0];
		if (due < (happening?.at ?? Infinity)) {
			now = due;
			continue;
		}
		if (happening === undefined) break;
		happenings.shift();
		now = happening.at;
		happening.run();
	}
	const tookMs = now - startAt;
	const rejected = count.rejected + count.unavailable;
	const all = count.ok + rejected + count.broken;
	return {
		tookMs,
		accepted: count.ok,
		rejected,
		broken: count.broken,
		rejectedShare: rejected / all,
		perSecond: (count.ok * 1_000) / tookMs,
		most,
		times,
		byExecution,
		limiter: states[0],
	};
}

const MAX_INTEGER = 2_147_483_647;

/** Random, and the same in each run. */
export function integers(seed: number): () => number {
	let last = seed;
	return () => (last = (last * 16_807) % MAX_INTEGER);
}

/** The first service until then, the other one afterwards. */
export function oneThenOther(
	first: SimulatedService,
	other: SimulatedService,
	untilMs: number,
): SimulatedService {
	return (now, inFlight) => (now < untilMs ? first : other)(now, inFlight);
}

type RetryAfter = 'seconds' | 'none';

/** A bucket of `burst` requests that refills evenly. */
export function tokenBucket(
	perSecond: number,
	{ burst = perSecond, retryAfter = 'none' as RetryAfter } = {},
): SimulatedService {
	let left = burst;
	let filledAt = 0;
	return (now) => {
		left = Math.min(burst, left + ((now - filledAt) * perSecond) / 1_000);
		filledAt = now;
		if (left >= 1) {
			left -= 1;
			return { outcome: 'ok' };
		}
		const waitMs = ((1 - left) * 1_000) / perSecond;
		return rejection(waitMs, retryAfter);
	};
}

/** So many requests in each period, which begin with the clock. */
export function fixedWindow(
	limit: number,
	{ periodMs = 1_000, retryAfter = 'none' as RetryAfter, headers = false } = {},
): SimulatedService {
	let period = -1;
	let count = 0;
	return (now) => {
		if (Math.floor(now / periodMs) !== period) {
			period = Math.floor(now / periodMs);
			count = 0;
		}
		const waitMs = (period + 1) * periodMs - now;
		const remaining = Math.max(0, limit - count - 1);
		const allowance = headers ? { remaining, resetMs: waitMs, limit } : undefined;
		if (count >= limit) return { ...rejection(waitMs, retryAfter), allowance };
		count += 1;
		return { outcome: 'ok', allowance };
	};
}

/** Rejects every seventh request and breaks two more of seven, however fast they come. */
export function flaky(): SimulatedService {
	let count = 0;
	return () => {
		const place = (count += 1) % 7;
		if (place === 0) return { outcome: 'rejected', retryAfterMs: 1_000 };
		return { outcome: place === 3 || place === 5 ? 'broken' : 'ok' };
	};
}

function rejection(waitMs: number, retryAfter: RetryAfter): Reply {
	const retryAfterMs = retryAfter === 'seconds' ? Math.ceil(waitMs / 1_000) * 1_000 : undefined;
	return { outcome: 'rejected', retryAfterMs };
}
