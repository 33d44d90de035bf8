import type { ICheckProcessedOptions, IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { pauseIfDue } from '../clock';
import { inputFailure, messageOf, rethrow, type Failure } from '../failure/Failure';
import { toRequest } from '../request/draft';
import { fingerprint } from '../values/fingerprint';
import { sorted } from '../values/records';
import type { Call } from './Call';

const NAME = 'creatorIntelligenceProcessed';
const SCOPE = 'node';
/** n8n reads and writes all keys of a node at once: 50,000 are about 1 MB. It drops the oldest. */
const OPTIONS: ICheckProcessedOptions = { mode: 'entries', maxEntries: 50_000 };
/** n8n compares each key to remove with all others: 250 at once block its thread for about 0.1 s. */
const MAX_REMOVED = 250;
/** A lookup records the keys for a moment, which must be short. */
const MAX_LOOKED_UP = 1_000;

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** 'Skip Already Processed': keys are in n8n's store before anything is sent, so that a crash cannot lead to a second payment. */
export class SkipList {
	private readonly keys = new Map<Call, string>();
	private readonly ownName: string;

	constructor(
		private readonly helpers: Helpers,
		private readonly context: IContextObject,
		run: string,
	) {
		this.ownName = `${NAME}:${run}`;
	}

	/** Records the keys of the items; returns the items that an earlier run has recorded. */
	async record(calls: readonly Call[]): Promise<Set<number>> {
		for (const call of calls) {
			await pauseIfDue();
			this.keys.set(call, processedKeyOf(call));
		}
		// Those of an earlier try, too: n8n may have removed them, although its reply was lost.
		const { new: added, processed } = await this.check([...new Set(this.keys.values())]);
		try {
			const skipped = await this.itemsToSkip(calls, this.withoutOwn(processed));
			for (const call of calls) if (skipped.has(call.index)) this.keys.delete(call);
			// Also those that are sent again under their idempotency key: a later try returns what this one pays for.
			this.own = [...new Set([...this.own, ...[...this.keys.values()].map(fingerprint)])];
			return skipped;
		} catch (error) {
			// Nothing is sent.
			await this.remove(this.withoutOwn(added)).catch(() => undefined);
			return rethrow(error);
		}
	}

	/** The items that `record` would return; `undefined` if that is unknown. */
	async lookUp(calls: readonly Call[]): Promise<Set<number> | undefined> {
		if (calls.length > MAX_LOOKED_UP) return undefined;
		const recorded = await this.recordedOf(this.withoutOwn(calls.map(processedKeyOf)));
		return await this.itemsToSkip(calls, recorded);
	}

	/** Those whose key is recorded, unless their response was lost and they can be sent again under the same idempotency key. */
	private async itemsToSkip(calls: readonly Call[], recorded: string[]): Promise<Set<number>> {
		const keys = new Set(recorded);
		const processed = calls.filter((call) => keys.has(processedKeyOf(call)));
		const done = new Set(await this.recordedOf(processed.filter(hasStableKey).map(doneMark)));
		const skipped = processed.filter((call) => !hasStableKey(call) || done.has(doneMark(call)));
		return new Set(skipped.map(({ index }) => index));
	}

	/**
	 * Those of the keys that are recorded. n8n records a key to look it up, so the others are removed at once. If n8n is killed
	 * in between, a request whose response was lost is skipped: it is not paid for twice.
	 */
	private async recordedOf(keys: string[]): Promise<string[]> {
		// Without `maxEntries`, so that it does not drop other keys.
		const { new: added, processed } = await this.check(keys, { mode: 'entries' });
		try {
			await this.remove(added);
		} catch (error) {
			throw storeFailure('look up', error);
		}
		return processed;
	}

	/** Removes the keys of what need not be paid for, so that the next execution sends it. Returns how many it could not remove. */
	async release(paidFor: (call: Call) => 'accepted' | 'lost' | undefined): Promise<number> {
		const done = [...this.keys.keys()].filter((call) => paidFor(call) === 'accepted');
		// If that fails, they are sent again under the same idempotency key.
		await this.checkOnce(done.filter(hasStableKey).map(doneMark)).catch(() => undefined);
		const free = new Set(this.keys.values());
		for (const [call, key] of this.keys) if (paidFor(call)) free.delete(key);
		try {
			await this.remove([...free]);
		} catch {
			return free.size;
		}
		const removed = new Set([...free].map(fingerprint));
		this.own = this.own.filter((key) => !removed.has(key));
		return 0;
	}

	/** This run will not be retried. */
	forget(): void {
		this.own = [];
	}

	private async check(keys: string[], options?: ICheckProcessedOptions) {
		try {
			return await this.checkOnce(keys, options);
		} catch (error) {
			// Of two executions that record the first keys of a node at the same time, one fails.
			const again = await this.checkOnce(keys, options).catch(() => undefined);
			// Or n8n's reply was lost: then it has recorded all of these keys, and none of them is new.
			const isClear =
				again && (again.new.length > 0 || this.withoutOwn(again.processed).length === 0);
			if (isClear) return again;
			throw storeFailure('record', error);
		}
	}

	private async checkOnce(keys: string[], options = OPTIONS) {
		if (keys.length === 0) return { new: [], processed: [] };
		const found = await this.helpers.checkProcessedAndRecord(keys, SCOPE, options);
		return { new: found.new.map(String), processed: found.processed.map(String) };
	}

	private async remove(keys: string[]): Promise<void> {
		for (let at = 0; at < keys.length; at += MAX_REMOVED) {
			await this.helpers.removeProcessed(keys.slice(at, at + MAX_REMOVED), SCOPE, OPTIONS);
		}
	}

	/** Fingerprints of the keys that this run has recorded: its later tries send them. */
	private get own(): string[] {
		const saved: unknown = this.context[this.ownName];
		return Array.isArray(saved) ? saved.filter((key) => typeof key === 'string') : [];
	}

	private set own(keys: string[]) {
		if (keys.length > 0) this.context[this.ownName] = keys;
		else Reflect.deleteProperty(this.context, this.ownName);
	}

	private withoutOwn(keys: Iterable<string>): string[] {
		const own = new Set(this.own);
		return [...new Set(keys)].filter((key) => !own.has(fingerprint(key)));
	}
}

function storeFailure(what: 'record' | 'look up', error: unknown): Failure {
	return inputFailure(
		`n8n could not ${what} the keys of 'Skip Already Processed', so nothing was sent`,
		`n8n reports: ${messageOf(error)}. Save the workflow, and check n8n's database. Some keys may be recorded now: if a later execution skips items that were never sent, give them another 'Processed Key'.`,
	);
}

/** Whether a later execution may send it again, under the same idempotency key. */
const hasStableKey = ({ keySeed }: Call): boolean => keySeed !== undefined;

/** Recorded once the request was accepted. */
const doneMark = (call: Call): string => `done ${processedKeyOf(call)}`;

/**
 * With 'Idempotency Header' and 'Processed Key', the idempotency key follows from the processed key, also where nothing is
 * skipped: a request that a crash cut off is sent again under the same key.
 */
export function seedKeys(calls: readonly Call[], node: string): void {
	const seeds = new Set<string>();
	for (const call of calls) {
		const { idempotencyHeader, processedKey } = call.settings;
		if (idempotencyHeader === undefined || processedKey === undefined) continue;
		const seed = `${node}/${processedKeyOf(call)}`;
		// Of items with the same key, another would get the response of the first.
		if (!seeds.has(seed)) call.keySeed = seed;
		seeds.add(seed);
	}
}

/** The request itself, or 'Processed Key' for the endpoint; n8n hashes it. */
function processedKeyOf({ draft, connection, settings }: Call): string {
	const { endpoint } = draft;
	const { processedKey: key } = settings;
	if (key !== undefined) return `${endpoint.method} ${connection.baseUrl}${endpoint.path}\n${key}`;
	// The order of fields does not matter.
	const body = JSON.stringify(sorted(draft.body));
	return `${endpoint.method} ${toRequest(draft, connection.baseUrl).url}\n${body}`;
}
