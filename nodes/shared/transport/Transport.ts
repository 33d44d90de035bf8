import { Cancelled, mayHaveArrived } from '../failure/Cancelled';
import { afterEffect, explainNetworkError, explainResponse } from './explain';
import { Failure, type FailureDetails, rethrow } from '../failure/Failure';
import { clock, iso } from '../clock';
import { NetworkError } from '../http/networkError';
import type { Exchange, Limits } from './exchange';
import type { PaceEvent } from './pace/controller';
import { newLane, noteWait, Pace, type Lane } from './pace/Pace';
import { readAllowance } from './rateLimit';
import { followRedirect } from './redirect';
import {
	decideRetry,
	isAlone,
	isRateLimitResponse,
	NO_ATTEMPTS,
	type FailedAttempt,
	type RetryDecision,
	type RetryHistory,
	type RetrySettings,
} from './retry';
import { retryAfterMs } from './retryAfter';
import type { ReadResponse, Sender, ServiceRequest, ServiceResponse } from '../http/types';

/** What may differ from item to item. */
export interface RequestSettings extends RetrySettings, Limits {}

/** Marks a response that was cut off: reading it again may bring the rest. */
export const INCOMPLETE = 'RESPONSE_INCOMPLETE';

const REJECTED = 429;
const UNAVAILABLE = 503;

interface TransportOptions {
	/** 0 for no limit of the user's own. */
	requestsPerSecond?: number;
	signal?: AbortSignal;
	/** Shared by all that use the same account at the service. */
	pace?: Pace;
}

/** Sends the requests of one execution: pauses, retries and redirects are shared by all items. */
export class Transport {
	readonly signal?: AbortSignal;

	/** What the user has set; the service's own pace applies as well. */
	readonly lane: Lane;

	private readonly pace: Pace;

	/** The service asks for a longer pause than the user allows: until then nothing is sent. */
	private closed?: { until: number; failure: Failure };

	constructor(
		private readonly exchange: Exchange,
		{ requestsPerSecond = 0, signal, pace = new Pace() }: TransportOptions = {},
	) {
		this.signal = signal;
		this.pace = pace;
		this.lane = newLane(requestsPerSecond > 0 ? 1_000 / requestsPerSecond : 0);
	}

	/** Sends with the settings of one item. */
	sender(settings: RequestSettings): Sender {
		return {
			send: async (request, read) => await this.send(request, settings, read),
		};
	}

	/**
	 * Resolves with what `read` makes of a 2xx response, or rejects with a Failure that says what to
	 * do. A read whose response was cut off is retried.
	 */
	private async send<T>(
		request: ServiceRequest,
		settings: RequestSettings,
		read: ReadResponse<T>,
	): Promise<T> {
		let history = NO_ATTEMPTS;
		// A later rejection does not undo what an earlier attempt may have done.
		let outcomeUnknown = false;
		let waitedMs = 0;
		// A request that is repeated after a rejection keeps its place under the user's limit.
		let isCounted = false;
		const { charge } = request;
		try {
			for (;;) {
				const limit = isCounted ? undefined : await charge?.take(request.label);
				if (limit !== undefined) throw outcomeUnknown ? afterEffect(limit) : limit;
				isCounted = charge !== undefined;
				const result = await this.attempt(request, { settings, history, read });
				const isUncertain = result.kind === 'failed' && result.failure.details.uncertain === true;
				if (result.kind === 'done' || isUncertain) {
					charge?.keep();
					isCounted = false;
				}
				if (result.kind === 'done') return result.value;
				const { decision } = result;
				const failure =
					outcomeUnknown && !isUncertain ? afterEffect(result.failure) : result.failure;
				if (decision.kind === 'giveUp' || isOver(request, decision.delayMs)) throw failure;
				outcomeUnknown ||= isUncertain;
				if (isCounted) charge?.repeat();
				history = decision.history;
				if (decision.delayMs === 0) continue;
				waitedMs += decision.delayMs;
				noteWait(this.lane, { ms: waitedMs, source: 'retries' });
				await clock.sleep(decision.delayMs, this.signal);
			}
		} catch (error) {
			const isRejected = error instanceof Failure || !mayHaveArrived(error);
			if (isCounted) charge?.[isRejected ? 'giveBack' : 'keep']();
			const isOpen = outcomeUnknown && error instanceof Cancelled;
			return rethrow(isOpen ? Cancelled.underWay() : error);
		}
	}

	private async attempt<T>(
		request: ServiceRequest,
		attempt: Attempt<T>,
	): Promise<AttemptResult<T>> {
		const early = this.notNow(request, attempt);
		if (early) return early;
		const isRetry = attempt.history.failedSince !== undefined;
		await this.pace.enter(this.lane, this.signal, { isRetry });
		const late = isOver(request) ? tooLate(request) : this.notNow(request, attempt);
		if (late) {
			this.pace.report({ type: 'dropped' }, this.lane);
			return late;
		}
		const sentAt = clock.monotonic();
		let current = request;
		try {
			for (let hops = 0; ; hops++) {
				const response = await this.exchange(current, attempt.settings);
				const next = followRedirect(current, response, hops);
				if (next !== undefined) {
					current = next;
					continue;
				}
				const result = await this.judge(request, current, response, attempt);
				const decision = result.kind === 'done' ? undefined : result.decision;
				this.pace.report(this.eventOf(current, response, { sentAt, decision, attempt }), this.lane);
				return result;
			}
		} catch (error) {
			const ofNetwork = error instanceof NetworkError && current.authenticated;
			this.pace.report(ofNetwork ? { type: 'broken', sentAt } : { type: 'dropped' }, this.lane);
			if (this.signal?.aborted) throw Cancelled.underWay();
			return this.judgeError(request, current, asThrown(error), attempt);
		}
	}

	/** Nothing is sent while the service asks for a longer pause than the user allows. */
	private notNow(
		request: ServiceRequest,
		{ settings }: { settings: RequestSettings },
	): FailedResult | undefined {
		const now = clock.monotonic();
		if (this.closed && now < this.closed.until) {
			return notSent(request, this.closed.failure.details);
		}
		const { heldUntil } = this.pace;
		if (heldUntil - now <= settings.maxRetryDelayMs) return undefined;
		const { details } = explainResponse(request, {
			status: REJECTED,
			headers: {},
			body: Buffer.from(''),
		});
		return notSent(request, { ...details, retryAt: iso(clock.now() + heldUntil - now) });
	}

	private async judge<T>(
		request: ServiceRequest,
		current: ServiceRequest,
		response: ServiceResponse,
		attempt: Attempt<T>,
	): Promise<AttemptResult<T>> {
		const { status } = response;
		if (status >= 200 && status < 300) {
			return await this.readSuccess(request, afterRedirects(request, current, response), attempt);
		}
		const { failure, failed } = explainStatus(current, response);
		const result = this.failedResult(request, current, { failure, failed, attempt });
		const { reason } = result.decision;
		const { retryAfterMs: askedMs } = failed;
		if (
			reason === 'rejected' &&
			askedMs !== undefined &&
			askedMs > attempt.settings.maxRetryDelayMs
		) {
			this.closed = { until: clock.monotonic() + askedMs, failure };
		}
		return result;
	}

	private async readSuccess<T>(
		request: ServiceRequest,
		response: ServiceResponse,
		attempt: Attempt<T>,
	): Promise<AttemptResult<T>> {
		try {
			return { kind: 'done', value: await attempt.read(response) };
		} catch (failure) {
			if (!(failure instanceof Failure)) return rethrow(failure);
			if (failure.details.code !== INCOMPLETE) return failedForGood(failure);
			return this.failedResult(request, request, {
				failure,
				failed: { kind: 'incomplete' },
				attempt,
			});
		}
	}

	private judgeError<T>(
		request: ServiceRequest,
		current: ServiceRequest,
		error: Failure | NetworkError,
		attempt: Attempt<T>,
	): FailedResult {
		if (error instanceof Failure) return afterMove(request, current, failedForGood(error));
		const failure = explainNetworkError(current, error);
		const failed: FailedAttempt = { kind: 'network', error };
		return this.failedResult(request, current, { failure, failed, attempt });
	}

	private failedResult<T>(
		request: ServiceRequest,
		current: ServiceRequest,
		{ failure, failed, attempt }: Judged<T>,
	): FailedResult {
		const { settings, history } = attempt;
		const decision = decideRetry({
			attempt: failed,
			method: current.method,
			hasKey: current.idempotency !== undefined,
			isService: current.authenticated,
			history,
			limiter: this.pace,
			settings,
			now: clock.monotonic(),
			random: Math.random(),
		});
		return afterMove(request, current, { kind: 'failed', failure, decision });
	}

	/** What the response says about the pace. */
	private eventOf(
		{ authenticated, label }: ServiceRequest,
		{ status, headers }: ServiceResponse,
		{ sentAt, decision, attempt }: Reported,
	): PaceEvent {
		const { reason } = decision ?? {};
		const { rejections, individualRejections } = attempt.history;
		if (!authenticated) return { type: 'dropped' };
		const now = clock.now();
		const allowance = readAllowance(headers, now);
		const asked = status < 300 ? 0 : (retryAfterMs(headers, now) ?? 0);
		// A pause beyond the user's patience is not waited for: the next execution may try again.
		const askedMs = asked <= attempt.settings.maxRetryDelayMs ? asked : undefined;
		// What this request alone meets again and again says nothing of the service.
		if (status >= 500 && isAlone(attempt.history, this.pace)) return { type: 'dropped' };
		if (status === UNAVAILABLE) return { type: 'broken', sentAt, unavailable: { askedMs } };
		if (status >= 500) return { type: 'broken', sentAt };
		if (reason === 'rejected') return { type: 'refused', sentAt, askedMs, allowance };
		if (reason === 'rejectedIndividually') {
			return { type: 'individual', rejections: individualRejections === 0 ? rejections : 0 };
		}
		return { type: 'answered', sentAt, kind: label, allowance, wasRejected: rejections > 0 };
	}
}

interface Attempt<T> {
	settings: RequestSettings;
	history: RetryHistory;
	read: ReadResponse<T>;
}

interface Judged<T> {
	failure: Failure;
	failed: FailedAttempt;
	attempt: Attempt<T>;
}

interface Reported {
	sentAt: number;
	decision?: RetryDecision;
	attempt: { settings: RequestSettings; history: RetryHistory };
}

interface FailedResult {
	kind: 'failed';
	failure: Failure;
	decision: RetryDecision;
}

type AttemptResult<T> = { kind: 'done'; value: T } | FailedResult;

function explainStatus(
	request: ServiceRequest,
	response: ServiceResponse,
): { failure: Failure; failed: Extract<FailedAttempt, { kind: 'status' }> } {
	const { status, headers } = response;
	const now = clock.now();
	const askedMs = retryAfterMs(headers, now);
	const found = explainResponse(request, response);
	const isTimed = askedMs !== undefined || readAllowance(headers, now)?.remaining === 0;
	const isRateLimit = isRateLimitResponse({ ...found.details, status, isTimed });
	const explained =
		isRateLimit && status !== REJECTED
			? explainResponse(request, response, { adviceOf: REJECTED })
			: found;
	const failure =
		askedMs === undefined ? explained : explained.with({ retryAt: iso(now + askedMs) });
	return { failure, failed: { kind: 'status', status, isRateLimit, retryAfterMs: askedMs } };
}

/** Where a redirect has turned a POST into a GET, its target may be all that names what was made. */
function afterRedirects(
	request: ServiceRequest,
	current: ServiceRequest,
	response: ServiceResponse,
): ServiceResponse {
	if (current.method === request.method) return response;
	return { ...response, headers: { location: current.url, ...response.headers } };
}

/** A POST that was redirected to a GET has been carried out: a retry would carry it out again. */
function afterMove(
	request: ServiceRequest,
	current: ServiceRequest,
	result: FailedResult,
): FailedResult {
	if (current.method === request.method) return result;
	const failure = afterEffect(result.failure).with({ response: { location: current.url } });
	return failedForGood(failure);
}

function failedForGood(failure: Failure): FailedResult {
	return { kind: 'failed', failure, decision: { kind: 'giveUp', history: NO_ATTEMPTS } };
}

/** The response would come too late, and still cost something. */
function isOver({ until = Infinity }: ServiceRequest, pauseMs = 0): boolean {
	return clock.monotonic() + pauseMs >= until;
}

function tooLate({ label }: ServiceRequest): FailedResult {
	const message = `${label} was not sent within the time that was left for it`;
	return failedForGood(new Failure({ kind: 'request', message, request: label }));
}

function notSent({ label }: ServiceRequest, details: FailureDetails): FailedResult {
	const message = `${label} was not sent, as the service asks for a pause until ${details.retryAt}`;
	return failedForGood(new Failure({ ...details, kind: 'request', message, request: label }));
}

function asThrown(error: unknown): Failure | NetworkError {
	if (error instanceof Cancelled) throw error;
	return error as Failure | NetworkError;
}
