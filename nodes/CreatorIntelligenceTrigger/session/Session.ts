import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { Cancelled } from '../../shared/failure/Cancelled';
import { Failure } from '../../shared/failure/Failure';
import { parseBaseUrl } from '../../shared/http/baseUrl';
import { isOfAllJobs, isTransient } from '../../shared/jobs/failures';
import { Hints } from '../../shared/operations/Hints';
import { withDocument } from '../../shared/operations/serviceDocument';
import { readContract } from '../../shared/plan/parse';
import { Service } from '../../shared/Service';
import {
	createHttpClient,
	CREDENTIAL_TYPE,
	type CredentialData,
	type HttpClient,
} from '../../shared/transport/httpClient';
import { limiters, type ClientQueue } from '../../shared/transport/limiter/AdaptiveLimiter';
import { createRedact } from '../../shared/transport/redact';
import { Transport } from '../../shared/transport/Transport';
import type { TriggerMemory } from '../memory/ProcessMemory';
import type { State } from '../memory/State';
import { readParameters, type Parameters } from '../parameters/readParameters';

export const UNAUTHORISED = 401;

/** After this many failures in a row, each of which was retried, the service counts as down until the next poll. */
const FAILURES_IN_A_ROW = 3;

/** Abort reason: the time of the poll is up, as opposed to a failing service. */
export const TIME_IS_UP = 'The poll ran out of time';

/** Maximum durations, in one place so that tests can shorten them. */
export const limits = {
	/** So that a poll ends before the next one begins; n8n's own limit may be lower. */
	pollMs: 50_000,
	/** The user waits for the first poll when activating a workflow. */
	activationMs: 20_000,
};

/** The time that n8n gives to a poll on its default engine. */
const DEFAULT_BUDGET_MS = 5 * 60 * 1_000;

/** No request begins after this part of the time, and no read takes longer than the rest: 16 s of 50 s. */
const MAX_START_SHARE = 2 / 3;

/** n8n before 2.38 has no `getPollBudgetMs`. */
type BudgetSource = Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;

const budgetOf = (context: BudgetSource) => context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;

/** Durable poll cursors. n8n has no flag for them, but gives such polls less time. */
export const pollsFromQueue = (context: BudgetSource): boolean =>
	budgetOf(context) < DEFAULT_BUDGET_MS;

export interface Opened {
	session: Session;
	parameters: Parameters;
}

export interface Poll extends Opened {
	state: State;
	memory: TriggerMemory;
	now: number;
	/** The first poll of an activation: a user may be waiting, and n8n saves the state after it. */
	isActivation: boolean;
	/** n8n runs polls from its queue: in any process, with the state saved together with the execution. */
	isFromQueue: boolean;
}

/** What a request is about. If a result is rejected, the job is known. */
export type Subject = 'service' | 'job' | 'result';

/** What a failed request means for what it was about. */
export type Problem =
	/** The poll had no time left for it, or was ended early. */
	| { kind: 'outOfTime' }
	/** It may succeed at the next poll. */
	| { kind: 'retry' }
	/** The service rejects this one request, or its response cannot be used. */
	| { kind: 'rejected'; failure: Failure };

/** The requests of one poll, and the problems that it met. */
export class Session {
	readonly hints = new Hints();

	/** The service has reported on a job: the token and the URL are right. */
	isAccepted = false;
	private failuresInARow = 0;

	/** An outage, a slow response, a rate limit, or an unknown ID of a job that is seconds old. */
	passing?: Failure;
	private wrong?: unknown;

	/** The token has no access to a job, or to any job: only other jobs show which. */
	private forbidden?: Failure;

	constructor(
		readonly service: Service,
		/** Its requests in the queue of the service. */
		readonly queue: ClientQueue,
		/** Aborted when the time is up, or when further requests are useless. */
		private readonly ended: AbortController,
	) {}

	/** No further request is sent. */
	get isOver(): boolean {
		return this.ended.signal.aborted;
	}

	get ranOutOfTime(): boolean {
		return this.ended.signal.reason === TIME_IS_UP;
	}

	/** An error that affects all jobs: the token, the URL, or this node. */
	get fatal(): unknown {
		return this.wrong ?? (this.isAccepted ? undefined : this.forbidden);
	}

	succeeded(): void {
		this.failuresInARow = 0;
	}

	/**
	 * Records what went wrong with a request, and ends the session if further requests are useless.
	 * `ageMs` is that of the job, if it is known.
	 */
	note(error: unknown, subject: Subject, ageMs = Infinity): Problem {
		if (error instanceof Cancelled) return { kind: 'outOfTime' };
		if (!(error instanceof Failure)) {
			this.wrong ??= error;
			return { kind: 'retry' };
		}
		if (isTransient(error, ageMs)) {
			this.passing = error;
			this.countFailure();
			return { kind: 'retry' };
		}
		if (subject === 'result' || !isOfAllJobs(error)) return { kind: 'rejected', failure: error };
		if (subject === 'service' || error.details.status === UNAUTHORISED) {
			this.wrong ??= error;
			this.ended.abort();
			return { kind: 'retry' };
		}
		this.forbidden ??= error;
		if (!this.isAccepted) this.countFailure();
		return { kind: 'rejected', failure: error };
	}

	private countFailure(): void {
		this.failuresInARow += 1;
		if (this.failuresInARow >= FAILURES_IN_A_ROW) this.ended.abort();
	}
}

export async function openSession(context: IPollFunctions, isActivation: boolean): Promise<Opened> {
	const openedAt = clock.monotonic();
	const paidRequestMs = Math.min(budgetOf(context), limits.pollMs);
	const totalMs = isActivation ? Math.min(paidRequestMs, limits.activationMs) : paidRequestMs;
	const lastStartMs = Math.floor(totalMs * MAX_START_SHARE);
	const ended = new AbortController();
	clock.after(lastStartMs, () => {
		ended.abort(TIME_IS_UP);
	});
	const credential = await context.getCredentials<CredentialData>(CREDENTIAL_TYPE);
	const redact = createRedact(credential.apiToken);
	const parameters = readParameters(context, readContract(credential, redact));
	const { settings } = parameters;
	const baseUrl = parseBaseUrl(credential.baseUrl, redact);
	const send = createHttpClient(context, credential);
	/** Keeps requests within the time of the poll, whatever the service does. */
	const httpClient: HttpClient = async (request, { timeoutMs, maxBytes }) => {
		const isRead = !request.charged;
		// What is paid for is waited for as long as the poll can. A deadline, as a redirect takes part of the time.
		const end = openedAt + (isRead ? totalMs : paidRequestMs);
		const within = { ...request, deadline: Math.min(request.deadline ?? Infinity, end) };
		const longestMs = isRead ? Math.min(timeoutMs, totalMs - lastStartMs) : timeoutMs;
		return await send(within, { timeoutMs: longestMs, maxBytes });
	};
	const { requestsPerSecond } = settings;
	const limiter = limiters.of(baseUrl, credential.apiToken);
	const transport = new Transport(httpClient, { requestsPerSecond, signal: ended.signal, limiter });
	const sender = transport.sender(settings.requests);
	const service = new Service(baseUrl, sender, settings.responseFormat);
	const session = new Session(service, transport.queue, ended);
	settings.contract = await withDocument(settings.contract, service, session.hints, credential);
	return { session, parameters };
}
