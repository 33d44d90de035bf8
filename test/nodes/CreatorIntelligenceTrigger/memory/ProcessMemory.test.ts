import { ProcessMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';

it('keeps what it knows of a trigger', () => {
	const memory = new ProcessMemory();
	expect(memory.of('a')).toBe(memory.of('a'));
	expect(memory.of('b')).not.toBe(memory.of('a'));
});
