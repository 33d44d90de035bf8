import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { ManualClock } from './clock';
import type { Edge } from './edge';
import { faultKinds, FaultRule } from './faults/rule';
import { openapi } from './openapi/document';
import type { LogEntry } from './requestLog';
import { notFound, Problem } from './problem';
import { validator } from './rules/validation';
import { specialInputs } from './jobs/specialInputs';
import type { Creator } from './world/creators';

const faultBody = validator(FaultRule, 'body');
const advanceBody = validator(Type.Object({ ms: Type.Number({ minimum: 0 }) }), 'body');
const settleBody = validator(
	Type.Object({
		ending: Type.Union([Type.Literal('finished'), Type.Literal('partial'), Type.Literal('failed')]),
		reason: Type.Optional(Type.String()),
	}),
	'body',
);

const SHOWN = 50;
const SAMPLES = 6;

/** For people and scripts on this machine; needs no token and meets no faults. */
export function controlRoutes(app: FastifyInstance, edge: Edge): void {
	const { service, faults, log, clock, dialect, basePath, token, n8nUrl } = edge;
	const { jobs } = service;
	const page = readFileSync(join(__dirname, 'page', 'page.html'), 'utf8');

	app.get('/', async (_, reply) => reply.type('text/html').send(page));
	app.get('/__sandbox', async (_, reply) => reply.type('text/html').send(page));

	app.get('/openapi.json', async (request) =>
		openapi(dialect, service.world, `http://${request.headers.host}${basePath}`),
	);

	app.get('/__sandbox/state', async () => ({
		dialect: dialect.name,
		basePath,
		token,
		n8nUrl,
		now: clock.now(),
		clock: clock instanceof ManualClock ? 'manual' : 'real',
		creators: service.world.creators.length,
		jobs: { held: jobs.size, submitted: jobs.submitted(), latest: jobs.list(undefined, SHOWN) },
		requests: { total: log.total, latest: log.all().slice(-SHOWN).reverse().map(discreet) },
		faults: faults.list(),
		faultKinds,
		samples: samples(service.world.creators),
		specialInputs,
	}));

	app.get('/__sandbox/requests', async () => log.all().map(discreet));
	app.delete('/__sandbox/requests', async (_, reply) => {
		log.clear();
		return reply.code(204).send();
	});

	app.get('/__sandbox/jobs', async () => jobs.list());
	app.post<{ Params: { id: string } }>('/__sandbox/jobs/:id/settle', async (request) => {
		const { ending, reason } = settleBody(request.body);
		if (!jobs.get(request.params.id)) throw notFound(`The job ${request.params.id}`);
		jobs.settle(request.params.id, ending, reason);
		return jobs.get(request.params.id);
	});

	app.get('/__sandbox/faults', async () => faults.list());
	app.post('/__sandbox/faults', async (request, reply) => {
		const { id } = faults.add(faultBody(request.body));
		return reply.code(201).send({ id });
	});
	app.delete('/__sandbox/faults', async (_, reply) => {
		faults.clear();
		return reply.code(204).send();
	});
	app.delete<{ Params: { id: string } }>('/__sandbox/faults/:id', async (request, reply) => {
		if (!faults.remove(Number(request.params.id))) throw notFound('The fault');
		return reply.code(204).send();
	});

	app.post('/__sandbox/clock/advance', async (request) => {
		const { ms } = advanceBody(request.body);
		if (!(clock instanceof ManualClock)) {
			throw new Problem(409, 'real_clock', 'The clock runs in real time');
		}
		clock.advance(ms);
		return { now: clock.now() };
	});
}

/** Profiles to copy: the best known of each platform, so that every kind of request finds one. */
function samples(creators: readonly Creator[]): object[] {
	const sorted = [...creators].sort((a, b) => b.followers - a.followers);
	const first = new Map(
		sorted.map((creator) => [creator.platform.name, creator] as const).reverse(),
	);
	const best = new Set([...first.values(), ...sorted]);
	return [...best].slice(0, SAMPLES).map(({ fullName, username, url, platform, followers }) => ({
		name: fullName,
		handle: username,
		url,
		platform: platform.name,
		followers,
	}));
}

/** The token of a request is never shown, nor is any other header. */
function discreet({ headers, ...entry }: LogEntry): object {
	return { ...entry, authorized: headers.authorization !== undefined };
}
