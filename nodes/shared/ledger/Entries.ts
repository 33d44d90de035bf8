import type { IContextObject } from 'n8n-workflow';

import type { FailureDetails } from '../failure/Failure';
import { isRecord, ownValue } from '../values/records';
import { isStored, type StoredResponse } from './storedResponse';

export const ENTRIES_KEY = 'creatorIntelligence';

/** Maximum size of all stored responses of a node, in characters: n8n saves them with the execution, and accepts 16 MB. */
export const MAX_STORED_CHARACTERS = 16_000_000;

/** The part of a failure that is stored for a later try. Texts of the service are already shortened. */
export type StoredFailure = Pick<
	FailureDetails,
	'message' | 'status' | 'code' | 'reason' | 'requestId' | 'response'
>;

/** A paid request that was sent. */
export interface Entry {
	/** `lost` also until its response arrives; `damaged` if what n8n saved cannot be read: it may have been sent, or not. */
	outcome: 'accepted' | 'unclear' | 'lost' | 'damaged';
	at: number;
	/** They identify the same request in a later try; one of them must match. */
	fingerprints: string[];
	idempotencyKey?: string;
	/** Absent if there was none, if it was too large, or if only the job matters. */
	response?: StoredResponse;
	/** The ID of the job that was created. */
	job?: string | number;
	/** Why it counts as lost. */
	failure?: StoredFailure;
	/** The execution that sent it, if its outcome is unclear. */
	execution?: string;
}

interface Saved {
	size: number;
	entries: Record<string, Entry>;
	/** Entries were lost: a request without one may have been sent. */
	damaged?: boolean;
}

/** The paid requests of a run, in the node's context: n8n keeps that for its retries. */
export class Entries {
	/** Of the keys of a run: loops and AI agents run the node many times in one execution, with equal items. */
	private readonly prefix: string;

	constructor(
		private readonly context: IContextObject,
		run: string,
		private readonly maxCharacters = MAX_STORED_CHARACTERS,
	) {
		this.prefix = `${run}:`;
	}

	/** The entry with this name, if one of its fingerprints matches. */
	find(name: string, fingerprints: string[]): Entry | undefined {
		const entry = this.entryAt(this.prefix + name);
		if (entry === undefined) return this.saved.damaged === true ? DAMAGED : undefined;
		const isSame = entry.fingerprints.some((each) => fingerprints.includes(each));
		return isSame || entry.outcome === 'damaged' ? entry : undefined;
	}

	/** Without its response, or the details of its failure, if there is no room for them. */
	put(name: string, entry: Entry): void {
		const { saved } = this;
		const key = this.prefix + name;
		const size = saved.size - sizeOf(this.entryAt(key));
		const failure = entry.failure && { message: entry.failure.message };
		const brief = { ...entry, response: undefined, failure };
		const kept = size + sizeOf(entry) > this.maxCharacters ? brief : entry;
		saved.size = size + sizeOf(kept);
		saved.entries[key] = kept;
		this.context[ENTRIES_KEY] = saved;
	}

	drop(name: string): void {
		this.dropKeys([this.prefix + name]);
	}

	/** The run will not be retried. */
	clear(): void {
		this.dropKeys(this.keys({ isOwn: true }));
	}

	/** n8n has continued after earlier runs of the node, so their responses are no longer needed. */
	dropDoneOfOtherRuns(): void {
		const isDone = ({ outcome, job }: Entry) => outcome === 'accepted' && job === undefined;
		const others = this.keys({ isOwn: false });
		this.dropKeys(others.filter((key) => isDone(this.entryAt(key) ?? DAMAGED)));
	}

	/** Those of this run, by name. */
	get all(): Array<[string, Entry]> {
		const own = this.keys({ isOwn: true });
		return own.map((key) => [key.slice(this.prefix.length), this.entryAt(key) ?? DAMAGED]);
	}

	private dropKeys(keys: string[]): void {
		const { saved } = this;
		for (const key of keys) {
			saved.size -= sizeOf(this.entryAt(key));
			Reflect.deleteProperty(saved.entries, key);
		}
		if (saved.damaged !== true && Object.keys(saved.entries).length === 0)
			Reflect.deleteProperty(this.context, ENTRIES_KEY);
	}

	private get saved(): Saved {
		const saved: unknown = this.context[ENTRIES_KEY];
		if (saved === undefined) return { size: 0, entries: {} };
		return isSaved(saved) ? saved : { size: 0, entries: {}, damaged: true };
	}

	private entryAt(key: string): Entry | undefined {
		const entry: unknown = ownValue(this.saved.entries, key);
		return entry === undefined || isEntry(entry) ? entry : DAMAGED;
	}

	private keys({ isOwn }: { isOwn: boolean }): string[] {
		return Object.keys(this.saved.entries).filter((key) => key.startsWith(this.prefix) === isOwn);
	}
}

const DAMAGED: Entry = { outcome: 'damaged', at: 0, fingerprints: [] };

function isSaved(value: unknown): value is Saved {
	return isRecord(value) && isRecord(value.entries) && typeof value.size === 'number';
}

/** n8n's execution data pass through its database, and may be edited or cut off. */
function isEntry(value: unknown): value is Entry {
	if (!isRecord(value) || !Array.isArray(value.fingerprints)) return false;
	const { outcome, at, response, failure, job = '' } = value;
	return (
		['accepted', 'unclear', 'lost'].some((each) => each === outcome) &&
		typeof at === 'number' &&
		!Number.isNaN(new Date(at).getTime()) &&
		(response === undefined || isStored(response)) &&
		['string', 'number'].includes(typeof job) &&
		(failure === undefined || (isRecord(failure) && typeof failure.message === 'string'))
	);
}

/** Of the stored response and failure, in characters, roughly as n8n saves them. */
function sizeOf({ response, failure }: Partial<Entry> = {}): number {
	const { headers = {}, text = '', base64 = '' } = response ?? {};
	const ofFailure = failure === undefined ? 0 : JSON.stringify(failure).length;
	return text.length + base64.length + JSON.stringify(headers).length + ofFailure;
}
