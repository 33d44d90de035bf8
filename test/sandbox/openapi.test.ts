import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { dialectNames } from '../../sandbox';
import { routes } from '../../sandbox/routes';
import { sampleOf } from '../../sandbox/routes/sample';
import { clientOf, sandboxForTest } from './client';

interface Operation {
	operationId: string;
	requestBody?: { content: { 'application/json': { schema: object; example: unknown } } };
	responses: Record<string, { content: { 'application/json': { example: unknown } } }>;
}
interface Document {
	openapi: string;
	servers: unknown;
	paths: Record<string, Record<string, Operation>>;
}

test.each(dialectNames)(
	'the document of the dialect %s has every endpoint, matching examples and real responses',
	async (dialect) => {
		const sandbox = await sandboxForTest({ dialect, basePath: '/v2' });
		const client = clientOf(sandbox);
		const { data } = await client.get<Document>(`${sandbox.origin}/openapi.json`);
		expect(data).toMatchObject({ openapi: '3.1.0', servers: [{ url: sandbox.url }] });

		const operations = Object.entries(data.paths).flatMap(([path, item]) =>
			Object.entries(item).map(([method, operation]) => ({
				name: `${method.toUpperCase()} ${path}`,
				operation,
			})),
		);
		expect(operations.map(({ name }) => name).sort()).toEqual(
			routes.map(({ method, path }) => `${method} ${path}`).sort(),
		);
		expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
			routes.length,
		);
		const ajv = addFormats(new Ajv({ strict: false }));
		for (const { operation } of operations) {
			if (operation.requestBody === undefined) continue;
			const { schema, example } = operation.requestBody.content['application/json'];
			expect([ajv.validate(schema, example), ajv.errors]).toEqual([true, null]);
		}

		const { username } = sampleOf(sandbox.world).creator;
		const answer = await client.post<object>('/contact-info', { identifier: username });
		const { responses } = data.paths['/contact-info'].post;
		const { example } = responses[answer.status].content['application/json'];
		expect(example).toEqual(answer.data);
	},
);
