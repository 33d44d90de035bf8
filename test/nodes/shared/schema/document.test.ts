import { bodySchema, documentAddress } from '../../../../nodes/shared/schema/document';

const BASE = 'https://api.example.com/v1';

describe('the address of the document', () => {
	it.each([
		['/openapi.json', 'https://api.example.com/v1/openapi.json'],
		['openapi.json', 'https://api.example.com/v1/openapi.json'],
		[' docs/openapi.json?v=3 ', 'https://api.example.com/v1/docs/openapi.json?v=3'],
		['https://api.example.com/openapi.json', 'https://api.example.com/openapi.json'],
		['https://user:secret@api.example.com/o.json', 'https://api.example.com/o.json'],
		['//api.example.com/o.json', 'https://api.example.com/o.json'],
	])('%s', (entered, address) => {
		expect(documentAddress(entered, BASE)).toBe(address);
	});

	it.each([
		'https://docs.example.com/openapi.json',
		'http://api.example.com/openapi.json',
		'https://api.example.com:8443/openapi.json',
		'//evil.example/openapi.json',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'https://',
	])('%s is not on the host of the service', (entered) => {
		expect(() => documentAddress(entered, BASE)).toThrow(
			/'OpenAPI Document' of the credential is not a URL of the service/,
		);
	});
});

const endpoint = { method: 'POST', path: '/screening' } as const;
const body = (schema: object) => ({
	requestBody: { content: { 'application/json': { schema } } },
});

describe('the schema of a body', () => {
	const schema = { type: 'object', properties: { a: { type: 'string' } } };
	it.each([
		['as it stands', { paths: { '/screening': { post: body(schema) } } }],
		['behind a version', { paths: { '/v2/screening': { post: body(schema) } } }],
		['with a slash', { paths: { '/screening/': { post: body(schema) } } }],
		[
			'behind references',
			{
				paths: {
					'/screening': { post: { requestBody: { $ref: '#/components/requestBodies/x~1y' } } },
				},
				components: {
					requestBodies: { 'x/y': body({ $ref: '#/components/schemas/S' }).requestBody },
					schemas: { S: { $ref: '#/components/schemas/T' }, T: schema },
				},
			},
		],
		[
			'of the older format',
			{
				swagger: '2.0',
				paths: {
					'/screening': {
						post: {
							parameters: [{ in: 'query' }, { in: 'body', schema: { $ref: '#/definitions/T' } }],
						},
					},
				},
				definitions: { T: schema },
			},
		],
	])('is found %s', (_, document) => {
		expect(bodySchema(document, endpoint)).toEqual({ kind: 'found', schema });
	});

	it('is found whatever the id is called', () => {
		const document = { paths: { '/screening/{screeningId}/x': { post: body(schema) } } };
		const { kind } = bodySchema(document, { method: 'POST', path: '/screening/{id}/x' });
		expect(kind).toBe('found');
	});

	it.each([
		['no document', 'noDocument', [1]],
		['a document without paths', 'noDocument', { openapi: '3.1.0' }],
		['another path', 'noEndpoint', { paths: { '/other': { post: body(schema) } } }],
		['another method', 'noEndpoint', { paths: { '/screening': { get: {} } } }],
		[
			'two paths that may be meant',
			'noEndpoint',
			{ paths: { '/a/screening': { post: body(schema) }, '/b/screening': { post: body(schema) } } },
		],
		['no body', 'noBody', { paths: { '/screening': { post: {} } } }],
		[
			'a body that is no JSON',
			'noBody',
			{
				paths: { '/screening': { post: { requestBody: { content: { 'text/csv': { schema } } } } } },
			},
		],
		[
			'a reference to nowhere',
			'noBody',
			{ paths: { '/screening': { post: body({ $ref: '#/nowhere' }) } } },
		],
		[
			'a reference to elsewhere',
			'noBody',
			{ paths: { '/screening': { post: body({ $ref: 'https://evil.example/x.json' }) } } },
		],
		[
			'a circle',
			'noBody',
			{
				paths: { '/screening': { post: body({ $ref: '#/a' }) } },
				a: { $ref: '#/b' },
				b: { $ref: '#/a' },
			},
		],
	])('%s', (_, kind, document) => {
		expect(bodySchema(document, endpoint)).toEqual({ kind });
	});
});
