import {
	classify,
	isWrongAddress,
	TooSlow,
	type RequestInfo,
} from '../../../../nodes/CreatorIntelligenceTrigger/session/problem';
import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure, inputFailure } from '../../../../nodes/shared/failure/Failure';

const details = (status?: number) =>
	({ kind: 'request', request: 'GET /screening/{id}', message: 'It failed', status }) as const;
const failure = (status?: number) => new Failure(details(status));

it.each<[string, unknown, RequestInfo['subject'], number, string]>([
	['the time is up', new Cancelled(), 'job', Infinity, 'outOfTime'],
	['an answer that is too slow', new TooSlow(details()), 'job', Infinity, 'passing'],
	['no connection', failure(), 'job', Infinity, 'passing'],
	['a web page', failure(200), 'service', Infinity, 'passing'],
	['a rate limit', failure(429), 'result', Infinity, 'passing'],
	['an outage', failure(503), 'job', Infinity, 'passing'],
	['an unknown job that is seconds old', failure(404), 'job', 2_000, 'passing'],
	['an unknown job', failure(404), 'job', 60_000, 'rejected'],
	['a token that is not taken', failure(401), 'job', Infinity, 'wrongAccess'],
	['a token without the right to a job', failure(403), 'job', Infinity, 'forbidden'],
	['a token without the right to a result', failure(403), 'result', Infinity, 'rejected'],
	['a token without any right', failure(403), 'service', Infinity, 'wrongAccess'],
	...[402, 405, 415].flatMap(
		(status): Array<[string, Failure, RequestInfo['subject'], number, string]> => [
			[`${status} for a job`, failure(status), 'job', Infinity, 'forbidden'],
			[`${status} for any request`, failure(status), 'service', Infinity, 'wrongAccess'],
		],
	),
	['a read outside of the plan', failure(402), 'healthCheck', Infinity, 'rejected'],
	[
		'a free read with a token that is not taken',
		failure(401),
		'healthCheck',
		Infinity,
		'wrongAccess',
	],
	['an id that cannot be sent', inputFailure('No', 'Correct it'), 'job', Infinity, 'rejected'],
	['a fault of the node', new TypeError('x'), 'job', Infinity, 'unexpected'],
])('%s', (_, error, subject, ageMs, kind) => {
	expect(classify(error, { subject, ageMs }).kind).toBe(kind);
});

it.each([
	[200, true],
	[399, true],
	[400, false],
	[undefined, false],
])('a response with %s indicates a wrong address: %s', (status, expected) => {
	expect(isWrongAddress(failure(status))).toBe(expected);
	expect(isWrongAddress(undefined)).toBe(false);
});
