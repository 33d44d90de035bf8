import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { clock } from '../../nodes/shared/clock';
import { Cancelled } from '../../nodes/shared/failure/Cancelled';
import { ManualClock } from '../../sandbox/clock';
import { startServer, type LoopbackServer } from './http';
import { useVirtualClock, VirtualClock } from './virtualClock';

describe('the virtual clock', () => {
	const advances: number[] = [];
	const time = useVirtualClock({ onAdvance: (ms) => advances.push(ms) });

	beforeEach(() => {
		advances.length = 0;
	});

	it('advances hours at once', async () => {
		await clock.sleep(3_600_000);
		expect(time.elapsed).toBe(3_600_000);
	});

	it('restarts for each test', () => {
		expect(time.elapsed).toBe(0);
	});

	it('wakes sleepers in the order of their times, whatever the order in which they were added', async () => {
		const woken: Array<[number, number]> = [];
		await Promise.all(
			[500, 20, 300, 20, 1].map(async (ms) => {
				await clock.sleep(ms);
				woken.push([ms, time.elapsed]);
			}),
		);
		expect(woken).toEqual([1, 20, 20, 300, 500].map((ms) => [ms, ms]));
		expect(advances).toEqual([1, 19, 280, 200]);
	});

	it('keeps the order of a sleeper that sleeps again among the others', async () => {
		const woken: string[] = [];
		const tick = async (name: string, ms: number, times: number) => {
			for (let count = 0; count < times; count++) {
				await clock.sleep(ms);
				woken.push(`${name} ${time.elapsed}`);
			}
		};
		await Promise.all([tick('a', 100, 3), tick('b', 140, 2)]);
		expect(woken).toEqual(['a 100', 'b 140', 'a 200', 'b 280', 'a 300']);
	});

	it('wakes a stopped sleeper at once, and no other', async () => {
		const stop = new AbortController();
		const stopped = clock.sleep(10_000, stop.signal);
		const other = clock.sleep(20_000);
		await time.sleep(5_000);
		stop.abort();
		await expect(stopped).rejects.toThrow(Cancelled);
		expect(time.elapsed).toBe(5_000);
		await other;
		expect(time.elapsed).toBe(20_000);
	});

	it('calls back when the time has come, even between two sleepers', async () => {
		const events: string[] = [];
		clock.after(100, () => events.push(`called ${time.elapsed}`));
		await Promise.all(
			[50, 200].map(async (ms) => {
				await clock.sleep(ms);
				events.push(`woken ${time.elapsed}`);
			}),
		);
		expect(events).toEqual(['woken 50', 'called 100', 'woken 200']);
	});

	it('does not advance for a callback alone, and drops it with the test', async () => {
		let called = false;
		clock.after(100, () => (called = true));
		await time.quiet();
		expect([time.elapsed, called]).toEqual([0, false]);
		await time.restore();
		time.install();
		await clock.sleep(200);
		expect(called).toBe(false);
	});

	it('rejects sleep after Stop, as the real one does', async () => {
		await expect(clock.sleep(0, AbortSignal.abort())).rejects.toThrow(Cancelled);
		await expect(clock.sleep(1, AbortSignal.abort())).rejects.toThrow(Cancelled);
	});
});

describe('the virtual clock with HTTP', () => {
	const manual = new ManualClock(1_000);
	const time = useVirtualClock({ time: manual });
	let server: LoopbackServer;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.get('/slow', async () => {
				await delay(60);
				return String(manual.now());
			});
		});
	});
	afterAll(async () => await server.close());

	it('stands still while a request is in flight', async () => {
		const asleep = clock.sleep(5_000);
		const told = Number(await get(`${server.url}/slow`));
		expect(told).toBe(manual.now());
		expect(time.elapsed).toBe(0);
		await asleep;
		expect(time.elapsed).toBe(5_000);
	});

	it('moves the clock that a server shares', async () => {
		const before = manual.now();
		await clock.sleep(5_000);
		expect(Number(await get(`${server.url}/slow`))).toBe(before + 5_000);
	});

	it('continues after a request that failed', async () => {
		await expect(get('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED');
		await clock.sleep(5_000);
		expect(time.elapsed).toBe(5_000);
	});
});

describe('the virtual clock in steps', () => {
	const advances: number[] = [];
	useVirtualClock({
		time: new ManualClock(0),
		stepMs: 100,
		onAdvance: (ms) => advances.push(ms),
	});

	it('wakes sleepers together that would wake within one step', async () => {
		await Promise.all([1, 30, 99, 101].map(async (ms) => await clock.sleep(ms)));
		expect(advances).toEqual([100, 100]);
	});
});

describe('after the virtual clock', () => {
	it('the engine uses the real clock again', async () => {
		const virtual = new VirtualClock({ time: new ManualClock(5) });
		virtual.install();
		expect(clock.now()).toBe(5);
		await virtual.restore();
		expect(clock.now()).toBeGreaterThan(1_000_000_000_000);
	});

	it('remaining sleepers never wake', async () => {
		const virtual = new VirtualClock();
		virtual.install();
		let rounds = 0;
		const endless = async () => {
			for (;;) {
				await clock.sleep(1_000);
				rounds += 1;
			}
		};
		void endless();
		await virtual.sleep(3_500);
		await virtual.restore();
		const before = rounds;
		await delay(30);
		expect([before, rounds]).toEqual([3, 3]);
	});
});

async function get(url: string): Promise<string> {
	return await new Promise((resolve, reject) => {
		const sent = request(url, (response) => {
			let text = '';
			response.on('data', (chunk: Buffer) => (text += chunk.toString()));
			response.on('end', () => resolve(text));
		});
		sent.on('error', reject);
		sent.end();
	});
}

describe('a wall clock that is set', () => {
	const time = useVirtualClock();

	it('affects neither sleepers nor measured durations', async () => {
		const before = { wall: clock.now(), measured: clock.monotonic() };
		const asleep = clock.sleep(1_000);
		time.jump(-20_000);
		await asleep;
		expect(time.elapsed).toBe(1_000);
		expect(clock.monotonic() - before.measured).toBe(1_000);
		expect(clock.now() - before.wall).toBe(1_000 - 20_000);
	});
});

describe('a callback after a time', () => {
	const time = useVirtualClock();

	it('runs at that time, while others sleep for longer', async () => {
		const done: number[] = [];
		clock.after(400, () => done.push(time.elapsed));
		const cancel = clock.after(500, () => done.push(time.elapsed));
		clock.after(900, () => cancel());
		clock.after(2_000, () => done.push(time.elapsed))();
		await clock.sleep(3_000);
		expect(done).toEqual([400, 500]);
	});

	it('runs at that time, while a server takes longer', () => {
		const done: number[] = [];
		clock.after(400, () => clock.after(100, () => done.push(time.elapsed)));
		time.pass(300);
		expect(done).toEqual([]);
		time.pass(1_000);
		expect([done, time.elapsed]).toEqual([[500], 1_300]);
	});
});
