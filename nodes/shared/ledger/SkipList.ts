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
	private readonly keys = new Map<Call, string>();
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
		for await (const call of inSlices(calls)) this.keys.set(call, keyOf(call));
		const own = new Set(this.own);
		const others = [...new Set(this.keys.values())].filter((key) => !own.has(fingerprint(key)));
		if (others.length === 0) return new Set();
		const found = await this.check(others);
		const added = found.new.map(String);
		const skipped = await this.finished(calls, { processed: found.processed, added });
		this.own = [...own, ...added.map(fingerprint)];
		for (const call of calls) if (skipped.has(call.index)) this.keys.delete(call);
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
		return await this.finished(calls, { processed: found.processed });
	}

	/**
	 * The calls with processed keys. Under the same idempotency key, one whose response was lost can be sent again.
	 * If that is unknown, nothing is sent, so the keys that were just added are removed.
	 */
	private async finished(
		calls: readonly Call[],
		{ processed, added = [] }: { processed: unknown[]; added?: string[] },
	): Promise<Set<number>> {
		const keys = new Set(processed.map(String));
		const known = calls.filter((call) => keys.has(keyOf(call)));
		const marks = known.flatMap((call) => (call.keySeed === undefined ? [] : doneMark(call)));
		const open = new Set<string>();
		try {
			const { new: unfinished } = marks.length === 0 ? { new: [] } : await this.checkOnce(marks);
			for (const mark of unfinished) open.add(String(mark));
			await this.remove([...open]);
		} catch (error) {
			const left = await this.remove([...added, ...open]).catch(messageOf);
			throw inputFailure(
				"n8n could not look up the keys of 'Skip Already Processed', so nothing was sent",
				`n8n reports: ${messageOf(error)}. Check n8n's database, then start another execution.${
					left === undefined ? '' : MAY_BE_RECORDED
				}`,
			);
		}
		// Another item with the same key would be sent again under another idempotency key.
		const isOpen = (call: Call) => call.keySeed !== undefined && open.has(doneMark(call));
		return new Set(known.filter((call) => !isOpen(call)).map(({ index }) => index));
	}

	/** Removes the keys of what need not be paid for, so that the next execution sends it. Returns how many it could not remove. */
	async release(paidFor: (call: Call) => 'accepted' | 'lost' | undefined): Promise<number> {
		const entries = [...this.keys];
		const done = entries.map(([call]) => call).filter((call) => paidFor(call) === 'accepted');
		const marks = done.filter(({ keySeed }) => keySeed !== undefined).map(doneMark);
		// If that fails, they are sent again under the same idempotency key.
		if (marks.length > 0) await this.checkOnce(marks).catch(() => undefined);
		const kept = new Set(entries.filter(([call]) => paidFor(call)).map(([, key]) => key));
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
		try {
			return await this.checkOnce(keys);
		} catch (error) {
			// Of two executions that record the first keys of a node at the same time, one fails.
			const again = await this.checkOnce(keys).catch(messageOf);
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

/**
 * With 'Idempotency Header' and 'Processed Key', the idempotency key follows from the processed key, also where nothing is
 * skipped: a request that a crash cut off is sent again under the same key.
 */
export function seedKeys(calls: readonly Call[], node: string): void {
	const seeds = new Set<string>();
	for (const call of calls) {
		const { idempotencyHeader, processedKey } = call.settings;
		if (idempotencyHeader === undefined || processedKey === undefined) continue;
		const seed = `${node}/${keyOf(call)}`;
		// Of items with the same key, another would get the response of the first.
		if (!seeds.has(seed)) call.keySeed = seed;
		seeds.add(seed);
	}
}

/** The request itself, or 'Processed Key' for the endpoint; n8n hashes it. */
function keyOf({ draft, connection, settings }: Call): string {
	const { endpoint } = draft;
	const { processedKey: key } = settings;
	if (key !== undefined) return `${endpoint.method} ${connection.baseUrl}${endpoint.path}\n${key}`;
	// The order of fields does not matter.
	const body = JSON.stringify(sorted(draft.body));
	return `${endpoint.method} ${toRequest(draft, connection.baseUrl).url}\n${body}`;
}
