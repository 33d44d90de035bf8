import { clock } from '../../../nodes/shared/clock';
import { Cancelled } from '../../../nodes/shared/failure/Cancelled';
import { least } from '../../support/least';
import { collectGarbage } from '../../support/memory';

describe('the clock', () => {
	it('tells the time', () => {
		const before = Date.now();
		expect(clock.now()).toBeGreaterThanOrEqual(before);
		expect(clock.now()).toBeLessThanOrEqual(Date.now());
	});

	it('sleeps for the time that is asked for', async () => {
		const before = performance.now();
		await clock.sleep(30);
		expect(performance.now() - before).toBeGreaterThanOrEqual(29);
	});

	it.each([0, -5])('does not sleep for %d ms', async (ms) => {
		const took = await least(20, async () => {
			const before = performance.now();
			await clock.sleep(ms);
			return performance.now() - before;
		});
		expect(took).toBeLessThan(20);
	});

	it('wakes within a second of Stop, however long the sleep', async () => {
		const took = await least(1_000, async () => {
			const stop = new AbortController();
			const asleep = clock.sleep(3_600_000, stop.signal);
			const before = performance.now();
			stop.abort();
			await expect(asleep).rejects.toThrow(Cancelled);
			return performance.now() - before;
		});
		expect(took).toBeLessThan(1_000);
	});

	it.each([0, 60_000])('refuses to sleep for %d ms after Stop', async (ms) => {
		await expect(clock.sleep(ms, AbortSignal.abort())).rejects.toThrow(Cancelled);
	});

	it('calls back after a time, although memory is collected in between', async () => {
		const before = performance.now();
		const called = new Promise<void>((resolve) => clock.after(50, resolve));
		collectGarbage();
		await called;
		expect(performance.now() - before).toBeGreaterThanOrEqual(49);
	});
});
