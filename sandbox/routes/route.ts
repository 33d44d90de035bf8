import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { isDone, type Job, type JobType } from '../jobs/types';
import { isObject, type JsonObject } from '../json';
import type { JobResult, NotReady, Outcome, RecordResult, Rows } from '../outcome';
import { invalid, notFound } from '../problem';
import { validator } from '../rules/validation';
import type { Service } from '../service';
import type { Sample } from './sample';

export interface Call<B = unknown, Q = unknown> {
	service: Service;
	owner: string;
	/** The `{id}` of the path, if there is one. */
	id: string;
	body: B;
	query: Q;
}

export interface Route {
	method: 'GET' | 'POST' | 'PATCH';
	path: string;
	summary: string;
	area: string;
	body?: TSchema;
	query?: TSchema;
	/** Takes the page parameters of the dialect. */
	paged: boolean;
	/** What the answer stands for; decides how the document describes it. */
	answers: Outcome['kind'];
	/** Values that work: the body of a POST or PATCH, the query of a GET. */
	example: (sample: Sample) => JsonObject;
	run(call: Call): Outcome;
}

interface Extras {
	paged?: boolean;
	answers?: Outcome['kind'];
	example?: (sample: Sample) => JsonObject;
}

export const noParameters = Type.Object({});

type Handler<B, Q> = (call: Call<B, Q>) => Outcome;

function endpoint<B extends TSchema, Q extends TSchema>(
	method: Route['method'],
	path: string,
	summary: string,
	schemas: { body: B; query: Q },
	handle: Handler<Static<B>, Static<Q>>,
	{ paged = false, answers = paged ? 'rows' : 'record', example = () => ({}) }: Extras,
): Route {
	const body = validator(schemas.body, 'body');
	const query = validator(schemas.query, 'query');
	return {
		method,
		path,
		summary,
		area: '',
		...(method === 'GET' ? { query: schemas.query } : { body: schemas.body }),
		paged,
		answers,
		example,
		run: (call) => handle({ ...call, body: body(call.body), query: query(call.query) }),
	};
}

export const get = <Q extends TSchema>(
	path: string,
	summary: string,
	query: Q,
	handle: Handler<unknown, Static<Q>>,
	extras: Extras = {},
): Route => endpoint('GET', path, summary, { body: Type.Unknown(), query }, handle, extras);

export const post = <B extends TSchema>(
	path: string,
	summary: string,
	body: B,
	handle: Handler<Static<B>, unknown>,
	extras: Extras = {},
): Route => endpoint('POST', path, summary, { body, query: Type.Unknown() }, handle, extras);

export const patch = <B extends TSchema>(
	path: string,
	summary: string,
	body: B,
	handle: Handler<Static<B>, unknown>,
	extras: Extras = {},
): Route => endpoint('PATCH', path, summary, { body, query: Type.Unknown() }, handle, extras);

export const area = (name: string, routes: Route[]): Route[] =>
	routes.map((route) => ({ ...route, area: name }));

export function jobOf({ service, id, owner }: Call, type: JobType): Job {
	const job = service.jobs.find(id, type, owner);
	if (!job) throw notFound(`The request ${id}`);
	return job;
}

interface JobPair<B extends TSchema> {
	type: JobType;
	path: string;
	submit: string;
	fetch: string;
	body: B;
	example: (sample: Sample) => JsonObject;
	/** Rows come in pages; a record does not. */
	gives: 'rows' | 'record' | 'status';
	result: (service: Service, job: Job, input: Static<B>) => Rows | RecordResult;
	/** More than a schema can say. */
	check?: (call: Call<Static<B>>) => void;
}

/** A POST that submits and a GET that tells how it goes, until it has the result. */
export function jobPair<B extends TSchema>(pair: JobPair<B>): Route[] {
	const { type, path, body, example, gives, result, check } = pair;
	const inputOf = validator(body, 'body');
	return [
		post(
			path,
			pair.submit,
			body,
			(call): JobResult => {
				check?.(call);
				const { jobs } = call.service;
				const job = jobs.submit(type, call.owner, isObject(call.body) ? call.body : {});
				return { kind: 'job', job, phase: jobs.phase(job), submitted: true };
			},
			{ answers: 'job', example },
		),
		get(
			`${path}/{id}`,
			pair.fetch,
			noParameters,
			(call): JobResult => {
				const { service } = call;
				const job = jobOf(call, type);
				const phase = service.jobs.phase(job);
				const statusOnly = gives === 'status';
				if (!isDone(phase) || phase === 'failed') {
					return { kind: 'job', job, phase, statusOnly };
				}
				const full = result(service, job, inputOf(job.input));
				return { kind: 'job', job, phase, statusOnly, result: full };
			},
			{ answers: 'job', paged: gives === 'rows' },
		),
	];
}

/** Something that belongs to a finished job. */
export function ofFinished(
	type: JobType,
	answer: (call: Call, job: Job) => Outcome,
): (call: Call) => Outcome {
	return (call) => {
		const job = jobOf(call, type);
		const phase = call.service.jobs.phase(job);
		const notReady: NotReady = { kind: 'notReady', job, phase };
		if (!isDone(phase) || phase === 'failed') return notReady;
		return answer(call, job);
	};
}

/** At least one of the fields: for the document and for the validation. */
export const anyOfFields = (...fields: string[]) => ({
	anyOf: fields.map((field) => ({ required: [field] })),
});

export const badField = (field: string, message: string) =>
	invalid([{ field, message, in: 'body' }]);
