import { setImmediate as turn } from 'node:timers/promises';

import { clock } from '../../../../nodes/shared/clock';
import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { PollCoordinator, type PollTicket } from '../../../../nodes/shared/jobs/PollCoordinator';
import { useVirtualClock } from '../../../support/virtualClock';

const time = useVirtualClock();
const { signal } = new AbortController();
const HOUR = 3_600_000;

/** So many jobs that all wait for an hour; says which were called. */
function waiting(count: number) {
	const coordinator = new PollCoordinator();
	const tickets = Array.from({ length: count }, () => coordinator.join());
	const called: number[] = [];
	const wait = async (ticket: PollTicket, n: number) => {
		await ticket.waitUntil(clock.monotonic() + HOUR, clock.monotonic(), signal);
		if (time.elapsed < HOUR) called.push(n);
	};
	tickets.forEach((ticket, n) => void wait(ticket, n));
	return { coordinator, tickets, called, wait };
}

describe('the leader', () => {
	it('is the first job, and then the next', () => {
		const { tickets } = waiting(3);
		expect(tickets.map(({ role }) => role)).toEqual([{ leaderOf: 3 }, 'waiting', 'waiting']);
		tickets[0].leave();
		expect(tickets[1].role).toEqual({ leaderOf: 3 });
	});

	it('divides its polls by the initial number of jobs, not by the remaining one', () => {
		const { tickets } = waiting(3);
		tickets.slice(0, 2).forEach((ticket) => ticket.leave());
		expect(tickets[2].role).toEqual({ leaderOf: 3 });
	});
});

describe('when a job has ended', () => {
	it('two others are polled at once', async () => {
		const { tickets, called } = waiting(10);
		await turn();
		tickets[5].leave();
		await turn();
		expect(called).toHaveLength(2);
		expect(called).not.toContain(0);
	});

	it('and it was the leader, the next one is among them', async () => {
		const { tickets, called } = waiting(10);
		await turn();
		tickets[0].leave();
		await turn();
		expect(called).toHaveLength(2);
		expect(called).toContain(1);
	});

	it('those polled longest ago are first', async () => {
		const { tickets, called, wait } = waiting(6);
		await turn();
		await time.sleep(1_000);
		tickets[0].leave();
		await turn();
		const first = [...called];
		first.forEach((n) => void wait(tickets[n], n));
		await turn();
		tickets[5].leave();
		await turn();
		expect(called.slice(2).some((n) => first.includes(n))).toBe(false);
	});

	it('those that are being polled are not woken in place of others', async () => {
		const { coordinator, tickets, called } = waiting(6);
		const polled = [coordinator.join(), coordinator.join()];
		const now = clock.monotonic();
		await Promise.all(polled.map(async (ticket) => await ticket.waitUntil(now, now, signal)));
		tickets[5].leave();
		await turn();
		expect(called).toHaveLength(2);
	});
});

it('a wake-up takes effect, but not before the service allows a poll', async () => {
	const coordinator = new PollCoordinator();
	const [first, second] = [coordinator.join(), coordinator.join()];
	const waited = second.waitUntil(clock.monotonic() + HOUR, clock.monotonic() + 5_000, signal);
	await time.sleep(1_000);
	first.leave();
	await waited;
	expect(time.elapsed).toBe(5_000);
});

it('the wait ends on time, even if the service allows a poll only later', async () => {
	const now = clock.monotonic();
	await new PollCoordinator().join().waitUntil(now + 1_000, now + HOUR, signal);
	expect(time.elapsed).toBe(1_000);
});

it('Stop ends the wait', async () => {
	const stop = new AbortController();
	const waited = new PollCoordinator()
		.join()
		.waitUntil(clock.monotonic() + HOUR, clock.monotonic(), stop.signal);
	await time.sleep(10);
	stop.abort();
	await expect(waited).rejects.toThrow(Cancelled);
	expect(time.elapsed).toBe(10);
});
