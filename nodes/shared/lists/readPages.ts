import type { Content } from '../http/types';
import { parseUrl } from '../http/baseUrl';
import { findRows, isAbsent, type FoundRows } from '../recognition/rows';
import { fieldOf, toRequest, withFields, type RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import { isRecord } from '../values/records';
import { afterPage, INITIAL_LIST_STATE } from './afterPage';
import type { FailedPage, ListState, Page, PageEvent } from './afterPage';
import {
	firstStep,
	type NextStep,
	type Entered,
	type FoundNext,
	type PageContext,
} from './nextStep';
import type { PageSettings, Step } from './scheme';
import { SeenPages } from './SeenPages';

/** The limit if 'Max Pages' is 0, against lists that never end: 100,000 rows in pages of ten. */
const MAX_PAGES_GUARD = 10_000;

export interface PageSource {
	readonly baseUrl: string;
	read(draft: RequestDraft): Promise<DecodedResponse>;
}

/** How a contract reads a list; what it leaves out is recognised. */
export interface PinnedList {
	rows?: (received: DecodedResponse, isLater: boolean) => FoundRows | undefined;
	next?: (context: PageContext) => NextStep | FailedPage;
}

export interface ListOptions {
	settings: PageSettings;
	/** Maximum number of rows; `Infinity` for all. */
	maxRows: number;
	/** 'Max Pages'; 0 for no limit by the user. */
	maxPages: number;
	/** The user's path to the rows; recognised if absent. */
	rowsPath?: string;
	pinned?: PinnedList;
}

export interface RowsRead
	extends Pick<ListState, 'pages' | 'hasEmptyPage' | 'incomplete' | 'failure'> {
	rows: unknown[];
	firstCount: number;
	first: Content;
	/** How the first page was read; absent if the response has no list. */
	recognised?: {
		rows: Omit<FoundRows, 'rows'>;
		/** Absent if the list has one page. */
		next?: FoundNext;
		info?: ListState['info'];
	};
}

interface Reading {
	service: PageSource;
	draft: RequestDraft;
	options: ListOptions;
	/** The first page, if it was already read as the state of a job. */
	firstResponse?: DecodedResponse;
}

export async function readPages(reading: Reading): Promise<RowsRead> {
	const { service, draft, options, firstResponse } = reading;
	const current = firstResponse === undefined ? firstPage(draft, options.settings) : draft;
	const received = firstResponse ?? (await service.read(current));
	const first = received.content;
	const { pinned, rowsPath } = options;
	const found = rowsIn(received, { draft, path: rowsPath, pinned });
	if (found === undefined) return { rows: [], first, firstCount: 0, pages: 0 };
	const { path, rule, candidates } = found;
	const page = pageOf(service, current, received, found);
	const isFree = draft.endpoint.method === 'GET';
	const wanted = { ...options, entered: enteredIn(draft), isFree, pinnedNext: pinned?.next };
	const rows: unknown[] = [];
	let list = INITIAL_LIST_STATE;
	for await (const event of pagesFrom({ ...reading, current, page, rows, list: () => list })) {
		if (event.kind === 'page') for (const each of event.page.rows) rows.push(each);
		list = afterPage(list, event, wanted);
	}
	rows.length = Math.min(rows.length, options.maxRows);
	const { pages, hasEmptyPage, incomplete, failure, recognised: next, info } = list;
	const recognised = { rows: { path, rule, candidates }, next, ...(info && { info }) };
	const firstCount = found.rows.length;
	return { rows, first, firstCount, pages, hasEmptyPage, recognised, incomplete, failure };
}

export function firstPage(draft: RequestDraft, settings: PageSettings): RequestDraft {
	return applyStep(draft, firstStep(settings, enteredIn(draft)), draft);
}

interface PagesToRead extends Reading {
	current: RequestDraft;
	page: Page;
	rows: readonly unknown[];
	list: () => ListState;
}

/** Requests page after page while there is a next one, and yields the result of each request. */
async function* pagesFrom(reading: PagesToRead): AsyncGenerator<PageEvent> {
	const { service, draft, options, rows, list } = reading;
	const maxPages = options.maxPages > 0 ? options.maxPages : MAX_PAGES_GUARD;
	const { pinned, rowsPath } = options;
	const where = { draft, path: rowsPath, earlier: reading.page.rowsPath, pinned };
	const seen = new SeenPages();
	let { current } = reading;
	let last: string | undefined;
	const sent = new Set([new URL(toRequest(current, service.baseUrl).url).href]);
	seen.add(reading.page.rows, 0);
	yield { kind: 'page', page: reading.page };

	for (let { next, pages } = list(); next !== undefined; { next, pages } = list()) {
		const key = keyOf(next.step);
		// The same request again may be a scroll; an earlier request means a loop.
		const isLoop = key !== last && sent.has(key);
		let event: PageEvent = { kind: isLoop ? 'noProgress' : 'maxPages' };
		if (!isLoop && pages < maxPages) {
			sent.add(key);
			last = key;
			current = applyStep(draft, next.step, current);
			event = await readNext(service, current, where);
		}
		if (event.kind === 'page') {
			if (await seen.isRepeated(event.page.rows, rows)) event = { kind: 'noProgress' };
			else seen.add(event.page.rows, rows.length);
		}
		yield event;
	}
}

async function readNext(
	service: PageSource,
	current: RequestDraft,
	where: Where,
): Promise<PageEvent> {
	try {
		const received = await service.read(current);
		const found = rowsIn(received, where);
		if (found === undefined) return { kind: 'noProgress' };
		return { kind: 'page', page: pageOf(service, current, received, found) };
	} catch (failure) {
		return { kind: 'failed', failure };
	}
}

export function pageOf(
	{ baseUrl }: PageSource,
	current: RequestDraft,
	{ content, response }: DecodedResponse,
	{ rows, path }: FoundRows,
): Page {
	const { url } = toRequest(current, baseUrl);
	return {
		rows,
		rowsPath: path,
		response: content.kind === 'data' ? content.value : undefined,
		headers: response.headers,
		resolve: (link) => onSameOrigin(link, url, baseUrl),
	};
}

const keyOf = (step: Step): string => ('url' in step ? step.url : JSON.stringify(step.fields));

export function enteredIn(draft: RequestDraft): Entered {
	const names =
		draft.endpoint.method === 'GET'
			? draft.query.map(({ name }) => name)
			: Object.keys(isRecord(draft.body) ? draft.body : {});
	return { names, value: (name) => fieldOf(draft, name) };
}

interface Where {
	draft: RequestDraft;
	path?: string;
	earlier?: string;
	pinned?: PinnedList;
}

export function recogniseRows(
	content: Content,
	{ draft, path, earlier }: Where,
): FoundRows | undefined {
	if (content.kind === 'empty') return { rows: [], path: '', rule: 'rows.nothing', candidates: [] };
	if (content.kind !== 'data') return undefined;
	return findRows({ value: content.value, endpointPath: draft.endpoint.path, path, earlier });
}

function rowsIn(received: DecodedResponse, where: Where): FoundRows | undefined {
	const { path, earlier, pinned } = where;
	const { content } = received;
	const isLater = earlier !== undefined;
	if (pinned?.rows !== undefined) return pinned.rows(received, isLater);
	// After the last page, some services leave the list out.
	const isMissing = content.kind === 'data' && path !== undefined && isAbsent(content.value, path);
	return isLater && isMissing ? undefined : recogniseRows(content, where);
}

export function applyStep(draft: RequestDraft, step: Step, current: RequestDraft): RequestDraft {
	return 'url' in step ? { ...current, url: step.url } : withFields(draft, step.fields);
}

/** The absolute link; `undefined` for another host, as the token must not be sent there. */
export function onSameOrigin(link: string, from: string, baseUrl: string): string | undefined {
	const url = parseUrl(link, from);
	if (url?.origin !== new URL(baseUrl).origin) return undefined;
	// A user name in a link would replace the token.
	Object.assign(url, { username: '', password: '', hash: '' });
	return url.href;
}
