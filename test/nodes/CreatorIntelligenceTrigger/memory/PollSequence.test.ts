import { PollSequence } from '../../../../nodes/CreatorIntelligenceTrigger/memory/PollSequence';
import { clock } from '../../../../nodes/shared/clock';

afterEach(() => jest.restoreAllMocks());

const data = {};

it('another poll replaces one that is overdue', async () => {
	const monotonic = jest.spyOn(clock, 'monotonic').mockReturnValue(0);
	const polls = new PollSequence();
	const ends: Array<() => void> = [];
	const start = () => {
		let isCurrent = (): boolean => false;
		const over = polls.run({ data, isActivation: false, longestMs: 1_000 }, async (current) => {
			isCurrent = current;
			await new Promise<void>((resolve) => ends.push(resolve));
		});
		return { over, isCurrent: () => isCurrent() };
	};
	const first = start();
	monotonic.mockReturnValue(1_000);
	expect(polls.running).toBeDefined();
	expect(first.isCurrent()).toBe(true);

	monotonic.mockReturnValue(1_001);
	expect(polls.running).toBeUndefined();
	const second = start();
	expect([first.isCurrent(), second.isCurrent()]).toEqual([false, true]);

	ends[0]();
	await first.over;
	expect(polls.running).toBeDefined();
	expect(second.isCurrent()).toBe(true);
	ends[1]();
	await second.over;
	expect(polls.running).toBeUndefined();
});

it('knows which activation polls', async () => {
	const polls = new PollSequence();
	expect(polls.running).toBeUndefined();
	let end: () => void = () => undefined;
	const poll = polls.run({ data, isActivation: false, longestMs: 1_000 }, async () => {
		await new Promise<void>((resolve) => {
			end = resolve;
		});
		throw new Error('fails');
	});
	expect(polls.running?.data).toBe(data);
	const over = polls.running?.over;
	end();
	await expect(poll).rejects.toThrow('fails');
	// How it ended is nobody's matter who waits for its end.
	await expect(over).resolves.toBeUndefined();
});

it('of two activations that wait for a poll, one begins when it is over', async () => {
	const polls = new PollSequence();
	const ends: Array<() => void> = [];
	const start = (activation: object) =>
		polls.run({ data: activation, isActivation: true, longestMs: 1_000 }, async () => {
			await new Promise<void>((resolve) => ends.push(resolve));
		});
	const all = [start({}), start({}), start({})];
	for (let running = 1; running <= 3; running++) {
		await new Promise(setImmediate);
		expect(ends).toHaveLength(running);
		ends[running - 1]();
	}
	await Promise.all(all);
});

it('a poll of the activation whose poll is running is skipped', async () => {
	const polls = new PollSequence();
	const poll = { data, isActivation: true, longestMs: 1_000 };
	const running = polls.run(poll, async () => await Promise.resolve('polled'));
	expect(await polls.run(poll, async () => await Promise.resolve('polled'))).toBe('skipped');
	expect(await running).toBe('polled');
});
