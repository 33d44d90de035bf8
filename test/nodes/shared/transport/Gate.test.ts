import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Gate } from '../../../../nodes/shared/transport/Gate';
import { useVirtualClock } from '../../../support/virtualClock';

const time = useVirtualClock();

/** When each of so many requests got through. */
async function passing(gate: Gate, count: number): Promise<number[]> {
	const times: number[] = [];
	await Promise.all(
		Array.from({ length: count }, async () => {
			await gate.enter();
			times.push(time.elapsed);
		}),
	);
	return times;
}

describe('pace', () => {
	it('is not kept where none is chosen', async () => {
		expect(await passing(new Gate(0), 50)).toEqual(new Array(50).fill(0));
	});

	it.each([
		[10, 100],
		[2, 500],
		[0.5, 2_000],
	])('of %d requests per second sends one every %d ms', async (perSecond, everyMs) => {
		const expected = Array.from({ length: 6 }, (_, index) => index * everyMs);
		expect(await passing(new Gate(perSecond), 6)).toEqual(expected);
	});

	it('does not save up time that was not used', async () => {
		const gate = new Gate(10);
		await gate.enter();
		await time.sleep(5_000);
		expect(await passing(gate, 3)).toEqual([5_000, 5_100, 5_200]);
	});
});

describe('a pause', () => {
	it('holds all that come', async () => {
		const gate = new Gate(0);
		gate.pause(3_000);
		const times = await passing(gate, 3);
		expect(times[0]).toBe(3_000);
		expect(Math.min(...times)).toBe(3_000);
	});

	it('holds those too that wait for their turn', async () => {
		const gate = new Gate(10);
		const passed = passing(gate, 5);
		await time.sleep(150);
		gate.pause(1_000);
		const times = await passed;
		expect(times.slice(0, 2)).toEqual([0, 100]);
		expect(Math.min(...times.slice(2))).toBeGreaterThanOrEqual(1_150);
	});

	it('lets them go one by one afterwards', async () => {
		const gate = new Gate(0);
		gate.pause(1_000);
		expect(await passing(gate, 4)).toEqual([1_000, 1_100, 1_200, 1_300]);
	});

	it('is never shortened by another', async () => {
		const gate = new Gate(0);
		gate.pause(5_000);
		gate.pause(1_000);
		expect(await passing(gate, 1)).toEqual([5_000]);
	});

	it('of requests that were refused together counts once', async () => {
		const gate = new Gate(0);
		for (let count = 0; count < 10; count++) gate.pause(1_000);
		expect(await passing(gate, 3)).toEqual([1_000, 1_100, 1_200]);
	});

	it('after a pause spreads requests further, up to 5 s', async () => {
		const gate = new Gate(0);
		for (let count = 0; count < 3; count++) {
			gate.pause(1_000);
			await gate.enter();
		}
		const [first, second] = await passing(gate, 2);
		expect(second - first).toBe(400);
		for (let count = 0; count < 10; count++) {
			gate.pause(1_000);
			await gate.enter();
		}
		const [third, fourth] = await passing(gate, 2);
		expect(fourth - third).toBe(5_000);
	});

	it('is forgotten after a number of successes', async () => {
		const gate = new Gate(0);
		gate.pause(1_000);
		await gate.enter();
		for (let count = 0; count < 30; count++) gate.succeeded();
		await time.sleep(1_000);
		expect(new Set(await passing(gate, 5)).size).toBe(1);
	});

	it('does not make requests faster than the pace', async () => {
		const gate = new Gate(1);
		gate.pause(2_000);
		expect(await passing(gate, 3)).toEqual([2_000, 3_000, 4_000]);
	});
});

describe('Stop', () => {
	it.each<[string, (gate: Gate) => void]>([
		['pacing', () => undefined],
		['pausing', (gate) => gate.pause(3_600_000)],
	])('ends %s', async (_, prepare) => {
		const stop = new AbortController();
		const gate = new Gate(0.001, stop.signal);
		prepare(gate);
		const all = Promise.allSettled([gate.enter(), gate.enter(), gate.enter()]);
		await time.sleep(10);
		stop.abort();
		const rejected = (await all).filter(({ status }) => status === 'rejected');
		expect(rejected.length).toBeGreaterThanOrEqual(2);
		expect(rejected).toEqual(
			rejected.map(() => ({ status: 'rejected', reason: expect.any(Cancelled) })),
		);
		expect(time.elapsed).toBe(10);
	});

	it('lets nothing through any more', async () => {
		await expect(new Gate(0, AbortSignal.abort()).enter()).rejects.toThrow(Cancelled);
	});
});
