import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { readContract } from '../../shared/contract/parse';
import { rethrow } from '../../shared/failure/Failure';
import { parseBaseUrl } from '../../shared/http/baseUrl';
import { NetworkError } from '../../shared/http/networkError';
import type { ServiceRequest } from '../../shared/http/types';
import { Service } from '../../shared/Service';
import {
	createHttpClient,
	CREDENTIAL_TYPE,
	type CredentialData,
	type HttpClient,
} from '../../shared/transport/httpClient';
import { explainNetworkError } from '../../shared/transport/errorMessages';
import { limiters } from '../../shared/transport/limiter/AdaptiveLimiter';
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
	const parameters = readParameters(context, readContract(credential));
	const { settings } = parameters;
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const transport = new Transport(
		withinPollTime(createHttpClient(context, credential), time, openedAt),
		{
			requestsPerSecond: settings.requestsPerSecond,
			signal: ended.signal,
			limiter: limiters.of(baseUrl, credential.apiToken),
		},
	);
	const sender = transport.sender(settings.requests);
	const service = new Service(baseUrl, sender, settings.responseFormat);
	const session = new Session(service, transport.queue, settings, ended, time.isShort);
	return { session, parameters };
}

/** Keeps requests within the time of the poll, whatever the service does. */
function withinPollTime(httpClient: HttpClient, time: PollTime, openedAt: number): HttpClient {
	const elapsed = () => clock.monotonic() - openedAt;
	return async (request, { timeoutMs, maxBytes }) => {
		// A deadline, as a redirect takes part of the time.
		const endingAfter = (ms: number): ServiceRequest => {
			const { deadline = Infinity } = request;
			return { ...request, deadline: Math.min(deadline, openedAt + ms) };
		};
		// It is paid for: its response is waited for as long as the poll can.
		if (request.method !== 'GET')
			return await httpClient(endingAfter(time.paidRequestMs), { timeoutMs, maxBytes });
		try {
			const within = { timeoutMs: Math.min(timeoutMs, time.maxReadMs), maxBytes };
			return await httpClient(endingAfter(time.totalMs), within);
		} catch (error) {
			const hasTimeForAnother = time.lastStartMs - elapsed() >= Math.min(time.maxReadMs, timeoutMs);
			if (hasTimeForAnother) return rethrow(error);
			throw asLastTry(request, error, time.maxReadMs < timeoutMs);
		}
	};
}

/** A Failure is not retried: a second try would only be broken off. */
function asLastTry(request: ServiceRequest, error: unknown, isForPoll: boolean): unknown {
	if (!(error instanceof NetworkError) || !error.timedOut) return error;
	const failure = explainNetworkError(request, error);
	return isForPoll ? new TooSlow(failure.details) : failure;
}
