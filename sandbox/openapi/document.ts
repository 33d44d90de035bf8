import type { TSchema } from '@sinclair/typebox';
import type { Dialect, Reply } from '../dialects/dialect';
import type { Json, JsonObject } from '../json';
import { notFound, invalid, Problem } from '../problem';
import { routes } from '../routes';
import type { Route } from '../routes/route';
import type { World } from '../world/world';
import { sampleOf } from '../routes/sample';
import { type Example, exampleOf } from './examples';

/** OpenAPI 3.1 of this service in this dialect, from the route table and its validators. */
export async function openapi(dialect: Dialect, world: World, url: string): Promise<JsonObject> {
	const paths: Record<string, Record<string, Json>> = {};
	const sample = sampleOf(world);
	for (const route of routes) {
		paths[route.path] ??= {};
		paths[route.path][route.method.toLowerCase()] = operation(
			route,
			dialect,
			await exampleOf(route, world, dialect, sample),
		);
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Creator search, analytics, screening and listening: sandbox',
			version: '1',
			description: `The sandbox in its dialect "${dialect.name}": ${dialect.summary}. A sample, not a contract of the service.`,
		},
		servers: [{ url }],
		security: [{ token: [] }],
		tags: [...new Set(routes.map(({ area }) => area))].map((name) => ({ name })),
		paths,
		components: {
			securitySchemes: {
				token: {
					type: 'apiKey',
					in: 'header',
					name: 'Authorization',
					description: 'The token alone, without a prefix',
				},
			},
			responses: problems(dialect),
		},
	};
}

function operation(route: Route, dialect: Dialect, example: Example): JsonObject {
	const { request, reply, pending } = example;
	const { paging } = dialect;
	const pages = route.paged ? paging.parameters.properties : {};
	const inQuery = route.method === 'GET' || paging.inQuery === true;
	const parameters: Json[] = route.path.includes('{id}')
		? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
		: [];
	if (inQuery) parameters.push(...queryOf(route, pages, request));
	return {
		operationId: operationId(route),
		summary: route.summary,
		tags: [route.area],
		parameters,
		...(route.method !== 'GET' && {
			requestBody: {
				required: route.body?.required !== undefined || route.body?.anyOf !== undefined,
				content: {
					'application/json': { schema: bodyOf(route, inQuery ? {} : pages), example: request },
				},
			},
		}),
		responses: {
			...(pending && { [pending.status]: responseOf(pending) }),
			[reply.status]: pending?.status === reply.status ? both(reply, pending) : responseOf(reply),
			...Object.fromEntries(
				problemsOf(route).map((name) => [
					problemKinds[name].status,
					{ $ref: `#/components/responses/${name}` },
				]),
			),
		},
	};
}

export const operationId = ({ method, path }: Route): string =>
	method.toLowerCase() +
	path.replace('{id}', 'byId').replace(/[/-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

function queryOf(route: Route, pages: Record<string, TSchema>, example: JsonObject): Json[] {
	const schema = plain(route.query ?? {});
	const required = Array.isArray(schema.required) ? schema.required : [];
	const own = isProperties(schema.properties) ? schema.properties : {};
	return Object.entries({ ...own, ...plain(pages) }).map(([name, property]) => ({
		name,
		in: 'query',
		required: required.includes(name),
		schema: property,
		...(example[name] !== undefined && { example: example[name] }),
	}));
}

function bodyOf(route: Route, pages: Record<string, TSchema>): Json {
	const own = plain(route.body ?? {});
	if (Object.keys(pages).length === 0) return own;
	return { allOf: [own, { type: 'object', properties: plain(pages) }] };
}

function responseOf({
	status,
	headers = {},
	body,
	type = 'application/json',
	raw,
}: Reply): JsonObject {
	const names = Object.keys(headers);
	return {
		description: descriptions[status] ?? 'The answer',
		...(names.length > 0 && {
			headers: Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }])),
		}),
		...(raw && {
			content: {
				[raw.type.split(';')[0]]:
					typeof raw.data === 'string' ? { example: raw.data.slice(0, 600) } : {},
			},
		}),
		...(body !== undefined && { content: { [type]: { example: body } } }),
	};
}

/** Only the body tells a job that is done from one that is not. */
function both(finished: Reply, pending: Reply): JsonObject {
	const response = responseOf(finished);
	if (finished.body === undefined || pending.body === undefined) return response;
	return {
		...response,
		content: {
			'application/json': {
				examples: { finished: { value: finished.body }, pending: { value: pending.body } },
			},
		},
	};
}

const descriptions: Record<number, string> = {
	200: 'The answer',
	201: 'It exists now',
	202: 'Accepted',
	204: 'Done, there is nothing to say',
	302: 'It is over there',
};

const problemKinds = {
	unauthorized: new Problem(401, 'invalid_token', 'The API token is not valid'),
	forbidden: new Problem(403, 'suspended', 'The account is suspended'),
	notFound: notFound('The request'),
	invalid: invalid([{ field: 'profile_url', message: 'is required', in: 'body' }]),
	limited: new Problem(429, 'rate_limit_exceeded', 'Too many requests'),
};
type ProblemName = keyof typeof problemKinds;

const problemsOf = ({ path, method }: Route): ProblemName[] => [
	'unauthorized',
	'forbidden',
	...(path.includes('{id}') ? (['notFound'] as const) : []),
	...(path.includes('{id}') && method === 'GET' ? [] : (['invalid'] as const)),
	'limited',
];

const problems = (dialect: Dialect): JsonObject =>
	Object.fromEntries(
		Object.entries(problemKinds).map(([name, problem]) => [
			name,
			responseOf(dialect.problem(problem, 'req-1')),
		]),
	);

/** Without the symbols that the schema library keeps for itself. */
const plain = (schema: object): JsonObject => JSON.parse(JSON.stringify(schema));

const isProperties = (value: unknown): value is Record<string, Json> =>
	typeof value === 'object' && value !== null;
