import type { Sender, ServiceRequest, ServiceResponse } from '../../../nodes/shared/http/types';
import type { HttpClient } from '../../../nodes/shared/transport/httpClient';
import { Transport } from '../../../nodes/shared/transport/Transport';

/** A sender whose requests are answered by a function, without any policy. */
export function senderBy(
	answer: (request: ServiceRequest) => Promise<ServiceResponse> | ServiceResponse,
): Sender {
	return { send: async (request, read) => read(await answer(request)) };
}

export const ONE_ATTEMPT = {
	maxRetries: 0,
	maxRetryDelayMs: 0,
	retryUnsafe: false,
	timeoutMs: 120_000,
	maxBytes: 100_000_000,
};

/** A transport that repeats nothing. */
export function oneAttempt(httpClient: HttpClient): Sender {
	return new Transport(httpClient).sender(ONE_ATTEMPT);
}
