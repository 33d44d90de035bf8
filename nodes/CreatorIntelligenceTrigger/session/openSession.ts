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
	type Limits,
} from '../../shared/transport/exchange';
import { explainNetworkError } from '../../shared/transport/explain';
import { paces } from '../../shared/transport/pace/paces';
import { Transport, type Exchange } from '../../shared/transport/Transport';
import type { PollTime } from './pollTime';
import { TooSlow } from './problem';
import { Session, TIME_IS_UP } from './Session';

export async function openSession(
	context: IPollFunctions,
	settings: Settings,
	time: PollTime,
): Promise<Session> {
	const openedAt = clock.monotonic();
	const ended = new AbortController();
	clock.after(time.begin, () => {
		ended.abort(TIME_IS_UP);
	});
	const credential = await context.getCredentials<CredentialData>(CREDENTIAL_TYPE);
	const { limits } = settings;
	const exchange = timedExchange({ context, credential, limits, time, openedAt });
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const pace = paces.of(baseUrl, credential.apiToken);
	const transport = new Transport(exchange, settings.transport, ended.signal, pace);
	const service = new Service(baseUrl, transport, settings.responseFormat);
	return new Session({ service, settings, ended, isShort: time.isShort });
}

interface TimedExchange {
	context: IPollFunctions;
	credential: CredentialData;
	/** The user's own limits for one request. */
	limits: Limits;
	time: PollTime;
	/** By the clock that nobody can set. */
	openedAt: number;
}

/** Keeps requests within the time of the poll, whatever the service does. */
function timedExchange({ context, credential, limits, time, openedAt }: TimedExchange): Exchange {
	const { timeoutMs, maxBytes } = limits;
	const elapsed = () => clock.monotonic() - openedAt;
	const exchange = async (request: ServiceRequest, ms: number) => {
		const own = { timeoutMs: Math.max(1, Math.min(timeoutMs, Math.floor(ms))), maxBytes };
		return await createExchange(context, credential, own)(request);
	};
	return async (request) => {
		// It is paid for: nobody is to give up on its answer too early, whoever is waiting.
		if (request.method !== 'GET') return await exchange(request, time.paid - elapsed());
		try {
			return await exchange(request, Math.min(time.read, time.total - elapsed()));
		} catch (error) {
			const hasTimeForAnother = time.begin - elapsed() >= Math.min(time.read, timeoutMs);
			if (hasTimeForAnother) return rethrow(error);
			throw asLastTry(request, error, time.read < timeoutMs);
		}
	};
}

/** A Failure is not retried: a second try would only be broken off. */
function asLastTry(request: ServiceRequest, error: unknown, isForPoll: boolean): unknown {
	if (!(error instanceof NetworkError) || !error.timedOut) return error;
	const failure = explainNetworkError(request, error);
	return isForPoll ? new TooSlow(failure.details) : failure;
}
