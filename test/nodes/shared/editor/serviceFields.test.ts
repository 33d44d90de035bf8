import { CreatorSearch } from '../../../../nodes/CreatorSearch/CreatorSearch.node';
import { SocialBackgroundCheck } from '../../../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { routes } from '../../../../sandbox/routes';
import { sendsBody } from '../../../../nodes/shared/catalogue/types';
import { entries } from '../../areas';
import { mappingFields } from '../../../support/editor';
import { startServer, type LoopbackServer } from '../../../support/http';

const method = 'getServiceFields';

describe('every operation with a body', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ creators: 100 });
	});
	afterAll(async () => await sandbox.close());

	const cases = entries
		.filter(({ operation }) => sendsBody(operation))
		.map((entry) => [`${entry.resource}: ${entry.operation.value}`, entry] as const);
	it.each(cases)('%s has the fields of the document', async (_, { node, resource, operation }) => {
		const { fields, emptyFieldsNotice } = await mappingFields({
			node,
			parameters: { resource, operation: operation.value },
			credentials: { baseUrl: sandbox.url, apiToken: sandbox.token, openApiUrl: '/openapi.json' },
			method,
		});
		const route = routes.find(
			({ method: verb, path }) =>
				verb === operation.endpoint.method && path === operation.endpoint.path,
		);
		const takesFields = JSON.stringify(route?.body).includes('"properties":{"');
		expect(fields.length > 0).toBe(takesFields);
		expect(emptyFieldsNotice === undefined).toBe(takesFields);
	});
});

describe('where the fields cannot be read, the panel says why', () => {
	let server: LoopbackServer;
	let received: { status: number; type?: string; body: unknown };
	beforeAll(async () => {
		server = await startServer((app) => {
			app.get('/*', async (_, reply) =>
				reply
					.code(received.status)
					.type(received.type ?? 'application/json')
					.send(received.body),
			);
		});
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.requests.length = 0;
	});

	let accounts = 0;
	const ask = async (openApiUrl: string, baseUrl = server.url) =>
		await mappingFields({
			node: new SocialBackgroundCheck(),
			parameters: { resource: 'screening', operation: 'submit' },
			// Another account each time: nothing that was kept is in the way.
			credentials: { baseUrl, apiToken: `token-${++accounts}`, openApiUrl },
			method,
		});

	it('no operation', async () => {
		const asked = mappingFields({
			node: new SocialBackgroundCheck(),
			parameters: {},
			credentials: { baseUrl: server.url, apiToken: 'x', openApiUrl: '/o.json' },
			method,
		});
		expect(await asked).toEqual({
			fields: [],
			emptyFieldsNotice: 'Choose a resource and an operation first.',
		});
	});

	it.each(['', ' '])('no address in the credential: %j', async (address) => {
		const { fields, emptyFieldsNotice } = await ask(address);
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(/has no URL of an OpenAPI document/);
		expect(emptyFieldsNotice).toMatch(/'OpenAPI Document'/);
		expect(server.requests).toHaveLength(0);
	});

	it('an address of another host, where nothing is sent', async () => {
		const { emptyFieldsNotice } = await ask(`${server.url}/x.json`, 'http://127.0.0.1:9');
		expect(emptyFieldsNotice).toMatch(/is not a URL of the service/);
		expect(server.requests).toHaveLength(0);
	});

	it.each([
		[
			'nothing there',
			{ status: 404, body: {} },
			/no document at the URL in 'OpenAPI Document' of the credential/,
		],
		['no right to it', { status: 403, body: {} }, /not allowed to use GET \/o.json/],
		['a web page', { status: 200, type: 'text/html', body: '<html>Hi</html>' }, /is a web page/],
		[
			'YAML',
			{ status: 200, type: 'text/yaml', body: 'openapi: 3.1.0\npaths: {}' },
			/^'OpenAPI Document' in the credential does not point to a JSON document\. Many services offer their OpenAPI document as YAML and as JSON: enter the URL of the JSON version\.$/,
		],
		[
			'other JSON',
			{ status: 200, body: { hello: 1 } },
			/^'OpenAPI Document' in the credential does not point to an OpenAPI document\. To enter the fields yourself, change 'Specify Body'\.$/,
		],
		[
			'another service',
			{ status: 200, body: { paths: {} } },
			/^The service's OpenAPI document does not contain POST \/screening\. To enter the fields/,
		],
		[
			'no body',
			{ status: 200, body: { paths: { '/screening': { post: {} } } } },
			/^The service's OpenAPI document defines no fields for POST \/screening\. To enter the fields/,
		],
		['too much', { status: 200, body: { x: 'x'.repeat(9 * 1024 * 1024) } }, /larger than/],
		[
			'a page that would run',
			{ status: 400, body: { message: '<img src=x onerror=alert(1)>' } },
			/&lt;img/,
		],
	])('%s', async (_, given, message) => {
		received = given;
		const { fields, emptyFieldsNotice } = await ask('/o.json');
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(message);
		expect(emptyFieldsNotice).not.toContain('<img');
	});

	it('no credential', async () => {
		const { emptyFieldsNotice } = await mappingFields({
			node: new SocialBackgroundCheck(),
			parameters: { resource: 'screening', operation: 'submit' },
			credentials: null,
			method,
		});
		expect(emptyFieldsNotice).toMatch(/^No credential is selected/);
	});
});

it('reads the document once for all operations', async () => {
	const server = await startServer((app) => {
		app.get('/openapi.json', async () => ({ paths: {} }));
	});
	for (const operation of ['search', 'quickSearch', 'search']) {
		await mappingFields({
			node: new CreatorSearch(),
			parameters: { resource: 'creator', operation },
			credentials: { baseUrl: server.url, apiToken: 'x', openApiUrl: 'openapi.json' },
			method,
		});
	}
	await server.close();
	expect(server.requests).toHaveLength(1);
});
