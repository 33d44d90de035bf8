import { TooSlow } from '../../../../nodes/CreatorIntelligenceTrigger/session/Session';
import { targetOf } from '../../../../nodes/CreatorIntelligenceTrigger/watch/Target';
import { watchEach } from '../../../../nodes/CreatorIntelligenceTrigger/watch/watchEach';
import { TIME_IS_UP } from '../../../../nodes/CreatorIntelligenceTrigger/session/Session';
import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { PartialFailure } from '../../../../nodes/shared/operations/PartialFailure';
import { json } from '../../shared/responses';
import { NOW, pollOf, screening, type Situation } from '../polls';

const details = (status?: number) =>
	({ kind: 'request', request: 'GET /x', message: 'It failed', status }) as const;

interface Result {
	slow: number;
	unreadable: string[];
	/** Whether the next poll begins with it. */
	isNext: boolean;
	passing?: boolean;
	fatal?: boolean;
}

const NOTHING: Result = { slow: 0, unreadable: [], isNext: false, passing: false, fatal: false };

/** What comes of a job whose result is read so. */
async function after(
	take: (outOfTime: () => never) => void,
	situation?: Situation,
	submittedAt?: number,
): Promise<Result> {
	const { poll, outOfTime } = pollOf(() => json({ status: 'DONE' }), situation);
	const { slow, unreadable } = await watchEach(poll, {
		targets: [targetOf(screening, 'a', submittedAt)],
		isFull: () => false,
		read: async () => {
			await Promise.resolve();
			take(outOfTime);
			return undefined;
		},
	});
	const { passing, fatal } = poll.session;
	return {
		slow: slow.length,
		unreadable: unreadable.map(({ subject }) => subject),
		isNext: poll.memory.nextTarget === 'screening/a',
		passing: passing !== undefined,
		fatal: fatal !== undefined,
	};
}

const throwing = (error: unknown) => () => {
	throw error;
};

it.each<[string, Parameters<typeof after>, Partial<Result>]>([
	['no time left', [(outOfTime) => outOfTime()], { slow: 1 }],
	[
		'no time left at activation, where later polls have more',
		[(outOfTime) => outOfTime(), { isShort: true }],
		{ isNext: true },
	],
	['a slow response', [throwing(new TooSlow(details()))], { slow: 1, passing: true }],
	[
		'a slow response at activation',
		[throwing(new TooSlow(details())), { isShort: true }],
		{ passing: true },
	],
	['an outage', [throwing(new Failure(details(503)))], { passing: true }],
	['an unknown result', [throwing(new Failure(details(404)))], { unreadable: ['result'] }],
	[
		'an unknown result of a job that is seconds old',
		[throwing(new Failure(details(404))), {}, NOW - 2_000],
		{ passing: true },
	],
	[
		'an unknown result of a job that is minutes old',
		[throwing(new Failure(details(404))), {}, NOW - 60_000],
		{ unreadable: ['result'] },
	],
	[
		'a page that was rejected',
		[throwing(new PartialFailure(new Failure(details(422)), []))],
		{ unreadable: ['result'] },
	],
	['a fault of the node', [throwing(new TypeError('x'))], { fatal: true }],
])('%s', async (_, given, expected) => {
	expect(await after(...given)).toEqual({ ...NOTHING, ...expected });
});

describe('targets', () => {
	const all = ['a', 'b', 'c'].map((id) => targetOf(screening, id));

	it('that had only a part of the time are the first of the next poll, and not slow', async () => {
		const { poll, outOfTime } = pollOf(() => json({ status: 'DONE' }));
		const { slow } = await watchEach(poll, {
			targets: all,
			isFull: () => false,
			read: async ({ id }) => await Promise.resolve(id === 'b' ? outOfTime() : undefined),
		});
		expect(poll.memory.nextTarget).toBe('screening/b');
		expect(slow).toEqual([]);
	});

	it('are not read after the execution is full', async () => {
		const { poll, requests } = pollOf(() => json({ status: 'DONE' }));
		const taken: unknown[] = [];
		await watchEach(poll, {
			targets: all,
			isFull: () => taken.length > 0,
			read: async ({ id }) => {
				await Promise.resolve(taken.push(id));
				return undefined;
			},
		});
		expect([taken, requests.length, poll.memory.nextTarget]).toEqual([['a'], 1, 'screening/b']);
	});

	it.each([401, 405])('are not read after the token is not accepted (%d)', async (status) => {
		const { poll, requests } = pollOf(() => json({ message: 'No' }, status));
		const { unreadable } = await watchEach(poll, {
			...{ targets: all, isFull: () => false },
			read: async () => await Promise.resolve(undefined),
		});
		expect(requests).toHaveLength(status === 401 ? 1 : 3);
		expect(unreadable).toHaveLength(status === 401 ? 0 : 3);
		expect(poll.memory.nextTarget).toBe(status === 401 ? 'screening/a' : undefined);
		expect(poll.session.fatal).toBeDefined();
	});

	const many = (count: number) =>
		Array.from({ length: count }, (_, at) => targetOf(screening, String(at)));

	it.each([
		[50, 8],
		[2, 2],
	])('may use all the time: with %d at once, the first %d', async (maxConcurrency, count) => {
		const { poll, ended } = pollOf(() => json({ status: 'DONE' }), { options: { maxConcurrency } });
		const { slow } = await watchEach(poll, {
			...{ targets: many(20), isFull: () => false },
			read: async () => {
				await new Promise(setImmediate);
				ended.abort(TIME_IS_UP);
				throw new Cancelled();
			},
		});
		expect(slow.map(({ id }) => id)).toEqual(many(count).map(({ id }) => id));
	});

	it('are read no more at once than Max Concurrency allows', async () => {
		const { poll } = pollOf(() => json({ status: 'DONE' }), { options: { maxConcurrency: 3 } });
		let [current, most] = [0, 0];
		await watchEach(poll, {
			...{ targets: many(10), isFull: () => false },
			read: async () => {
				most = Math.max(most, ++current);
				await new Promise(setImmediate);
				current--;
				return undefined;
			},
		});
		expect(most).toBe(3);
	});
});
