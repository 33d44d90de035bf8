import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { readContract } from '../../shared/plan/parse';
import { parseBaseUrl } from '../../shared/http/baseUrl';
import { withDocument } from '../../shared/operations/serviceDocument';
import { Service } from '../../shared/Service';
import {
	createHttpClient,
	CREDENTIAL_TYPE,
	type CredentialData,
	type HttpClient,
} from '../../shared/transport/httpClient';
import { limiters } from '../../shared/transport/limiter/AdaptiveLimiter';
import { createRedact } from '../../shared/transport/redact';
import { Transport } from '../../shared/transport/Transport';
import { readParameters } from '../parameters/readParameters';
import { Session, TIME_IS_UP, type Opened } from './Session';

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

function budgetOf(context: BudgetSource): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

/** Durable poll cursors. n8n has no flag for them, but gives such polls less time. */
export function pollsFromQueue(context: BudgetSource): boolean {
	return budgetOf(context) < DEFAULT_BUDGET_MS;
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
	const { hints } = session;
	settings.contract = await withDocument(settings.contract, { service, credential, hints });
	return { session, parameters };
}
