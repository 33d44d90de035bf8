import type { Method } from '../../../../nodes/shared/catalogue/vocabulary';
import { NetworkError } from '../../../../nodes/shared/http/networkError';
import {
	backoff,
	isRefusedForNow,
	retryNetworkError,
	retryStatus,
} from '../../../../nodes/shared/transport/retryPolicy';

const PASSING = [408, 425, 429, 500, 502, 503, 504, 520];
const LASTING = [301, 400, 401, 402, 403, 404, 409, 410, 413, 422];
const METHODS: Method[] = ['GET', 'POST', 'PATCH'];

describe('a status is worth a retry', () => {
	it.each(PASSING)('%d: after a GET, and after others if the user opts in', (status) => {
		expect(retryStatus('GET', status, false)).toBe(true);
		expect(retryStatus('POST', status, true)).toBe(true);
		expect(retryStatus('PATCH', status, true)).toBe(true);
	});

	it.each(PASSING)('%d: after POST and PATCH only if it is 429', (status) => {
		expect(retryStatus('POST', status, false)).toBe(status === 429);
		expect(retryStatus('PATCH', status, false)).toBe(status === 429);
	});

	it.each(LASTING)('%d: never', (status) => {
		for (const method of METHODS) {
			expect(retryStatus(method, status, true)).toBe(false);
		}
	});
});

describe('"not now"', () => {
	it.each<[number, string | undefined, boolean]>([
		[429, undefined, true],
		[400, 'retry_later', true],
		[400, 'RETRY-LATER', true],
		[400, 'rate limit exceeded', true],
		[400, 'tooManyRequests', true],
		[400, 'invalid', false],
		[400, undefined, false],
		[403, 'retry_later', true],
		[403, 'forbidden', false],
		[404, 'retry_later', false],
		[503, undefined, false],
	])('is said by %d with the code %s: %s', (status, code, refused) => {
		expect(isRefusedForNow({ status, code, isTimed: false })).toBe(refused);
	});

	it.each<[number, string | undefined, boolean, boolean]>([
		[403, 'API rate limit exceeded', false, true],
		[403, 'Too many requests', false, true],
		[403, 'Request was throttled.', false, true],
		[403, 'You cannot see this', true, true],
		[403, 'Your plan limits you to two', false, false],
		[403, undefined, false, false],
		[400, 'rate limit must be a number', true, false],
		[401, 'Too many requests', true, false],
	])('is said by %d with the words %j, with a time %s: %s', (status, reason, isTimed, refused) => {
		expect(isRefusedForNow({ status, reason, isTimed })).toBe(refused);
	});
});

describe('a network error is worth a retry', () => {
	const lost = new NetworkError('ECONNRESET', false, false);
	const timedOut = new NetworkError('ETIMEDOUT', false, true);
	const refused = new NetworkError('ECONNREFUSED', true, false);

	it.each([lost, timedOut, refused])('after a GET: $code', (error) => {
		expect(retryNetworkError('GET', error, false)).toBe(true);
	});

	it.each<Method>(['POST', 'PATCH'])('after a %s if no connection was made', (method) => {
		expect(retryNetworkError(method, refused, false)).toBe(true);
		expect(retryNetworkError(method, lost, false)).toBe(false);
		expect(retryNetworkError(method, timedOut, false)).toBe(false);
		expect(retryNetworkError(method, lost, true)).toBe(true);
	});

	it.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'EPROTO',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'ERR_INVALID_URL',
	])('never where the next try would fail as well: %s', (code) => {
		for (const method of METHODS) {
			expect(retryNetworkError(method, new NetworkError(code, true, false), true)).toBe(false);
		}
	});
});

describe('the wait before a retry', () => {
	it.each([
		[0, 1_000],
		[1, 2_000],
		[2, 4_000],
		[4, 16_000],
		[5, 30_000],
		[50, 30_000],
	])('after try %d is anything up to %d ms', (attempt, longest) => {
		const waits = Array.from({ length: 2_000 }, () => backoff(attempt));
		expect(Math.max(...waits)).toBeLessThanOrEqual(longest);
		expect(Math.max(...waits)).toBeGreaterThan(longest * 0.9);
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
		expect(Math.min(...waits)).toBeLessThan(longest * 0.1);
	});
});
