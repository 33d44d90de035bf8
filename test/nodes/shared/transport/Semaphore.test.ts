import { setImmediate as turn } from 'node:timers/promises';

import { Semaphore } from '../../../../nodes/shared/transport/Semaphore';

/** Tasks that the test ends one by one. */
function tasks() {
	const started: number[] = [];
	const ends = new Map<number, () => void>();
	const task = (id: number) => async () => {
		started.push(id);
		await new Promise<void>((resolve) => ends.set(id, resolve));
		return id;
	};
	return { started, end: (id: number) => ends.get(id)?.(), task };
}

describe('a semaphore', () => {
	it('runs a limited number of tasks at once, in the order of their arrival', async () => {
		const { started, end, task } = tasks();
		const slots = new Semaphore(2);
		const all = Promise.all([1, 2, 3, 4].map(async (id) => await slots.run(task(id))));
		await turn();
		expect(started).toEqual([1, 2]);
		end(2);
		await turn();
		expect(started).toEqual([1, 2, 3]);
		end(1);
		await turn();
		expect(started).toEqual([1, 2, 3, 4]);
		end(3);
		end(4);
		expect(await all).toEqual([1, 2, 3, 4]);
	});

	it('is released after a failure', async () => {
		const slots = new Semaphore(1);
		const fail = async () => await Promise.reject(new Error('no'));
		await expect(slots.run(fail)).rejects.toThrow('no');
		await expect(slots.run(async () => await Promise.resolve(1))).resolves.toBe(1);
	});

	it('tells the caller of a failure before the next task starts', async () => {
		const slots = new Semaphore(1);
		const order: string[] = [];
		const failed = slots
			.run(async () => await Promise.reject(new Error('no')))
			.catch(async (error: unknown) => {
				for (let turns = 0; turns < 50; turns++) await Promise.resolve();
				order.push(String(error));
			});
		const next = slots.run(async () => await Promise.resolve(order.push('next')));
		await Promise.all([failed, next]);
		expect(order).toEqual(['Error: no', 'next']);
	});
});
