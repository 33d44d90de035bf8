import type { ServiceResponse } from '../transport/types';

const BYTE_ORDER_MARK = /^\uFEFF/;

export function contentType(response: ServiceResponse): string {
	return (response.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
}

export function decodeText(response: ServiceResponse): string {
	const charset = /charset="?([\w-]+)/i.exec(response.headers['content-type'] ?? '')?.[1] ?? '';
	const latin = /^(iso-8859-1|latin1|windows-1252)$/i.test(charset);
	return response.body.toString(latin ? 'latin1' : 'utf8').replace(BYTE_ORDER_MARK, '');
}
