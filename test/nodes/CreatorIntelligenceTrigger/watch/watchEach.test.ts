import { TriggerMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import { targetOf } from '../../../../nodes/CreatorIntelligenceTrigger/watch/Target';
import {
	watchEach,
	type Found,
} from '../../../../nodes/CreatorIntelligenceTrigger/watch/watchEach';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { json } from '../../shared/responses';
import { NOW, pollOf, screening, type Situation } from '../polls';

const details = (status?: number) =>
	({ kind: 'request', request: 'GET /x', message: 'It failed', status }) as const;

interface Result {
	unreadable: string[];
	/** Whether the next poll begins with it. */
	isNext: boolean;
	passing?: boolean;
	fatal?: boolean;
}

const NOTHING: Result = { unreadable: [], isNext: false, passing: false, fatal: false };

/** What comes of a job whose result is read so. */
async function after(
	take: () => Found | undefined,
	situation?: Situation,
	submittedAt?: number,
): Promise<Result> {
	const { poll } = pollOf(() => json({ status: 'DONE' }), situation);
	const { unreadable } = await watchEach(
		poll,
		[targetOf(screening, 'a', submittedAt)],
		async () => {
			await Promise.resolve();
			return take();
		},
	);
	const { passing, fatal } = poll.session;
	return {
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
		[() => ({ key: 'screening/a', items: [], failure: new Failure(details(422)) })],
		{ unreadable: ['result'] },
	],
	['a fault of the node', [throwing(new TypeError('x'))], { fatal: true }],
])('%s', async (_, given, expected) => {
	expect(await after(...given)).toEqual({ ...NOTHING, ...expected });
});

describe('targets', () => {
	const all = ['a', 'b', 'c'].map((id) => targetOf(screening, id));

	it('that had only a part of the time are the first of the next poll', async () => {
		const { poll, outOfTime } = pollOf(() => json({ status: 'DONE' }));
		const { unreadable } = await watchEach(
			poll,
			all,
			async ({ id }) => await Promise.resolve(id === 'b' ? outOfTime() : undefined),
		);
		expect(poll.memory.nextTarget).toBe('screening/b');
		expect(unreadable).toEqual([]);
	});

	it('are not read after the execution is full', async () => {
		const { poll, requests } = pollOf(() => json({ status: 'DONE' }));
		const items = Array.from({ length: 20_000 }, () => ({ json: {} }));
		const { found } = await watchEach(
			poll,
			all,
			async ({ key }) => await Promise.resolve({ key, items }),
		);
		expect(found.map(({ key }) => key)).toEqual(['screening/a']);
		expect([requests.length, poll.memory.nextTarget]).toEqual([1, 'screening/b']);
	});

	it.each([401, 405])('are not read after the token is not accepted (%d)', async (status) => {
		const { poll, requests } = pollOf(() => json({ message: 'No' }, status));
		const { unreadable } = await watchEach(poll, all, async () => await Promise.resolve(undefined));
		expect(requests).toHaveLength(status === 401 ? 1 : 3);
		expect(unreadable).toHaveLength(status === 401 ? 0 : 3);
		expect(poll.memory.nextTarget).toBe(status === 401 ? 'screening/b' : undefined);
		expect(poll.session.fatal).toBeDefined();
	});

	it('that had no time left although the poll began with them are reported', async () => {
		const memory = new TriggerMemory();
		const reported: string[] = [];
		for (let polls = 0; polls < 3; polls++) {
			const { poll, outOfTime } = pollOf(() => json({ status: 'DONE' }), { memory });
			const { unreadable } = await watchEach(
				poll,
				all,
				async ({ id }) => await Promise.resolve(id === 'b' ? outOfTime() : undefined),
			);
			reported.push(unreadable.map(({ target, failure }) => `${target.id} ${failure.kind}`).join());
		}
		expect(reported).toEqual(['', 'b stopped', '']);
	});

	it('are read no more at once than Max Concurrency allows', async () => {
		const { poll } = pollOf(() => json({ status: 'DONE' }), { options: { maxConcurrency: 2 } });
		let [current, most] = [0, 0];
		await watchEach(poll, all, async () => {
			most = Math.max(most, ++current);
			// As long as another one needs to begin, however many turns its request takes.
			for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate);
			current--;
			return undefined;
		});
		expect(most).toBe(2);
	});
});
