import { clock } from '../clock';
import { Cancelled } from '../failure/Cancelled';

/** How many waiting jobs are woken when one has ended. Each of them that has ended wakes as many again. */
const WOKEN_PER_END = 2;

export class PollTicket {
	/** Wakes the ticket early. Set only while it waits. */
	wake?: () => void;
	polledAt = 0;

	constructor(private readonly coordinator: PollCoordinator) {}

	get role(): { leaderOf: number } | 'waiting' {
		return this.coordinator.isLeader(this) ? { leaderOf: this.coordinator.size } : 'waiting';
	}

	/** The job has ended, or is no longer waited for. */
	leave(): void {
		this.coordinator.leave(this);
	}

	/** Waits until `at` or until it is woken, but not less than until `earliest` (e.g. Retry-After). */
	async waitUntil(at: number, earliest: number, signal: AbortSignal): Promise<void> {
		const over = new AbortController();
		const toWake = new Promise<void>((resolve) => {
			this.wake = () => {
				this.wake = undefined;
				resolve();
			};
		});
		const within = AbortSignal.any([signal, over.signal]);
		try {
			await clock.sleep(Math.min(earliest, at) - clock.monotonic(), within);
			const rest = clock.sleep(at - clock.monotonic(), within);
			// Its rejection is expected when it is aborted below.
			rest.catch(() => undefined);
			await Promise.race([rest, toWake]);
		} finally {
			over.abort('no longer waited for');
			this.wake = undefined;
			this.polledAt = clock.monotonic();
		}
		if (signal.aborted) throw new Cancelled();
	}
}

/** All jobs that a run waits for: which one is polled often, and which ones are woken. */
export class PollCoordinator {
	private readonly tickets = new Set<PollTicket>();

	/** The largest number of jobs so far. */
	size = 0;

	join(): PollTicket {
		const ticket = new PollTicket(this);
		this.tickets.add(ticket);
		this.size = Math.max(this.size, this.tickets.size);
		return ticket;
	}

	isLeader(ticket: PollTicket): boolean {
		const [leader] = this.tickets;
		return ticket === leader;
	}

	/** Its job has ended: others are polled, and one of them becomes the leader. */
	leave(ticket: PollTicket): void {
		const wasLeader = this.isLeader(ticket);
		if (!this.tickets.delete(ticket)) return;
		const [leader] = this.tickets;
		if (leader === undefined) return;
		const woken = this.leastRecentlyPolled(WOKEN_PER_END, leader);
		// A job that has been the leader for some time is polled soon anyway.
		const called = wasLeader ? [leader, ...woken] : woken;
		for (const each of called.slice(0, WOKEN_PER_END)) each.wake?.();
	}

	/** The waiting tickets that were polled least recently. Selected without sorting: there may be thousands. */
	private leastRecentlyPolled(count: number, leader: PollTicket): PollTicket[] {
		const found: PollTicket[] = [];
		for (const ticket of this.tickets) {
			if (ticket === leader || ticket.wake === undefined) continue;
			const last = found.at(-1);
			if (found.length === count && last !== undefined && ticket.polledAt >= last.polledAt)
				continue;
			const at = found.findIndex(({ polledAt }) => ticket.polledAt < polledAt);
			found.splice(at === -1 ? found.length : at, 0, ticket);
			found.length = Math.min(found.length, count);
		}
		return found;
	}
}
