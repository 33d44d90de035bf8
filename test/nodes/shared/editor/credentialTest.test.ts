import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CreatorSearch } from '../../../../nodes/CreatorSearch/CreatorSearch.node';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { startSandbox, SUSPENDED_TOKEN, type Sandbox } from '../../../../sandbox';
import '../../../engine/engine';
import { startServer, type LoopbackServer } from '../../../support/http';

let sandbox: Sandbox;
/** A website that says the same to everybody, whatever is asked for. */
let website: LoopbackServer;
/** Leads on to wherever the query of the test says. */
let other: LoopbackServer;

const PAGE = '<!doctype html><html><title>Welcome</title><body>Hello</body></html>';

beforeAll(async () => {
	sandbox = await startSandbox({ creators: 50 });
	website = await startServer((app) => {
		app.get('/*', async (_, reply) => reply.type('text/html').send(PAGE));
	});
	other = await startServer((app) => {
		app.get('/moved/*', async (_, reply) => reply.redirect(`${sandbox.url}/dictionary/languages`));
		app.get('/toWebsite/*', async (_, reply) => reply.redirect(website.url));
		app.get('/slash/*', async (request, reply) =>
			reply.redirect(request.url.replace('/slash', '/json')),
		);
		app.get('/json/*', async () => ({ languages: [{ code: 'de' }] }));
		app.get('/word/*', async (_, reply) => reply.type('text/plain').send('It works!'));
		app.get('/nothing/*', async (_, reply) => reply.code(204).send());
		app.get('/echo/*', async (request, reply) =>
			reply.code(403).send({ message: `No access for ${request.headers.authorization}` }),
		);
	});
});
afterAll(async () => {
	await Promise.all([sandbox.close(), website.close(), other.close()]);
});
beforeEach(() => {
	sandbox.log.clear();
	sandbox.faults.clear();
	website.requests.length = 0;
});

async function test(data: ICredentialDataDecryptedObject) {
	const { credentialTest = {} } = new CreatorSearch().methods;
	return await credentialTest.testCreatorIntelligenceApi.call(new CredentialTestContext(), {
		id: '1',
		name: 'Service',
		type: 'creatorIntelligenceApi',
		data,
	});
}

const good = () => ({ baseUrl: sandbox.url, apiToken: sandbox.token });

describe('a contract', () => {
	const contract = (endpoints: object) => JSON.stringify({ version: 1, endpoints });

	it('is accepted', async () => {
		const responseContract = contract({ 'GET /social-listening/{id}/fetch': { rows: 'data' } });
		expect(await test({ ...good(), responseContract })).toMatchObject({ status: 'OK' });
	});

	it.each([
		['{"version": 1,', 'line 1, column 15 is not valid JSON'],
		['{"version": 2, "endpoints": {}}', 'version is 2; this package supports version 1'],
		[contract({ 'POST /nope': {} }), 'endpoints["POST /nope"] is not an endpoint of the service'],
	])('with an error is rejected before anything is sent: %s', async (responseContract, problem) => {
		const { status, message } = await test({ ...good(), responseContract });
		expect({ status, message }).toEqual({
			status: 'Error',
			message: expect.stringContaining(problem),
		});
		expect(sandbox.log.all()).toEqual([]);
	});
});

describe('the test of the credential', () => {
	it('is one health check, with the token alone', async () => {
		expect(await test(good())).toEqual({
			status: 'OK',
			message: 'The service accepted the token',
		});
		expect(sandbox.log.all()).toHaveLength(1);
		expect(sandbox.log.last()).toMatchObject({ method: 'GET', path: '/dictionary/languages' });
		expect(sandbox.log.last()?.headers.authorization).toBe(sandbox.token);
	});

	const cases: Array<[string, () => ICredentialDataDecryptedObject, RegExp]> = [
		[
			'a wrong token',
			() => ({ ...good(), apiToken: 'wrong' }),
			/^The service did not accept the API token \(401\).*check 'API Token' and 'Base URL'/,
		],
		[
			'a token with Bearer',
			() => ({ ...good(), apiToken: `Bearer ${sandbox.token}` }),
			/ \(401\).*\. Enter the token without "Bearer": the node sends it without a prefix\.$/,
		],
		[
			'an account that is suspended',
			() => ({ ...good(), apiToken: SUSPENDED_TOKEN }),
			/is not allowed to use .* \(403\): The account is suspended\./,
		],
		['no token', () => ({ ...good(), apiToken: ' ' }), /^The credential has no API Token$/],
		[
			'a website',
			() => ({ ...good(), baseUrl: website.url }),
			/is a web page, not data.*'Base URL'/,
		],
		[
			'an address that leads to a website',
			() => ({ ...good(), baseUrl: `${other.url}/toWebsite` }),
			/is a web page, not data.*'Base URL'/,
		],
		[
			'an address that leads to another host',
			() => ({ ...good(), baseUrl: `${other.url}/moved` }),
			/^The host that .* redirected to rejected the request.*If the service has moved, correct 'Base URL'/,
		],
		[
			'a text',
			() => ({ ...good(), baseUrl: `${other.url}/word` }),
			/^The server does not respond like the service/,
		],
		[
			'an empty answer',
			() => ({ ...good(), baseUrl: `${other.url}/nothing` }),
			/^The server does not respond like the service/,
		],
		[
			'a path that is not the service',
			() => ({ ...good(), baseUrl: `${sandbox.url}/v9` }),
			/^The service found nothing for .*a missing or duplicated path/,
		],
		[
			'a port where nobody listens',
			() => ({ ...good(), baseUrl: 'http://127.0.0.1:9' }),
			/^Could not connect to the service.*Check the host and port/,
		],
		[
			'a host that does not exist',
			() => ({ ...good(), baseUrl: 'http://no-such-host.invalid' }),
			/^The host in 'Base URL' was not found/,
		],
		[
			'https where the service speaks http',
			() => ({ ...good(), baseUrl: sandbox.url.replace('http:', 'https:') }),
			/^The secure connection to the service failed.*the right scheme/,
		],
		['no address', () => ({ ...good(), baseUrl: '' }), /^The credential has no Base URL/],
		[
			'an address that is none',
			() => ({ ...good(), baseUrl: 'api.example.com' }),
			/is not an http or https URL/,
		],
		[
			'a token that cannot be sent',
			() => ({ ...good(), apiToken: '“abc”' }),
			/contains characters that cannot be sent/,
		],
	];
	it.each(cases)('says what is wrong with %s', async (_, data, message) => {
		const result = await test(data());
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
		expect(result.message).not.toContain(sandbox.token);
	});

	it.each([
		[503, /^The service is not available at the moment \(503\)/],
		[429, /because of its rate limit or quota(?!.*Options)/],
		[418, /^The service rejected GET \/dictionary\/languages/],
	])(
		'distinguishes a service that responds with %i from one that is not there',
		async (status, message) => {
			sandbox.faults.add({ kind: 'status', status });
			expect((await test(good())).message).toMatch(message);
		},
	);

	it('follows a redirect on the same host', async () => {
		const { status } = await test({ ...good(), baseUrl: `${other.url}/slash` });
		expect(status).toBe('OK');
	});

	it('sends the token to no other host', async () => {
		await test({ ...good(), baseUrl: `${other.url}/moved` });
		await test({ ...good(), baseUrl: `${other.url}/toWebsite` });
		const received = [
			...sandbox.log.all().map(({ headers }) => headers),
			...website.requests.map(({ headers }) => headers),
		];
		expect(received).toHaveLength(2);
		for (const headers of received) expect(headers.authorization).toBeUndefined();
	});

	it('does not repeat the token where the service does', async () => {
		const { message } = await test({ ...good(), baseUrl: `${other.url}/echo` });
		expect(message).toMatch(/\(403\): No access for/);
		expect(message).not.toContain(sandbox.token);
	});
});

describe('a response', () => {
	it.each([
		[200, '[]', 'application/json', 'OK'],
		[200, '{"a":1}', 'text/html', 'OK'],
		[200, 'a,b', 'text/csv', 'OK'],
		[200, '{"a":1}\n{"a":2}', 'application/x-ndjson', 'OK'],
		[200, 'see [1]', 'text/plain', 'Error'],
		[200, '{"a":', 'application/json', 'Error'],
		[200, '{"code":403,"message":"No"}', 'application/json', 'Error'],
		[300, '[]', 'application/json', 'Error'],
		[500, PAGE, 'text/html', 'Error'],
	])('of %i with %j as %s is %s', async (status, body, type, expected) => {
		const service = await startServer((app) => {
			app.get('/*', async (_, reply) => reply.code(status).type(type).send(body));
		});
		const result = await test({ ...good(), baseUrl: service.url });
		await service.close();
		expect(result.status).toBe(expected);
	});
});

it('an error of n8n is reported, and not thrown', async () => {
	const context = new CredentialTestContext();
	Object.defineProperty(context, 'helpers', {
		value: {
			request: () => {
				throw new Failure({ kind: 'unexpected', message: 'A fault' });
			},
		},
	});
	const { credentialTest = {} } = new CreatorSearch().methods;
	const result = await credentialTest.testCreatorIntelligenceApi.call(context, {
		id: '1',
		name: 'Service',
		type: 'creatorIntelligenceApi',
		data: good(),
	});
	expect(result).toEqual({ status: 'Error', message: 'A fault' });
});
