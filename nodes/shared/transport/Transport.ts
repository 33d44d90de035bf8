import { Cancelled } from '../failure/Cancelled';
import { afterEffect, explainNetworkError, explainResponse } from './explain';
import { Failure, type FailureDetails } from '../failure/Failure';
import { clock } from '../clock';
import { NetworkError } from '../http/networkError';
import type { PaceEvent } from './pace/controller';
import { newLane, Pace, type Lane } from './pace/Pace';
import { readAllowance } from './rateLimit';
import { followRedirect } from './redirect';
import { backoff, isRefusedForNow, retryNetworkError, retryStatus } from './retryPolicy';
import { retryAfterMs } from './retryAfter';
import { Tries, type Again } from './Tries';
import type { ServiceRequest, ServiceResponse } from '../http/types';
import { iso } from '../values/time';

export interface TransportOptions {
	/** Per second; 0 for no pacing. */
	requestsPerSecond: number;
	/** After the first try. */
	maxRetries: number;
	/** The longest wait before one retry, whatever the service asks for. */
	maxRetryDelayMs: number;
	/** Repeat POST and PATCH after lost answers too. */
	retryUnsafe: boolean;
}

/** One HTTP exchange, without any policy. Rejects with a NetworkError. */
export type Exchange = (request: ServiceRequest) => Promise<ServiceResponse>;

const REFUSED = 429;
const UNAVAILABLE = 503;

/** Sends requests of one execution: pauses, retries and redirects are shared by all items. */
export class Transport {
	/** What the user has set; the service's own pace applies as well. */
	private readonly lane: Lane;

	/** The service asks for more patience than the user has: until then nothing is sent. */
	private closed?: { until: number; failure: Failure };

	constructor(
		private readonly exchange: Exchange,
		private readonly options: TransportOptions,
		readonly signal?: AbortSignal,
		/** Shared by all that use the same account at the service. */
		private readonly pace = new Pace(),
	) {
		const { requestsPerSecond } = options;
		this.lane = newLane(requestsPerSecond > 0 ? 1_000 / requestsPerSecond : 0);
	}

	/** Resolves with a 2xx response, or rejects with a Failure that says what to do. */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		const tries = new Tries();
		for (;;) {
			const outcome = await this.attempt(request, tries);
			if (!('failure' in outcome)) return outcome;
			const { failure, askedMs, retry } = outcome;
			if (retry === undefined) throw failure;
			const quietMs = clock.monotonic() - this.pace.acceptedAt;
			if (!tries.mayRepeat(retry, quietMs, this.options)) throw failure;
			if (askedMs !== undefined && askedMs > this.options.maxRetryDelayMs) throw failure;
			// The pace holds all requests, this one too.
			if (retry === 'refused') continue;
			const pauseMs = askedMs ?? this.backoff(tries.count - 1);
			if (isOver(request, pauseMs)) throw failure;
			await clock.sleep(pauseMs, this.signal);
		}
	}

	private async attempt(
		request: ServiceRequest,
		tries: Tries,
	): Promise<ServiceResponse | FailedAttempt> {
		const early = this.notNow(request);
		if (early) return early;
		await this.pace.enter(this.lane, this.signal);
		const late = isOver(request) ? tooLate(request) : this.notNow(request);
		if (late) {
			this.pace.report({ type: 'dropped' }, this.lane);
			return late;
		}
		const sentAt = clock.monotonic();
		let current = request;
		try {
			for (let hops = 0; ; hops++) {
				const response = await this.exchange(current);
				const next = followRedirect(current, response, hops);
				if (next === undefined) {
					const outcome = this.judge(current, response, tries);
					this.pace.report(this.eventOf(current, response, outcome, sentAt), this.lane);
					return afterRedirects(request, current, outcome);
				}
				current = next;
			}
		} catch (error) {
			const ofNetwork = error instanceof NetworkError && current.authenticated;
			this.pace.report(ofNetwork ? { type: 'broken', sentAt } : { type: 'dropped' }, this.lane);
			if (this.signal?.aborted) throw Cancelled.underWay();
			return afterRedirects(request, current, this.judgeNetworkError(current, asThrown(error)));
		}
	}

	/** Nothing is sent while the service asks for a longer pause than the user allows. */
	private notNow(request: ServiceRequest): FailedAttempt | undefined {
		const now = clock.monotonic();
		if (this.closed && now < this.closed.until) {
			return notSent(request, this.closed.failure.details);
		}
		const { heldUntil } = this.pace;
		if (heldUntil - now <= this.options.maxRetryDelayMs) return undefined;
		const { details } = explainResponse(request, {
			status: REFUSED,
			headers: {},
			body: Buffer.from(''),
		});
		return notSent(request, { ...details, retryAt: iso(clock.now() + heldUntil - now) });
	}

	private judge(
		request: ServiceRequest,
		response: ServiceResponse,
		tries: Tries,
	): ServiceResponse | FailedAttempt {
		const { status, headers } = response;
		if (status >= 200 && status < 300) return response;
		const now = clock.now();
		const askedMs = retryAfterMs(headers, now);
		const found = explainResponse(request, response);
		const isTimed = askedMs !== undefined || readAllowance(headers, now)?.remaining === 0;
		const isRefused = isRefusedForNow({ ...found.details, status, isTimed });
		const explained =
			isRefused && status !== REFUSED
				? explainResponse(request, response, { adviceOf: REFUSED })
				: found;
		const failure =
			askedMs === undefined ? explained : explained.with({ retryAt: iso(now + askedMs) });
		if (!isRefused && !retryStatus(request.method, status, this.options.retryUnsafe)) {
			return { failure, askedMs };
		}
		// Another host, to which a link has led, is not the service.
		if (!request.authenticated) return { failure, askedMs, retry: 'later' };
		// Where the service answers hardly any request so, it is this one.
		const isBusy = status === UNAVAILABLE && this.pace.isOverloaded;
		const retry = isRefused || isBusy ? tries.refused(this.pace.accepted) : 'later';
		if (retry === 'refused' && askedMs !== undefined && askedMs > this.options.maxRetryDelayMs) {
			this.closed = { until: clock.monotonic() + askedMs, failure };
		}
		return { failure, askedMs, retry };
	}

	/** What the answer says about the pace. */
	private eventOf(
		{ authenticated, label }: ServiceRequest,
		{ status, headers }: ServiceResponse,
		outcome: ServiceResponse | FailedAttempt,
		sentAt: number,
	): PaceEvent {
		if (!authenticated) return { type: 'dropped' };
		const allowance = readAllowance(headers, clock.now());
		const { retry, askedMs: asked = 0 } = 'failure' in outcome ? outcome : {};
		// Beyond the user's patience nobody waits for it; whoever comes later may ask again.
		const askedMs = asked <= this.options.maxRetryDelayMs ? asked : undefined;
		if (status === UNAVAILABLE) return { type: 'broken', sentAt, unavailable: { askedMs } };
		if (status >= 500) return { type: 'broken', sentAt };
		if (retry === 'refused') return { type: 'refused', sentAt, askedMs, allowance };
		if (retry === 'refusedAlone') return { type: 'dropped' };
		return { type: 'answered', sentAt, kind: label, allowance };
	}

	private judgeNetworkError(request: ServiceRequest, error: Failure | NetworkError): FailedAttempt {
		if (error instanceof Failure) return { failure: error };
		const failure = explainNetworkError(request, error);
		if (!retryNetworkError(request.method, error, this.options.retryUnsafe)) return { failure };
		// One that took all of its time is not tried again and again.
		return { failure, retry: error.timedOut ? 'later' : 'broken' };
	}

	/** Only a wait that the service asks for can be too long. */
	private backoff(attempt: number): number {
		return Math.min(backoff(Math.max(0, attempt)), this.options.maxRetryDelayMs);
	}
}

interface FailedAttempt {
	failure: Failure;
	/** What the service asks for with Retry-After. */
	askedMs?: number;
	/** Absent where a repetition is useless or not safe. */
	retry?: Again;
}

/**
 * A redirect has turned a POST into a GET: it took effect, and repeating it would do so again. Where
 * it led to may be all that names what was made.
 */
function afterRedirects<T extends ServiceResponse | FailedAttempt>(
	request: ServiceRequest,
	current: ServiceRequest,
	outcome: T,
): T | ServiceResponse | FailedAttempt {
	if (current.method === request.method) return outcome;
	const location = current.url;
	if (!('failure' in outcome)) {
		return { ...outcome, headers: { location, ...outcome.headers } };
	}
	return { failure: afterEffect(outcome.failure).with({ response: { location } }) };
}

/** An answer would come too late for whoever waits for it, and still cost something. */
function isOver({ until = Infinity }: ServiceRequest, pauseMs = 0): boolean {
	return clock.monotonic() + pauseMs >= until;
}

function tooLate({ label }: ServiceRequest): FailedAttempt {
	const message = `${label} was not sent within the time that was left for it`;
	return { failure: new Failure({ kind: 'request', message, request: label }) };
}

function notSent({ label }: ServiceRequest, details: FailureDetails): FailedAttempt {
	const message = `${label} was not sent, as the service asks for a pause until ${details.retryAt}`;
	return { failure: new Failure({ ...details, kind: 'request', message, request: label }) };
}

function asThrown(error: unknown): Failure | NetworkError {
	if (error instanceof Cancelled) throw error;
	return error as Failure | NetworkError;
}
