import { clock } from '../../../nodes/shared/clock';
import { Cancelled } from '../../../nodes/shared/errors/Cancelled';

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
		const before = performance.now();
		await clock.sleep(ms);
		expect(performance.now() - before).toBeLessThan(20);
	});

	it('wakes within a second of Stop, however long the sleep', async () => {
		const stop = new AbortController();
		const asleep = clock.sleep(3_600_000, stop.signal);
		const before = performance.now();
		stop.abort();
		await expect(asleep).rejects.toThrow(Cancelled);
		expect(performance.now() - before).toBeLessThan(1_000);
	});

	it.each([0, 60_000])('refuses to sleep for %d ms after Stop', async (ms) => {
		await expect(clock.sleep(ms, AbortSignal.abort())).rejects.toThrow(Cancelled);
	});
});
