import type { ServiceResponse } from './types';

const BYTE_ORDER_MARK = /^\uFEFF/;

export function contentType(response: ServiceResponse): string {
	return (response.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
}

export function decodeText(response: ServiceResponse): string {
	const charset = /charset="?([\w-]+)/i.exec(response.headers['content-type'] ?? '')?.[1] ?? '';
	const latin = /^(iso-8859-1|latin1|windows-1252)$/i.test(charset);
	return response.body.toString(latin ? 'latin1' : 'utf8').replace(BYTE_ORDER_MARK, '');
}

/** Some services send JSON under the type of web pages. */
export function looksLikeHtml(text: string, contentType = ''): boolean {
	if (/^\s*(<!doctype html|<html)/i.test(text)) return true;
	return /text\/html/i.test(contentType) && !/^\s*[[{"]/.test(text);
}
