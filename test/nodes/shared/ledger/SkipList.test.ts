import type {
	DeduplicationScope as Scope,
	ICheckProcessedOptions,
	IContextObject,
} from 'n8n-workflow';

import type { Call } from '../../../../nodes/shared/ledger/Call';
import { SkipList } from '../../../../nodes/shared/ledger/SkipList';
import { callWith } from '../../../support/options';
import { ProcessedStore } from '../../../support/processed';

const context = { workflow: { id: 'w', active: true }, node: { id: 'n' } as never };

function keysOf(store: ProcessedStore, kept: IContextObject = {}, run = '0') {
	const calls: number[] = [];
	const helpers = {
		checkProcessedAndRecord: async (
			items: Array<string | number>,
			scope: Scope,
			options: ICheckProcessedOptions,
		) => await store.checkProcessedAndRecord(items, scope, context, options),
		removeProcessed: async (items: Array<string | number>, scope: Scope) => {
			calls.push(items.length);
			await store.removeProcessed(items, scope, context);
		},
	};
	return { list: new SkipList(helpers, kept, run), calls };
}

const callsOf = (...keys: string[]): Call[] =>
	keys.map((processedKey, index) => ({ ...callWith({ processedKey }), index }));

describe('keys of sent requests', () => {
	it('belong to this run for its later attempts, and are foreign for other runs', async () => {
		const store = new ProcessedStore();
		const kept: IContextObject = {};
		const first = keysOf(store, kept).list;
		expect(await first.record(callsOf('a', 'b'))).toEqual(new Set());
		expect(await keysOf(store, kept).list.record(callsOf('b', 'a'))).toEqual(new Set());
		expect(await keysOf(store, kept, '1').list.record(callsOf('c', 'a'))).toEqual(new Set([1]));
		expect(await keysOf(store).list.record(callsOf('a', 'b'))).toEqual(new Set([0, 1]));
		first.forget();
		keysOf(store, kept, '1').list.forget();
		expect(kept).toEqual({});
	});

	it('that were removed are no longer of this run, as another may send the item', async () => {
		const store = new ProcessedStore();
		const kept: IContextObject = {};
		const first = keysOf(store, kept).list;
		await first.record(callsOf('a', 'b'));
		await first.release(({ index }) => (index === 1 ? 'lost' : undefined));
		await keysOf(store).list.record(callsOf('a'));
		expect(await keysOf(store, kept).list.record(callsOf('a', 'b'))).toEqual(new Set([0]));
	});

	it('stay where one of two equal items was sent', async () => {
		const store = new ProcessedStore();
		const { list, calls } = keysOf(store);
		await list.record(callsOf('a', 'a'));
		await list.release(({ index }) => (index === 1 ? undefined : 'lost'));
		expect(calls).toEqual([]);
	});

	it('survive damaged data of n8n', async () => {
		for (const kept of ['x', { 0: 'x' }, [1, null]]) {
			const { list } = keysOf(new ProcessedStore(), {
				'creatorIntelligenceProcessed:0': kept as never,
			});
			expect(await list.record(callsOf('a'))).toEqual(new Set());
		}
	});

	it('are recorded again where the first keys of two executions collided', async () => {
		const store = new ProcessedStore();
		let count = 0;
		store.onAccess = () => {
			if (++count === 1) throw new Error('UNIQUE constraint failed');
		};
		expect(await keysOf(store).list.record(callsOf('a'))).toEqual(new Set());
	});

	it('are not taken for those of an earlier run where the reply to recording them was lost', async () => {
		const store = new ProcessedStore();
		let count = 0;
		store.onAccess = (what) => {
			if (what === 'recorded' && ++count === 1) throw new Error('Connection terminated');
		};
		await expect(keysOf(store).list.record(callsOf('a'))).rejects.toMatchObject({
			details: { description: expect.stringContaining('Some keys may be recorded now') as unknown },
		});
	});

	it.each(['record', 'lookUp'] as const)(
		'%s sends nothing and says what to do, whichever access of the database fails',
		async (what) => {
			const [old, fresh] = callsOf('old', 'fresh').map((call) => ({ ...call, keySeed: 'seed' }));
			let accesses = Infinity;
			for (let failing = 1; failing <= accesses; failing++) {
				const store = new ProcessedStore();
				await keysOf(store).list.record([old]);
				let count = 0;
				store.onAccess = () => {
					if (++count >= failing) throw new Error('Connection terminated');
				};
				const failed = await keysOf(store)
					.list[what]([old, fresh])
					.catch((error: unknown) => error);
				if (count < failing) accesses = count;
				else {
					expect(failed).toMatchObject({
						details: {
							message: expect.stringContaining('so nothing was sent') as unknown,
							description: expect.stringContaining('Connection terminated') as unknown,
						},
					});
				}
			}
			expect(accesses).toBeGreaterThan(3);
		},
	);

	it('of new items are removed where it is unknown which earlier ones are open', async () => {
		const store = new ProcessedStore();
		const [old, fresh] = callsOf('old', 'fresh').map((call) => ({ ...call, keySeed: 'seed' }));
		await keysOf(store).list.record([old]);
		let checks = 0;
		store.onAccess = (what) => {
			if (what === 'check' && ++checks > 1) throw new Error('Connection terminated');
		};
		await expect(keysOf(store).list.record([old, fresh])).rejects.toThrow('so nothing was sent');
		store.onAccess = () => undefined;
		expect(await keysOf(store).list.record([fresh])).toEqual(new Set());
	});

	it('can be 2,000, and are removed in parts', async () => {
		const many = callsOf(...Array.from({ length: 2_000 }, (_, at) => `profile-${at}`));
		const store = new ProcessedStore();
		const { list, calls } = keysOf(store);
		expect(await list.record(many)).toEqual(new Set());
		await list.release(({ index }) => (index > 0 ? undefined : 'lost'));
		expect(Object.values(store.rows)).toEqual([[expect.stringContaining('profile-0')]]);
		expect(Math.max(...calls)).toBeLessThanOrEqual(250);
	});

	it('are at most 50,000: the oldest are dropped', async () => {
		const store = new ProcessedStore();
		store.rows['w/n'] = Array.from({ length: 50_000 }, (_, at) => String(at));
		await keysOf(store).list.record(callsOf('a'));
		expect(store.rows['w/n']).toHaveLength(50_000);
		expect(store.rows['w/n'][0]).toBe('1');
		// A lookup drops none, also where it looks up whether a request was lost.
		const before = [...store.rows['w/n']];
		const calls = callsOf('a', 'b').map((call) => ({ ...call, keySeed: 'seed' }));
		expect(await keysOf(store).list.lookUp(calls)).toEqual(new Set());
		expect(store.rows['w/n']).toEqual(before);
	});
});
