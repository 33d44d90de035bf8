import { PollSequence } from '../../../../../nodes/CreatorIntelligenceTrigger/memory/process/PollSequence';
import { clock } from '../../../../../nodes/shared/clock';

afterEach(() => jest.restoreAllMocks());

const data = {};

it('another poll replaces one that is overdue', async () => {
	const monotonic = jest.spyOn(clock, 'monotonic').mockReturnValue(0);
	const polls = new PollSequence();
	const ends: Array<() => void> = [];
	const start = () => {
		let isCurrent = (): boolean => false;
		const over = polls.run({ data, longestMs: 1_000 }, async (current) => {
			isCurrent = current;
			await new Promise<void>((resolve) => ends.push(resolve));
		});
		return { over, isCurrent: () => isCurrent() };
	};
	const first = start();
	monotonic.mockReturnValue(1_000);
	expect(polls.isRunning).toBe(true);
	expect(first.isCurrent()).toBe(true);

	monotonic.mockReturnValue(1_001);
	expect(polls.isRunning).toBe(false);
	const second = start();
	expect([first.isCurrent(), second.isCurrent()]).toEqual([false, true]);

	ends[0]();
	await first.over;
	expect(polls.isRunning).toBe(true);
	expect(second.isCurrent()).toBe(true);
	ends[1]();
	await second.over;
	expect(polls.isRunning).toBe(false);
});

it('knows which activation polls', async () => {
	const polls = new PollSequence();
	expect(polls.current).toBeUndefined();
	let end: () => void = () => undefined;
	const poll = polls.run({ data, longestMs: 1_000 }, async () => {
		await new Promise<void>((resolve) => {
			end = resolve;
		});
		throw new Error('fails');
	});
	expect(polls.current?.data).toBe(data);
	const over = polls.current?.over;
	end();
	await expect(poll).rejects.toThrow('fails');
	// How it ended is nobody's matter who waits for its end.
	await expect(over).resolves.toBeUndefined();
});
