import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../nodes/shared/http/types';
import { readPages, type RowsRead } from '../../../../nodes/shared/lists/readPages';
import { DEFAULT_PAGE_SETTINGS } from '../../../../nodes/shared/lists/scheme';
import { NO_OVERRIDES } from '../../../../nodes/shared/recognition/stateWords';
import { Service } from '../../../../nodes/shared/Service';
import { oneAttempt } from '../senders';
import { json, response } from '../responses';

interface Target {
	cursor?: string | number;
	page?: number;
	offset?: number;
	url?: string;
	or?: Target;
}

/** A recorded page of a list, and what it means. */
export interface ListAnswer {
	n: number | string;
	kind: string;
	path: string;
	status: number;
	headers: Record<string, string>;
	body?: unknown;
	bodyText?: string;
	/** What the user had entered. */
	sent?: IDataObject;
	expect: { rows?: number; next?: Target | null; param?: string };
}

/** `silent` is the dangerous one: wrong, and nobody is told. */
export type Verdict = 'right' | 'told' | 'silent';

export interface Judged {
	verdict: Verdict;
	/** Right, and the user is told of a doubt all the same. */
	isDoubted: boolean;
	detail: string;
}

/**
 * Reads the answer as the product does. A request for the page that is meant gets an empty page; any
 * other gets the same page again, as from a service that ignores what it does not know. Reads are
 * free, so a second try under another name is right as well.
 */
export async function judge(received: ListAnswer): Promise<Judged> {
	const baseUrl = originOf(received.expect.next) ?? 'https://api.example.com';
	const asked: URL[] = [];
	const httpClient = async ({ url }: ServiceRequest) => {
		asked.push(new URL(url));
		const isMeant = asked.length > 1 && isNext(received, asked[asked.length - 1], baseUrl);
		return await Promise.resolve(isMeant ? response('', {}, 204) : recorded(received));
	};
	const read = await readPages({
		service: new Service(baseUrl, oneAttempt(httpClient), 'auto'),
		draft: {
			endpoint: { method: 'GET', path: received.path },
			query: Object.entries(received.sent ?? {}).map(([name, value]) => ({ name, value })),
		},
		options: {
			settings: DEFAULT_PAGE_SETTINGS,
			maxRows: Infinity,
			maxPages: 3,
			stated: { overrides: NO_OVERRIDES },
		},
	});
	return verdictOn(received, read, asked, baseUrl);
}

function verdictOn(received: ListAnswer, read: RowsRead, asked: URL[], baseUrl: string): Judged {
	const { rows, next } = received.expect;
	const detail = `${read.rows.length} rows, ${asked
		.slice(1)
		.map((url) => url.pathname + url.search)
		.join(' ')} ${read.incomplete ?? ''}`.trim();
	const reported = !read.recognised || read.incomplete !== undefined || read.failure !== undefined;
	const isRight =
		read.recognised !== undefined &&
		(rows === undefined || read.rows.length === rows) &&
		(next === undefined ||
			(next === null
				? asked.length === 1
				: asked.length > 1 && isNext(received, asked[asked.length - 1], baseUrl)));
	const verdict = isRight ? 'right' : reported ? 'told' : 'silent';
	// The page that ends the list is made up: rows that were counted before it are missing.
	const isDue = read.incomplete === 'total' && asked.length > 1;
	return { verdict, isDoubted: isRight && reported && !isDue, detail };
}

function isNext({ expect }: ListAnswer, url: URL, baseUrl: string): boolean {
	const param = expect.param?.replace(/ .*/, '');
	const fits = (target: Target | undefined): boolean =>
		target !== undefined &&
		((target.url !== undefined && new URL(target.url, `${baseUrl}/`).search === url.search) ||
			hasValue(url, target.cursor ?? target.page ?? target.offset, param) ||
			fits(target.or));
	return fits(expect.next ?? undefined);
}

function hasValue(url: URL, value: string | number | undefined, param?: string): boolean {
	if (value === undefined) return false;
	return [...url.searchParams].some(
		([name, each]) => each === String(value) && (param === undefined || name === param),
	);
}

function originOf(target: Target | null | undefined): string | undefined {
	const link = target?.url ?? target?.or?.url;
	return link !== undefined && /^https?:/.test(link) ? new URL(link).origin : undefined;
}

function recorded({ body, bodyText, headers, status }: ListAnswer) {
	return bodyText === undefined
		? { ...json(body, status), headers: { 'content-type': 'application/json', ...headers } }
		: response(bodyText, headers, status);
}
