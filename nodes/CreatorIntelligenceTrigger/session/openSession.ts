import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { rethrow } from '../../shared/failure/rethrow';
import { parseBaseUrl } from '../../shared/http/baseUrl';
import { NetworkError } from '../../shared/http/networkError';
import type { ServiceRequest } from '../../shared/http/types';
import { Service } from '../../shared/Service';
import type { Settings } from '../../shared/settings';
import {
	createExchange,
	CREDENTIAL_TYPE,
	type CredentialData,
} from '../../shared/transport/exchange';
import { explainNetworkError } from '../../shared/transport/explain';
import { Transport, type Exchange } from '../../shared/transport/Transport';
import type { PollTime } from './pollTime';
import { TooSlow } from './problem';
import { Session, TIME_IS_UP } from './Session';

export async function openSession(
	context: IPollFunctions,
	settings: Settings,
	time: PollTime,
): Promise<Session> {
	const credential = await context.getCredentials<CredentialData>(CREDENTIAL_TYPE);
	const ended = new AbortController();
	clock.after(time.begin, () => ended.abort(TIME_IS_UP));
	const exchange = timedExchange({ context, credential, timeoutMs: settings.timeoutMs, time });
	const transport = new Transport(exchange, settings.transport, ended.signal);
	const service = new Service(parseBaseUrl(credential.baseUrl), transport, settings.responseFormat);
	return new Session({ service, settings, ended, isShort: time.isShort });
}

interface TimedExchange {
	context: IPollFunctions;
	credential: CredentialData;
	/** The user's own limit for one request. */
	timeoutMs: number;
	time: PollTime;
}

/** Keeps requests within the time of the poll. */
function timedExchange({ context, credential, timeoutMs, time }: TimedExchange): Exchange {
	const openedAt = clock.now();
	const elapsed = () => clock.now() - openedAt;
	const within = (ms: number) => Math.max(1, Math.min(timeoutMs, Math.floor(ms)));
	const readMs = within(time.read);
	const read = createExchange(context, credential, readMs);
	return async (request) => {
		if (request.method !== 'GET') {
			// It is paid for: nobody is to give up on its answer too early, whoever is waiting.
			return await createExchange(context, credential, within(time.paid - elapsed()))(request);
		}
		try {
			return await read(request);
		} catch (error) {
			const hasTimeForAnother = time.begin - elapsed() >= readMs;
			if (hasTimeForAnother) return rethrow(error);
			throw asLastTry(request, error, readMs < timeoutMs);
		}
	};
}

/** A Failure is not retried: a second try would only be broken off. */
function asLastTry(request: ServiceRequest, error: unknown, isForPoll: boolean): unknown {
	if (!(error instanceof NetworkError) || !error.timedOut) return error;
	const failure = explainNetworkError(request, error);
	return isForPoll ? new TooSlow(failure.details) : failure;
}
