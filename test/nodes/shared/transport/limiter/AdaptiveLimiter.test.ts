import { Cancelled } from '../../../../../nodes/shared/failure/Cancelled';
import {
	ClientQueue,
	AdaptiveLimiter,
} from '../../../../../nodes/shared/transport/limiter/AdaptiveLimiter';
import { useVirtualClock } from '../../../../support/virtualClock';

const time = useVirtualClock();

const queue = (perSecond = 0): ClientQueue =>
	new ClientQueue(perSecond === 0 ? 0 : 1_000 / perSecond);

/** When each of so many requests got through; answers come at once. */
async function passing(limiter: AdaptiveLimiter, count: number, own = queue()): Promise<number[]> {
	const times: number[] = [];
	await Promise.all(
		Array.from({ length: count }, async () => {
			await limiter.enter(own);
			times.push(time.elapsed);
			limiter.report({ type: 'response', sentAt: time.now() }, own);
		}),
	);
	return times;
}

async function rejected(limiter: AdaptiveLimiter, retryAfterMs?: number): Promise<void> {
	const own = queue();
	await limiter.enter(own);
	limiter.report({ type: 'rejected', sentAt: time.now(), retryAfterMs }, own);
}

describe('a rate limit that the user has set', () => {
	it('is not applied where none is set', async () => {
		expect(await passing(new AdaptiveLimiter(), 50)).toEqual(new Array(50).fill(0));
	});

	it.each([
		[10, 100],
		[2, 500],
		[0.5, 2_000],
	])('of %d requests per second sends one every %d ms', async (perSecond, everyMs) => {
		const expected = Array.from({ length: 6 }, (_, index) => index * everyMs);
		expect(await passing(new AdaptiveLimiter(), 6, queue(perSecond))).toEqual(expected);
	});

	it('does not accumulate unused time', async () => {
		const limiter = new AdaptiveLimiter();
		const own = queue(10);
		await passing(limiter, 1, own);
		await time.sleep(5_000);
		expect(await passing(limiter, 3, own)).toEqual([5_000, 5_100, 5_200]);
	});

	it('does not slow others', async () => {
		const limiter = new AdaptiveLimiter();
		const slow = passing(limiter, 3, queue(1));
		expect(await passing(limiter, 5)).toEqual([0, 0, 0, 0, 0]);
		expect(await slow).toEqual([0, 1_000, 2_000]);
	});
});

describe('a rejection', () => {
	it('delays all new requests for as long as the service requests', async () => {
		const limiter = new AdaptiveLimiter();
		await rejected(limiter, 3_000);
		const times = await passing(limiter, 3);
		expect(times[0]).toBe(3_000);
		expect(Math.min(...times)).toBe(3_000);
	});

	it('also delays those that wait for their turn', async () => {
		const limiter = new AdaptiveLimiter();
		const passed = passing(limiter, 5, queue(10));
		await time.sleep(150);
		await rejected(limiter, 1_000);
		const times = await passed;
		expect(times.slice(0, 2)).toEqual([0, 100]);
		expect(Math.min(...times.slice(2))).toBeGreaterThanOrEqual(1_150);
	});

	it('does not shorten a pause', async () => {
		const limiter = new AdaptiveLimiter();
		const own = queue();
		await limiter.enter(own);
		await limiter.enter(own);
		limiter.report({ type: 'rejected', sentAt: time.now(), retryAfterMs: 5_000 }, own);
		limiter.report({ type: 'rejected', sentAt: time.now(), retryAfterMs: 1_000 }, own);
		expect((await passing(limiter, 1))[0]).toBe(5_000);
	});
});

describe('slow requests', () => {
	/** One execution, all of whose requests take so long. */
	function execution(limiter: AdaptiveLimiter, count: number, tookMs: number) {
		const own = queue();
		const sent: number[] = [];
		const all = Array.from({ length: count }, async () => {
			await limiter.enter(own);
			const sentAt = time.now();
			sent.push(time.elapsed);
			await time.sleep(tookMs);
			limiter.report({ type: 'response', sentAt }, own);
		});
		return { sent, ended: Promise.all(all) };
	}

	it('of one execution do not delay those of another for long', async () => {
		const limiter = new AdaptiveLimiter();
		const slow = execution(limiter, 50, 15_000);
		const quick = execution(limiter, 50, 50);
		await quick.ended;
		expect(quick.sent[0]).toBe(1_000);
		expect(time.elapsed).toBeLessThan(3_000);
		await slow.ended;
	});

	it('allow one more each second, while nothing ends', async () => {
		const { sent, ended } = execution(new AdaptiveLimiter(), 11, 4_500);
		await ended;
		expect(sent).toEqual([...new Array<number>(8).fill(0), 1_000, 2_000, 3_000]);
	});
});

describe('turns', () => {
	it('go to the client with the fewest requests in flight', async () => {
		const limiter = new AdaptiveLimiter();
		const order: string[] = [];
		const enter = async (name: string, own: ClientQueue) => {
			await limiter.enter(own);
			order.push(name);
		};
		const [mine, others] = [queue(), queue()];
		const entered = [
			...Array.from({ length: 10 }, async () => await enter('mine', mine)),
			...Array.from({ length: 2 }, async () => await enter('others', others)),
		];
		await time.sleep(10);
		expect(order).toEqual(new Array(8).fill('mine'));
		limiter.report({ type: 'ignored' }, mine);
		limiter.report({ type: 'ignored' }, mine);
		await time.sleep(10);
		expect(order.slice(8)).toEqual(['others', 'others']);
		limiter.report({ type: 'ignored' }, others);
		limiter.report({ type: 'ignored' }, others);
		await Promise.all(entered);
		expect(order.slice(10)).toEqual(['mine', 'mine']);
	});

	it('go to it even where others are queued before and after it', async () => {
		const limiter = new AdaptiveLimiter();
		const [mine, others] = [queue(), queue()];
		const order: string[] = [];
		const enter = (name: string, own: ClientQueue) =>
			void limiter.enter(own).then(() => order.push(name));
		for (let count = 0; count < 9; count++) enter('mine', mine);
		enter('others', others);
		enter('mine', mine);
		await time.sleep(10);
		limiter.report({ type: 'ignored' }, mine);
		await time.sleep(10);
		expect(order.slice(8)).toEqual(['others']);
	});

	it('that are due earlier are not delayed by others', async () => {
		const limiter = new AdaptiveLimiter();
		const slow = passing(limiter, 2, queue(0.1));
		expect(await passing(limiter, 2, queue(1))).toEqual([0, 1_000]);
		expect(await slow).toEqual([0, 10_000]);
	});
});

describe('requests that are always rejected', () => {
	it('of one execution take turns with those of another', async () => {
		const limiter = new AdaptiveLimiter();
		const [mine, others] = [queue(), queue()];
		let isStopped = false;
		const rejectedAgainAndAgain = async () => {
			while (!isStopped) {
				await limiter.enter(mine);
				const sentAt = time.now();
				await time.sleep(10);
				limiter.report({ type: 'rejected', sentAt, retryAfterMs: 5_000 }, mine);
			}
		};
		const some = Array.from({ length: 8 }, rejectedAgainAndAgain);
		const entered = limiter.enter(others);
		const rejections = Promise.all([...some, ...Array.from({ length: 12 }, rejectedAgainAndAgain)]);
		await entered;
		expect(time.elapsed).toBeLessThan(11_000);
		limiter.report({ type: 'response', sentAt: time.now() }, others);
		isStopped = true;
		await rejections;
	});
});

describe('Stop', () => {
	it('removes its own requests from the queue, at once', async () => {
		const limiter = new AdaptiveLimiter();
		await rejected(limiter, 3_600_000);
		const stop = new AbortController();
		const mine = Promise.allSettled(
			[1, 2, 3].map(async () => await limiter.enter(queue(), stop.signal)),
		);
		const others = limiter.enter(queue());
		await time.sleep(10);
		stop.abort();
		expect(await mine).toEqual(
			[1, 2, 3].map(() => ({ status: 'rejected', reason: expect.any(Cancelled) })),
		);
		expect(time.elapsed).toBe(10);
		await others;
		expect(time.elapsed).toBe(3_600_000);
	});

	it('has one listener, however many requests wait: Node warns of more than ten', async () => {
		const limiter = new AdaptiveLimiter();
		const { signal } = new AbortController();
		const listen = jest.spyOn(signal, 'addEventListener');
		for (let count = 0; count < 20; count++) void limiter.enter(queue(), signal);
		await time.sleep(10);
		expect(listen).toHaveBeenCalledTimes(1);
	});

	it('rejects further requests', async () => {
		await expect(new AdaptiveLimiter().enter(queue(), AbortSignal.abort())).rejects.toThrow(
			Cancelled,
		);
	});

	it('leaves no timer behind', async () => {
		const limiter = new AdaptiveLimiter();
		await rejected(limiter, 60_000);
		const stop = new AbortController();
		const waiting = limiter.enter(queue(), stop.signal);
		stop.abort();
		await expect(waiting).rejects.toThrow(Cancelled);
		expect(time.sleeping).toBe(0);
		expect(limiter.isIdle).toBe(true);
	});
});
