import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../catalogue/types';
import { inputFailure } from '../failure/Failure';
import { parseUrl, withoutUserInfo } from '../http/baseUrl';
import { isRecord, ownValue } from '../values/records';
import { percentDecoded, trimEndOf } from '../values/text';

export const DOCUMENT_LABEL = 'OpenAPI Document';

/**
 * The address of the service's OpenAPI document. A path is relative to the base URL, as the paths of
 * the service are; a whole address has to be on the same host, as the token goes there.
 */
export function documentAddress(entered: string, baseUrl: string): string {
	const text = entered.trim();
	const isWhole = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text);
	const link = isWhole ? text : `${baseUrl}/${text.replace(/^\/+/, '')}`;
	const url = parseUrl(link, baseUrl);
	if (url?.origin === new URL(baseUrl).origin) return withoutUserInfo(url.href);
	throw inputFailure(
		`'${DOCUMENT_LABEL}' of the credential is not a URL of the service`,
		`Open the 'Creator Intelligence API' credential and enter a path relative to 'Base URL', e.g. /openapi.json, or a URL that begins with ${new URL(baseUrl).origin}.`,
	);
}

export type FoundSchema =
	| { kind: 'found'; schema: IDataObject }
	| { kind: 'noDocument' | 'noEndpoint' | 'noBody' };

/** Reads OpenAPI 3 and its predecessor, which was called Swagger. */
export function bodySchema(document: unknown, { method, path }: Endpoint): FoundSchema {
	if (!isRecord(document) || !isRecord(document.paths)) return { kind: 'noDocument' };
	const operation = operationIn(document, { method, path });
	if (operation === undefined) return { kind: 'noEndpoint' };
	const body = resolve(operation.requestBody, document);
	const own =
		mediaSchema(body) ??
		parametersOf(operation, document).find(({ in: place }) => place === 'body')?.schema;
	const schema = resolve(own, document);
	return isRecord(schema) ? { kind: 'found', schema } : { kind: 'noBody' };
}

export function operationIn(
	document: IDataObject,
	{ method, path }: Endpoint,
): IDataObject | undefined {
	const paths = isRecord(document.paths) ? document.paths : {};
	const item = resolve(pathItem(paths, path), document);
	const operation = isRecord(item) ? resolve(item[method.toLowerCase()], document) : undefined;
	return isRecord(operation) ? operation : undefined;
}

/** What a request needs, or a response holds, as JSON. */
export function mediaSchema(described: unknown): unknown {
	if (!isRecord(described)) return undefined;
	const content = isRecord(described.content) ? described.content : {};
	const type = Object.keys(content).find((each) => /json|^\*\/\*$/.test(each));
	const media = type === undefined ? undefined : content[type];
	return isRecord(media) ? media.schema : described.schema;
}

/** The path as it is, or behind a prefix such as /v1; whatever its `{id}` is called there. */
function pathItem(paths: IDataObject, path: string): unknown {
	const plain = (each: string) => trimEndOf(each.replace(/\{[^{}]*\}/g, '{id}'), '/');
	const behind = Object.keys(paths)
		.map((name) => ({ name, spelled: plain(name) }))
		.filter(({ spelled }) => spelled.endsWith(path));
	const exact = behind.find(({ spelled }) => spelled === path);
	const found = exact ?? (behind.length === 1 ? behind[0] : undefined);
	return found === undefined ? undefined : paths[found.name];
}

export function parametersOf({ parameters }: IDataObject, document: IDataObject): IDataObject[] {
	const all: unknown[] = Array.isArray(parameters) ? parameters : [];
	return all.map((each) => resolve(each, document)).filter(isRecord);
}

/** References that lead to references; a circle ends somewhere. */
const MAX_STEPS = 10;

/** Follows `{ $ref: '#/components/schemas/Filters' }` within the document. */
export function resolve(value: unknown, document: IDataObject, steps = 0): unknown {
	if (!isRecord(value) || typeof value.$ref !== 'string') return value;
	if (!value.$ref.startsWith('#/') || steps >= MAX_STEPS) return undefined;
	const path = value.$ref.slice(2).split('/');
	const found = path.reduce<unknown>((current, part) => {
		const name = (percentDecoded(part) ?? part).replaceAll('~1', '/').replaceAll('~0', '~');
		return isRecord(current) ? ownValue(current, name) : undefined;
	}, document);
	return resolve(found, document, steps + 1);
}
