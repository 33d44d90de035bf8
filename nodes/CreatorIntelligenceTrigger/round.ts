import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { rethrow } from '../shared/failure/rethrow';
import { Cancelled } from '../shared/failure/Cancelled';
import { explainNetworkError } from '../shared/transport/explain';
import { Failure } from '../shared/failure/Failure';
import { isPassing } from '../shared/jobs/failures';
import { Hints } from '../shared/operations/Hints';
import type { JobReader } from '../shared/operations/Run';
import type { Settings } from '../shared/settings';
import { paces } from '../shared/transport/pace/paces';
import { FIRST_LIMIT } from '../shared/transport/pace/window';
import { Slots } from '../shared/transport/Slots';
import { Service } from '../shared/Service';
import { parseBaseUrl } from '../shared/http/baseUrl';
import {
	createExchange,
	CREDENTIAL_TYPE,
	type CredentialData,
	type Limits,
} from '../shared/transport/exchange';
import { NetworkError } from '../shared/http/networkError';
import { Transport, type Exchange } from '../shared/transport/Transport';
import type { ServiceRequest } from '../shared/http/types';
import type { JobOperation } from '../shared/catalogue/vocabulary';
import { isOfAllJobs, mayBeOfOneJob } from './trouble';

/** So that a poll ends before the next one begins; n8n's own limit may be lower. */
export const LONGEST_MS = 50_000;
/** Whoever activates a workflow waits for its first poll. */
const LONGEST_AT_ACTIVATION_MS = 20_000;
/** No request begins after this part of the time, and no read takes longer than the rest. */
const BEGIN = 2 / 3;
/** After so many failures in a row the service is taken to be down, until the next poll. */
const FAILURES_IN_A_ROW = 3;
/** Why a round ended, if it was not for want of a service. */
const TIME_IS_UP = 'The time of the poll is up';

export interface Verdict {
	/** The next round need not begin with it. */
	done: boolean;
	/** It takes longer than any round has time for. */
	slow: boolean;
	/** The service refuses this one, or its result cannot be read. */
	refused?: Failure;
}

/** One poll, as far as it talks to the service. */
export class Round {
	readonly hints = new Hints();

	/** The service has told of a job: the token and the address are right. */
	accepted = false;

	/** The last trouble that will pass. */
	trouble?: Failure;

	private failures = 0;

	private wrong?: unknown;

	/** Either the token has no right to one job, or to none. */
	private forbidden?: unknown;

	private readonly slots: Slots;

	constructor(
		readonly service: Service,
		readonly settings: Settings,
		/** The time is up, or there is no point in going on. */
		private readonly ended: AbortController,
		/** It has less time than later ones. */
		private readonly short = false,
	) {
		this.slots = new Slots(settings.maxConcurrency);
	}

	reader({ job }: JobOperation): JobReader {
		return { job, service: this.service, hints: this.hints };
	}

	/**
	 * Runs the task for each, as long as there is time; returns the first that was left out. A task
	 * that is `first` begins with the round: it has all of its time.
	 */
	async each<T>(
		targets: T[],
		task: (target: T, first: boolean) => Promise<boolean>,
	): Promise<T | undefined> {
		const left = new Set(targets);
		// The pace lets no more begin together until it knows the service.
		const atOnce = Math.min(this.settings.maxConcurrency, FIRST_LIMIT);
		await Promise.all(
			targets.map(
				async (target, index) =>
					await this.slots.run(async () => {
						if (this.ended.signal.aborted) return;
						if (await task(target, index < atOnce)) left.delete(target);
					}),
			),
		);
		return targets.find((target) => left.has(target));
	}

	/** What did not end in this round does not end in a later one either, if it began as early. */
	get tookAllTime(): boolean {
		return !this.short && this.ended.signal.reason === TIME_IS_UP;
	}

	succeeded(): void {
		this.failures = 0;
	}

	/** What is wrong for all jobs alike: the token, the address, or this node. */
	get fatal(): unknown {
		return this.wrong ?? (this.accepted ? undefined : this.forbidden);
	}

	/** Notes what went wrong; says whether it is of this one request only. */
	failed(error: unknown, passing: boolean, of: 'all' | 'job' | 'result' = 'all'): boolean {
		if (!(error instanceof Failure)) {
			this.wrong ??= error;
			return false;
		}
		if (passing) {
			this.trouble = error;
			this.count();
			return false;
		}
		if (of === 'result' || !isOfAllJobs(error)) return true;
		if (of === 'job' && mayBeOfOneJob(error)) {
			this.forbidden ??= error;
			if (!this.accepted) this.count();
			return true;
		}
		this.wrong ??= error;
		this.ended.abort();
		return false;
	}

	/** What a look at one of many comes to that failed; `first`: it began with the round. */
	judge(error: unknown, ageMs: number, first: boolean, of: 'job' | 'result'): Verdict {
		if (error instanceof Cancelled) {
			const slow = first && this.tookAllTime;
			return { done: slow, slow };
		}
		const slow = !this.short && error instanceof TooSlow;
		const passing = error instanceof Failure && isPassing(error, ageMs);
		const ofThis = this.failed(error, passing, of);
		if (!(error instanceof Failure)) return { done: true, slow };
		return ofThis ? { done: true, slow, refused: error } : { done: passing, slow };
	}

	private count(): void {
		this.failures += 1;
		if (this.failures >= FAILURES_IN_A_ROW) this.ended.abort();
	}
}

export async function openRound(
	context: IPollFunctions,
	settings: Settings,
	activating: boolean,
): Promise<Round> {
	const credential = await context.getCredentials<CredentialData>(CREDENTIAL_TYPE);
	const longest = Math.min(budgetMs(context) ?? Infinity, LONGEST_MS);
	const budget = activating ? Math.min(longest, LONGEST_AT_ACTIVATION_MS) : longest;
	const ended = new AbortController();
	clock.after(Math.floor(budget * BEGIN), () => ended.abort(TIME_IS_UP));
	const exchange = timedExchange(context, credential, settings.limits, budget, longest);
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const pace = paces.of(baseUrl, credential.apiToken);
	const transport = new Transport(exchange, settings.transport, ended.signal, pace);
	const service = new Service(baseUrl, transport, settings.responseFormat);
	return new Round(service, settings, ended, budget < longest);
}

/** Keeps requests within the time of the poll. */
function timedExchange(
	context: IPollFunctions,
	credential: CredentialData,
	{ timeoutMs, maxBytes }: Limits,
	budget: number,
	longest: number,
): Exchange {
	const openedAt = clock.monotonic();
	const within = (ms: number) => Math.max(1, Math.min(timeoutMs, Math.floor(ms)));
	const readMs = within(budget * (1 - BEGIN));
	const read = createExchange(context, credential, { timeoutMs: readMs, maxBytes });
	return async (request) => {
		if (request.method !== 'GET') {
			// It is paid for: nobody is to give up on its answer too early, whoever is waiting.
			const left = longest - (clock.monotonic() - openedAt);
			const limits = { timeoutMs: within(left), maxBytes };
			return await createExchange(context, credential, limits)(request);
		}
		try {
			return await read(request);
		} catch (error) {
			const left = budget * BEGIN - (clock.monotonic() - openedAt);
			if (left >= readMs) return rethrow(error);
			throw asLastTry(request, error, readMs < timeoutMs);
		}
	};
}

/** A Failure is not retried: a second try would only be broken off. */
function asLastTry(request: ServiceRequest, error: unknown, forPoll: boolean): unknown {
	if (!(error instanceof NetworkError) || !error.timedOut) return error;
	const failure = explainNetworkError(request, error);
	return forPoll ? new TooSlow(failure.details) : failure;
}

/** The answer took longer than a request of a poll may, not only than the user allows. */
class TooSlow extends Failure {}

/** Versions before 2.38 do not tell. */
export function budgetMs(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) {
	return context.getPollBudgetMs?.();
}
