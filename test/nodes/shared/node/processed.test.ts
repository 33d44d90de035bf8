import type {
	DeduplicationScope as Scope,
	ICheckProcessedOptions,
	IContextObject,
} from 'n8n-workflow';

import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { ProcessedKeys } from '../../../../nodes/shared/node/processed';
import { Hints } from '../../../../nodes/shared/operations/Hints';
import type { PreparedItem } from '../../../../nodes/shared/operations/RunContext';
import { DEFAULT_SETTINGS } from '../../../../nodes/shared/settings/readSettings';
import { Transport } from '../../../../nodes/shared/transport/Transport';
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
	return { processed: new ProcessedKeys(helpers, kept, run), calls };
}

const callsOf = (...keys: string[]): PreparedItem[] =>
	keys.map((processedKey, index) => ({
		index,
		draft: { endpoint: { method: 'POST', path: '/screening' }, query: [], body: {} },
		connection: {
			baseUrl: 'https://api.example.com',
			transport: new Transport(async () => await Promise.reject(new Error('Not used'))),
			redact: (text) => text,
			tokenAdvice: '',
		},
		settings: { ...DEFAULT_SETTINGS, processedKey },
		resultQuery: [],
		maxRows: 1,
	}));

const failed = new Failure({ kind: 'request', request: 'POST /screening', message: 'No' });
const lost = failed.with({ outcomeUnknown: true });

describe('keys of sent requests', () => {
	it.each([
		[1_000, new Set([0])],
		[1_001, undefined],
	])('are looked up for a dry run of up to 1,000 items: %d', async (count, known) => {
		const keys = Array.from({ length: count }, (_, at) => `k${at}`);
		const store = new ProcessedStore();
		await keysOf(store).processed.record(callsOf('k0'));
		expect(await keysOf(store, {}, '1').processed.lookUp(callsOf(...keys))).toEqual(known);
	});

	it('belong to this run for its later attempts, and are foreign for other runs', async () => {
		const store = new ProcessedStore();
		const kept: IContextObject = {};
		const first = keysOf(store, kept).processed;
		expect(await first.record(callsOf('a', 'b'))).toEqual(new Set());
		expect(await keysOf(store, kept).processed.record(callsOf('b', 'a'))).toEqual(new Set());
		expect(await keysOf(store, kept, '1').processed.record(callsOf('c', 'a'))).toEqual(
			new Set([1]),
		);
		expect(await keysOf(store).processed.record(callsOf('a', 'b'))).toEqual(new Set([0, 1]));
		first.forget();
		keysOf(store, kept, '1').processed.forget();
		expect(kept).toEqual({});
	});

	it.each<[string, unknown, boolean]>([
		['rejected', failed, true],
		['lost', lost, false],
		['an unknown error', new Error('x'), false],
		['stopped before', new Cancelled(), true],
		['stopped under way', Cancelled.whileInFlight(), false],
		['a job that failed', failed.with({ job: { id: 1, state: 'failed' } }), true],
		['a job that runs', failed.with({ job: { id: 1, state: 'pending' } }), false],
		['a job whose result is missing', failed.with({ job: { id: 1, state: 'finished' } }), false],
	])('are removed or kept: %s', async (_, failure, isTakenBack) => {
		const store = new ProcessedStore();
		const { processed } = keysOf(store);
		await processed.record(callsOf('a', 'b'));
		await processed.releaseKeys(new Map([[1, failure]]), new Hints());
		const next = await keysOf(store).processed.record(callsOf('a', 'b'));
		expect(next).toEqual(new Set(isTakenBack ? [0] : [0, 1]));
	});

	it('stay where one of two equal items was sent', async () => {
		const store = new ProcessedStore();
		const { processed, calls } = keysOf(store);
		await processed.record(callsOf('a', 'a'));
		await processed.releaseKeys(new Map([[1, failed]]), new Hints());
		expect(calls).toEqual([]);
	});

	it('survive damaged data of n8n', async () => {
		for (const kept of ['x', { 0: 'x' }, { 0: [1, null] }]) {
			const { processed } = keysOf(new ProcessedStore(), {
				creatorIntelligenceProcessed: kept as never,
			});
			expect(await processed.record(callsOf('a'))).toEqual(new Set());
		}
	});

	it('are recorded again where the first keys of two executions collided', async () => {
		const store = new ProcessedStore();
		let count = 0;
		store.onAccess = () => {
			if (++count === 1) throw new Error('UNIQUE constraint failed');
		};
		expect(await keysOf(store).processed.record(callsOf('a'))).toEqual(new Set());
	});

	it('can be 20,000, and are removed in parts', async () => {
		const many = callsOf(...Array.from({ length: 20_000 }, (_, at) => `profile-${at}`));
		const store = new ProcessedStore();
		const { processed, calls } = keysOf(store);
		expect(await processed.record(many)).toEqual(new Set());
		const failures = new Map(many.slice(1).map(({ index }) => [index, failed]));
		await processed.releaseKeys(failures, new Hints());
		expect(Object.values(store.rows)).toEqual([[expect.stringContaining('profile-0')]]);
		expect([calls.length, Math.max(...calls)]).toEqual([80, 250]);
	});

	it('are at most 50,000: the oldest are dropped', async () => {
		const store = new ProcessedStore();
		store.rows['w/n'] = Array.from({ length: 50_000 }, (_, at) => String(at));
		await keysOf(store).processed.record(callsOf('a'));
		expect(store.rows['w/n']).toHaveLength(50_000);
		expect(store.rows['w/n'][0]).toBe('1');
		expect(await keysOf(store).processed.lookUp(callsOf('b'))).toEqual(new Set());
		expect(store.rows['w/n'][0]).toBe('1');
	});
});
