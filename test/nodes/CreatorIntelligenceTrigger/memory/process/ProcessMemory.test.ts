import { ProcessMemory } from '../../../../../nodes/CreatorIntelligenceTrigger/memory/process/ProcessMemory';

it('keeps what it knows of a trigger', () => {
	const memory = new ProcessMemory();
	expect(memory.of('a')).toBe(memory.of('a'));
	expect(memory.of('b')).not.toBe(memory.of('a'));
});

it('forgets the triggers that were not polled for longest', () => {
	const memory = new ProcessMemory(2);
	const [a, b] = [memory.of('a'), memory.of('b')];
	memory.of('a');
	memory.of('c');
	expect(memory.of('a')).toBe(a);
	expect(memory.of('b')).not.toBe(b);
});

it.each([
	[4_999, true],
	[5_000, false],
])('remembers a trigger after %d others: %s', (others, isKnown) => {
	const memory = new ProcessMemory();
	const first = memory.of('first');
	for (let at = 0; at < others; at++) memory.of(String(at));
	expect(memory.of('first') === first).toBe(isKnown);
});

it('does not forget a trigger while its poll is running', async () => {
	const memory = new ProcessMemory(1);
	const a = memory.of('a');
	let end = (): void => undefined;
	const running = a.polls.run(
		{ data: {}, longestMs: 1_000 },
		async () => await new Promise<void>((resolve) => (end = resolve)),
	);
	memory.of('b');
	expect(memory.of('a')).toBe(a);
	end();
	await running;
	memory.of('b');
	expect(memory.of('a')).not.toBe(a);
});
