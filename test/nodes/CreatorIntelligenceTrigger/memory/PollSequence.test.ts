import { PollSequence } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import { clock } from '../../../../nodes/shared/clock';

afterEach(() => jest.restoreAllMocks());

/** Polls that end when the test ends them, in the order in which they began. */
function sequence() {
	const polls = new PollSequence();
	const ends: Array<() => void> = [];
	const start = async (data: object, isActivation = false) =>
		await polls.run({ data, isActivation, longestMs: 1_000 }, async () => {
			await new Promise<void>((resolve) => ends.push(resolve));
			return 'polled';
		});
	return { start, ends };
}

it('another poll replaces one that is overdue', async () => {
	const after = jest.spyOn(clock, 'after');
	const { start, ends } = sequence();
	const data = {};
	const first = start(data);
	const [[longestMs, late]] = after.mock.calls;
	expect(longestMs).toBe(1_000);
	expect(await start(data)).toBe('skipped');
	late();
	expect(await first).toBe('late');
	const second = start(data);
	ends[0]();
	await new Promise(setImmediate);
	expect(await start(data)).toBe('skipped');
	ends[1]();
	expect(await second).toBe('polled');
});

it('a poll that fails does not stop the next one', async () => {
	const polls = new PollSequence();
	const poll = { data: {}, isActivation: false, longestMs: 1_000 };
	const failing = async () => await Promise.reject(new Error('fails'));
	await expect(polls.run(poll, failing)).rejects.toThrow('fails');
	expect(await polls.run(poll, async () => await Promise.resolve('polled'))).toBe('polled');
});

it('of two activations that wait for a poll, one begins when it is over', async () => {
	const { start, ends } = sequence();
	const all = [start({}, true), start({}, true), start({}, true)];
	for (let running = 1; running <= 3; running++) {
		await new Promise(setImmediate);
		expect(ends).toHaveLength(running);
		ends[running - 1]();
	}
	await Promise.all(all);
});

it('a poll of the activation whose poll is running is skipped', async () => {
	const { start, ends } = sequence();
	const data = {};
	const running = start(data, true);
	expect(await start(data, true)).toBe('skipped');
	ends[0]();
	expect(await running).toBe('polled');
});
