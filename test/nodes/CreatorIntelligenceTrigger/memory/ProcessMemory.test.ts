import { TriggerMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';

describe('a report', () => {
	it('is new once', () => {
		const memory = new TriggerMemory();
		expect(['a', 'b', 'a'].map((message) => memory.isNew(message))).toEqual([true, true, false]);
	});

	it('on a topic is new where the last one on it was another, or is over', () => {
		const memory = new TriggerMemory();
		const isNew = (message: string) => memory.isNew(message, 'outage');
		expect(['a', 'a', 'b', 'a'].map(isNew)).toEqual([true, false, true, true]);
		memory.isOver('outage');
		expect(isNew('a')).toBe(true);
	});

	it('is forgotten after very many others', () => {
		const memory = new TriggerMemory();
		for (let count = 0; count <= 2_000; count++) memory.isNew(`${count}`);
		expect(memory.isNew('0')).toBe(true);
	});
});

it('a workflow that is published again starts over, but for what was sent', () => {
	const memory = new TriggerMemory();
	const sent = { requestFingerprint: 'r1', at: 1, item: { json: {} } };
	Object.assign(memory, { sent, lastPollAt: 1 });
	Object.assign(memory, { nextTarget: 'a', failure: new Error('x'), lastRejection: { at: 1 } });
	memory.unwanted.add('a');
	memory.isNew('a');
	memory.startOver();
	expect(memory).toMatchObject({ sent, lastPollAt: 1 });
	expect([memory.nextTarget, memory.failure, memory.lastRejection]).toEqual(
		Array(3).fill(undefined),
	);
	expect([memory.unwanted.size, memory.isNew('a')]).toEqual([0, true]);
});
