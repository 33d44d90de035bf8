import { Cancelled } from '../../../../../nodes/shared/failure/Cancelled';
import { newLane, Pace, type Lane } from '../../../../../nodes/shared/transport/pace/Pace';
import { useVirtualClock } from '../../../../support/virtualClock';

const time = useVirtualClock();

const lane = (perSecond = 0): Lane => newLane(perSecond === 0 ? 0 : 1_000 / perSecond);

/** When each of so many requests got through; answers come at once. */
async function passing(pace: Pace, count: number, own = lane()): Promise<number[]> {
	const times: number[] = [];
	await Promise.all(
		Array.from({ length: count }, async () => {
			await pace.enter(own);
			times.push(time.elapsed);
			pace.report({ type: 'answered', sentAt: time.now() }, own);
		}),
	);
	return times;
}

async function refused(pace: Pace, askedMs?: number): Promise<void> {
	const own = lane();
	await pace.enter(own);
	pace.report({ type: 'refused', sentAt: time.now(), askedMs }, own);
}

describe('a pace that the user has set', () => {
	it('is not kept where none is set', async () => {
		expect(await passing(new Pace(), 50)).toEqual(new Array(50).fill(0));
	});

	it.each([
		[10, 100],
		[2, 500],
		[0.5, 2_000],
	])('of %d requests per second sends one every %d ms', async (perSecond, everyMs) => {
		const expected = Array.from({ length: 6 }, (_, index) => index * everyMs);
		expect(await passing(new Pace(), 6, lane(perSecond))).toEqual(expected);
	});

	it('does not save up time that was not used', async () => {
		const pace = new Pace();
		const own = lane(10);
		await passing(pace, 1, own);
		await time.sleep(5_000);
		expect(await passing(pace, 3, own)).toEqual([5_000, 5_100, 5_200]);
	});

	it('does not slow others', async () => {
		const pace = new Pace();
		const slow = passing(pace, 3, lane(1));
		expect(await passing(pace, 5)).toEqual([0, 0, 0, 0, 0]);
		expect(await slow).toEqual([0, 1_000, 2_000]);
	});
});

describe('a refusal', () => {
	it('holds all that come for as long as the service asks', async () => {
		const pace = new Pace();
		await refused(pace, 3_000);
		const times = await passing(pace, 3);
		expect(times[0]).toBe(3_000);
		expect(Math.min(...times)).toBe(3_000);
	});

	it('holds those too that wait for their turn', async () => {
		const pace = new Pace();
		const passed = passing(pace, 5, lane(10));
		await time.sleep(150);
		await refused(pace, 1_000);
		const times = await passed;
		expect(times.slice(0, 2)).toEqual([0, 100]);
		expect(Math.min(...times.slice(2))).toBeGreaterThanOrEqual(1_150);
	});

	it('does not shorten a pause', async () => {
		const pace = new Pace();
		const own = lane();
		await pace.enter(own);
		await pace.enter(own);
		pace.report({ type: 'refused', sentAt: time.now(), askedMs: 5_000 }, own);
		pace.report({ type: 'refused', sentAt: time.now(), askedMs: 1_000 }, own);
		expect((await passing(pace, 1))[0]).toBe(5_000);
	});
});

describe('slow requests', () => {
	/** One execution, all of whose requests take so long. */
	function execution(pace: Pace, count: number, tookMs: number) {
		const own = lane();
		const sent: number[] = [];
		const all = Array.from({ length: count }, async () => {
			await pace.enter(own);
			const sentAt = time.now();
			sent.push(time.elapsed);
			await time.sleep(tookMs);
			pace.report({ type: 'answered', sentAt }, own);
		});
		return { sent, ended: Promise.all(all) };
	}

	it('of one execution do not hold up those of another for long', async () => {
		const pace = new Pace();
		const slow = execution(pace, 50, 15_000);
		const quick = execution(pace, 50, 50);
		await quick.ended;
		expect(quick.sent[0]).toBe(1_000);
		expect(time.elapsed).toBeLessThan(3_000);
		await slow.ended;
	});

	it('let one more go each second, while nothing ends', async () => {
		const { sent, ended } = execution(new Pace(), 11, 4_500);
		await ended;
		expect(sent).toEqual([...new Array<number>(8).fill(0), 1_000, 2_000, 3_000]);
	});
});

it('as many begin together as the user allows', async () => {
	const pace = new Pace();
	pace.allow(70);
	let begun = 0;
	for (let request = 0; request < 50; request++) void pace.enter(lane()).then(() => begun++);
	await time.sleep(10);
	expect(begun).toBe(28);
});

describe('turns', () => {
	it('go to whoever has the fewest under way', async () => {
		const pace = new Pace();
		const order: string[] = [];
		const enter = async (name: string, own: Lane) => {
			await pace.enter(own);
			order.push(name);
		};
		const [mine, others] = [lane(), lane()];
		const entered = [
			...Array.from({ length: 10 }, async () => await enter('mine', mine)),
			...Array.from({ length: 2 }, async () => await enter('others', others)),
		];
		await time.sleep(10);
		expect(order).toEqual(new Array(8).fill('mine'));
		pace.report({ type: 'dropped' }, mine);
		pace.report({ type: 'dropped' }, mine);
		await time.sleep(10);
		expect(order.slice(8)).toEqual(['others', 'others']);
		pace.report({ type: 'dropped' }, others);
		pace.report({ type: 'dropped' }, others);
		await Promise.all(entered);
		expect(order.slice(10)).toEqual(['mine', 'mine']);
	});

	it('go to them also where others stand before and behind them', async () => {
		const pace = new Pace();
		const [mine, others] = [lane(), lane()];
		const order: string[] = [];
		const enter = (name: string, own: Lane) => void pace.enter(own).then(() => order.push(name));
		for (let count = 0; count < 9; count++) enter('mine', mine);
		enter('others', others);
		enter('mine', mine);
		await time.sleep(10);
		pace.report({ type: 'dropped' }, mine);
		await time.sleep(10);
		expect(order.slice(8)).toEqual(['others']);
	});

	it('that are due earlier are not kept waiting by others', async () => {
		const pace = new Pace();
		const slow = passing(pace, 2, lane(0.1));
		expect(await passing(pace, 2, lane(1))).toEqual([0, 1_000]);
		expect(await slow).toEqual([0, 10_000]);
	});
});

describe('requests that are always refused', () => {
	it('of one execution take turns with those of another', async () => {
		const pace = new Pace();
		const [mine, others] = [lane(), lane()];
		let isStopped = false;
		const refusedAgainAndAgain = async () => {
			while (!isStopped) {
				await pace.enter(mine);
				const sentAt = time.now();
				await time.sleep(10);
				pace.report({ type: 'refused', sentAt, askedMs: 5_000 }, mine);
			}
		};
		const some = Array.from({ length: 8 }, refusedAgainAndAgain);
		const entered = pace.enter(others);
		const refusals = Promise.all([...some, ...Array.from({ length: 12 }, refusedAgainAndAgain)]);
		await entered;
		expect(time.elapsed).toBeLessThan(11_000);
		pace.report({ type: 'answered', sentAt: time.now() }, others);
		isStopped = true;
		await refusals;
	});
});

describe('Stop', () => {
	it('takes those of its own out of the line, at once', async () => {
		const pace = new Pace();
		await refused(pace, 3_600_000);
		const stop = new AbortController();
		const mine = Promise.allSettled(
			[1, 2, 3].map(async () => await pace.enter(lane(), stop.signal)),
		);
		const others = pace.enter(lane());
		await time.sleep(10);
		stop.abort();
		expect(await mine).toEqual(
			[1, 2, 3].map(() => ({ status: 'rejected', reason: expect.any(Cancelled) })),
		);
		expect(time.elapsed).toBe(10);
		await others;
		expect(time.elapsed).toBe(3_600_000);
	});

	it('lets nothing through any more', async () => {
		await expect(new Pace().enter(lane(), AbortSignal.abort())).rejects.toThrow(Cancelled);
	});

	it('leaves no alarm behind', async () => {
		const pace = new Pace();
		await refused(pace, 60_000);
		const stop = new AbortController();
		const waiting = pace.enter(lane(), stop.signal);
		stop.abort();
		await expect(waiting).rejects.toThrow(Cancelled);
		expect(time.sleeping).toBe(0);
		expect(pace.isIdle).toBe(true);
	});
});
