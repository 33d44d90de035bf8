import type { IDataObject } from 'n8n-workflow';

import { isCharged, type Endpoint } from '../catalogue/types';
import { isRecord, ownValue, valueAt } from '../values/records';
import type { ServiceRequest } from '../http/types';
import { assertExact } from '../values/numbers';
import { type FieldRow, assertName } from '../values/nesting';
import { inputFailure, type Failure } from '../failure/Failure';
import { kindOf, textOf } from '../values/text';

/** A request before it has a URL and a serialised body. */
export interface RequestDraft {
	endpoint: Endpoint;
	id?: unknown;
	idLabel?: string;
	query: FieldRow[];
	body?: IDataObject;
	/** Replaces the URL of the endpoint, e.g. by a link to the next page. */
	url?: string;
	idempotency?: ServiceRequest['idempotency'];
}

export function toRequest(draft: RequestDraft, baseUrl: string): ServiceRequest {
	const { endpoint, id, idLabel, query, body, idempotency } = draft;
	const path = endpoint.path.replace('{id}', () => idSegment(id, idLabel));
	for (const [name, value] of Object.entries(body ?? {})) assertExact(value, name);
	return {
		method: endpoint.method,
		url: draft.url ?? `${baseUrl}${path}${queryString(query)}`,
		// As a string: n8n sends no body for an empty object.
		body: endpoint.method === 'GET' ? undefined : JSON.stringify(body ?? {}),
		label: `${endpoint.method} ${endpoint.path}`,
		charged: isCharged(endpoint),
		authenticated: true,
		...(idempotency && { idempotency }),
	};
}

/** In the body, where a dot nests as in Other Fields, or in the query of a GET. */
export function withFields(draft: RequestDraft, fields: IDataObject): RequestDraft {
	const names = Object.keys(fields);
	if (draft.endpoint.method !== 'GET') {
		const body = names.reduce<IDataObject>(
			(before, name) => withField(before, name, fields[name]),
			draft.body ?? {},
		);
		return { ...draft, body };
	}
	const kept = draft.query.filter(({ name }) => !names.includes(name));
	const query = [...kept, ...names.map((name) => ({ name, value: fields[name] }))];
	return { ...draft, query };
}

export function fieldsOf({ endpoint, query, body = {} }: RequestDraft): IDataObject {
	if (endpoint.method !== 'GET') return body;
	return Object.fromEntries(query.map(({ name, value }) => [name, value])) as IDataObject;
}

export function fieldOf(draft: RequestDraft, name: string): unknown {
	const fields = fieldsOf(draft);
	const isWhole = draft.endpoint.method === 'GET' || Object.hasOwn(fields, name);
	return isWhole ? ownValue(fields, name) : valueAt(fields, name);
}

/** A copy: the objects in a body may belong to the input. */
function withField(body: IDataObject, name: string, value: IDataObject[string]): IDataObject {
	const [head = '', ...rest] = name.split('.');
	const inner = Object.hasOwn(body, head) ? body[head] : {};
	// A name that the body already has with its dots, or under which nothing can be nested, is not split.
	const isOneName = rest.length === 0 || Object.hasOwn(body, name) || !isRecord(inner);
	if (isOneName || name.split('.').includes('')) return { ...body, [name]: value };
	return { ...body, [head]: withField(inner, rest.join('.'), value) };
}

/** Whatever the ID holds, it stays one segment of the path. */
function idSegment(id: unknown, label = 'ID'): string {
	const text = typeof id === 'string' ? id.trim() : id;
	if (text === undefined || text === null || text === '') {
		throw inputFailure(
			`'${label}' is empty`,
			`Enter the ID in '${label}', or check that its expression returns one for this item.`,
		);
	}
	assertExact(text, label);
	if (typeof text !== 'string' && typeof text !== 'number') {
		throw unusable(label, `it must be a string or a number, but is ${kindOf(text)}`);
	}
	if (text === '.' || text === '..') {
		throw unusable(label, `'${text}' would change the address of the request`);
	}
	return encode(`${text}`, `'${label}'`);
}

function unusable(label: string, why: string): Failure {
	return inputFailure(`'${label}' cannot be used`, `Correct '${label}': ${why}.`);
}

export const QUERY_LABEL = 'Query Parameters';

/** `?a=1&b=2&b=3`, or nothing. A list repeats its name, an object is sent as JSON. */
export function queryString(rows: FieldRow[]): string {
	const pairs = rows.flatMap(({ name, value }) => {
		assertName(name, name, QUERY_LABEL);
		assertExact(value, name);
		const where = `'${name}' in '${QUERY_LABEL}'`;
		const values: unknown[] = Array.isArray(value) ? value : [value];
		return values
			.filter((each) => each !== null && each !== undefined)
			.map((each) => `${encode(name, where)}=${encode(asText(each), where)}`);
	});
	return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function asText(value: unknown): string {
	const text = textOf(value);
	// Dates are texts in JSON.
	return typeof value === 'object' && text.startsWith('"') ? textOf(JSON.parse(text)) : text;
}

function encode(text: string, where: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		throw inputFailure(
			`${where} cannot be sent`,
			'It contains an incomplete Unicode character. Correct the value, e.g. where text was truncated.',
		);
	}
}
