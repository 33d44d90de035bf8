import type { IDataObject } from 'n8n-workflow';

import type { EndpointOperation } from '../catalogue/types';
import { Cancelled } from '../failure/Cancelled';
import { rethrow } from '../failure/Failure';
import type { ReadResponse, Sender, ServiceRequest } from '../http/types';
import { firstPage } from '../lists/readPages';
import { explainEntry } from '../plan/explain';
import { readCost } from '../plan/layers';
import { toRequest } from '../request/draft';
import { mayBeCutOff } from '../response/decode';
import type { Client, DecodedResponse } from '../Service';
import { fingerprint } from '../values/fingerprint';
import { ownValue } from '../values/records';
import type { Call } from './Call';
import type { Ledger, PaidRequest } from './Ledger';
import { addCost } from './tally';

interface ItemOptions {
	ledger: Ledger;
	hints: { add(text: string, subject: string): void };
	operation: EndpointOperation;
	call: Call;
}

/** Sends the requests of one item: those that may be charged once per execution, however often n8n retries. */
export class ItemClient implements Client {
	/** Number of paid requests in this try. */
	private count = 0;
	private firstPaid?: PaidRequest;
	private readonly sender: Sender;

	constructor(private readonly options: ItemOptions) {
		const { connection, settings } = options.call;
		this.sender = connection.transport.sender(settings.requests);
	}

	/** The first request of the item. */
	get first(): PaidRequest {
		return (this.firstPaid ??= this.findFirst());
	}

	private findFirst(): PaidRequest {
		const { operation, call } = this.options;
		const { connection, settings, draft } = call;
		const first = operation.kind === 'list' ? firstPage(draft, settings.pages, settings) : draft;
		const request = toRequest(first, connection.baseUrl);
		return this.paid(request, 0, request);
	}

	async send<T extends DecodedResponse>(
		request: ServiceRequest,
		read: ReadResponse<T>,
	): Promise<T> {
		const received = request.charged
			? await this.sendOnce(this.paid(request, this.count++, this.first.request), read)
			: await this.sender.send(request, read);
		const { hints, call } = this.options;
		if (mayBeCutOff(received.response, received.content))
			hints.add(MAY_BE_CUT_OFF, String(call.index));
		return received;
	}

	private async sendOnce<T extends DecodedResponse>(
		paid: PaidRequest,
		read: ReadResponse<T>,
	): Promise<T> {
		const { ledger, hints, call } = this.options;
		try {
			const { value, isSent } = await ledger.once(paid, this.sender, read);
			this.addCost(value, isSent);
			return value;
		} catch (error) {
			const isInFlight = error instanceof Cancelled && error.inFlight;
			if (isInFlight) hints.add(STOPPED_IN_FLIGHT, String(call.index));
			return rethrow(error);
		}
	}

	private addCost({ content, response }: DecodedResponse, isSent: boolean): void {
		const { ledger, call } = this.options;
		const { overrides, contract } = call.settings;
		const { endpoint } = call.draft;
		const { used, left, plan } = readCost({ content, response, endpoint, overrides, contract });
		if (isSent) addCost(ledger.tally, { used, left });
		call.explanation?.add(endpoint, 'cost', explainEntry('cost', used), plan());
	}

	private paid(request: ServiceRequest, count: number, first: ServiceRequest): PaidRequest {
		const { call, operation } = this.options;
		const { index, settings, connection, draft, keySeed, requestFingerprint = '' } = call;
		const page = pageOf(request, first);
		return {
			request,
			item: index,
			name: count === 0 ? String(index) : `${index}.${count}`,
			// By what the user entered, and by the request itself: one match is enough, as $now differs in each try.
			fingerprints: [
				fingerprint(`${connection.baseUrl}${draft.endpoint.path}\n${requestFingerprint}\n${page}`),
				fingerprint(`${request.method} ${request.url}\n${request.body ?? ''}`),
			],
			header: settings.idempotencyHeader,
			key: keySeed === undefined ? undefined : fingerprint(`${keySeed}\n${count}\n${page}`),
			retryUnsafe: settings.requests.retryUnsafe,
			notSentMessage:
				'job' in operation
					? `The ${operation.job.noun} was not submitted again`
					: `${request.label} was not sent again`,
		};
	}
}

/** How the request for a page differs from the first one of its list: its URL, or fields of its body. */
function pageOf({ url, body }: ServiceRequest, first: ServiceRequest): string {
	const before = fieldsIn(first.body);
	const changed = Object.entries(fieldsIn(body)).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(ownValue(before, name)),
	);
	return JSON.stringify([url === first.url ? '' : url, Object.fromEntries(changed)]);
}

function fieldsIn(body = ''): IDataObject {
	return body === '' ? {} : (JSON.parse(body) as IDataObject);
}

const MAY_BE_CUT_OFF =
	'The service sent a compressed response, and n8n cannot check that it is complete. Check the last rows or words of the items %.';

const STOPPED_IN_FLIGHT =
	'Stopped while requests were in progress: those of the items % may have been processed and charged. Check with the service.';
