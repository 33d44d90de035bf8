import type { ICheckProcessedOptions, IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { inSlices } from '../clock';
import { inputFailure, messageOf } from '../failure/Failure';
import { toRequest } from '../request/draft';
import { fingerprint } from '../values/fingerprint';
import { sorted } from '../values/records';
import type { Call } from './Call';

const KEY = 'creatorIntelligenceProcessed';
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
	private readonly keys = new Map<number, string>();
	private readonly ownKey: string;

	constructor(
		private readonly helpers: Helpers,
		private readonly context: IContextObject,
		run: string,
	) {
		this.ownKey = `${KEY}:${run}`;
	}

	/** Records the keys of the items; returns the items that an earlier run has recorded. */
	async record(calls: readonly Call[]): Promise<Set<number>> {
		for await (const call of inSlices(calls)) this.keys.set(call.index, keyOf(call));
		const own = new Set(this.own);
		const others = [...new Set(this.keys.values())].filter((key) => !own.has(fingerprint(key)));
		if (others.length === 0) return new Set();
		const found = await this.check(others);
		this.own = [...own, ...found.new.map((key) => fingerprint(String(key)))];
		const skipped = await this.finished(calls, found.processed);
		for (const index of skipped) this.keys.delete(index);
		return skipped;
	}

	/** The items that `record` would return; `undefined` if that is unknown. */
	async lookUp(calls: readonly Call[]): Promise<Set<number> | undefined> {
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
		return await this.finished(calls, found.processed);
	}

	/** The calls with these keys. Under the same idempotency key, one whose response was lost can be sent again. */
	private async finished(calls: readonly Call[], processed: unknown[]): Promise<Set<number>> {
		const keys = new Set(processed.map(String));
		const known = calls.filter((call) => keys.has(keyOf(call)));
		const marks = known.flatMap((call) => (call.keySeed === undefined ? [] : doneMark(call)));
		const { new: added } = marks.length === 0 ? { new: [] } : await this.checkOnce(marks);
		await this.remove(added.map(String));
		const open = new Set(added.map(String));
		// Another item with the same key would be sent again under another idempotency key.
		const isOpen = (call: Call) => call.keySeed !== undefined && open.has(doneMark(call));
		return new Set(known.filter((call) => !isOpen(call)).map(({ index }) => index));
	}

	/** Records that calls got their response. If that fails, they are sent again under the same idempotency key. */
	async finish(calls: readonly Call[]): Promise<void> {
		const isOpen = ({ index, keySeed }: Call) => keySeed !== undefined && this.keys.has(index);
		const marks = calls.filter(isOpen).map(doneMark);
		if (marks.length > 0) await this.checkOnce(marks).catch(() => undefined);
	}

	/** Removes the keys of items that need not be paid for, so that the next execution sends them. Returns how many it could not remove. */
	async release(isFree: (index: number) => boolean): Promise<number> {
		const entries = [...this.keys];
		const kept = new Set(entries.filter(([index]) => !isFree(index)).map(([, key]) => key));
		const free = new Set(entries.map(([, key]) => key).filter((key) => !kept.has(key)));
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

	private async check(keys: string[]) {
		const attempt = async () => await this.checkOnce(keys);
		try {
			return await attempt();
		} catch (error) {
			// Of two executions that record the first keys of a node at the same time, one fails.
			const again = await attempt().catch(messageOf);
			// Or n8n's reply was lost: then it has recorded all of these keys, and none of them is new.
			if (typeof again !== 'string' && again.new.length > 0) return again;
			throw inputFailure(
				"n8n could not record the keys of 'Skip Already Processed', so nothing was sent",
				`n8n reports: ${messageOf(error)}. Save the workflow, and check n8n's database.${
					typeof again === 'string' ? '' : MAY_BE_RECORDED
				}`,
			);
		}
	}

	private async checkOnce(keys: string[]) {
		return await this.helpers.checkProcessedAndRecord(keys, SCOPE, OPTIONS);
	}

	private async remove(keys: string[]): Promise<void> {
		for (let at = 0; at < keys.length; at += MAX_REMOVED) {
			await this.helpers.removeProcessed(keys.slice(at, at + MAX_REMOVED), SCOPE, OPTIONS);
		}
	}

	/** Fingerprints of the keys that this run has recorded: its later tries send them. */
	private get own(): string[] {
		const saved: unknown = this.context[this.ownKey];
		return Array.isArray(saved) ? saved.filter((key) => typeof key === 'string') : [];
	}

	private set own(keys: string[]) {
		if (keys.length > 0) this.context[this.ownKey] = keys;
		else Reflect.deleteProperty(this.context, this.ownKey);
	}
}

const MAY_BE_RECORDED =
	" All keys are recorded now, perhaps by this execution: later executions skip these items. Give those that were never sent another 'Processed Key'.";

const doneMark = (call: Call): string => `done ${keyOf(call)}`;

/** The request itself, or 'Processed Key' for the endpoint; n8n hashes it. */
export function keyOf({ draft, connection, settings }: Call): string {
	const { endpoint } = draft;
	const { processedKey: key } = settings;
	if (key !== undefined) return `${endpoint.method} ${connection.baseUrl}${endpoint.path}\n${key}`;
	// The order of fields does not matter.
	const body = JSON.stringify(sorted(draft.body));
	return `${endpoint.method} ${toRequest(draft, connection.baseUrl).url}\n${body}`;
}
