export interface LogEntry {
	/** Counts up from 1. */
	number: number;
	/** Of the sandbox's clock. */
	at: number;
	method: string;
	/** Without the base path and the query. */
	path: string;
	query: Record<string, unknown>;
	/** As they were received. */
	headers: Record<string, string | string[] | undefined>;
	rawBody?: string;
	body?: unknown;
	/** The beginning of what was answered, where that is text. */
	answer?: string;
	/** Null until the answer has left, and for ever when it never does. */
	status: number | null;
	durationMs: number | null;
	/** The reply to an earlier request with the same idempotency key. */
	isReplay?: boolean;
	faults: string[];
}

export interface LogFilter {
	method?: string;
	/** Text for the whole path, or a pattern. */
	path?: string | RegExp;
	status?: number;
}

/** The last requests: bounded in number and in what their bodies weigh. */
export class RequestLog {
	private readonly entries = new Set<LogEntry>();
	private weight = 0;
	/** All requests ever, whatever has been dropped. */
	total = 0;

	constructor(
		private readonly capacity = 1000,
		private readonly maxWeight = 16_000_000,
	) {}

	/** The number of the next request. */
	next(): number {
		return this.total + 1;
	}

	add(entry: LogEntry): void {
		this.total += 1;
		this.entries.add(entry);
		this.drop();
	}

	/** Bodies arrive later than their requests. */
	addBody(entry: LogEntry, rawBody: string, body: unknown): void {
		entry.rawBody = rawBody;
		entry.body = body;
		if (!this.entries.has(entry)) return;
		this.weight += rawBody.length;
		this.drop();
	}

	all(): readonly LogEntry[] {
		return [...this.entries];
	}

	find(filter: LogFilter): LogEntry[] {
		return this.all().filter((entry) => matches(entry, filter));
	}

	count(filter: LogFilter = {}): number {
		return this.find(filter).length;
	}

	last(filter: LogFilter = {}): LogEntry | undefined {
		return this.find(filter).at(-1);
	}

	clear(): void {
		this.entries.clear();
		this.weight = 0;
		this.total = 0;
	}

	private drop(): void {
		for (const oldest of this.entries) {
			if (this.entries.size <= this.capacity && this.weight <= this.maxWeight) return;
			this.entries.delete(oldest);
			this.weight -= oldest.rawBody?.length ?? 0;
		}
	}
}

function matches(entry: LogEntry, { method, path, status }: LogFilter): boolean {
	if (method && entry.method !== method.toUpperCase()) return false;
	if (status !== undefined && entry.status !== status) return false;
	if (path instanceof RegExp) return path.test(entry.path);
	return path === undefined || entry.path === path;
}
