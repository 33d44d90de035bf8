import type { IDataObject } from 'n8n-workflow';

import { hasBody, type Operation } from '../catalogue/vocabulary';
import type { LedgerEntry } from '../jobs/Ledger';
import { firstPage } from '../lists/readPages';
import { toRequest, type RequestDraft } from '../request/draft';
import type { OutputItem } from '../response/outputItem';
import { ownHeaders } from '../transport/exchange';
import { REDACTED } from '../transport/redact';
import type { ServiceRequest } from '../http/types';
import type { ItemCall } from './ItemCall';
import type { ItemRequests } from './ItemRequests';
import type { Estimate } from './PaidRequests';
import type { Run } from './Run';
import { jobOf } from './submit';

/** The first request of an item as it would go out, with the job of an earlier try. */
export function dryRun(
	{ hints, paid }: Pick<Run, 'hints' | 'paid'>,
	operation: Operation,
	item: ItemCall,
	requests: Pick<ItemRequests, 'earlier' | 'earlierJob'>,
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
	// What the user entered may hold the token as well.
	const clean = JSON.parse(redact(JSON.stringify(shown))) as IDataObject;
	const headers = { ...(clean.headers as IDataObject), authorization: REDACTED };
	const earlier = requests.earlier();
	const hint = earlier === undefined ? undefined : EARLIER[earlier.kind];
	if (hint !== undefined) hints.add(hint, String(item.index));
	const job = 'job' in operation ? requests.earlierJob() : undefined;
	const estimate = hasBody(operation)
		? estimateOf(operation, item, earlier !== undefined)
		: undefined;
	if (estimate !== undefined) paid.expect(estimate);
	return {
		json: {
			request: { ...clean, headers },
			...(estimate && { paidRequests: { ...estimate } }),
			...('job' in operation && job !== undefined && { job: jobOf(operation.job, job) }),
		},
	};
}

function estimateOf({ kind }: Operation, item: ItemCall, isSpared: boolean): Estimate {
	const { requests, idempotencyHeader, maxPages } = item.settings;
	if (item.isProcessed === true || (isSpared && kind !== 'list')) return { atLeast: 0, atMost: 0 };
	const atLeast = isSpared || item.isProcessed === 'unknown' ? 0 : 1;
	const isRepeated = requests.retryUnsafe || idempotencyHeader !== undefined;
	const pages = kind === 'list' ? maxPages : 1;
	return isRepeated || pages === 0 ? { atLeast } : { atLeast, atMost: pages };
}

function withIdempotency(request: ServiceRequest, { settings }: ItemCall): ServiceRequest {
	const { idempotencyHeader: header } = settings;
	if (header === undefined || request.method === 'GET') return request;
	return { ...request, idempotency: { header, key: NEW_KEY } };
}

function firstDraft({ kind }: Operation, { draft, settings }: ItemCall): RequestDraft {
	return kind === 'list' ? firstPage(draft, settings.pages) : draft;
}

const NEW_KEY = '(a new key for each request)';

const NOTHING_SENT =
	"Nothing was sent, as 'Dry Run' is on in Options: each item is the request that would go out.";

const EARLIER: Partial<Record<LedgerEntry['kind'], string>> = {
	sent: 'An earlier try has sent the requests of these items and got no usable answer: %. They may have taken effect: look them up at the service.',
	answered: 'An earlier try has sent the requests of these items and was answered: %.',
	unkept: 'An earlier try has sent the requests of these items and was answered: %.',
	damaged:
		'The data that n8n saved of earlier tries are damaged. The requests of these items may have been sent: %. Check with the service.',
};
