import { Cancelled } from '../failure/Cancelled';
import { afterEffect, explainNetworkError, explainResponse } from './explain';
import { Failure } from '../failure/Failure';
import { clock } from '../clock';
import { iso } from '../values/time';
import { Gate } from './Gate';
import type { NetworkError } from '../http/networkError';
import { followRedirect } from './redirect';
import { backoff, isRefusedForNow, retryNetworkError, retryStatus } from './retryPolicy';
import { retryAfterMs } from './retryAfter';
import type { ServiceRequest, ServiceResponse } from '../http/types';

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

/** Sends requests of one execution: pacing, pauses, retries and redirects are shared by all items. */
export class Transport {
	private readonly gate: Gate;

	/** The service asks for more patience than the user has: until then nothing is sent. */
	private closed?: { until: number; failure: Failure };

	constructor(
		private readonly exchange: Exchange,
		private readonly options: TransportOptions,
		readonly signal?: AbortSignal,
	) {
		this.gate = new Gate(options.requestsPerSecond, signal);
	}

	/** Resolves with a 2xx response, or rejects with a Failure that says what to do. */
	async send(request: ServiceRequest): Promise<ServiceResponse> {
		for (let attempt = 0; ; attempt++) {
			const outcome = await this.attempt(request);
			if (!('failure' in outcome)) return outcome;
			const { failure, retryInMs, pauseAll = false } = outcome;
			if (retryInMs === undefined) throw failure;
			const delay = retryInMs(attempt);
			if (delay > this.options.maxRetryDelayMs) {
				if (pauseAll) this.closed = { until: clock.monotonic() + delay, failure };
				throw failure;
			}
			// Others are slowed down even if this request has had its last try.
			if (pauseAll) this.gate.pause(delay);
			if (attempt >= this.options.maxRetries) throw failure;
			if (!pauseAll) await clock.sleep(delay, this.signal);
		}
	}

	private async attempt(request: ServiceRequest): Promise<ServiceResponse | FailedAttempt> {
		await this.gate.enter();
		if (this.closed && clock.monotonic() < this.closed.until)
			return notSent(request, this.closed.failure);
		let current = request;
		try {
			for (let hops = 0; ; hops++) {
				const response = await this.exchange(current);
				const next = followRedirect(current, response, hops);
				if (next === undefined)
					return afterRedirects(request, current, this.judge(current, response));
				current = next;
			}
		} catch (error) {
			if (this.signal?.aborted) throw Cancelled.underWay();
			return afterRedirects(request, current, this.judgeNetworkError(current, asThrown(error)));
		}
	}

	private judge(
		request: ServiceRequest,
		response: ServiceResponse,
	): ServiceResponse | FailedAttempt {
		if (response.status >= 200 && response.status < 300) {
			this.gate.succeeded();
			return response;
		}
		const asked = retryAfterMs(response.headers['retry-after'], clock.now());
		const explained = explainResponse(request, response);
		const failure =
			asked === undefined ? explained : explained.with({ retryAt: iso(clock.now() + asked) });
		const refused = isRefusedForNow(response.status, failure.details.code);
		if (!refused && !retryStatus(request.method, response.status, this.options.retryUnsafe)) {
			return { failure };
		}
		const retryInMs = (attempt: number) => asked ?? this.backoff(attempt);
		return { failure, retryInMs, pauseAll: refused };
	}

	private judgeNetworkError(request: ServiceRequest, error: Failure | NetworkError): FailedAttempt {
		if (error instanceof Failure) return { failure: error };
		const failure = explainNetworkError(request, error);
		return retryNetworkError(request.method, error, this.options.retryUnsafe)
			? { failure, retryInMs: (attempt) => this.backoff(attempt) }
			: { failure };
	}

	/** Only a wait that the service asks for can be too long. */
	private backoff(attempt: number): number {
		return Math.min(backoff(attempt), this.options.maxRetryDelayMs);
	}
}

interface FailedAttempt {
	failure: Failure;
	/** Absent where a repetition is useless or not safe. */
	retryInMs?: (attempt: number) => number;
	/** The service has had enough for now: of all items, not of this one. */
	pauseAll?: boolean;
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

function notSent({ label }: ServiceRequest, { details }: Failure): FailedAttempt {
	const message = `${label} was not sent, as the service asks for a pause until ${details.retryAt}`;
	return { failure: new Failure({ ...details, kind: 'request', message, request: label }) };
}

function asThrown(error: unknown): Failure | NetworkError {
	if (error instanceof Cancelled) throw error;
	return error as Failure | NetworkError;
}
