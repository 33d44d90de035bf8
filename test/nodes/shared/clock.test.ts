import { setTimeout as delay } from 'node:timers/promises';

import { clock, iso, pauseIfDue, within } from '../../../nodes/shared/clock';
import { Cancelled } from '../../../nodes/shared/failure/Cancelled';
import { collectGarbage } from '../../support/memory';

describe('the clock', () => {
	afterEach(() => jest.restoreAllMocks());

	it('returns the time', () => {
		const before = Date.now();
		expect(clock.now()).toBeGreaterThanOrEqual(before);
		expect(clock.now()).toBeLessThanOrEqual(Date.now());
	});

	it('sleeps for the requested time', async () => {
		const before = performance.now();
		await clock.sleep(30);
		expect(performance.now() - before).toBeGreaterThanOrEqual(29);
	});

	// Whoever went by the wall clock would sleep for hours, or for no time.
	it.each([-3 * 3_600_000, 365 * 24 * 3_600_000])(
		'sleeps and measures the same when the system time changes by %d ms',
		async (jump) => {
			const set = jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
			const before = performance.now();
			const asleep = clock.sleep(300);
			set.mockReturnValue(1_700_000_000_000 + jump);
			await asleep;
			expect(performance.now() - before).toBeGreaterThanOrEqual(299);
		},
	);

	it.each([0, -5])('does not sleep for %d ms', async (ms) => {
		const other = jest.fn();
		const pending = setImmediate(other);
		await clock.sleep(ms);
		expect(other).not.toHaveBeenCalled();
		clearImmediate(pending);
	});

	it('wakes at Stop, however long the sleep', async () => {
		const stop = new AbortController();
		const asleep = clock.sleep(3_600_000, stop.signal);
		stop.abort();
		await expect(asleep).rejects.toThrow(Cancelled);
	});

	it('checks for Stop at least once per second', async () => {
		const sleep = jest.fn(async () => await Promise.resolve());
		jest.doMock('n8n-workflow', () => ({ sleep }));
		await jest.isolateModulesAsync(async () => {
			const { clock: own } = jest.requireActual<{ clock: typeof clock }>(
				'../../../nodes/shared/clock',
			);
			let now = 0;
			jest.spyOn(own, 'monotonic').mockImplementation(() => (now += 10_000));
			await own.sleep(60_000);
		});
		jest.dontMock('n8n-workflow');
		expect(sleep).toHaveBeenCalledTimes(6);
		for (const [ms] of sleep.mock.calls as unknown[][]) expect(ms).toBeLessThan(1_000);
	});

	it.each([0, 60_000])('rejects a sleep of %d ms after Stop', async (ms) => {
		await expect(clock.sleep(ms, AbortSignal.abort())).rejects.toThrow(Cancelled);
	});

	it('calls back after a time, even after garbage collection', async () => {
		const before = performance.now();
		const called = new Promise<void>((resolve) => {
			clock.after(50, resolve);
		});
		collectGarbage();
		await called;
		expect(performance.now() - before).toBeGreaterThanOrEqual(49);
	});

	it('does not call back after cancellation', async () => {
		const called = jest.fn();
		const cancel = clock.after(20, called);
		cancel();
		await delay(60);
		expect(called).not.toHaveBeenCalled();
	});

	it.each([2 ** 31, 2 ** 40, Infinity, 1e9 + 0.5])(
		'treats %d ms as a long time, not as none',
		async (ms) => {
			const called = jest.fn();
			const cancel = clock.after(ms, called);
			await delay(30);
			cancel();
			expect(called).not.toHaveBeenCalled();
		},
	);

	it('sets its timer again until a long time has passed', () => {
		const timers: Array<{ ms: number; signal: AbortController }> = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const signal = new AbortController();
			timers.push({ ms, signal });
			return signal.signal;
		});
		const time = jest.spyOn(clock, 'monotonic').mockReturnValue(0);
		const called = jest.fn();
		const cancel = clock.after(2 ** 31 + 500, called);
		time.mockReturnValue(2 ** 31 - 1);
		timers[0].signal.abort();
		expect(timers.map(({ ms }) => ms)).toEqual([2 ** 31 - 1, 501]);
		expect(called).not.toHaveBeenCalled();
		time.mockReturnValue(2 ** 31 + 500);
		timers[1].signal.abort();
		expect(called).toHaveBeenCalledTimes(1);
		cancel();
	});
});

describe('a task with a time limit', () => {
	it('returns its result or throws its error', async () => {
		expect(await within(1_000, Promise.resolve('done'), () => 'late')).toBe('done');
		await expect(within(1_000, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow(
			'no',
		);
	});

	it('is not waited for any longer, and its later error is ignored', async () => {
		let fail: (error: Error) => void = () => undefined;
		const slow = new Promise((_, reject) => (fail = reject));
		expect(await within(10, slow, () => 'late')).toBe('late');
		fail(new Error('unheard'));
		await delay(10);
	});
});

it('times are formatted as ISO strings', () => {
	expect(iso(0)).toBe('1970-01-01T00:00:00.000Z');
});

describe('a long list', () => {
	afterEach(() => jest.restoreAllMocks());

	it('lets other work run', async () => {
		const order: string[] = [];
		setImmediate(() => order.push('other work'));
		for (const item of ['first', 'second']) {
			order.push(item);
			const began = performance.now();
			while (performance.now() - began < 25);
			await pauseIfDue();
		}
		expect(order).toEqual(['first', 'other work', 'second']);
	});

	it.each([
		[1, 99, 4],
		[30, 99, 99],
		[0, 99, 0],
		// Many short lists block n8n as one long list does.
		[1, 1, 4],
	])('of steps of %i ms, in lists of %i, has %i pauses', async (ms, length, pauses) => {
		let now = 0;
		jest.spyOn(clock, 'monotonic').mockImplementation(() => now);
		const yielded = jest.spyOn(clock, 'yield').mockResolvedValue();
		const came: number[] = [];
		const walk = async (items: number[]) => {
			for (const item of items) {
				await pauseIfDue();
				came.push(item);
				now += ms;
			}
		};
		await walk([0]);
		yielded.mockClear();
		for (let at = 1; at < 100; at += length) {
			await walk(Array.from({ length }, (_, n) => at + n));
		}
		expect(came).toEqual(Array.from({ length: 100 }, (_, at) => at));
		expect(yielded).toHaveBeenCalledTimes(pauses);
	});
});
