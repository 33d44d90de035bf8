import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { readContract } from '../../shared/plan/parse';
import { rethrow } from '../../shared/failure/Failure';
import { parseBaseUrl } from '../../shared/http/baseUrl';
import { NetworkError } from '../../shared/http/networkError';
import { withDocument } from '../../shared/operations/serviceDocument';
import { Service } from '../../shared/Service';
import {
	createHttpClient,
	CREDENTIAL_TYPE,
	type CredentialData,
	type HttpClient,
} from '../../shared/transport/httpClient';
import { explainNetworkError } from '../../shared/transport/errorMessages';
import { limiters } from '../../shared/transport/limiter/AdaptiveLimiter';
import { createRedact } from '../../shared/transport/redact';
import { Transport } from '../../shared/transport/Transport';
import { readParameters } from '../parameters/readParameters';
import { timeOf, type PollTime } from './pollTime';
import { TooSlow } from './problem';
import { Session, TIME_IS_UP, type Opened } from './Session';

export async function openSession(context: IPollFunctions, isActivation: boolean): Promise<Opened> {
	const time = timeOf(context, isActivation);
	const openedAt = clock.monotonic();
	const ended = new AbortController();
	clock.after(time.lastStartMs, () => {
		ended.abort(TIME_IS_UP);
	});
	const credential = await context.getCredentials<CredentialData>(CREDENTIAL_TYPE);
	const redact = createRedact(credential.apiToken);
	const parameters = readParameters(context, readContract(credential, redact));
	const { settings } = parameters;
	const baseUrl = parseBaseUrl(credential.baseUrl, redact);
	const httpClient = withinPollTime(createHttpClient(context, credential), time, openedAt);
	const { requestsPerSecond } = settings;
	const limiter = limiters.of(baseUrl, credential.apiToken);
	const transport = new Transport(httpClient, { requestsPerSecond, signal: ended.signal, limiter });
	const sender = transport.sender(settings.requests);
	const service = new Service(baseUrl, sender, settings.responseFormat);
	const session = new Session(service, transport.queue, settings, ended, time.isShort);
	const { contract } = settings;
	const { hints } = session;
	settings.contract = await withDocument(contract, { service, credential, hints });
	return { session, parameters };
}

/** Keeps requests within the time of the poll, whatever the service does. */
function withinPollTime(httpClient: HttpClient, time: PollTime, openedAt: number): HttpClient {
	return async (request, { timeoutMs, maxBytes }) => {
		const isRead = !request.charged;
		// What is paid for is waited for as long as the poll can. A deadline, as a redirect takes part of the time.
		const end = openedAt + (isRead ? time.totalMs : time.paidRequestMs);
		const within = { ...request, deadline: Math.min(request.deadline ?? Infinity, end) };
		const readMs = Math.min(timeoutMs, time.maxReadMs);
		try {
			return await httpClient(within, { timeoutMs: isRead ? readMs : timeoutMs, maxBytes });
		} catch (error) {
			const leftMs = openedAt + time.lastStartMs - clock.monotonic();
			const isLast = isRead && leftMs < readMs;
			if (!isLast || !(error instanceof NetworkError) || !error.timedOut) return rethrow(error);
			// A Failure is not retried: a second try would only be broken off.
			const failure = explainNetworkError(request, error);
			throw time.maxReadMs < timeoutMs ? new TooSlow(failure.details) : failure;
		}
	};
}
