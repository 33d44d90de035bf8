import type { Subject } from '../../../../nodes/CreatorIntelligenceTrigger/session/Session';
import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure, inputFailure } from '../../../../nodes/shared/failure/Failure';
import { sessionOf } from '../polls';

const details = (status?: number) =>
	({ kind: 'request', request: 'GET /screening/{id}', message: 'It failed', status }) as const;
const failure = (status?: number) => new Failure(details(status));

it.each<[string, unknown, Subject, number, string]>([
	['the time is up', new Cancelled(), 'job', Infinity, 'outOfTime'],
	['no connection', failure(), 'job', Infinity, 'retry passing'],
	['a web page', failure(200), 'service', Infinity, 'retry passing'],
	['a rate limit', failure(429), 'result', Infinity, 'retry passing'],
	['an outage', failure(503), 'job', Infinity, 'retry passing'],
	['an unknown job that is seconds old', failure(404), 'job', 2_000, 'retry passing'],
	['an unknown job', failure(404), 'job', 60_000, 'rejected'],
	['a token that is not taken', failure(401), 'job', Infinity, 'retry fatal ended'],
	['a token without the right to a job', failure(403), 'job', Infinity, 'rejected fatal'],
	['a token without the right to a result', failure(403), 'result', Infinity, 'rejected'],
	['a token without any right', failure(403), 'service', Infinity, 'retry fatal ended'],
	...[402, 405, 415].flatMap((status): Array<[string, Failure, Subject, number, string]> => [
		[`${status} for a job`, failure(status), 'job', Infinity, 'rejected fatal'],
		[`${status} for any request`, failure(status), 'service', Infinity, 'retry fatal ended'],
	]),
	['an id that cannot be sent', inputFailure('No', 'Correct it'), 'job', Infinity, 'rejected'],
	['a fault of the node', new TypeError('x'), 'job', Infinity, 'retry fatal'],
])('%s', (_, error, subject, ageMs, kind) => {
	const { session, ended } = sessionOf();
	const parts = [
		session.note(error, subject, ageMs).kind,
		session.passing && 'passing',
		session.fatal !== undefined && 'fatal',
		ended.signal.aborted && 'ended',
	];
	expect(parts.filter(Boolean).join(' ')).toBe(kind);
});

const failureOf = (message: string, status?: number) =>
	new Failure({ kind: 'request', request: 'GET /x', message, status });
const passing = (message = 'It will pass') => failureOf(message);
const forbidden = (message = 'No right') => failureOf(message, 403);

describe('problems', () => {
	it('three transient ones in a row end the session, and the last one is reported', () => {
		const { session, ended } = sessionOf();
		session.note(passing(), 'job');
		session.note(passing(), 'job');
		expect(ended.signal.aborted).toBe(false);
		session.note(passing('Last'), 'job');
		expect(ended.signal.aborted).toBe(true);
		expect(session.passing?.message).toBe('Last');
		expect(session.fatal).toBeUndefined();
	});

	it('are forgotten after a success', () => {
		const { session, ended } = sessionOf();
		for (let count = 0; count < 3; count++) {
			session.note(passing(), 'job');
			session.note(passing(), 'job');
			session.succeeded();
		}
		expect(ended.signal.aborted).toBe(false);
	});

	it.each([new Cancelled(), failureOf('No', 422)])('of a single job do not count: %s', (error) => {
		const { session, ended } = sessionOf();
		for (let count = 0; count < 4; count++) session.note(error, 'job');
		expect([ended.signal.aborted, session.passing, session.fatal]).toEqual([
			false,
			undefined,
			undefined,
		]);
	});

	it('a token that may not access any job is reported, after three attempts', () => {
		const { session, ended } = sessionOf();
		session.note(forbidden('First'), 'job');
		session.note(forbidden(), 'job');
		expect(ended.signal.aborted).toBe(false);
		session.note(forbidden(), 'job');
		expect(ended.signal.aborted).toBe(true);
		expect(session.fatal).toMatchObject({ message: 'First' });
	});

	it('a token that may access another job is not reported', () => {
		const { session, ended } = sessionOf();
		session.isAccepted = true;
		for (let count = 0; count < 4; count++) session.note(forbidden(), 'job');
		expect(ended.signal.aborted).toBe(false);
		expect(session.fatal).toBeUndefined();
	});

	it('a wrong token ends the session at once, and the first failure is reported', () => {
		const { session, ended } = sessionOf();
		session.isAccepted = true;
		session.note(failureOf('Wrong token', 401), 'job');
		expect(ended.signal.aborted).toBe(true);
		session.note(failureOf('Later', 401), 'job');
		session.note('Later still', 'job');
		expect(session.fatal).toMatchObject({ message: 'Wrong token' });
	});

	it('a bug of the node is reported, and the other targets get their turn', () => {
		const { session, ended } = sessionOf();
		session.note('A fault', 'job');
		session.note('Another', 'job');
		expect(session.fatal).toBe('A fault');
		expect(ended.signal.aborted).toBe(false);
	});
});
