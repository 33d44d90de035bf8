import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { controlRoutes } from './control';
import type { Reply } from './dialects/dialect';
import { shape } from './dialects/shape';
import type { Edge } from './edge';
import { applyAfter, applyBefore } from './faults/apply';
import type { FaultRule } from './faults/rule';
import { mountFiles, reportOf } from './files';
import { isObject, type JsonObject } from './json';
import { notFound, Problem } from './problem';
import type { LogEntry } from './requestLog';
import { routes } from './routes';
import type { Route } from './routes/route';
import { IDEMPOTENCY_HEADER, Replies } from './rules/idempotency';
import { type Account, splitToken } from './rules/tokens';
import { validator } from './rules/validation';

/** What the edge keeps about a request that the service has not seen yet. */
interface Visit {
	entry: LogEntry;
	faults: FaultRule[];
	account?: Account;
}

declare module 'fastify' {
	interface FastifyRequest {
		visit: Visit | null;
	}
}

const OPEN = /^\/(?:__sandbox(?:\/.*)?|openapi\.json)?$/;
const BODY_LIMIT = 1024 * 1024;
/** Of each answer, what the page can show. */
const ANSWER_LIMIT = 2_000;

export function buildServer(edge: Edge): FastifyInstance {
	const { service, clock, dialect, faults, log, basePath } = edge;
	const app = Fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
	});
	app.decorateRequest('visit', null);

	app.addHook('onRequest', async (request, reply) => {
		const path = request.url.split('?')[0];
		if (OPEN.test(path)) return undefined;
		const visit: Visit = { entry: entryOf(request, path, edge), faults: [] };
		request.visit = visit;
		log.add(visit.entry);
		const { authorization = '' } = request.headers;
		const { token, suffix } = splitToken(authorization);
		const header = request.headers['x-sandbox-fault'];
		const specs = [suffix, header].filter((spec): spec is string => typeof spec === 'string');
		visit.faults = faults.strike({
			method: request.method,
			path: visit.entry.path,
			token,
			specs,
		});
		visit.entry.faults = visit.faults.map(({ kind }) => kind);
		return (await applyBefore(visit.faults, request, reply, clock)) ? reply : undefined;
	});

	app.addHook('onSend', async (request, reply, payload) => {
		if (!request.visit) return payload;
		const { entry, faults: struck } = request.visit;
		if (typeof payload === 'string') entry.answer = payload.slice(0, ANSWER_LIMIT);
		return struck.length > 0 ? await applyAfter(struck, request, reply, payload) : payload;
	});

	app.addHook('onResponse', async (request, reply) => {
		if (!request.visit) return;
		request.visit.entry.status = reply.statusCode;
		request.visit.entry.durationMs = Math.round(reply.elapsedTime * 10) / 10;
	});

	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
		const raw = text.toString();
		try {
			const body: unknown = raw === '' ? undefined : JSON.parse(raw);
			if (request.visit) log.addBody(request.visit.entry, raw, body);
			done(null, body);
		} catch {
			if (request.visit) log.addBody(request.visit.entry, raw, undefined);
			done(new Problem(400, 'malformed_json', 'The body is not valid JSON'));
		}
	});

	app.setErrorHandler((error, request, reply) => {
		void send(reply, dialect.problem(problemOf(error), request.id), error);
	});
	app.setNotFoundHandler((request) => {
		throw notFound(`${request.method} ${request.url.split('?')[0]}`);
	});

	const replies = new Replies();
	for (const route of routes) mount(app, route, edge, replies);
	mountFiles(app, service);
	controlRoutes(app, edge);
	if (basePath !== '')
		app.get(`${basePath}/openapi.json`, async (_, reply) => reply.redirect('/openapi.json'));
	return app;
}

function mount(app: FastifyInstance, route: Route, edge: Edge, replies: Replies): void {
	const { service, dialect, tokens, basePath } = edge;
	const inQuery = route.method === 'GET';
	const pagedInQuery = inQuery || dialect.paging.inQuery === true;
	const paging = validator(dialect.paging.parameters, pagedInQuery ? 'query' : 'body');
	app.route<{ Params: { id?: string } }>({
		method: route.method,
		url: basePath + route.path.replace('{id}', ':id'),
		onRequest: async (request) => {
			const account = tokens.authenticate(request.headers.authorization);
			account.limiter?.take();
			if (request.visit) request.visit.account = account;
		},
		handler: async (request, reply) => {
			const account = request.visit?.account;
			if (!account) throw new Problem(401, 'missing_token', 'The Authorization header is missing');
			const key = inQuery ? undefined : request.headers[IDEMPOTENCY_HEADER];
			const keyed =
				typeof key === 'string'
					? {
							token: account.token,
							target: `${route.method} ${request.url}`,
							key,
							body: request.body,
						}
					: undefined;
			const earlier = keyed && replies.find(keyed);
			if (earlier) {
				if (request.visit) request.visit.entry.isReplay = true;
				return send(reply, earlier);
			}
			const query = isObject(request.query) ? { ...request.query } : {};
			const given: unknown = pagedInQuery ? query : request.body;
			const parameters: JsonObject = route.paged && isObject(given) ? { ...given } : {};
			if (route.paged) paging(parameters);
			if (!inQuery && account.quotaLeft < 1) {
				throw new Problem(
					dialect.quotaStatus,
					'quota_exceeded',
					'The quota of the token is used up',
				);
			}
			const outcome = route.run({
				service,
				owner: account.token,
				id: request.params.id ?? '',
				body: request.body,
				query,
			});
			if (!inQuery) account.quotaLeft -= 1;
			const url = new URL(request.url, `http://${request.headers.host}`);
			const asked = { url, method: route.method, parameters };
			const shaped = await shape(dialect, outcome, asked, (job) => reportOf(service, job));
			if (keyed) replies.add(keyed, shaped);
			return send(reply, shaped);
		},
	});
}

function send(
	reply: FastifyReply,
	{ status, headers = {}, body, type = 'application/json', raw }: Reply,
	cause?: unknown,
): FastifyReply {
	reply.code(status).headers(headers);
	if (cause instanceof Problem) reply.headers(cause.headers);
	if (raw) return reply.type(raw.type).send(raw.data);
	if (body === undefined) return reply.send();
	return reply.type(`${type}; charset=utf-8`).send(JSON.stringify(body));
}

function entryOf(request: FastifyRequest, path: string, { clock, basePath, log }: Edge): LogEntry {
	return {
		number: log.next(),
		at: clock.now(),
		method: request.method,
		path: path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path,
		query: isObject(request.query) ? request.query : {},
		headers: { ...request.headers },
		status: null,
		durationMs: null,
		faults: [],
	};
}

function problemOf(error: unknown): Problem {
	if (error instanceof Problem) return error;
	const status = isObject(error) && typeof error.statusCode === 'number' ? error.statusCode : 500;
	const message = error instanceof Error ? error.message : 'Unexpected failure';
	return new Problem(status, status < 500 ? 'bad_request' : 'internal', message);
}
