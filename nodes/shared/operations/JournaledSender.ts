import { clock } from '../clock';
import { Cancelled, isOutcomeUnknown } from '../failure/Cancelled';
import { Failure, rethrow } from '../failure/Failure';
import type { Content, ReadResponse, Sender, ServiceRequest, ServiceResponse } from '../http/types';
import { responseNotStored, outcomeUnknownFailure, journalDamaged } from '../jobs/failures';
import { deserialize } from '../jobs/storedResponse';
import type {
	RequestJournal,
	JournalEntry,
	SentRequestInfo,
	StoredFailure,
} from '../jobs/RequestJournal';
import { pieceFor } from '../contract/contract';
import { firstAt, sourceOf } from '../contract/read';
import { findCost } from '../recognition/cost';
import { asCount } from '../recognition/scalars';
import { toRequest } from '../request/draft';
import { withOutcomeUnknown } from '../transport/errorMessages';
import { fingerprint } from '../values/fingerprint';
import { isRecord, ownValue } from '../values/records';
import type { Hints } from './Hints';
import type { PreparedItem, JobReader, RunContext } from './RunContext';
import type { PaidRequests } from './PaidRequests';

interface JournaledSenderOptions {
	sender: Sender;
	journal: RequestJournal;
	paid: PaidRequests;
	hints: Hints;
	item: PreparedItem;
	/** Beginning of an error message, e.g. "POST /discovery was not sent again". */
	notSentMessage: string;
}

interface LastResponse {
	name: string;
	noted: SentRequestInfo;
	response: ServiceResponse;
	/** The response was stored by an earlier attempt. */
	isRecalled?: boolean;
}

export interface EarlierJob {
	id: string | number;
	submittedAt: number;
	hasResponse: boolean;
}

/**
 * Sends the requests of one item. A request that may be charged is sent once per execution, however often
 * n8n retries: the stored response of an earlier try is returned again, and a request whose outcome is
 * unknown is not sent again unless the user allows it.
 */
export class JournaledSender implements Sender {
	/** Number of paid requests in this try. */
	private count = 0;
	private last?: LastResponse;
	private ownRequest?: ServiceRequest;

	constructor(private readonly sending: JournaledSenderOptions) {}

	/** The first request of the item. Fingerprints of later pages are relative to it. */
	private get own(): ServiceRequest {
		this.ownRequest ??= toRequest(this.sending.item.draft, this.sending.item.connection.baseUrl);
		return this.ownRequest;
	}

	async send<T>(request: ServiceRequest, read: ReadResponse<T>): Promise<T> {
		if (request.method === 'GET') return await this.sending.sender.send(request, read);
		// The response is stored before it is read: even if it is unusable, it was paid for.
		return await read(await this.sendOnce(request, read));
	}

	private async sendOnce(
		request: ServiceRequest,
		read: ReadResponse<unknown>,
	): Promise<ServiceResponse> {
		const { sender, journal, paid } = this.sending;
		const name = this.name(this.count++);
		const fingerprints = this.fingerprintsOf(request);
		const earlier = journal.find(name, fingerprints);
		const recalled = earlier === undefined ? undefined : this.reuseStored(earlier);
		if (earlier !== undefined && recalled !== undefined) {
			paid.countReused();
			this.last = { name, noted: earlier, response: recalled, isRecalled: true };
			return recalled;
		}
		const idempotency = this.idempotency(earlier?.idempotencyKey);
		const key = idempotency && { idempotencyKey: idempotency.key };
		const noted: SentRequestInfo = { at: clock.now(), fingerprints, ...key };
		journal.sent(name, noted);
		try {
			const once = { ...request, idempotency, budget: paid };
			const response = await sender.send(once, async (received) => {
				// With an idempotency key, a response that was cut off can be requested again.
				if (idempotency !== undefined) await read(received);
				return received;
			});
			journal.received(name, noted, response);
			this.last = { name, noted, response };
			return response;
		} catch (error) {
			if (earlier === undefined || isOutcomeUnknown(error)) {
				this.storeFailure(name, noted, error);
				return rethrow(error);
			}
			// A rejection does not undo what an earlier attempt may have done.
			return rethrow(error instanceof Failure ? withOutcomeUnknown(error) : error);
		}
	}

	/** The same key for each attempt at one request, in this try and in later ones. */
	private idempotency(earlierKey?: string): ServiceRequest['idempotency'] {
		const { idempotencyHeader: header } = this.sending.item.settings;
		return header === undefined ? undefined : { header, key: earlierKey ?? crypto.randomUUID() };
	}

	/** When the last paid request was sent, in this try or an earlier one. */
	get sentAt(): number {
		return this.last?.noted.at ?? clock.now();
	}

	earlier(): JournalEntry | undefined {
		return this.sending.journal.find(this.name(0), this.fingerprintsOf(this.own));
	}

	earlierJob(): EarlierJob | undefined {
		const entry = this.earlier();
		if (entry?.kind !== 'job') return undefined;
		return { id: entry.id, submittedAt: entry.at, hasResponse: entry.response !== undefined };
	}

	/** Records the job that the last response created; with the response, if that is the output of the node. */
	storeJob(id: string | number, { keepResponse }: { keepResponse: boolean }): void {
		if (this.last === undefined) return;
		const { name, noted, response } = this.last;
		const { at, fingerprints, idempotencyKey } = noted;
		const own: SentRequestInfo = { at, fingerprints, ...(idempotencyKey && { idempotencyKey }) };
		this.sending.journal.submitted(name, own, { id, ...(keepResponse && { response }) });
	}

	/** Handles a rejection with a success status like a failed request. Ignores polls, which are not in the journal. */
	rejected(response: ServiceResponse, failure: Failure): void {
		if (this.last?.response !== response) return;
		if (!this.last.isRecalled && !isOutcomeUnknown(failure)) this.sending.paid.rejected();
		this.storeFailure(this.last.name, this.last.noted, failure);
	}

	/** Reads the cost from a paid response. */
	decoded(response: ServiceResponse, content: Content): void {
		if (this.last?.response !== response) return;
		const { paid, item } = this.sending;
		if (!this.last.isRecalled) {
			const { cost } = pieceFor(item.settings.contract, item.draft.endpoint);
			const used = firstAt(cost, sourceOf(content, response), asCount);
			const value = content.kind === 'data' ? content.value : undefined;
			paid.cost({ ...findCost(value, response.headers), ...(used && { used }) });
		}
		item.explanation?.ofCost({ content, response }, item.draft.endpoint);
	}

	/** The response of an earlier attempt; `undefined` if the request may be sent again. Throws if it must not be. */
	private reuseStored(entry: JournalEntry): ServiceResponse | undefined {
		const { notSentMessage, item } = this.sending;
		if ('response' in entry && entry.response !== undefined) return deserialize(entry.response);
		const { requests, idempotencyHeader } = item.settings;
		const isKnownByKey = idempotencyHeader !== undefined && entry.idempotencyKey !== undefined;
		if (requests.retryUnsafe || isKnownByKey) return undefined;
		const { label } = this.own;
		if (entry.kind === 'damaged') throw journalDamaged(notSentMessage, label);
		throw entry.kind === 'sent'
			? outcomeUnknownFailure(notSentMessage, entry)
			: responseNotStored(notSentMessage, entry.at, label);
	}

	private storeFailure(name: string, noted: SentRequestInfo, error: unknown): void {
		const { journal, hints, item } = this.sending;
		if (!isOutcomeUnknown(error)) journal.forget(name);
		else if (error instanceof Failure) journal.sent(name, noted, toStoredFailure(error));
		else if (error instanceof Cancelled) hints.add(STOPPED_UNDER_WAY, String(item.index));
	}

	/** The journal's name of a request. Pages of a list are numbered, as their order is the same in each try. */
	private name(count: number): string {
		const { index } = this.sending.item;
		return count === 0 ? String(index) : `${index}.${count}`;
	}

	/** Two fingerprints: by what the user entered, and by the request itself. One match is enough, as $now differs in each try. */
	private fingerprintsOf({ method, url, body = '' }: ServiceRequest): string[] {
		const { item } = this.sending;
		const { baseUrl } = item.connection;
		const { path } = item.draft.endpoint;
		const page = [url === this.own.url ? '' : url, changes(parse(body), parse(this.own.body))];
		return [
			fingerprint(`${baseUrl}${path}\n${item.requestFingerprint ?? ''}\n${JSON.stringify(page)}`),
			fingerprint(`${method} ${url}\n${body}`),
		];
	}
}

/** The run context of a job operation, with the sender of one item. */
export type JobRun = RunContext & JobReader & { readonly requests: JournaledSender };

/** The fields that differ from the first request, i.e. those that request another page. */
function changes(after: unknown, before: unknown): unknown {
	if (!isRecord(after) || !isRecord(before)) return after === before ? undefined : after;
	const was = (name: string) => ownValue(before, name);
	const changed = Object.keys(after).filter(
		(name) => JSON.stringify(after[name]) !== JSON.stringify(was(name)),
	);
	return Object.fromEntries(changed.map((name) => [name, changes(after[name], was(name))]));
}

function parse(body = '{}'): unknown {
	return body === '' ? {} : JSON.parse(body);
}

/** The part of a failure that the journal stores. Texts of the service are already shortened. */
function toStoredFailure({ details }: Failure): StoredFailure {
	const { message, status, code, reason, requestId, response } = details;
	return { message, status, code, reason, requestId, response };
}

const STOPPED_UNDER_WAY =
	'Stopped while requests were in progress: those of the items % may have been processed and charged. Check with the service.';
