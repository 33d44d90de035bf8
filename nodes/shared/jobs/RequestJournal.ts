import type { IContextObject } from 'n8n-workflow';

import type { FailureDetails } from '../failure/Failure';
import type { ServiceResponse } from '../http/types';
import { isRecord } from '../values/records';
import { isStored, serialize, sizeOf, type StoredResponse } from './storedResponse';

const KEY = 'creatorIntelligence';

/** Maximum size of all stored responses of a node, in characters: n8n saves them with the execution, and accepts 16 MB. */
const MAX_STORED_CHARACTERS = 16_000_000;

/** What is known of a paid request. */
export type JournalEntry = SentRequestInfo & RequestOutcome;

export interface SentRequestInfo {
	at: number;
	/** Fingerprints that identify the same request in a later attempt; one of them must match. */
	fingerprints: string[];
	/** The idempotency key, if 'Idempotency Header' is set. */
	idempotencyKey?: string;
}

/** The part of a failure that is stored for a later try. */
export type StoredFailure = Pick<
	FailureDetails,
	'message' | 'status' | 'code' | 'reason' | 'requestId' | 'response'
>;

type RequestOutcome =
	/** The outcome is unknown. `reported` is the failure that was reported. */
	| { kind: 'sent'; reported?: StoredFailure }
	| { kind: 'received'; response: StoredResponse }
	/** The response was too large to store. */
	| { kind: 'notStored'; size: number }
	/** The job that was created, with the response if that is the output. */
	| { kind: 'job'; id: string | number; response?: StoredResponse }
	/** What n8n saved cannot be read: the request may have been sent, or not. */
	| { kind: 'damaged' };

interface JournalData {
	size: number;
	entries: Record<string, JournalEntry>;
	/** Entries were lost: a request without one may have been sent. */
	damaged?: boolean;
}

/** Records paid requests in the node's context. n8n's retries keep that context, so nothing is paid twice. */
export class RequestJournal {
	private readonly context: IContextObject;

	constructor(
		context: IContextObject,
		/** The run of the node: loops and AI agents run it many times in one execution, with equal items. */
		private readonly run: string,
		private readonly maxCharacters = MAX_STORED_CHARACTERS,
	) {
		this.context = isRecord(context) ? context : { [KEY]: context };
	}

	/** The entry with this name, if one of its fingerprints matches. */
	find(name: string, fingerprints: string[]): JournalEntry | undefined {
		const { damaged = false } = this.book;
		const entry = this.entry(this.key(name));
		if (entry?.kind === 'damaged' || (entry === undefined && damaged)) {
			return { kind: 'damaged', at: 0, fingerprints };
		}
		return entry?.fingerprints.some((fingerprint) => fingerprints.includes(fingerprint))
			? entry
			: undefined;
	}

	/** Written before the request is sent. A retry that finds only this entry does not know the outcome. */
	sent(name: string, noted: SentRequestInfo, reported?: StoredFailure): void {
		const entry: JournalEntry = { kind: 'sent', ...noted, ...(reported && { reported }) };
		const brief: JournalEntry = {
			...entry,
			...(reported && { reported: { message: reported.message } }),
		};
		this.put(this.key(name), this.fits(name, entrySize(entry)) ? entry : brief);
	}

	/** Stores a response or, if it is too large, that there was one. */
	received(name: string, noted: SentRequestInfo, response: ServiceResponse): void {
		const kept = this.storeIfItFits(name, response);
		this.put(
			this.key(name),
			kept === undefined
				? { kind: 'notStored', ...noted, size: response.body.length }
				: { kind: 'received', ...noted, response: kept },
		);
	}

	/** Stores a job, with the response that a retry returns if it is small enough. */
	submitted(
		name: string,
		noted: SentRequestInfo,
		{ id, response }: { id: string | number; response?: ServiceResponse },
	): void {
		const kept = response === undefined ? undefined : this.storeIfItFits(name, response);
		this.put(this.key(name), { kind: 'job', ...noted, id, ...(kept && { response: kept }) });
	}

	/** The service rejected it: it may be sent again. */
	forget(name: string): void {
		this.drop([this.key(name)]);
	}

	/** The run succeeded and will not be retried. */
	clear(): void {
		this.drop(this.keys((key) => this.isOwn(key)));
	}

	/** n8n has continued after earlier runs of the node, so their responses are no longer needed. */
	dropResponsesOfOtherRuns(): void {
		this.drop(
			this.keys(
				(key) =>
					!this.isOwn(key) && ['received', 'notStored'].includes(this.entry(key)?.kind ?? ''),
			),
		);
	}

	names(): Record<JournalEntry['kind'], string[]> {
		const names: Record<JournalEntry['kind'], string[]> = {
			sent: [],
			received: [],
			notStored: [],
			job: [],
			damaged: [],
		};
		for (const key of this.keys((each) => this.isOwn(each))) {
			const kind = this.entry(key)?.kind;
			if (kind !== undefined) names[kind].push(key.slice(this.key('').length));
		}
		return names;
	}

	private storeIfItFits(name: string, response: ServiceResponse): StoredResponse | undefined {
		if (response.body.length > this.maxCharacters) return undefined;
		const kept = serialize(response);
		return this.fits(name, sizeOf(kept)) ? kept : undefined;
	}

	private fits(name: string, size: number): boolean {
		const replaced = entrySize(this.entry(this.key(name)));
		return this.book.size + size - replaced <= this.maxCharacters;
	}

	private put(key: string, entry: JournalEntry): void {
		const { book } = this;
		book.size += entrySize(entry) - entrySize(this.entry(key));
		book.entries[key] = entry;
		this.context[KEY] = book;
	}

	private drop(keys: string[]): void {
		const { book } = this;
		for (const key of keys) {
			book.size -= entrySize(this.entry(key));
			Reflect.deleteProperty(book.entries, key);
		}
		if (book.damaged !== true && Object.keys(book.entries).length === 0) {
			Reflect.deleteProperty(this.context, KEY);
		}
	}

	private get book(): JournalData {
		const kept: unknown = this.context[KEY];
		if (kept === undefined) return { size: 0, entries: {} };
		return isJournalData(kept) ? kept : { size: 0, entries: {}, damaged: true };
	}

	private entry(key: string): JournalEntry | undefined {
		const { entries } = this.book;
		if (!Object.hasOwn(entries, key)) return undefined;
		const entry: unknown = entries[key];
		return isEntry(entry) ? entry : { kind: 'damaged', at: 0, fingerprints: [] };
	}

	private keys(among: (key: string) => boolean): string[] {
		return Object.keys(this.book.entries).filter(among);
	}

	private isOwn(key: string): boolean {
		return key.startsWith(this.key(''));
	}

	private key(name: string): string {
		return `${this.run}:${name}`;
	}
}

function isJournalData(kept: unknown): kept is JournalData {
	return isRecord(kept) && isRecord(kept.entries) && typeof kept.size === 'number';
}

/** n8n's execution data pass through its database, and may be edited or cut off. */
function isEntry(kept: unknown): kept is JournalEntry {
	if (!isRecord(kept) || !Array.isArray(kept.fingerprints)) return false;
	if (typeof kept.at !== 'number' || Number.isNaN(new Date(kept.at).getTime())) return false;
	const { kind, response, id, reported } = kept;
	const hasResponse = response === undefined ? kind === 'job' : isStored(response);
	switch (kind) {
		case 'sent':
			return reported === undefined || (isRecord(reported) && typeof reported.message === 'string');
		case 'received':
			return hasResponse;
		case 'notStored':
			return true;
		case 'job':
			return hasResponse && ['string', 'number'].includes(typeof id);
		default:
			return false;
	}
}

/** Size of the stored response or failure. */
function entrySize(entry: JournalEntry | undefined): number {
	if (entry === undefined) return 0;
	if ('response' in entry && entry.response !== undefined) return sizeOf(entry.response);
	return 'reported' in entry ? JSON.stringify(entry.reported).length : 0;
}
