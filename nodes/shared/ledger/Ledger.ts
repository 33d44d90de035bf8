import type { IContextObject } from 'n8n-workflow';

import { clock, iso } from '../clock';
import { Failure, rethrow } from '../failure/Failure';
import type { ReadResponse, Sender, ServiceRequest, ServiceResponse } from '../http/types';
import { withOutcomeUnknown } from '../transport/errorMessages';
import { RESPONSE_INCOMPLETE } from '../transport/Transport';
import { Ceiling } from './Ceiling';
import { Entries, MAX_STORED_CHARACTERS, type Entry, type StoredFailure } from './Entries';
import { decide, OUTCOMES, outcomeOf } from './outcomes';
import { deserialize, serialize } from './storedResponse';
import { summaryOf, Tally } from './tally';

/** A request that may be charged. */
export interface PaidRequest {
	request: ServiceRequest;
	item: number;
	/** Its name among the requests of the run: the same in each try. */
	name: string;
	fingerprints: string[];
	/** The name of 'Idempotency Header'. */
	header?: string;
	/** The idempotency key, if it follows the 'Processed Key'. */
	key?: string;
	retryUnsafe: boolean;
	/** Beginning of an error message, e.g. "POST /discovery was not sent again". */
	notSentMessage: string;
}

type Reading<T> = { value: T; error?: undefined } | { value?: undefined; error: unknown };

/** The result of a request that was sent now. */
type Received<T> = Reading<T> & {
	response?: ServiceResponse;
	/** An earlier attempt at it may have been processed: its outcome is unknown. */
	isAfterLost: boolean;
};

/** What a run of the node has sent and may have to pay for, kept where its later tries find it. */
export class Ledger {
	readonly tally = new Tally();
	readonly entries: Entries;
	readonly ceiling: Ceiling;
	private readonly execution: string;
	/** Items of which a request was not sent, as an earlier try may have sent it. */
	private readonly blocked = new Set<number>();

	constructor(
		context: IContextObject,
		{ name, execution, max }: { name: string; execution: string; max: number },
	) {
		this.entries = new Entries(context, name);
		this.ceiling = new Ceiling(context, max, this.tally);
		this.execution = execution;
	}

	/** What an earlier try left, and what follows from it. */
	find({ name, fingerprints, header, retryUnsafe, key }: PaidRequest) {
		const entry = this.entries.find(name, fingerprints);
		const isKnownByKey = header !== undefined && entry?.idempotencyKey !== undefined;
		const mayRepeat = retryUnsafe || isKnownByKey;
		const isSameExecution = entry?.execution === this.execution;
		// The same key for each attempt at one request, in this try and in later ones.
		const sameKey = entry?.idempotencyKey ?? key;
		return { entry, decision: decide({ entry, isSameExecution, mayRepeat }), key: sameKey };
	}

	/** The value of the response, which is read again if an earlier try has received it. */
	async once<T>(
		paid: PaidRequest,
		sender: Sender,
		read: ReadResponse<T>,
	): Promise<{ value: T; isSent: boolean }> {
		const { entry, decision, key } = this.find(paid);
		if (entry?.response !== undefined && decision === 'reuse') {
			this.tally.reused++;
			return { value: await read(deserialize(entry.response)), isSent: false };
		}
		if (entry !== undefined && decision === 'block') {
			this.blocked.add(paid.item);
			throw notSentAgain(entry, paid);
		}
		return { value: await this.send({ ...paid, key }, entry, sender, read), isSent: true };
	}

	private async send<T>(
		paid: PaidRequest,
		earlier: Entry | undefined,
		sender: Sender,
		read: ReadResponse<T>,
	): Promise<T> {
		const { request, name, fingerprints, header, key = crypto.randomUUID() } = paid;
		const idempotency = header === undefined ? undefined : { header, key };
		const idempotencyKey = idempotency?.key;
		// Until its outcome is known, it counts as lost: also if n8n is killed, or the execution is stopped.
		const entry: Entry = { outcome: 'lost', at: clock.now(), fingerprints, idempotencyKey };
		this.entries.put(name, entry);
		const wasLost = earlier?.outcome === 'lost' || earlier?.outcome === 'damaged';
		let received: Received<T>;
		try {
			const sent = { ...request, idempotency, ceiling: this.ceiling };
			received = await sender.send(sent, async (response, isAfterLost = false) => {
				const reading = await tryReading(read, response);
				// With an idempotency key, a response that was cut off can be requested again.
				if (idempotency && isCutOff(reading.error)) throw reading.error;
				return { response, isAfterLost: isAfterLost || wasLost, ...reading };
			});
		} catch (error) {
			received = { isAfterLost: wasLost, error };
		}
		const error = this.settle(name, entry, received);
		return received.value === undefined ? rethrow(error) : received.value;
	}

	/** Records the outcome of a request. Returns the error as the user gets it. */
	private settle(name: string, entry: Entry, received: Received<unknown>): unknown {
		const { response, isAfterLost, error } = received;
		const outcome = outcomeOf(error, { wasRead: response !== undefined });
		// `RequestAttempts` has closed the place of a request without a response, also of a stopped one: its entry stays.
		if (response !== undefined) this.ceiling[OUTCOMES[outcome].counts ? 'commit' : 'release']();
		// A rejection does not undo what an earlier attempt may have done.
		if (outcome === 'lost' || (isAfterLost && outcome !== 'accepted')) {
			if (!(error instanceof Failure)) return error;
			this.entries.put(name, { ...entry, failure: toStoredFailure(error) });
			return isAfterLost ? withOutcomeUnknown(error) : error;
		}
		if (outcome === 'rejected' || outcome === 'notSent') {
			this.entries.drop(name);
			return error;
		}
		const isSmall = response !== undefined && response.body.length <= MAX_STORED_CHARACTERS;
		this.entries.put(name, {
			...{ ...entry, outcome, at: sentAt(response) },
			// Only there does it matter which execution asks; there may be thousands of entries.
			...(outcome === 'unclear' && { execution: this.execution }),
			...(isSmall && { response: serialize(response) }),
		});
		return error;
	}

	/** Records the job that a request created; with the response, if that is the output. Returns when it was sent. */
	storeJob(
		{ name, fingerprints }: PaidRequest,
		job: NonNullable<Entry['job']>,
		{ keepResponse }: { keepResponse: boolean },
	): number {
		const entry = this.entries.find(name, fingerprints);
		if (entry === undefined) return clock.now();
		const { response, ...rest } = entry;
		this.entries.put(name, { ...rest, job, ...(keepResponse && response && { response }) });
		return entry.at;
	}

	/** Only a person decides whether it is sent again, so it is no reason to stop the others. */
	isBlocked(item: number): boolean {
		return this.blocked.has(item);
	}

	get summary(): string {
		return summaryOf(this.tally, this.ceiling.remaining);
	}

	/** What may have to be paid for, by item and over all tries: lost also if another of its requests was accepted. */
	get paidItems(): Map<number, 'accepted' | 'lost'> {
		const paid = new Map<number, 'accepted' | 'lost'>();
		for (const [name, { outcome }] of this.entries.all) {
			const item = Number.parseInt(name, 10);
			if (!OUTCOMES[outcome].keepsKey || paid.get(item) === 'lost') continue;
			paid.set(item, outcome === 'accepted' ? outcome : 'lost');
		}
		// If what n8n saved is damaged, they have no entry.
		for (const item of this.blocked) if (!paid.has(item)) paid.set(item, 'lost');
		return paid;
	}
}

/** By the wall clock: not when the request began to wait for the limiter. */
function sentAt(response: ServiceResponse | undefined): number {
	const now = clock.monotonic();
	return clock.now() - (now - (response?.sentAt ?? now));
}

async function tryReading<T>(
	read: ReadResponse<T>,
	response: ServiceResponse,
): Promise<Reading<T>> {
	try {
		return { value: await read(response) };
	} catch (error) {
		return { error };
	}
}

function isCutOff(error: unknown): error is Failure {
	return error instanceof Failure && error.details.code === RESPONSE_INCOMPLETE;
}

function toStoredFailure({ details }: Failure): StoredFailure {
	const { message, status, code, reason, requestId, response } = details;
	return { message, status, code, reason, requestId, response };
}

/** An earlier try may have paid for the request, and its response is not known. */
export function notSentAgain(
	{ outcome, at, failure: reported }: Entry,
	{ request: { label }, notSentMessage }: Pick<PaidRequest, 'request' | 'notSentMessage'>,
): Failure {
	const failed = (why: string, description: string) =>
		new Failure({
			...reported,
			kind: 'job',
			message: `${notSentMessage}, because ${why}`,
			description,
			outcomeUnknown: true,
		});
	switch (outcome) {
		case 'damaged':
			return failed(
				'the data that n8n saved from earlier attempts is damaged',
				`The node cannot determine whether an earlier attempt sent ${label}. It may have been processed and charged: check with the service. To send it, start a new execution or turn on 'Retry Unsafe' in Options > Requests. It may be charged again.`,
			);
		case 'lost':
			return failed(
				'an earlier attempt may have succeeded',
				`The request sent at ${iso(at)} got no usable response${reported === undefined ? '' : ` (${reported.message})`}. It may have been processed and charged: check with the service. Only if it was not, send it again: in a new execution, or with 'Retry Unsafe' in Options > Requests.`,
			);
		case 'accepted':
		case 'unclear':
			return failed(
				'an earlier attempt got a response that was too large to store',
				`The request got a response at about ${iso(at)}, and has probably been charged. If there is a Get operation, use it to read the result. To send ${label} again, start a new execution or turn on 'Retry Unsafe' in Options > Requests. It may be charged again. Process fewer items or rows per execution so that the responses can be stored.`,
			);
	}
}
