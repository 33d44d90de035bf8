import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../catalogue/vocabulary';
import type { ServiceRequest } from '../transport/types';
import { isRecord, type FieldRow } from './fields';
import { fillPath } from './path';
import { queryString } from './query';

/** A request before it is put into an address and a text. */
export interface RequestDraft {
	endpoint: Endpoint;
	id?: unknown;
	idLabel?: string;
	query: FieldRow[];
	body?: IDataObject;
	/** Replaces the address that the endpoint gives, e.g. by a link to the next page. */
	url?: string;
}

export function toRequest(draft: RequestDraft, baseUrl: string): ServiceRequest {
	const { endpoint, id, idLabel, query, body } = draft;
	const path = fillPath(endpoint.path, id, idLabel);
	return {
		method: endpoint.method,
		url: draft.url ?? `${baseUrl}${path}${queryString(query)}`,
		// n8n sends no body at all for an empty object, but the text of one as it is.
		body: endpoint.method === 'GET' ? undefined : JSON.stringify(body ?? {}),
		label: `${endpoint.method} ${endpoint.path}`,
		authenticated: true,
	};
}

/** Sets fields where the request carries them: in the body, or in the query of a GET. */
export function withFields(draft: RequestDraft, fields: IDataObject): RequestDraft {
	const names = Object.keys(fields);
	if (names.length === 0) return draft;
	if (draft.endpoint.method !== 'GET') return { ...draft, body: { ...draft.body, ...fields } };
	const kept = draft.query.filter(({ name }) => !names.includes(name));
	return {
		...draft,
		query: [...kept, ...names.map((name) => ({ name, value: fields[name] }))],
	};
}

export function fieldOf(draft: RequestDraft, name: string): unknown {
	if (draft.endpoint.method === 'GET') {
		return draft.query.find((row) => row.name === name)?.value;
	}
	return isRecord(draft.body) ? draft.body[name] : undefined;
}
