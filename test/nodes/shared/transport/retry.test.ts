import { NetworkError } from '../../../../nodes/shared/http/networkError';
import {
	concernsAll,
	decideRetry,
	isRateLimitResponse,
	MAX_OUTAGE_MS,
	NO_ATTEMPTS,
	type FailedAttempt,
	type RetryInput,
	type RetryReason,
} from '../../../../nodes/shared/transport/retry';

const lost: FailedAttempt = {
	kind: 'network',
	error: new NetworkError('ECONNRESET', false, false),
};
const unreachable: FailedAttempt = {
	kind: 'network',
	error: new NetworkError('ECONNREFUSED', true, false),
};
const unknownHost: FailedAttempt = {
	kind: 'network',
	error: new NetworkError('ENOTFOUND', true, false),
};
const timedOut: FailedAttempt = {
	kind: 'network',
	error: new NetworkError('ETIMEDOUT', false, true),
};
const incomplete: FailedAttempt = { kind: 'incomplete' };
const limited: FailedAttempt = { kind: 'status', status: 429, isRateLimit: true };
const status = (code: number): FailedAttempt => ({
	kind: 'status',
	status: code,
	isRateLimit: false,
});

const START = 1_000_000;
type Question = Partial<RetryInput> & {
	attempt: FailedAttempt;
	charged?: boolean;
	hasKey?: boolean;
	authenticated?: boolean;
};
function question({
	charged = false,
	hasKey,
	authenticated = true,
	...more
}: Question): RetryInput {
	const idempotency = hasKey ? { header: 'Idempotency-Key', key: '1' } : undefined;
	return {
		request: { charged, idempotency, authenticated },
		history: NO_ATTEMPTS,
		acceptedAt: START - 1,
		settings: { maxRetries: 3, maxRetryDelayMs: 60_000, retryUnsafe: false },
		now: START,
		random: 1,
		...more,
	};
}

/** How often the same attempt is retried, so many milliseconds apart. */
function retries(asked: RetryInput, everyMs = 0): number {
	let { history, now } = asked;
	for (let count = 0; count < 200; count++) {
		const decision = decideRetry({ ...asked, history, now });
		if (decision.kind === 'giveUp') return count;
		({ history } = decision);
		now += everyMs;
	}
	return Infinity;
}

describe('whether a request is sent again', () => {
	const unsafe = { maxRetries: 3, maxRetryDelayMs: 60_000, retryUnsafe: true };

	it.each<[string, FailedAttempt, RetryReason, RetryReason | undefined, RetryReason]>([
		// after             what it was    GET or key     POST           POST, Retry Unsafe Requests
		['a rate limit', limited, 'rejected', 'rejected', 'rejected'],
		['a 408', status(408), 'transient', undefined, 'transient'],
		['a 425', status(425), 'transient', undefined, 'transient'],
		['a 500', status(500), 'transient', undefined, 'transient'],
		['a 502', status(502), 'outage', undefined, 'transient'],
		['a 503', status(503), 'outage', undefined, 'transient'],
		['a 504', status(504), 'outage', undefined, 'transient'],
		['a lost connection', lost, 'outage', undefined, 'transient'],
		['a time-out', timedOut, 'transient', undefined, 'transient'],
		['a response that was cut off', incomplete, 'transient', undefined, 'transient'],
		['a port that is closed', unreachable, 'outage', 'outage', 'outage'],
		['a host that is not found', unknownHost, 'transient', 'transient', 'transient'],
	])('after %s', (_, attempt, read, post, unsafePost) => {
		expect(decideRetry(question({ attempt })).reason).toBe(read);
		const charged = { attempt, charged: true };
		expect(decideRetry(question({ ...charged, hasKey: true })).reason).toBe(read);
		expect(decideRetry(question(charged)).reason).toBe(post);
		expect(decideRetry(question({ ...charged, settings: unsafe })).reason).toBe(unsafePost);
	});

	it.each([301, 400, 401, 402, 403, 404, 409, 410, 413, 422])('never after a %d', (code) => {
		expect(decideRetry(question({ attempt: status(code), settings: unsafe })).kind).toBe('giveUp');
	});

	it.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'EPROTO',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'ERR_INVALID_URL',
	])('never where the next attempt would fail as well: %s', (code) => {
		const attempt: FailedAttempt = { kind: 'network', error: new NetworkError(code, true, false) };
		expect(decideRetry(question({ attempt, settings: unsafe })).kind).toBe('giveUp');
	});
});

describe('how often', () => {
	const seconds = 1_000;
	/** The service accepts other requests all the time. */
	const UP = Infinity;
	const post = { charged: true, settings: { ...question({ attempt: lost }).settings } } as const;
	const unsafePost = { charged: true, settings: { ...post.settings, retryUnsafe: true } } as const;

	it.each<[string, Question, number, number]>([
		['Max Retries for what is transient', { attempt: status(500) }, 0, 3],
		['Max Retries for a response that was cut off', { attempt: incomplete }, 0, 3],
		['Max Retries for a host that is not found', { attempt: unknownHost }, 0, 3],
		['rejections for 150 s', { attempt: limited, acceptedAt: UP }, 5 * seconds, 31],
		[
			'Max Retries for rejections, if nothing was accepted for longer than that',
			{ attempt: limited, acceptedAt: START - MAX_OUTAGE_MS - 1 },
			0,
			3,
		],
		['an outage, for as long as one is waited for', { attempt: status(503) }, 10 * seconds, 10],
		['a lost connection, for as long', { attempt: lost }, 10 * seconds, 10],
		['the same where others succeed', { attempt: lost, acceptedAt: UP }, 3 * seconds, 31],
		['a 503 where others succeed', { attempt: status(503), acceptedAt: UP }, 3 * seconds, 31],
		['a port that is closed, for a POST too', { ...post, attempt: unreachable }, 10 * seconds, 10],
		[
			'less long where nothing has ever answered',
			{ attempt: unreachable, acceptedAt: -Infinity },
			4 * seconds,
			6,
		],
		['Max Retries for a POST that may have arrived', { ...unsafePost, attempt: lost }, 0, 3],
		['that too where others succeed', { ...unsafePost, attempt: lost, acceptedAt: UP }, 0, 3],
		['the same for a 503', { ...unsafePost, attempt: status(503) }, 0, 3],
	])('%s', (_, more, everyMs, count) => {
		expect(retries(question(more), everyMs)).toBe(count);
	});

	it.each<[string, FailedAttempt]>([
		['a 500', status(500)],
		['a 503', status(503)],
		['a rate limit', limited],
		['a lost connection', lost],
		['a response that was cut off', incomplete],
	])('at least Max Retries, and never where that is 0: after %s', (_, attempt) => {
		const settings = (maxRetries: number) => ({ ...unsafePost.settings, maxRetries });
		expect(retries(question({ attempt, settings: settings(40) }), 10 * seconds)).toBe(40);
		expect(retries(question({ attempt, settings: settings(0) }))).toBe(0);
	});

	it('an outage and a transient error, each by itself', () => {
		let { history } = question({ attempt: lost });
		const kinds = [status(500), lost, limited, status(500), status(500), lost, status(500)].map(
			(attempt) => {
				const decision = decideRetry(question({ attempt, history }));
				({ history } = decision);
				return decision.kind;
			},
		);
		expect(kinds).toEqual([...Array<string>(6).fill('retry'), 'giveUp']);
	});
});

describe('a failure', () => {
	const decisions = (attempt: FailedAttempt) => {
		let history = NO_ATTEMPTS;
		return [1, 2, 3, 4].map(() => {
			const isForAll = concernsAll(history);
			const decision = decideRetry(question({ attempt, history }));
			({ history } = decision);
			return [isForAll, decision.kind === 'retry' ? decision.delayMs : undefined];
		});
	};

	it('concerns all requests, from the third one on only its own', () => {
		expect(decisions(limited)).toEqual([
			[true, 0],
			[true, 0],
			[false, 4_000],
			[false, 8_000],
		]);
		expect(decisions(lost).map(([isForAll]) => isForAll)).toEqual([true, true, false, false]);
	});

	it('of a host that the service links to is no rejection by the service', () => {
		const { reason } = decideRetry(question({ attempt: limited, authenticated: false }));
		expect(reason).toBe('transient');
	});
});

describe('the wait before a retry', () => {
	const delay = (more: Question) => {
		const decision = decideRetry(question(more));
		return decision.kind === 'retry' ? decision.delayMs : undefined;
	};

	it.each([
		[0, 1_000],
		[1, 2_000],
		[2, 4_000],
		[4, 16_000],
		[5, 30_000],
		[50, 30_000],
	])('grows: after %d retries it is at most %d ms', (transient, longest) => {
		const settings = { maxRetries: 99, maxRetryDelayMs: 60_000, retryUnsafe: false };
		const more = { attempt: status(500), history: { ...NO_ATTEMPTS, transient }, settings };
		expect(delay({ ...more, random: 1 })).toBe(longest);
		expect(delay({ ...more, random: 0 })).toBe(500);
	});

	it('is at most 8 s in an outage', () => {
		const history = { ...NO_ATTEMPTS, failedSince: START, outage: 9 };
		expect(delay({ attempt: lost, history })).toBe(8_000);
	});

	it('is no longer than Max Retry Delay', () => {
		const settings = { maxRetries: 3, maxRetryDelayMs: 700, retryUnsafe: false };
		expect(delay({ attempt: status(500), settings })).toBe(700);
	});

	it('of 0 is half a second, unless the service asks for a wait', () => {
		const settings = { maxRetries: 3, maxRetryDelayMs: 0, retryUnsafe: false };
		expect(delay({ attempt: status(500), settings })).toBe(500);
		const asking = { kind: 'status', status: 503, isRateLimit: false, retryAfterMs: 1 } as const;
		expect(delay({ attempt: asking, settings })).toBeUndefined();
	});

	it('is what the service requests, unless that is longer than Max Retry Delay', () => {
		const asking = (retryAfterMs: number): FailedAttempt => ({
			kind: 'status',
			status: 503,
			isRateLimit: false,
			retryAfterMs,
		});
		expect(delay({ attempt: asking(0), random: 0 })).toBe(500);
		expect(delay({ attempt: asking(60_000) })).toBe(60_000);
		expect(delay({ attempt: asking(60_001) })).toBeUndefined();
	});
});

describe('a response is a rate limit', () => {
	it.each<[number, string | undefined, boolean]>([
		[429, undefined, true],
		[400, 'retry_later', true],
		[400, 'RETRY-LATER', true],
		[400, 'rate limit exceeded', true],
		[400, 'tooManyRequests', true],
		[400, 'invalid', false],
		[400, undefined, false],
		[403, 'retry_later', true],
		[403, 'forbidden', false],
		[404, 'retry_later', false],
		[503, undefined, false],
	])('%d with the code %s: %s', (code, word, expected) => {
		expect(isRateLimitResponse(code, { code: word }, false)).toBe(expected);
	});

	it.each<[number, string | undefined, boolean, boolean]>([
		[403, 'API rate limit exceeded', false, true],
		[403, 'Too many requests', false, true],
		[403, 'Request was throttled.', false, true],
		[403, 'You cannot see this', true, true],
		[403, 'Your plan limits you to two', false, false],
		[403, undefined, false, false],
		[400, 'rate limit must be a number', true, false],
		[401, 'Too many requests', true, false],
	])('%d with the words %j, with a time %s: %s', (code, reason, isTimed, expected) => {
		expect(isRateLimitResponse(code, { reason }, isTimed)).toBe(expected);
	});
});
