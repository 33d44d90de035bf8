import type { Method } from '../../../../nodes/shared/catalogue/types';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import type { ServiceRequest, ServiceResponse } from '../../../../nodes/shared/http/types';
import { followRedirect } from '../../../../nodes/shared/transport/redirect';
import { request, response, thrownBy } from '../responses';

const MAY_HAVE_BEEN_PROCESSED = 'The request may have been processed and charged.';

const to = (location: string | undefined, status = 302) =>
	response('', location === undefined ? {} : { location }, status);
const HERE = 'https://api.example.com/v1/other';

describe('a GET follows a redirect', () => {
	it.each([301, 302, 303, 307, 308])('of %d with the token within the origin', (status) => {
		expect(followRedirect(request(), to(HERE, status), 0)).toEqual({
			...request(),
			url: HERE,
			authenticated: true,
		});
	});

	it.each<[string, string]>([
		['other', 'https://api.example.com/v1/other'],
		['/other', 'https://api.example.com/other'],
		['?a=1', 'https://api.example.com/v1/things?a=1'],
	])('to %s, relative to its URL', (location, url) => {
		expect(followRedirect(request(), to(location), 0)).toMatchObject({ url, authenticated: true });
	});

	it.each([
		'https://files.example.com/x',
		'https://api.example.com:8443/v1/other',
		'http://api.example.com/v1/other',
		'//evil.example/v1/other',
		'https://api.example.com@evil.example/',
		'https://api.example.com.evil.example/',
	])('without the token to another origin: %s', (location) => {
		const next = followRedirect(request(), to(location), 0);
		expect(next).toMatchObject({ authenticated: false, method: 'GET' });
	});

	it('without the token for good, once it has left the origin', () => {
		const away = followRedirect(request(), to('https://files.example.com/x'), 0);
		expect(away && followRedirect(away, to(HERE), 1)).toMatchObject({
			url: HERE,
			authenticated: false,
		});
	});

	it('five times at most', () => {
		expect(followRedirect(request(), to(HERE), 4)).toBeDefined();
		expect(thrownBy(() => followRedirect(request(), to(HERE), 5))).toMatchObject({
			details: { message: expect.stringContaining('too often') },
		});
	});
});

it('a POST is redirected once within the origin, and never to its own URL', () => {
	const post = request('POST');
	expect(followRedirect(post, to(HERE, 307), 0)).toMatchObject({ url: HERE, method: 'POST' });
	for (const [location, hops] of [
		[HERE, 1],
		[post.url, 0],
	] as const) {
		expect(thrownBy(() => followRedirect(post, to(location, 307), hops))).toMatchObject({
			details: { outcomeUnknown: true, message: expect.stringContaining('in a circle') },
		});
	}
});

describe('a response that is no usable redirect is not followed', () => {
	it.each([
		response('', { location: HERE }, 200),
		response('', { location: HERE }, 201),
		response('', { location: HERE }, 304),
		to(undefined),
		to('http://'),
		to('javascript:alert(1)'),
		to('file:///etc/passwd'),
	])('$status $headers.location', (sent) => {
		expect(followRedirect(request(), sent, 0)).toBeUndefined();
	});
});

describe('a POST', () => {
	it.each([307, 308])('is repeated at the target of %d, within the origin', (status) => {
		const sent = request('POST', { body: '{"a":1}' });
		expect(followRedirect(sent, to(HERE, status), 0)).toEqual({ ...sent, url: HERE });
	});

	it('becomes a GET by 303, within the origin, and without its key', () => {
		const idempotency = { header: 'Idempotency-Key', key: 'a' };
		expect(followRedirect(request('POST', { idempotency }), to(HERE, 303), 0)).toEqual({
			...request('POST'),
			method: 'GET',
			charged: false,
			url: HERE,
			body: undefined,
		});
	});

	it.each<[Method, number, string]>([
		['POST', 301, HERE],
		['POST', 302, HERE],
		['PATCH', 302, HERE],
		['POST', 303, 'https://evil.example/x'],
		['POST', 307, 'https://evil.example/x'],
		['PATCH', 308, 'http://api.example.com/v1/other'],
	])('is never sent to another target: %s after %d to %s', (method, status, location) => {
		const thrown = thrownBy(() => followRedirect(request(method), to(location, status), 0));
		expect(thrown).toBeInstanceOf(Failure);
		expect(thrown).toMatchObject({
			details: { message: expect.stringContaining('was not sent there'), status },
		});
		expect(thrown).toHaveProperty('details.description', expect.stringContaining("'Base URL'"));
	});
});

describe('a redirect into the network of n8n', () => {
	it.each([
		'http://127.0.0.1/x',
		'http://localhost:5678/rest',
		'http://[::1]/',
		'http://2130706433/',
	])('is not followed from a public address: %s', (location) => {
		const thrown = thrownBy(() => followRedirect(request(), to(location), 0));
		expect(thrown).toMatchObject({
			details: { message: expect.stringContaining('to the private address') },
		});
	});

	it('is followed from within', () => {
		const inside = request('GET', { url: 'http://10.0.0.5/v1/things' });
		expect(followRedirect(inside, to('http://10.0.0.6/x'), 0)).toMatchObject({
			url: 'http://10.0.0.6/x',
			authenticated: false,
		});
	});
});

it('a user name in a redirect of the same origin is dropped', () => {
	const next = followRedirect(request(), to('https://user:pass@api.example.com/v1/other'), 0);
	expect(next).toMatchObject({ url: HERE, authenticated: true });
});

it('the time of a redirected request counts from the first one', () => {
	const first = followRedirect(request(), { ...to(HERE), sentAt: 5 }, 0);
	expect(first?.firstSentAt).toBe(5);
	expect(first && followRedirect(first, { ...to(HERE), sentAt: 9 }, 1)?.firstSentAt).toBe(5);
});

describe('the message about a redirect that is not followed', () => {
	const said = (sent: ServiceRequest, answer: ServiceResponse, hops = 0) => {
		const thrown = thrownBy(() => followRedirect(sent, answer, hops));
		if (!(thrown instanceof Failure)) throw new Error('It was followed');
		return thrown.details;
	};
	const away = 'https://other.example.com/v1/things';

	it('names the target, and what to do', () => {
		const details = said(request('POST'), to(away));
		expect(details).toMatchObject({
			kind: 'request',
			status: 302,
			request: 'POST /things',
			message:
				'The service redirected POST /things to https://other.example.com, and the request was not sent there',
		});
		expect(details.description).toMatch(/If the service has moved, set 'Base URL'/);
		expect(said(request(), to(HERE), 5).description).toBe(
			"Check 'Base URL' in the 'Creator Intelligence API' credential.",
		);
		const inside = said(request(), to('http://127.0.0.1/x'));
		expect(inside.message).toBe(
			'The service redirected GET /things to the private address 127.0.0.1, and nothing was sent there',
		);
		expect(inside.description).toMatch(/the service cannot direct requests/);
	});

	it.each<[string, string, number, string, boolean]>([
		[
			'to https',
			'http://api.example.com/v1/things?a=1',
			302,
			'https://api.example.com/v1/things?a=1',
			false,
		],
		[
			'to another path by https',
			'http://api.example.com/v1/things',
			302,
			'https://api.example.com/v2/things',
			true,
		],
		[
			'to another query by https',
			'http://api.example.com/v1/things',
			302,
			'https://api.example.com/v1/things?a=1',
			true,
		],
		['to another host by https', 'http://api.example.com/v1/things', 302, away, true],
		['to http', 'https://api.example.com/v1/things', 302, 'http://api.example.com/v1/things', true],
		[
			'within http',
			'http://api.example.com/v1/things',
			302,
			'http://api.example.com:81/v1/things',
			true,
		],
		[
			'within https',
			'https://api.example.com/v1/things',
			302,
			'https://api.example.com:81/v1/things',
			true,
		],
		['by 307 to another host', 'https://api.example.com/v1/things', 307, away, false],
		['by 303 to another host', 'https://api.example.com/v1/things', 303, away, true],
	])('%s: whether the outcome of a POST is unknown', (_, url, status, location, outcomeUnknown) => {
		const details = said(request('POST', { url }), to(location, status));
		expect(details.outcomeUnknown ?? false).toBe(outcomeUnknown);
		expect(details.description?.startsWith(MAY_HAVE_BEEN_PROCESSED)).toBe(outcomeUnknown);
	});

	it('nor for a POST for a file, which 307 does not turn into a GET', () => {
		const sent = request('POST', { document: true });
		expect(followRedirect(sent, to(HERE, 307), 0)).toMatchObject({ method: 'POST' });
		expect(said(sent, to(away, 307)).outcomeUnknown).toBeUndefined();
	});
});
