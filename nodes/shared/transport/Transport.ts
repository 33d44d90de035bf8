import { Cancelled } from '../failure/Cancelled';
import { withOutcomeUnknown, explainNetworkError, explainResponse } from './errorMessages';
import { Failure, type FailureDetails, rethrow } from '../failure/Failure';
import { clock, iso } from '../clock';
import { NetworkError } from '../http/networkError';
import type { HttpClient, Limits } from './httpClient';
import type { LimiterEvent } from './limiter/limiterState';
import { AdaptiveLimiter, ClientQueue, noteWait } from './limiter/AdaptiveLimiter';
import { readAllowance, readRetryAfterMs } from './rateLimit';
import { followRedirect } from './redirect';
import {
	decideRetry,
	concernsAll,
	isRateLimitResponse,
	type FailedAttempt,
	type RetryHistory,
	type RetrySettings,
} from './retry';
import {
	RequestAttempts,
	giveUp,
	isOver,
	type AttemptResult,
	type FailedResult,
} from './RequestAttempts';
import type { ReadResponse, Sender, ServiceRequest, ServiceResponse } from '../http/types';

export interface RequestSettings extends RetrySettings, Limits {}

/** Code of a response that was cut off: a retry may return it completely. */
export const RESPONSE_INCOMPLETE = 'RESPONSE_INCOMPLETE';

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

interface TransportOptions {
	/** 'Requests per Second'; 0 for no limit by the user. */
	requestsPerSecond?: number;
	signal?: AbortSignal;
	/** Shared by all executions with the same account. */
	limiter?: AdaptiveLimiter;
}

/** Sends the requests of one execution: pauses, retries and redirects are shared by all items. */
export class Transport {
	readonly signal?: AbortSignal;

	/** This execution's queue with the user's limit; the learned limit applies as well. */
	readonly queue: ClientQueue;
	private readonly limiter: AdaptiveLimiter;

	/** Set if the service asks for a longer pause than 'Max Retry Delay': nothing is sent before `until`. */
	private paused?: { until: number; failure: Failure };

	constructor(
		private readonly httpClient: HttpClient,
		{ requestsPerSecond = 0, signal, limiter = new AdaptiveLimiter() }: TransportOptions = {},
	) {
		this.signal = signal;
		this.limiter = limiter;
		this.queue = new ClientQueue(requestsPerSecond > 0 ? 1_000 / requestsPerSecond : 0);
	}

	sender(settings: RequestSettings): Sender {
		return { send: async (request, read) => await this.send(request, settings, read) };
	}

	/** Rejects with a Failure that says what to do. A read whose response was cut off is retried. */
	private async send<T>(
		request: ServiceRequest,
		settings: RequestSettings,
		read: ReadResponse<T>,
	): Promise<T> {
		const sending = new RequestAttempts(request);
		const readNext: ReadResponse<T> = (response) => read(response, sending.outcomeUnknown);
		const start = { request, current: request, settings, read: readNext };
		try {
			for (;;) {
				await sending.count();
				const result = await this.attempt({ ...start, history: sending.history });
				sending.commitIfLost(result);
				if (result.kind === 'done') return result.value;
				const delayMs = sending.prepareRetry(result);
				if (delayMs === 0) continue;
				noteWait(this.queue, { ms: sending.waitedMs, source: 'outage' });
				await clock.sleep(delayMs, this.signal);
			}
		} catch (error) {
			return rethrow(sending.end(error));
		}
	}

	private async attempt<T>(attempt: Attempt<T>): Promise<AttemptResult<T>> {
		const { request, settings, history } = attempt;
		const early = this.pauseFailure(attempt);
		if (early) return early;
		await this.limiter.enter(this.queue, this.signal, {
			isRetry: history.failedSince !== undefined,
		});
		const sentAt = clock.monotonic();
		let event: LimiterEvent = { type: 'ignored' };
		try {
			const late = isOver(request) ? notSent(request) : this.pauseFailure(attempt);
			if (late) return late;
			for (let hops = 0; ; hops++) {
				const response = await this.httpClient(attempt.current, settings);
				const next = followRedirect(attempt.current, response, hops);
				if (next === undefined) {
					const result = await this.evaluate(attempt, response);
					const isRejected = result.kind === 'failed' && result.decision.reason === 'rejected';
					event = eventOf(attempt, response, { sentAt, isRejected });
					return result;
				}
				attempt.current = next;
			}
		} catch (error) {
			const isForAll = attempt.current.authenticated && concernsAll(history);
			if (error instanceof NetworkError && isForAll) event = { type: 'failed', sentAt };
			return this.afterError(attempt, error);
		} finally {
			this.limiter.report(event, this.queue);
		}
	}

	private afterError(attempt: Attempt<unknown>, error: unknown): FailedResult {
		if (this.signal?.aborted) throw Cancelled.whileInFlight();
		if (error instanceof NetworkError) {
			const failure = explainNetworkError(attempt.current, error);
			return this.failed(attempt, failure, { kind: 'network', error });
		}
		return error instanceof Failure
			? withoutRetryAfterRedirect(attempt, giveUp(error))
			: rethrow(error);
	}

	/** A failure while the service asks for a longer pause than 'Max Retry Delay'. */
	private pauseFailure({ request, settings }: Attempt<unknown>): FailedResult | undefined {
		const now = clock.monotonic();
		if (this.paused && now < this.paused.until) {
			return notSent(request, this.paused.failure.details);
		}
		const { heldUntil } = this.limiter;
		if (heldUntil - now <= settings.maxRetryDelayMs) return undefined;
		const rejection = { status: TOO_MANY_REQUESTS, headers: {}, body: Buffer.from('') };
		const { details } = explainResponse(request, rejection);
		return notSent(request, { ...details, retryAt: iso(clock.now() + heldUntil - now) });
	}

	private async evaluate<T>(
		attempt: Attempt<T>,
		response: ServiceResponse,
	): Promise<AttemptResult<T>> {
		if (response.status >= 200 && response.status < 300) {
			return await this.readSuccess(attempt, response);
		}
		const { failure, failed } = explainStatus(attempt.current, response);
		const result = this.failed(attempt, failure, failed);
		const { retryAfterMs = 0 } = failed;
		if (result.decision.reason === 'rejected' && retryAfterMs > attempt.settings.maxRetryDelayMs) {
			this.paused = { until: clock.monotonic() + retryAfterMs, failure };
		}
		return result;
	}

	private async readSuccess<T>(
		attempt: Attempt<T>,
		response: ServiceResponse,
	): Promise<AttemptResult<T>> {
		const { request, current, read } = attempt;
		// If a redirect turned a POST into a GET, its target may be the only name of the created resource.
		const headers = wasRedirectedToGet(attempt)
			? { location: current.url, ...response.headers }
			: response.headers;
		try {
			return { kind: 'done', value: await read({ ...response, headers }) };
		} catch (failure) {
			if (!(failure instanceof Failure)) return rethrow(failure);
			if (failure.details.code !== RESPONSE_INCOMPLETE) return giveUp(failure);
			return this.failed({ ...attempt, current: request }, failure, { kind: 'incomplete' });
		}
	}

	private failed(attempt: Attempt<unknown>, failure: Failure, failed: FailedAttempt): FailedResult {
		const { current, settings, history } = attempt;
		const decision = decideRetry({
			attempt: failed,
			request: current,
			history,
			acceptedAt: this.limiter.acceptedAt,
			settings,
			now: clock.monotonic(),
			random: Math.random(),
		});
		return withoutRetryAfterRedirect(attempt, { kind: 'failed', failure, decision });
	}
}

function eventOf(
	{ current, settings, history }: Attempt<unknown>,
	{ status, headers }: ServiceResponse,
	{ sentAt, isRejected }: { sentAt: number; isRejected: boolean },
): LimiterEvent {
	if (!current.authenticated) return { type: 'ignored' };
	const now = clock.now();
	const allowance = readAllowance(headers, now);
	const hasFailed = isRejected || status >= 500;
	if (!hasFailed) {
		return { type: 'response', sentAt, allowance, wasRejected: history.rejected > 0 };
	}
	if (!concernsAll(history)) {
		const { failedSince: firstAt = sentAt } = history;
		return isRejected ? { type: 'rejectedAgain', firstAt } : { type: 'ignored' };
	}
	const asked = readRetryAfterMs(headers, now) ?? 0;
	// A pause longer than 'Max Retry Delay' does not hold the limiter: the next execution may try again.
	const retryAfterMs = asked <= settings.maxRetryDelayMs ? asked : undefined;
	if (isRejected) return { type: 'rejected', sentAt, retryAfterMs, allowance };
	const unavailable = status === UNAVAILABLE ? { retryAfterMs } : undefined;
	return { type: 'failed', sentAt, unavailable };
}

interface Attempt<T> {
	readonly request: ServiceRequest;
	/** The request that the last redirect asked for. */
	current: ServiceRequest;
	readonly settings: RequestSettings;
	readonly history: RetryHistory;
	readonly read: ReadResponse<T>;
}

function explainStatus(
	request: ServiceRequest,
	response: ServiceResponse,
): { failure: Failure; failed: Extract<FailedAttempt, { kind: 'status' }> } {
	const { status, headers } = response;
	const now = clock.now();
	const retryAfterMs = readRetryAfterMs(headers, now);
	const failure = explainResponse(request, response);
	const { details } = failure;
	const isTimed = retryAfterMs !== undefined || readAllowance(headers, now)?.remaining === 0;
	const isRateLimit = isRateLimitResponse(status, details, isTimed);
	const explained =
		isRateLimit && status !== TOO_MANY_REQUESTS
			? explainResponse(request, response, { adviceOf: TOO_MANY_REQUESTS })
			: failure;
	const timed = retryAfterMs !== undefined && { retryAt: iso(now + retryAfterMs) };
	return {
		failure: timed ? explained.with(timed) : explained,
		failed: { kind: 'status', status, isRateLimit, retryAfterMs },
	};
}

/** Whether a POST was redirected to a GET: then it has been processed. */
function wasRedirectedToGet({ request, current }: Attempt<unknown>): boolean {
	return current.method !== request.method;
}

/** After such a redirect there is no retry, as it would be processed again. */
function withoutRetryAfterRedirect(attempt: Attempt<unknown>, result: FailedResult): FailedResult {
	if (!wasRedirectedToGet(attempt)) return result;
	const location = attempt.current.url;
	return giveUp(withOutcomeUnknown(result.failure).with({ response: { location } }));
}

function notSent({ label }: ServiceRequest, details?: FailureDetails): FailedResult {
	const why = details
		? `because the service asked to wait until ${details.retryAt}`
		: 'in the remaining time';
	const message = `${label} was not sent ${why}`;
	return giveUp(new Failure({ ...details, kind: 'request', message, request: label }));
}
