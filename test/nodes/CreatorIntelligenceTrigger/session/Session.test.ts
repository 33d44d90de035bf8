import {
	TIME_IS_UP,
	type TargetResult,
} from '../../../../nodes/CreatorIntelligenceTrigger/session/Session';
import type { Problem } from '../../../../nodes/CreatorIntelligenceTrigger/session/problem';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { sessionOf } from './sessions';

const failureOf = (message: string) => new Failure({ kind: 'request', request: 'GET /x', message });
const passing = (message = 'It will pass'): Problem => ({
	kind: 'passing',
	failure: failureOf(message),
});
const forbidden = (message = 'No right'): Problem => ({
	kind: 'forbidden',
	failure: failureOf(message),
});

describe('turns', () => {
	const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

	it('are given to each one', async () => {
		const { session } = sessionOf();
		const seen: number[] = [];
		const left = await session.each([1, 2, 3], async (target): Promise<TargetResult> => {
			seen.push(target);
			return await Promise.resolve('done');
		});
		expect(seen).toEqual([1, 2, 3]);
		expect(left).toBeUndefined();
	});

	it('end with the session; a target that was skipped or postponed is the first of the next one', async () => {
		const { session, ended } = sessionOf({ maxConcurrency: 1 });
		const turn = async (target: number): Promise<TargetResult> => {
			if (target === 3) ended.abort();
			return await Promise.resolve(target === 1 ? 'postponed' : 'done');
		};
		expect(await session.each([0, 1, 2, 3, 4], turn)).toBe(1);
		const next = sessionOf({ maxConcurrency: 1 });
		const endsAtThree = async (target: number): Promise<TargetResult> => {
			if (target === 3) next.ended.abort();
			return await Promise.resolve('done');
		};
		expect(await next.session.each([2, 3, 4], endsAtThree)).toBe(4);
	});

	it.each([
		[50, 8],
		[2, 2],
	])(
		'of the first targets may use all the time: with %d at once, %d',
		async (maxConcurrency, expected) => {
			const { session } = sessionOf({ maxConcurrency });
			const timed: number[] = [];
			await session.each(numbers(20), async (target, hasAllTime): Promise<TargetResult> => {
				if (hasAllTime) timed.push(target);
				return await Promise.resolve('done');
			});
			expect(timed).toEqual(numbers(expected));
		},
	);

	it('run no more at once than Max Concurrency allows', async () => {
		const { session } = sessionOf({ maxConcurrency: 3 });
		let [current, most] = [0, 0];
		await session.each(numbers(10), async (): Promise<TargetResult> => {
			most = Math.max(most, ++current);
			await new Promise((resolve) => setImmediate(resolve));
			current--;
			return 'done';
		});
		expect(most).toBe(3);
	});
});

describe('the time', () => {
	it.each([
		[false, TIME_IS_UP, true],
		[true, TIME_IS_UP, false],
		[false, 'The service is down', false],
	])('of a session (short: %s) that ended as "%s" was used up: %s', (isShort, why, expected) => {
		const { session, ended } = sessionOf({ isShort });
		expect(session.ranOutOfTime).toBe(false);
		ended.abort(why);
		expect(session.ranOutOfTime).toBe(expected);
		expect(session.isShort).toBe(isShort);
	});
});

describe('problems', () => {
	it('three transient ones in a row end the session, and the last one is reported', () => {
		const { session, ended } = sessionOf();
		session.note(passing());
		session.note({ kind: 'tooSlow', failure: failureOf('Too slow') });
		expect(session.passing?.message).toBe('Too slow');
		expect(ended.signal.aborted).toBe(false);
		session.note(passing('Last'));
		expect(ended.signal.aborted).toBe(true);
		expect(session.passing?.message).toBe('Last');
		expect(session.fatal).toBeUndefined();
	});

	it('are forgotten after a success', () => {
		const { session, ended } = sessionOf();
		for (let count = 0; count < 3; count++) {
			session.note(passing());
			session.note(passing());
			session.succeeded();
		}
		expect(ended.signal.aborted).toBe(false);
	});

	it.each<Problem>([{ kind: 'outOfTime' }, { kind: 'rejected', failure: failureOf('No') }])(
		'of a single job do not count: %j',
		(problem) => {
			const { session, ended } = sessionOf();
			for (let count = 0; count < 4; count++) session.note(problem);
			expect([ended.signal.aborted, session.passing, session.fatal]).toEqual([
				false,
				undefined,
				undefined,
			]);
		},
	);

	it('a token that may not access any job is reported, after three attempts', () => {
		const { session, ended } = sessionOf();
		session.note(forbidden('First'));
		session.note(forbidden());
		expect(ended.signal.aborted).toBe(false);
		session.note(forbidden());
		expect(ended.signal.aborted).toBe(true);
		expect(session.fatal).toMatchObject({ message: 'First' });
	});

	it('a token that may access another job is not reported', () => {
		const { session, ended } = sessionOf();
		session.isAccepted = true;
		for (let count = 0; count < 4; count++) session.note(forbidden());
		expect(ended.signal.aborted).toBe(false);
		expect(session.fatal).toBeUndefined();
	});

	it('a wrong token ends the session at once, and the first failure is reported', () => {
		const { session, ended } = sessionOf();
		session.isAccepted = true;
		session.note({ kind: 'wrongAccess', failure: failureOf('Wrong token') });
		expect(ended.signal.aborted).toBe(true);
		session.note({ kind: 'wrongAccess', failure: failureOf('Later') });
		session.note({ kind: 'unexpected', error: 'Later still' });
		expect(session.fatal).toMatchObject({ message: 'Wrong token' });
	});

	it('a bug of the node is reported, and the other targets get their turn', () => {
		const { session, ended } = sessionOf();
		session.note({ kind: 'unexpected', error: 'A fault' });
		session.note({ kind: 'unexpected', error: 'Another' });
		expect(session.fatal).toBe('A fault');
		expect(ended.signal.aborted).toBe(false);
	});
});
