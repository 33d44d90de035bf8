import type { ServiceResponse } from '../http/types';
import { isRecord } from '../values/records';

/** A response in a form that n8n can save. */
export interface StoredResponse {
	status: number;
	headers: Record<string, string>;
	text?: string;
	base64?: string;
}

/** Headers that say nothing about the content. They are not stored. */
const NOISE =
	/^(date|server|via|vary|age|etag|expires|last-modified|set-cookie|connection|keep-alive|accept-ranges|alt-svc|nel|report-to|content-(length|encoding|security-policy.*)|transfer-encoding|cache-control|pragma|strict-transport-security|access-control-.*|x-(powered-by|frame-options|xss-protection|content-type-options|rate-?limit-.*)|rate-?limit.*)$/;

export function serialize({ status, headers, body }: ServiceResponse): StoredResponse {
	const telling = Object.entries(headers).filter(([name]) => !NOISE.test(name));
	const text = body.toString('utf8');
	const isText = Buffer.from(text, 'utf8').equals(body);
	return {
		status,
		headers: Object.fromEntries(telling),
		...(isText ? { text } : { base64: body.toString('base64') }),
	};
}

export function deserialize(stored: StoredResponse): ServiceResponse {
	const { status, headers, text, base64 = '' } = stored;
	const body = text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text, 'utf8');
	return { status, headers, body };
}

export function isStored(value: unknown): value is StoredResponse {
	return (
		isRecord(value) &&
		typeof value.status === 'number' &&
		isRecord(value.headers) &&
		Object.values(value.headers).every((each) => typeof each === 'string') &&
		typeof (value.text ?? value.base64) === 'string'
	);
}
