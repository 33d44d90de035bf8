import type { IContextObject } from 'n8n-workflow';

const KEY = 'creatorIntelligenceJobs';

/** What is remembered of one submission; `id` is missing while its fate is unknown. */
export interface LedgerEntry {
	id?: string | number;
	submittedAt: number;
	/** Tells whether the item still asks for the same thing. */
	request: string;
}

type Entries = Record<string, LedgerEntry>;

/**
 * Submissions of one run of the node, kept in the node's context. n8n's Retry On Fail and "Retry
 * execution" run the node again with the same context: what is written here is not paid twice.
 */
export class Ledger {
	constructor(
		private readonly context: IContextObject,
		/** Loops run the node many times in one execution, with equal items. */
		private readonly runIndex: number,
	) {}

	find(item: number, request: string): LedgerEntry | undefined {
		const entry = this.entries[this.key(item)];
		return entry?.request === request ? entry : undefined;
	}

	/**
	 * Written once without an id before the request goes out, and again with it: a retry that finds
	 * no id knows that nobody knows whether the request arrived.
	 */
	write(item: number, entry: LedgerEntry): void {
		this.context[KEY] = Object.assign(this.entries, { [this.key(item)]: entry });
	}

	/** The service did not take it: it may be sent again. */
	forget(item: number): void {
		delete this.entries[this.key(item)];
		this.dropIfEmpty();
	}

	clear(): void {
		const mine = Object.keys(this.entries).filter((key) => key.startsWith(this.key('')));
		for (const key of mine) delete this.entries[key];
		this.dropIfEmpty();
	}

	private get entries(): Entries {
		const kept: unknown = this.context[KEY];
		return typeof kept === 'object' && kept !== null ? (kept as Entries) : {};
	}

	private dropIfEmpty(): void {
		if (Object.keys(this.entries).length === 0) delete this.context[KEY];
	}

	private key(item: number | ''): string {
		return `${this.runIndex}:${item}`;
	}
}
