import type { IDataObject } from 'n8n-workflow';

import { type EndpointOperation, mayBeCharged, type Operation } from '../catalogue/types';
import type { OutputItem } from '../response/outputItem';
import { Service } from '../Service';
import { listRows, callOnce } from './list';
import type { RunContext, PreparedItem } from './RunContext';
import { getJob, submitAndWait, submitJob } from './job';
import { JournaledSender } from './JournaledSender';
import type { JournalEntry } from '../jobs/RequestJournal';
import { firstPage } from '../lists/readPages';
import { toRequest, type RequestDraft } from '../request/draft';
import { ownHeaders } from '../transport/httpClient';
import { REDACTED } from '../transport/redact';
import type { ServiceRequest } from '../http/types';
import type { Estimate } from './PaidRequests';
import { jobOf } from './submit';

export async function runOperation(
	run: RunContext,
	operation: EndpointOperation,
	item: PreparedItem,
): Promise<OutputItem[]> {
	const requests = requestsOf(run, operation, item);
	const { connection, settings } = item;
	const service = new Service(connection.baseUrl, requests, settings.responseFormat);
	const own = { ...run, requests, service };
	switch (operation.kind) {
		case 'call':
			return await run.runLimited(() => callOnce(own, item, operation));
		case 'list':
			return await run.runLimited(() => listRows(own, item, operation));
		case 'submit':
			return await submitJob({ ...own, job: operation.job }, item);
		case 'get':
			return await getJob({ ...own, job: operation.job }, item);
		case 'submitAndWait':
			return await submitAndWait({ ...own, job: operation.job }, item);
	}
}

/** Returns the request of one item without sending it. */
export function dryRunOperation(
	run: RunContext,
	operation: EndpointOperation,
	item: PreparedItem,
): OutputItem {
	return dryRun(run, operation, item, requestsOf(run, operation, item));
}

function requestsOf(
	run: RunContext,
	operation: EndpointOperation,
	item: PreparedItem,
): JournaledSender {
	const { journal, paid, hints } = run;
	const { connection, settings } = item;
	const { method, path } = operation.endpoint;
	const notSentMessage =
		'job' in operation
			? `The ${operation.job.noun} was not submitted again`
			: `${method} ${path} was not sent again`;
	const sender = connection.transport.sender(settings.requests);
	return new JournaledSender({ sender, journal, paid, hints, item, notSentMessage });
}

/** The first request of an item as it would be sent, with the job of an earlier attempt if there is one. */
export function dryRun(
	{ hints, paid }: Pick<RunContext, 'hints' | 'paid'>,
	operation: Operation,
	item: PreparedItem,
	requests: Pick<JournaledSender, 'earlier' | 'earlierJob'>,
): OutputItem {
	hints.add(NOTHING_SENT);
	const { baseUrl, redact } = item.connection;
	const request = withIdempotency(toRequest(firstDraft(operation, item), baseUrl), item);
	const { method, url, body } = request;
	const shown: IDataObject = {
		method,
		url,
		headers: ownHeaders(request),
		...(body !== undefined && { body: JSON.parse(body) as IDataObject }),
	};
	// User input may contain the token, too.
	const clean = JSON.parse(redact(JSON.stringify(shown))) as IDataObject;
	const headers = { ...(clean.headers as IDataObject), authorization: REDACTED };
	const earlier = requests.earlier();
	const hint = earlier === undefined ? undefined : EARLIER[earlier.kind];
	if (hint !== undefined) hints.add(hint, String(item.index));
	const job = 'job' in operation ? requests.earlierJob() : undefined;
	const estimate = mayBeCharged(operation)
		? estimateOf(operation, item, earlier !== undefined)
		: undefined;
	if (estimate !== undefined) paid.addEstimate(estimate);
	return {
		json: {
			request: { ...clean, headers },
			...(estimate && { paidRequests: { ...estimate } }),
			...('job' in operation && job !== undefined && { job: jobOf(operation.job, job) }),
		},
	};
}

function estimateOf({ kind }: Operation, item: PreparedItem, isSpared: boolean): Estimate {
	const { requests, idempotencyHeader, maxPages } = item.settings;
	if (item.isProcessed === true || (isSpared && kind !== 'list')) return { atLeast: 0, atMost: 0 };
	const atLeast = isSpared || item.isProcessed === 'unknown' ? 0 : 1;
	const isRepeated = requests.retryUnsafe || idempotencyHeader !== undefined;
	const pages = kind === 'list' ? maxPages : 1;
	return isRepeated || pages === 0 ? { atLeast } : { atLeast, atMost: pages };
}

function withIdempotency(request: ServiceRequest, { settings }: PreparedItem): ServiceRequest {
	const { idempotencyHeader: header } = settings;
	if (header === undefined || request.method === 'GET') return request;
	return { ...request, idempotency: { header, key: NEW_KEY } };
}

function firstDraft({ kind }: Operation, { draft, settings }: PreparedItem): RequestDraft {
	return kind === 'list' ? firstPage(draft, settings.pages) : draft;
}

const NEW_KEY = '(a new key for each request)';

const NOTHING_SENT =
	"Nothing was sent because 'Dry Run' is on in Options. Each item is a request that the node would send.";

const EARLIER: Partial<Record<JournalEntry['kind'], string>> = {
	sent: 'An earlier attempt sent the requests of these items and got no usable response: %. They may have been processed and charged. Check with the service.',
	received: 'An earlier attempt sent the requests of these items and got a response: %.',
	notStored: 'An earlier attempt sent the requests of these items and got a response: %.',
	damaged:
		'The data that n8n saved from earlier attempts is damaged. The requests of these items may have been sent: %. Check with the service.',
};
