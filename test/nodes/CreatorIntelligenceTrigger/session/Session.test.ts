import { TIME_IS_UP } from '../../../../nodes/CreatorIntelligenceTrigger/session/Session';
import { TooSlow } from '../../../../nodes/CreatorIntelligenceTrigger/session/problem';
import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { sessionOf } from './sessions';

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

const JOB = { subject: 'job' } as const;
const failureOf = (message: string, status?: number) =>
	new Failure({ kind: 'request', request: 'GET /x', message, status });
const passing = (message = 'It will pass') => failureOf(message);
const forbidden = (message = 'No right') => failureOf(message, 403);

describe('problems', () => {
	it('three transient ones in a row end the session, and the last one is reported', () => {
		const { session, ended } = sessionOf();
		session.note(passing(), JOB);
		session.note(new TooSlow(failureOf('Too slow').details), JOB);
		expect(session.passing?.message).toBe('Too slow');
		expect(ended.signal.aborted).toBe(false);
		session.note(passing('Last'), JOB);
		expect(ended.signal.aborted).toBe(true);
		expect(session.passing?.message).toBe('Last');
		expect(session.fatal).toBeUndefined();
	});

	it('are forgotten after a success', () => {
		const { session, ended } = sessionOf();
		for (let count = 0; count < 3; count++) {
			session.note(passing(), JOB);
			session.note(passing(), JOB);
			session.succeeded();
		}
		expect(ended.signal.aborted).toBe(false);
	});

	it.each([new Cancelled(), failureOf('No', 422)])('of a single job do not count: %s', (error) => {
		const { session, ended } = sessionOf();
		for (let count = 0; count < 4; count++) session.note(error, JOB);
		expect([ended.signal.aborted, session.passing, session.fatal]).toEqual([
			false,
			undefined,
			undefined,
		]);
	});

	it('a token that may not access any job is reported, after three attempts', () => {
		const { session, ended } = sessionOf();
		session.note(forbidden('First'), JOB);
		session.note(forbidden(), JOB);
		expect(ended.signal.aborted).toBe(false);
		session.note(forbidden(), JOB);
		expect(ended.signal.aborted).toBe(true);
		expect(session.fatal).toMatchObject({ message: 'First' });
	});

	it('a token that may access another job is not reported', () => {
		const { session, ended } = sessionOf();
		session.isAccepted = true;
		for (let count = 0; count < 4; count++) session.note(forbidden(), JOB);
		expect(ended.signal.aborted).toBe(false);
		expect(session.fatal).toBeUndefined();
	});

	it('a wrong token ends the session at once, and the first failure is reported', () => {
		const { session, ended } = sessionOf();
		session.isAccepted = true;
		session.note(failureOf('Wrong token', 401), JOB);
		expect(ended.signal.aborted).toBe(true);
		session.note(failureOf('Later', 401), JOB);
		session.note('Later still', JOB);
		expect(session.fatal).toMatchObject({ message: 'Wrong token' });
	});

	it('a bug of the node is reported, and the other targets get their turn', () => {
		const { session, ended } = sessionOf();
		session.note('A fault', JOB);
		session.note('Another', JOB);
		expect(session.fatal).toBe('A fault');
		expect(ended.signal.aborted).toBe(false);
	});
});
