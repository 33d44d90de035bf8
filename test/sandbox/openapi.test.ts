import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { dialectNames } from '../../sandbox';
import { routes } from '../../sandbox/routes';
import { sampleOf } from '../../sandbox/routes/sample';
import { clientOf, sandboxForTest } from './client';
import { Data } from './readers';

describe.each(dialectNames)('the document of the dialect %s', (dialect) => {
	test('has every endpoint, matching examples and real responses', async () => {
		const sandbox = await sandboxForTest({ dialect, basePath: '/v2' });
		const client = clientOf(sandbox);
		const { data } = await client.get(`${sandbox.origin}/openapi.json`);
		const document = new Data(data);
		expect(document.at('openapi').text).toBe('3.1.0');
		expect(document.at('servers').value).toEqual([{ url: sandbox.url }]);

		const paths = Object.entries(Object(document.at('paths').value));
		const documented = paths.flatMap(([path, item]) =>
			Object.keys(Object(item)).map((method) => `${method.toUpperCase()} ${path}`),
		);
		expect(documented.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());

		const ajv = addFormats(new Ajv({ strict: false }));
		const operations = paths.flatMap(([, item]) => Object.values(Object(item)));
		const ids = operations.map((operation) => new Data(operation).at('operationId').text);
		expect(new Set(ids).size).toBe(routes.length);
		for (const operation of operations.map((value) => new Data(value))) {
			const body = operation.at('requestBody.content');
			if (body.value === undefined) continue;
			const { schema, example } = Object(Object(body.value)['application/json']);
			expect([ajv.validate(schema, example), ajv.errors]).toEqual([true, null]);
		}

		const example = sampleOf(sandbox.world).creator;
		const { status, data: answer } = await client.post('/contact-info', {
			identifier: example.username,
		});
		const { responses } = Object(Object(Object(data).paths)['/contact-info']).post;
		expect(responses[status].content['application/json'].example).toEqual(answer);
	});
});

test('the document of the linked dialect has pages in the query and problem details', async () => {
	const sandbox = await sandboxForTest({ dialect: 'linked' });
	const { data } = await clientOf(sandbox).get(`${sandbox.origin}/openapi.json`);
	const { post } = Object(Object(Object(data).paths)['/discovery']);
	const names = new Data(post).at('parameters').list.map((each) => each.at('name').text);
	expect(names).toEqual(['limit', 'after']);
	const { content } = Object(new Data(data).at('components.responses.invalid').value);
	expect(Object(content)['application/problem+json'].example).toMatchObject({
		status: 422,
		errors: { profile_url: ['is required'] },
	});
});
