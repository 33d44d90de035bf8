import { clock } from '../clock';
import { Cancelled } from '../failure/Cancelled';

/** How many waiting jobs are woken when one has ended. Each of them that has ended wakes as many again. */
const WOKEN_PER_END = 2;

/** All jobs that a run waits for: which one is polled often, and which ones are woken. */
export class PollCoordinator {
	private readonly tickets = new Set<PollTicket>();

	/** How to wake those that wait, the ones that were polled least recently first. */
	readonly waiting = new Map<PollTicket, () => void>();

	/** The largest number of jobs so far. */
	size = 0;

	join(): PollTicket {
		const ticket = new PollTicket(this);
		this.tickets.add(ticket);
		this.size = Math.max(this.size, this.tickets.size);
		return ticket;
	}

	get leader(): PollTicket | undefined {
		const [leader] = this.tickets;
		return leader;
	}

	wake(ticket: PollTicket): void {
		this.waiting.get(ticket)?.();
		this.waiting.delete(ticket);
	}

	/** Its job has ended: others are polled, and one of them becomes the leader. */
	leave(ticket: PollTicket): void {
		const wasLeader = ticket === this.leader;
		this.tickets.delete(ticket);
		const { leader } = this;
		// A job that has been the leader for some time is polled soon anyway.
		const next = wasLeader && leader !== undefined ? [leader] : [];
		for (const other of this.waiting.keys()) {
			if (next.length >= WOKEN_PER_END) break;
			if (other !== leader) next.push(other);
		}
		for (const each of next) this.wake(each);
	}
}

/** One of these jobs. */
export class PollTicket {
	constructor(private readonly coordinator: PollCoordinator) {}

	get role(): { leaderOf: number } | 'waiting' {
		const { leader, size } = this.coordinator;
		return leader === this ? { leaderOf: size } : 'waiting';
	}

	/** The job has ended, or is no longer waited for. */
	leave(): void {
		this.coordinator.leave(this);
	}

	/** Waits until `at` or until it is woken, but not less than until `earliest` (e.g. Retry-After). */
	async waitUntil(at: number, earliest: number, signal: AbortSignal): Promise<void> {
		const over = new AbortController();
		const woken = new Promise<void>((resolve) => this.coordinator.waiting.set(this, resolve));
		const within = AbortSignal.any([signal, over.signal]);
		try {
			await clock.sleep(Math.min(earliest, at) - clock.monotonic(), within);
			const rest = clock.sleep(at - clock.monotonic(), within);
			// Its rejection is expected when it is aborted below.
			rest.catch(() => undefined);
			await Promise.race([rest, woken]);
		} finally {
			over.abort('no longer waited for');
			this.coordinator.wake(this);
		}
		if (signal.aborted) throw new Cancelled();
	}
}
