import type { IDataObject } from 'n8n-workflow';

import {
	mayBeCharged,
	type EndpointOperation,
	type JobDefinition,
	type Operation,
} from '../catalogue/types';
import type { OutputItem } from '../response/outputItem';
import { Service } from '../Service';
import { listRows, callOnce } from './list';
import type { Call } from '../ledger/Call';
import { ItemClient } from '../ledger/ItemClient';
import type { PaidRequest } from '../ledger/Ledger';
import { addEstimate, type Estimate } from '../ledger/tally';
import type { ItemsRead, RunContext } from './RunContext';
import { getJob, submitAndWait, submitJob } from './job';
import { ownHeaders } from '../transport/httpClient';
import { REDACTED } from '../transport/redact';
import type { ServiceRequest } from '../http/types';
import { earlierJob } from './submit';

export async function runOperation(
	run: RunContext,
	operation: EndpointOperation,
	call: Call,
): Promise<ItemsRead> {
	const client = new ItemClient({ ...run, operation, call });
	const service = new Service(call.connection.baseUrl, client, call.settings.responseFormat);
	const own = { ...run, ...call, service };
	const ofJob = (job: JobDefinition) => ({ ...own, request: client.first, job });
	switch (operation.kind) {
		case 'call':
			return await run.runLimited(() => callOnce(own, operation));
		case 'list':
			return await run.runLimited(() => listRows(own, operation));
		case 'submit':
			return await submitJob(ofJob(operation.job));
		case 'get':
			return await getJob(ofJob(operation.job));
		case 'submitAndWait':
			return await submitAndWait(ofJob(operation.job));
	}
}

/** Returns the first request of an item without sending it, with the job of an earlier try if there is one. */
export function dryRunOperation(
	{ hints, ledger }: Pick<RunContext, 'ledger' | 'hints'>,
	operation: EndpointOperation,
	call: Call,
): OutputItem {
	hints.add(NOTHING_SENT);
	const { first } = new ItemClient({ hints, ledger, operation, call });
	const { entry, decision, key } = ledger.find(first);
	const { method, url, body } = first.request;
	const shown: IDataObject = {
		method,
		url,
		headers: ownHeaders(withIdempotency({ ...first, key })),
		...(body !== undefined && { body: JSON.parse(body) as IDataObject }),
	};
	// User input may contain the token, too.
	const clean = JSON.parse(call.connection.redact(JSON.stringify(shown))) as IDataObject;
	const headers = { ...(clean.headers as IDataObject), authorization: REDACTED };
	const request = { ...clean, headers };
	if (!mayBeCharged(operation)) return { json: { request } };
	const job = 'job' in operation ? earlierJob(operation.job, entry) : undefined;
	if (entry !== undefined && job === undefined) {
		const isAnswered = entry.outcome === 'accepted' || entry.outcome === 'unclear';
		hints.add(isAnswered ? GOT_RESPONSE : OUTCOME_UNKNOWN, String(call.index));
	}
	const isNotSent = job !== undefined || decision !== 'send';
	const isRepeat = call.equalTo !== undefined;
	const paidRequests = isRepeat ? NONE : estimateOf(operation, call, isNotSent);
	if (!isRepeat) addEstimate(ledger.tally, paidRequests);
	return { json: { request, paidRequests: { ...paidRequests }, ...(job && { job }) } };
}

const NONE: Estimate = { atLeast: 0, atMost: 0 };

function estimateOf({ kind }: Operation, call: Call, isNotSent: boolean): Estimate {
	const { requests, idempotencyHeader, maxPages } = call.settings;
	if (call.isProcessed === true || (isNotSent && kind !== 'list')) return NONE;
	const atLeast = isNotSent || call.isProcessed === 'unknown' ? 0 : 1;
	const isRepeated = requests.retryUnsafe || idempotencyHeader !== undefined;
	const pages = kind === 'list' ? maxPages : 1;
	return isRepeated || pages === 0 ? { atLeast } : { atLeast, atMost: pages };
}

function withIdempotency({ request, header, key = NEW_KEY }: PaidRequest): ServiceRequest {
	if (header === undefined || !request.charged) return request;
	return { ...request, idempotency: { header, key } };
}

const NEW_KEY = '(a new key for each request)';

const NOTHING_SENT =
	"Nothing was sent because 'Dry Run' is on in Options. Each item is the first request that the node would send for its input item.";

const GOT_RESPONSE = 'An earlier attempt sent the requests of these items and got a response: %.';
const OUTCOME_UNKNOWN =
	'An earlier attempt sent the requests of these items, or may have, and got no usable response: %. They may have been processed and charged. Check with the service.';
