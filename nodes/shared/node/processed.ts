import type { ICheckProcessedOptions, IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { isOutcomeUnknown } from '../failure/Cancelled';
import { Failure, inputFailure, messageOf } from '../failure/Failure';
import type { Hints } from '../operations/Hints';
import type { PreparedItem } from '../operations/RunContext';
import { toRequest } from '../request/draft';
import { fingerprint } from '../values/fingerprint';
import { isRecord, sorted } from '../values/records';

const KEY = 'creatorIntelligenceProcessed';
const SCOPE = 'node';
/** n8n reads and writes all keys of a node at once: 50,000 are about 1 MB. It drops the oldest. */
const OPTIONS: ICheckProcessedOptions = { mode: 'entries', maxEntries: 50_000 };
/** n8n compares each key to remove with all others: 250 at once block its thread for about 0.1 s. */
const MAX_REMOVED = 250;
/** A lookup records the keys for a moment, which must be short. */
const MAX_LOOKED_UP = 1_000;

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** Recorded in n8n's store before anything is sent, so that a crash cannot lead to a second payment. */
export class ProcessedKeys {
	private readonly keys = new Map<number, string>();

	constructor(
		private readonly helpers: Helpers,
		private readonly context: IContextObject,
		/** A later try of the same run finds its own keys. */
		private readonly run: string,
	) {}

	/** Records the keys of the items; returns the items that an earlier run has sent. */
	async record(calls: readonly PreparedItem[]): Promise<Set<number>> {
		for (const call of calls) this.keys.set(call.index, keyOf(call));
		const own = new Set(this.own);
		const others = [...new Set(this.keys.values())].filter((key) => !own.has(fingerprint(key)));
		if (others.length === 0) return new Set();
		const found = await this.check(others, OPTIONS);
		this.own = [...own, ...found.new.map((key) => fingerprint(String(key)))];
		const processed = new Set(found.processed.map(String));
		const skipped = [...this.keys].filter(([, key]) => processed.has(key));
		for (const [index] of skipped) this.keys.delete(index);
		return new Set(skipped.map(([index]) => index));
	}

	/** The items that `record` would return; `undefined` if that is unknown. */
	async lookUp(calls: readonly PreparedItem[]): Promise<Set<number> | undefined> {
		const own = new Set(this.own);
		const keys = [...new Set(calls.map(keyOf))].filter((key) => !own.has(fingerprint(key)));
		if (keys.length > MAX_LOOKED_UP) return undefined;
		if (keys.length === 0) return new Set();
		const { helpers } = this;
		// Without `maxEntries`, so that it does not drop other keys.
		const found = await helpers
			.checkProcessedAndRecord(keys, SCOPE, { mode: 'entries' })
			.catch(() => undefined);
		if (found === undefined) return undefined;
		const added = found.new.map(String);
		const removed = await this.remove(added).catch(messageOf);
		if (removed !== undefined) {
			throw inputFailure(
				"n8n could not remove the keys that a dry run with 'Skip Already Processed' looked up",
				`n8n reports: ${removed}. ${added.length} items that were never sent would be skipped. Check n8n's database, then change 'Processed Key' for them.`,
			);
		}
		const processed = new Set(found.processed.map(String));
		return new Set(calls.filter((call) => processed.has(keyOf(call))).map(({ index }) => index));
	}

	/** Removes the keys of rejected and failed requests, so that the next execution sends them. */
	async releaseKeys(failures: ReadonlyMap<number, unknown>, hints: Hints): Promise<void> {
		const isOpen = (index: number) => failures.has(index) && !keepsKey(failures.get(index));
		const entries = [...this.keys];
		const sent = new Set(entries.filter(([index]) => !isOpen(index)).map(([, key]) => key));
		const open = new Set(entries.map(([, key]) => key).filter((key) => !sent.has(key)));
		if (open.size === 0) return;
		try {
			await this.remove([...open]);
			const removed = new Set([...open].map(fingerprint));
			this.own = this.own.filter((key) => !removed.has(key));
		} catch {
			hints.add(NOT_TAKEN_BACK, String(open.size));
		}
	}

	/** This run will not be retried. */
	forget(): void {
		this.own = [];
	}

	private async check(keys: string[], options: ICheckProcessedOptions) {
		const { helpers } = this;
		const attempt = async () => await helpers.checkProcessedAndRecord(keys, SCOPE, options);
		try {
			// Of two executions that record the first keys of a node at the same time, one fails.
			return await attempt().catch(attempt);
		} catch (error) {
			throw inputFailure(
				"n8n could not record the keys of 'Skip Already Processed', so nothing was sent",
				`n8n reports: ${messageOf(error)}. Save the workflow, and check n8n's database.`,
			);
		}
	}

	private async remove(keys: string[]): Promise<void> {
		for (let at = 0; at < keys.length; at += MAX_REMOVED) {
			await this.helpers.removeProcessed(keys.slice(at, at + MAX_REMOVED), SCOPE, OPTIONS);
		}
	}

	private get own(): string[] {
		const kept = this.kept[this.run];
		return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
	}

	private set own(keys: string[]) {
		const all = { ...this.kept, [this.run]: keys };
		if (keys.length === 0) Reflect.deleteProperty(all, this.run);
		if (Object.keys(all).length === 0) Reflect.deleteProperty(this.context, KEY);
		else this.context[KEY] = all;
	}

	private get kept(): Record<string, unknown> {
		const kept: unknown = this.context[KEY];
		return isRecord(kept) ? kept : {};
	}
}

/** The request itself, or 'Processed Key'; n8n hashes it. */
function keyOf({ draft, connection, settings }: PreparedItem): string {
	const { endpoint } = draft;
	const { url } = toRequest(draft, connection.baseUrl);
	const { processedKey: key } = settings;
	// The order of fields does not matter.
	const body = JSON.stringify(sorted(draft.body));
	const named = key === undefined ? `${url}\n${body}` : `${endpoint.path}\n${key}`;
	return `${endpoint.method} ${named}`;
}

/** The outcome is unknown, or there is a job that has not failed. */
function keepsKey(failure: unknown): boolean {
	const job = failure instanceof Failure ? failure.details.job : undefined;
	return isOutcomeUnknown(failure) || (job !== undefined && job.state !== 'failed');
}

const NOT_TAKEN_BACK =
	"n8n could not remove the keys of % failed items. With 'Skip Already Processed', the next execution skips them: give them another 'Processed Key'.";
