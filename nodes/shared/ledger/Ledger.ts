import type { IContextObject } from 'n8n-workflow';

import { clock } from '../clock';
import { Failure } from '../failure/Failure';
import type { ReadResponse, Sender, ServiceRequest, ServiceResponse } from '../http/types';
import { withOutcomeUnknown } from '../transport/errorMessages';
import { RESPONSE_INCOMPLETE } from '../transport/Transport';
import { Ceiling } from './Ceiling';
import { Entries, MAX_STORED_CHARACTERS, type Entry, type StoredFailure } from './Entries';
import { notSentAgain } from './failures';
import {
	decide,
	OUTCOMES,
	outcomeOfResponse,
	outcomeWithoutResponse,
	type Outcome,
} from './outcomes';
import { deserialize, serialize } from './storedResponse';
import { newTally, summaryOf } from './tally';

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

export type Reading<T> = { value: T; error?: undefined } | { value?: undefined; error: unknown };

/** What came of a request: now, or in an earlier try. */
export type Received<T> = Reading<T> & {
	response?: ServiceResponse;
	/** What an earlier try left. */
	earlier?: Entry;
	isSent: boolean;
	/** An earlier attempt at it had no usable response. */
	isAfterLost?: boolean;
};

interface Run {
	/** Loops and AI agents run the node many times in one execution. */
	name: string;
	execution: string;
	/** 'Max Paid Requests'. */
	max: number;
}

/** What a run of the node has sent and may have to pay for, kept where its later tries find it. */
export class Ledger {
	readonly tally = newTally();
	readonly entries: Entries;
	readonly ceiling: Ceiling;
	/** Of the node, in this execution; the same for each try. */
	readonly run: string;
	private readonly execution: string;
	/** By item: lost also if another of its requests was accepted. */
	private readonly paid = new Map<number, 'accepted' | 'lost'>();

	constructor(context: IContextObject, { name, execution, max }: Run) {
		this.entries = new Entries(context, name);
		this.ceiling = new Ceiling(context, max, this.tally);
		this.run = name;
		this.execution = execution;
	}

	find({ name, fingerprints, header, retryUnsafe }: PaidRequest) {
		const entry = this.entries.find(name, fingerprints);
		const isKnownByKey = header !== undefined && entry?.idempotencyKey !== undefined;
		const mayRepeat = retryUnsafe || isKnownByKey;
		const isSameExecution = entry?.execution === this.execution;
		return { entry, decision: decide({ entry, isSameExecution, mayRepeat }) };
	}

	/** Sends a request, unless an earlier try has. Never throws: `settle` says what came of it. */
	async once<T>(paid: PaidRequest, sender: Sender, read: ReadResponse<T>): Promise<Received<T>> {
		const { request, name, fingerprints, header } = paid;
		const { entry: earlier, decision } = this.find(paid);
		if (earlier?.response !== undefined && decision === 'reuse') {
			const response = deserialize(earlier.response);
			return { earlier, response, isSent: false, ...(await tryReading(read, response)) };
		}
		if (earlier !== undefined && decision === 'block') {
			const { label } = request;
			const error = notSentAgain({ message: paid.notSentMessage, label }, earlier);
			return { earlier, isSent: false, error };
		}
		// The same key for each attempt at one request, in this try and in later ones.
		const key = earlier?.idempotencyKey ?? paid.key ?? crypto.randomUUID();
		const idempotency = header === undefined ? undefined : { header, key };
		// Until its outcome is known, it counts as lost.
		this.entries.put(name, {
			...{ outcome: 'lost', at: clock.now(), fingerprints },
			...(idempotency && { idempotencyKey: key }),
		});
		try {
			const sent = { ...request, idempotency, ceiling: this.ceiling };
			return await sender.send(sent, async (response, isAfterLost) => {
				const reading = await tryReading(read, response);
				// With an idempotency key, a response that was cut off can be requested again.
				if (idempotency && isCutOff(reading.error)) throw reading.error;
				return { earlier, response, isSent: true, isAfterLost, ...reading };
			});
		} catch (error) {
			return { earlier, isSent: true, error };
		}
	}

	/** Records what came of a request. Returns the error as the user gets it. */
	settle({ name, fingerprints, item }: PaidRequest, received: Received<unknown>): unknown {
		const { response, earlier, isSent, isAfterLost, error } = received;
		if (!isSent) {
			if (response !== undefined) this.tally.reused++;
			const { outcome = 'lost' } = earlier ?? {};
			if (outcome !== 'unclear') this.note(item, outcome === 'accepted' ? outcome : 'lost');
			return error;
		}
		const isRead = response !== undefined;
		const outcome = isRead ? outcomeOfResponse(error) : outcomeWithoutResponse(error);
		// Without a response, the transport has done so.
		if (isRead) this.ceiling[OUTCOMES[outcome].counts.startsWith('yes') ? 'commit' : 'release']();
		// A rejection does not undo what an earlier attempt may have done.
		const mayBeDone = isAfterLost === true || ['lost', 'damaged'].includes(earlier?.outcome ?? '');
		const wasLost = mayBeDone && outcome !== 'accepted';
		const settled = wasLost ? 'lost' : outcome;
		this.record(name, this.entries.find(name, fingerprints), settled, received);
		if (settled === 'accepted' || settled === 'lost') this.note(item, settled);
		return wasLost && error instanceof Failure ? withOutcomeUnknown(error) : error;
	}

	private record(
		name: string,
		entry: Entry | undefined,
		outcome: Outcome,
		{ response, error }: Received<unknown>,
	): void {
		if (entry === undefined) return;
		switch (outcome) {
			case 'accepted':
			case 'unclear': {
				const isSmall = response !== undefined && response.body.length <= MAX_STORED_CHARACTERS;
				this.entries.put(name, {
					...{ ...entry, outcome },
					...(outcome === 'unclear' && { execution: this.execution }),
					...(isSmall && { response: serialize(response) }),
				});
				return;
			}
			case 'lost':
				if (error instanceof Failure) {
					this.entries.put(name, { ...entry, failure: toStoredFailure(error) });
				}
				return;
			case 'rejected':
			case 'notSent':
				this.entries.drop(name);
		}
	}

	/** The job that an earlier try has submitted. */
	findJob({ name, fingerprints }: PaidRequest): EarlierJob | undefined {
		const { job: id, at: submittedAt, response } = this.entries.find(name, fingerprints) ?? {};
		if (id === undefined || submittedAt === undefined) return undefined;
		return { id, submittedAt, hasResponse: response !== undefined };
	}

	reuseJob({ item }: PaidRequest): void {
		this.tally.reused++;
		this.note(item, 'accepted');
	}

	/** Records the job that a request created; with the response, if that is the output. Returns when it was sent. */
	storeJob(
		{ name, fingerprints }: PaidRequest,
		job: EarlierJob['id'],
		{ keepResponse }: { keepResponse: boolean },
	): number {
		const entry = this.entries.find(name, fingerprints);
		if (entry === undefined) return clock.now();
		const { response, ...rest } = entry;
		this.entries.put(name, { ...rest, job, ...(keepResponse && response && { response }) });
		return entry.at;
	}

	get summary(): string {
		return summaryOf(this.tally, this.ceiling.remaining);
	}

	/** What may have to be paid for an item; `undefined` if nothing. */
	paidFor(item: number): 'accepted' | 'lost' | undefined {
		return this.paid.get(item);
	}

	/** The items that the tries of this run have paid for, also those that this one has not reached. */
	itemsWithEntries(): Set<number> {
		const paid = this.entries.all.filter(([, { outcome }]) => outcome !== 'unclear');
		return new Set(paid.map(([name]) => Number.parseInt(name, 10)));
	}

	private note(item: number, outcome: 'accepted' | 'lost'): void {
		if (this.paid.get(item) !== 'lost') this.paid.set(item, outcome);
	}
}

export interface EarlierJob {
	id: string | number;
	submittedAt: number;
	hasResponse: boolean;
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
