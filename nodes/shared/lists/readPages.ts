import type { Content } from '../http/types';
import { parseUrl, withoutUserInfo } from '../http/baseUrl';
import type { NextEntry } from '../plan/explain';
import { planFor } from '../plan/plan';
import { readRows, type Outcome, type RowsEntry, type Stated } from '../plan/layers';
import { asCount } from '../recognition/scalars';
import { fieldOf, toRequest, withFields, type RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import { isRecord } from '../values/records';
import {
	afterFailure,
	afterNoProgress,
	afterPage,
	ended,
	INITIAL_LIST_STATE,
	type ListState,
	type Page,
} from './afterPage';
import { FIRST_PAGE } from './pageCounts';
import { nameOf, pageSettings, type Entered, type PageSettings, type Step } from './scheme';
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
	const { maxRows, maxPages, settings, stated } = options;
	let current = firstResponse === undefined ? firstPage(draft, settings, stated) : draft;
	const received = firstResponse ?? (await service.read(current));
	const { content: first } = received;
	const { entry, difference, plan: rowsPlan } = readRows({ ...received, endpoint, ...stated });
	const differences = difference === undefined ? [] : [difference];
	if (entry === undefined || difference?.isError) {
		return { rows: [], first, firstCount: 0, pages: 0, hasEmptyPage: false, differences };
	}
	const { value, ...place } = entry;
	const request = { ...options, entered: enteredIn(draft), endpoint };
	const rows: unknown[] = [];
	const seen = new SeenPages();
	let list: ListState = { ...INITIAL_LIST_STATE, differences };
	const keep = (page: Page): ListState => {
		seen.add(page.rows, rows.length);
		for (const each of page.rows) rows.push(each);
		return afterPage(list, page, request);
	};
	const readNext = async (): Promise<ListState> => {
		try {
			const next = await service.read(current);
			const { entry: page, difference: other } = readRows(
				{ ...next, endpoint, ...stated },
				place.path,
			);
			if (other !== undefined) {
				const all = [...list.differences, { ...other, content: next.content }];
				list = { ...list, differences: all };
			}
			if (other?.isError) return ended(list);
			const isNew = page !== undefined && !(await seen.isRepeated(page.value, rows));
			return isNew ? keep(pageOf(service, current, next, page)) : afterNoProgress(list, request);
		} catch (failure) {
			return afterFailure(list, failure);
		}
	};
	const sent = new Set([new URL(toRequest(current, service.baseUrl).url).href]);
	let last: string | undefined;
	list = keep(pageOf(service, current, received, entry));
	while (list.next !== undefined) {
		const { way, basis } = list.next;
		const key = 'url' in way.sent ? way.sent.url : JSON.stringify(way.sent.fields);
		// The same request again may be a scroll; an earlier request means a loop.
		if (key !== last && sent.has(key)) {
			list = afterNoProgress(list, request);
		} else if (list.pages >= (maxPages > 0 ? maxPages : MAX_PAGES_GUARD)) {
			list = ended(list, basis === 'probe' ? undefined : 'maxPages');
		} else {
			sent.add(key);
			last = key;
			current = applyStep(draft, way.sent);
			list = await readNext();
		}
	}
	rows.length = Math.min(rows.length, maxRows);
	const recognised = { rows: place, rowsPlan, next: list.recognised };
	return { ...list, rows, first, firstCount: value.length, recognised };
}

/** The first request of a list: 'Pagination: Page' sends the number of the first page, unless the user entered one. */
export function firstPage(
	draft: RequestDraft,
	option: PageSettings,
	{ contract }: Pick<Stated, 'contract'>,
): RequestDraft {
	if (option.scheme !== 'page') return draft;
	const entered = enteredIn(draft);
	const settings = pageSettings(option, planFor(contract, draft.endpoint).next);
	const name = nameOf('page', { settings, entered });
	if (asCount(entered.value(name)) !== undefined) return draft;
	return applyStep(draft, { fields: { [name]: settings.first ?? FIRST_PAGE } });
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

export function applyStep(draft: RequestDraft, step: Step): RequestDraft {
	return 'url' in step ? { ...draft, url: step.url } : withFields(draft, step.fields);
}

/** The absolute link; `undefined` for another host, as the token must not be sent there. */
export function onSameOrigin(link: string, from: string, baseUrl: string): string | undefined {
	const url = parseUrl(link, from);
	if (url?.origin !== new URL(baseUrl).origin) return undefined;
	return withoutUserInfo(Object.assign(url, { hash: '' }).href);
}
