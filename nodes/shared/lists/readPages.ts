import type { Content } from '../http/types';
import { parseUrl, withoutUserInfo } from '../http/baseUrl';
import type { NextEntry } from '../plan/explain';
import { readRows, type Outcome, type RowsEntry, type Stated } from '../plan/layers';
import { fieldOf, toRequest, withFields, type RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import { isRecord } from '../values/records';
import {
	afterFailure,
	afterNoProgress,
	afterPage,
	ended,
	INITIAL_LIST_STATE,
	withDifference,
	type ListState,
	type Page,
} from './afterPage';
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
	stated: Stated;
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
	const { endpoint } = draft;
	let current = firstResponse === undefined ? firstPage(draft, options.settings) : draft;
	const received = firstResponse ?? (await service.read(current));
	const { content: first } = received;
	const {
		entry,
		difference,
		plan: rowsPlan,
	} = readRows({ ...received, endpoint, ...options.stated });
	let list = withDifference(INITIAL_LIST_STATE, difference);
	if (entry === undefined || difference?.isError) {
		return { rows: [], first, firstCount: 0, pages: 0, differences: list.differences };
	}
	const { value, ...place } = entry;
	const request = { ...options, entered: enteredIn(draft), endpoint };
	const rows: unknown[] = [];
	const seen = new SeenPages();
	const keep = (page: Page): ListState => {
		seen.add(page.rows, rows.length);
		for (const each of page.rows) rows.push(each);
		return afterPage(list, page, request);
	};
	const readNext = async (): Promise<ListState> => {
		try {
			const next = await service.read(current);
			const outcome = readRows({ ...next, endpoint, ...options.stated }, place.path);
			const { entry: page, difference: other } = outcome;
			list = withDifference(list, other && { ...other, content: next.content });
			if (other?.isError) return ended(list);
			const isNew = page !== undefined && !(await seen.isRepeated(page.value, rows));
			if (!isNew) return afterNoProgress(list, request);
			return keep(pageOf(service, current, next, page));
		} catch (failure) {
			return afterFailure(list, failure);
		}
	};
	const maxPages = options.maxPages > 0 ? options.maxPages : MAX_PAGES_GUARD;
	const sent = new Set([new URL(toRequest(current, service.baseUrl).url).href]);
	let last: string | undefined;
	list = keep(pageOf(service, current, received, entry));
	while (list.next !== undefined) {
		const { step, basis } = list.next;
		const key = 'url' in step ? step.url : JSON.stringify(step.fields);
		// The same request again may be a scroll; an earlier request means a loop.
		if (key !== last && sent.has(key)) {
			list = afterNoProgress(list, request);
		} else if (list.pages >= maxPages) {
			list = ended(list, basis === 'probe' ? undefined : 'maxPages');
		} else {
			sent.add(key);
			last = key;
			current = applyStep(draft, step, current);
			list = await readNext();
		}
	}
	rows.length = Math.min(rows.length, options.maxRows);
	const { recognised: next, info } = list;
	const recognised = { rows: place, rowsPlan, ...(next && { next }), ...(info && { info }) };
	return { ...list, rows, first, firstCount: value.length, recognised };
}

export function firstPage(draft: RequestDraft, settings: PageSettings): RequestDraft {
	return applyStep(draft, firstStep(settings, enteredIn(draft)), draft);
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

export function applyStep(draft: RequestDraft, step: Step, current: RequestDraft): RequestDraft {
	return 'url' in step ? { ...current, url: step.url } : withFields(draft, step.fields);
}

/** The absolute link; `undefined` for another host, as the token must not be sent there. */
export function onSameOrigin(link: string, from: string, baseUrl: string): string | undefined {
	const url = parseUrl(link, from);
	if (url?.origin !== new URL(baseUrl).origin) return undefined;
	return withoutUserInfo(Object.assign(url, { hash: '' }).href);
}
