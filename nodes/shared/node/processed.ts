import type { ICheckProcessedOptions, IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { mayHaveArrived } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import type { ItemCall } from '../operations/ItemCall';
import { toRequest } from '../request/draft';
import { fingerprint } from '../values/fingerprint';
import { isRecord } from '../values/records';

const KEY = 'creatorIntelligenceProcessed';
const SCOPE = 'node';
/** n8n reads and writes all keys of a node at once: so many are about 1 MB. It drops the oldest. */
const OPTIONS: ICheckProcessedOptions = { mode: 'entries', maxEntries: 50_000 };

/**
 * The keys of what this node has carried out, in the store behind n8n's Remove Duplicates. They are
 * recorded before anything is sent, so that a crash cannot lead to a second payment.
 */
export class ProcessedKeys {
	private readonly keys = new Map<number, string>();

	constructor(
		private readonly helpers: IExecuteFunctions['helpers'],
		private readonly context: IContextObject,
		/** A later try of the same run goes on with its own keys. */
		private readonly run: string,
	) {}

	/** Records the keys of the items; returns the items that an earlier execution has carried out. */
	async record(calls: readonly ItemCall[]): Promise<Set<number>> {
		for (const call of calls) this.keys.set(call.index, keyOf(call));
		const own = new Set(this.own);
		const others = [...new Set(this.keys.values())].filter((key) => !own.has(key));
		if (others.length === 0) return new Set();
		const found = await this.helpers.checkProcessedAndRecord(others, SCOPE, OPTIONS);
		this.own = [...own, ...found.new.map(String)];
		const processed = new Set(found.processed.map(String));
		const skipped = [...this.keys].filter(([, key]) => processed.has(key));
		for (const [index] of skipped) this.keys.delete(index);
		return new Set(skipped.map(([index]) => index));
	}

	/** Takes back what was refused or failed, so that the next execution tries it again. */
	async takeBack(failures: ReadonlyMap<number, unknown>): Promise<void> {
		const isOpen = ([index]: [number, string]) =>
			failures.has(index) && !mayBeCarriedOut(failures.get(index));
		const entries = [...this.keys];
		const done = new Set(entries.filter((entry) => !isOpen(entry)).map(([, key]) => key));
		const failed = new Set(entries.filter(isOpen).map(([, key]) => key));
		const open = [...failed].filter((key) => !done.has(key));
		if (open.length === 0) return;
		await this.helpers.removeProcessed(open, SCOPE, OPTIONS);
		this.own = this.own.filter((key) => !open.includes(key));
	}

	/** No try of this run will follow. */
	forget(): void {
		this.own = [];
	}

	private get own(): string[] {
		const kept = this.kept[this.run];
		return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
	}

	private set own(keys: string[]) {
		const { [this.run]: _, ...others } = this.kept;
		const all = keys.length === 0 ? others : { ...others, [this.run]: keys };
		if (Object.keys(all).length === 0) Reflect.deleteProperty(this.context, KEY);
		else this.context[KEY] = all;
	}

	private get kept(): Record<string, unknown> {
		const kept: unknown = this.context[KEY];
		return isRecord(kept) ? kept : {};
	}
}

/** The request itself, unless the user names something else. */
function keyOf({ draft, connection, settings }: ItemCall): string {
	const { method, url, body = '' } = toRequest(draft, connection.baseUrl);
	return settings.processedKey ?? fingerprint(`${method} ${url}\n${body}`);
}

/** A job that goes on is carried out as well. */
function mayBeCarriedOut(failure: unknown): boolean {
	const job = failure instanceof Failure ? failure.details.job : undefined;
	return mayHaveArrived(failure) || job?.state === 'pending';
}
