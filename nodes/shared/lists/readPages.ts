import { isCharged } from '../catalogue/types';
import type { Content } from '../http/types';
import { parseUrl } from '../http/baseUrl';
import type { NextEntry } from '../plan/explain';
import {
	readRows,
	type Outcome,
	type Reading as PlannedReading,
	type RowsEntry,
} from '../plan/layers';
import { fieldOf, toRequest, withFields, type RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import { isRecord } from '../values/records';
import { afterPage, INITIAL_LIST_STATE } from './afterPage';
import type { ListState, Page, PageEvent } from './afterPage';
import { firstStep } from './nextStep';
import type { Entered, PageSettings, Step } from './scheme';
import { SeenPages } from './SeenPages';

/** The limit if 'Max Pages' is 0, against lists that never end: 100,000 rows in pages of ten. */
const MAX_PAGES_GUARD = 10_000;

export interface PageSource {
	readonly baseUrl: string;
	read(draft: RequestDraft): Promise<DecodedResponse>;
}

export interface ListOptions {
	settings: PageSettings;
	/** Maximum number of rows; `Infinity` for all. */
	maxRows: number;
	/** 'Max Pages'; 0 for no limit by the user. */
	maxPages: number;
	/** The options and the contract by which responses are read. */
	plan: Pick<PlannedReading, 'overrides' | 'rowsPath' | 'contract'>;
}

export interface RowsRead
	extends Pick<ListState, 'pages' | 'hasEmptyPage' | 'incomplete' | 'failure' | 'differences'> {
	rows: unknown[];
	firstCount: number;
	first: Content;
	/** How the first page was read; absent if the response has no list. */
	recognised?: {
		rows: Omit<RowsEntry, 'value'>;
		/** Absent if the list has one page. */
		next?: NextEntry;
		rowsPlan: Outcome<unknown>['plan'];
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
	const { maxRows } = options;
	let current = firstResponse === undefined ? firstPage(draft, options.settings) : draft;
	const received = firstResponse ?? (await service.read(current));
	const first = received.content;
	const { entry, difference, plan: rowsPlan } = rowsIn(received, reading);
	const differences = difference === undefined ? [] : [difference];
	if (entry === undefined || difference?.isError) {
		return { rows: [], first, firstCount: 0, pages: 0, differences };
	}
	const { value, ...place } = entry;
	const wanted = {
		...options,
		entered: enteredIn(draft),
		isFree: !isCharged(draft.endpoint),
		endpoint: draft.endpoint,
	};
	const maxPages = options.maxPages > 0 ? options.maxPages : MAX_PAGES_GUARD;
	const rows: unknown[] = [];
	const seen = new SeenPages();
	const sent = new Set([new URL(toRequest(current, service.baseUrl).url).href]);
	let last: string | undefined;
	let list: ListState = { ...INITIAL_LIST_STATE, differences };
	let event: PageEvent = { kind: 'page', page: pageOf(service, current, received, entry) };
	for (;;) {
		if (event.kind === 'page') {
			seen.add(event.page.rows, rows.length);
			for (const each of event.page.rows) rows.push(each);
		}
		list = afterPage(list, event, wanted);
		const { next, pages } = list;
		if (next === undefined) break;
		const key = 'url' in next.step ? next.step.url : JSON.stringify(next.step.fields);
		// The same request again may be a scroll; an earlier request means a loop.
		if (key !== last && sent.has(key)) event = { kind: 'noProgress' };
		else if (pages >= maxPages) event = { kind: 'maxPages' };
		else {
			sent.add(key);
			last = key;
			current = applyStep(draft, next.step, current);
			event = await readNext(reading, current, place.path);
			const isRepeated = event.kind === 'page' && (await seen.isRepeated(event.page.rows, rows));
			if (isRepeated) event = { kind: 'noProgress' };
		}
	}
	rows.length = Math.min(rows.length, maxRows);
	const { recognised: next, info } = list;
	const recognised = { rows: place, rowsPlan, ...(next && { next }), ...(info && { info }) };
	return { ...list, rows, first, firstCount: value.length, recognised };
}

export function firstPage(draft: RequestDraft, settings: PageSettings): RequestDraft {
	return applyStep(draft, firstStep(settings, enteredIn(draft)), draft);
}

async function readNext(
	reading: Reading,
	current: RequestDraft,
	earlier: string,
): Promise<PageEvent> {
	const { service } = reading;
	try {
		const received = await service.read(current);
		const { entry, difference } = rowsIn(received, reading, earlier);
		if (difference?.isError) return { kind: 'different', difference };
		if (entry === undefined) return { kind: 'noProgress' };
		return { kind: 'page', page: pageOf(service, current, received, entry), difference };
	} catch (failure) {
		return { kind: 'failed', failure };
	}
}

export function pageOf(
	{ baseUrl }: PageSource,
	current: RequestDraft,
	{ content, response }: DecodedResponse,
	{ value: rows, path }: Pick<RowsEntry, 'value' | 'path'>,
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

export function enteredIn(draft: RequestDraft): Entered {
	const names =
		draft.endpoint.method === 'GET'
			? draft.query.map(({ name }) => name)
			: Object.keys(isRecord(draft.body) ? draft.body : {});
	return { names, value: (name) => fieldOf(draft, name) };
}

/** `earlier`: where the rows of the page before were. */
function rowsIn(
	{ content, response }: DecodedResponse,
	{ draft, options }: Pick<Reading, 'draft' | 'options'>,
	earlier?: string,
): Outcome<RowsEntry | undefined> {
	const reading = { content, response, endpoint: draft.endpoint, ...options.plan };
	const { difference, ...outcome } = readRows(reading, earlier);
	return { ...outcome, difference: difference && { ...difference, content } };
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
