import { parseUrl, withoutUserInfo } from '../http/baseUrl';
import { isCharged } from '../catalogue/types';
import { Failure } from '../failure/Failure';
import type { NextEntry } from '../plan/explain';
import {
	readRows,
	type Difference,
	type Outcome,
	type RowsEntry,
	type Stated,
} from '../plan/layers';
import { planFor } from '../plan/plan';
import type { PageInfo } from '../recognition/pageInfo';
import { asCount } from '../recognition/scalars';
import { NO_OVERRIDES } from '../recognition/stateWords';
import { fieldOf, toRequest, withFields, type RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import { decideNext, type NextPageStep } from './nextStep';
import { FIRST_PAGE, withPage, type Counts, type PageContext } from './pageCounts';
import {
	DEFAULT_PAGE_SETTINGS,
	fieldNameFor,
	pageSettings,
	type IncompleteReason,
	type PageSettings,
	type Step,
} from './scheme';
import { SeenPages } from './SeenPages';

/** The limit if 'Max Pages' is 0, against lists that never end: 100,000 rows in pages of ten. */
const MAX_PAGES_GUARD = 10_000;
/** Some services return these statuses for a page after the last. */
const PAGE_AFTER_LAST_STATUSES = [400, 404, 410, 416, 422];

export interface PageSource {
	readonly baseUrl: string;
	read(draft: RequestDraft): Promise<DecodedResponse>;
}

export interface ListOptions {
	/** 'Pagination' of the node. */
	settings: PageSettings;
	/** Maximum number of rows; `Infinity` for all. */
	maxRows: number;
	/** 'Max Pages'; 0 for no limit by the user. */
	maxPages: number;
	stated: Stated;
}

interface Reading {
	service: PageSource;
	draft: RequestDraft;
	options: ListOptions;
	/** The first page, if it was already read as the state of a job. */
	firstResponse?: DecodedResponse;
}

interface Recognised {
	rows: Omit<RowsEntry, 'value'>;
	/** How the second page was requested; absent if the list has one page. */
	next?: NextEntry;
	rowsPlan: Outcome<unknown>['plan'];
}

export interface RowsRead {
	rows: unknown[];
	pages: number;
	hasEmptyPage: boolean;
	/** Why the list may have more rows. */
	incomplete?: IncompleteReason;
	/** Of a page that may not exist. */
	pageFailure?: string;
	failure?: unknown;
	/** Where pages differ from the contract. */
	differences: Difference[];
	firstCount: number;
	/** The first page. */
	received: DecodedResponse;
	/** It says that there is no complete result. */
	isUnfinished?: boolean;
	/** How the first page was read; absent if the response has no list. */
	recognised?: Recognised;
}

export async function readPages(reading: Reading): Promise<RowsRead> {
	const { service, draft, options, firstResponse } = reading;
	const { settings, stated, maxRows } = options;
	const current = firstResponse === undefined ? firstPage(draft, settings, stated) : draft;
	const received = firstResponse ?? (await service.read(current));
	const { entry, difference, plan: rowsPlan } = rowsOf(received, reading);
	const differences = difference === undefined ? [] : [difference];
	const list: RowsRead = {
		received,
		firstCount: 0,
		rows: [],
		pages: 0,
		hasEmptyPage: false,
		differences,
	};
	if (entry === undefined || difference?.isError) return list;
	const { value, ...rows } = entry;
	const recognised: Recognised = { rows, rowsPlan };
	await new PageReader(reading, list, recognised, current).readAll({ received, rows: entry });
	list.rows.length = Math.min(list.rows.length, maxRows);
	return { ...list, firstCount: value.length, recognised };
}

/** `path`: where the rows of earlier pages were. */
function rowsOf(received: DecodedResponse, { draft, options }: Reading, path?: string) {
	return readRows({ ...received, endpoint: draft.endpoint, ...options.stated }, path);
}

interface Page {
	received: DecodedResponse;
	rows: RowsEntry;
}

class PageReader {
	private readonly seen = new SeenPages();
	private readonly sent: Set<string>;
	private requested?: Step;
	private earlier?: PageInfo;
	private counts?: Counts;

	/** `current`: the request for the page that was read last. */
	constructor(
		private readonly reading: Reading,
		private readonly list: RowsRead,
		private readonly recognised: Recognised,
		private current: RequestDraft,
	) {
		const { url } = toRequest(current, reading.service.baseUrl);
		this.sent = new Set([new URL(url).href]);
	}

	async readAll(first: Page): Promise<void> {
		const { list } = this;
		const { maxPages } = this.reading.options;
		const most = maxPages > 0 ? maxPages : MAX_PAGES_GUARD;
		let next = this.keep(first);
		try {
			while (next !== undefined && list.pages < most) {
				const page = await this.readNext(next, first.rows.path);
				next = page && this.keep(page);
			}
			if (next !== undefined && next.basis !== 'probe') list.incomplete = 'maxPages';
		} catch (failure) {
			Object.assign(list, afterFailure(failure, next));
		}
	}

	/** Keeps the rows of a page, and decides how to request the next one; `undefined` at the end. */
	private keep({ received, rows }: Page): NextPageStep | undefined {
		const { list, requested, earlier } = this;
		const { service, draft, options } = this.reading;
		this.seen.add(rows.value, list.rows.length);
		for (const each of rows.value) list.rows.push(each);
		list.hasEmptyPage ||= rows.value.length === 0;
		this.counts = withPage(this.counts, rows.value.length);
		list.pages = this.counts.pages;
		if (list.rows.length >= options.maxRows) return undefined;
		const page = pageOf(service, this.current, received, rows);
		const context = { ...page, ...this.counts, draft, requested, earlier };
		const { contract } = options.stated;
		const { step, info, difference } = decideNext(options.settings, context, contract);
		if (difference !== undefined) list.differences.push(difference);
		if (step.kind === 'end') {
			list.incomplete = step.incomplete;
			return undefined;
		}
		if (info !== undefined) this.earlier = { ...earlier, ...info };
		if (list.pages === 1) [this.recognised.next] = step.ways;
		return step;
	}

	/** The next page; `undefined` where every way to it leads to no list, or to rows or an address that were read before. */
	private async readNext(
		{ ways, basis, isComplete }: NextPageStep,
		path: string,
	): Promise<Page | undefined> {
		const { list } = this;
		const { service, draft } = this.reading;
		// Only what is free is requested again: the field for the next page may have another name.
		for (const way of isCharged(draft.endpoint) ? ways.slice(0, 1) : ways) {
			if (list.pages === 1) this.recognised.next = way;
			const key = keyOf(way.sent);
			// The same request again may be a scroll; an earlier request means a loop.
			const isSame = this.requested !== undefined && key === keyOf(this.requested);
			if (this.sent.has(key) && !isSame) continue;
			this.sent.add(key);
			this.requested = way.sent;
			this.current = applyStep(draft, way.sent);
			const received = await service.read(this.current);
			const { content } = received;
			const { entry: rows, difference } = rowsOf(received, this.reading, path);
			if (difference !== undefined) list.differences.push({ ...difference, content });
			if (difference?.isError) return undefined;
			const isNew = rows !== undefined && !(await this.seen.isRepeated(rows.value, list.rows));
			if (isNew) return { received, rows };
		}
		if (basis !== 'probe' && !isComplete) list.incomplete = 'noProgress';
		return undefined;
	}
}

const keyOf = (step: Step): string => ('url' in step ? step.url : JSON.stringify(step.fields));

/** What a failed request for a page means depends on the evidence that the page exists. */
function afterFailure(failure: unknown, next: NextPageStep | undefined): Partial<RowsRead> {
	const { basis = 'announced' } = next ?? {};
	if (!(failure instanceof Failure) || basis === 'announced') return { failure };
	const isRejected = PAGE_AFTER_LAST_STATUSES.includes(failure.details.status ?? 0);
	// Without other evidence, a short first page is the whole list.
	if (basis === 'probe' && isRejected) return {};
	if (basis !== 'probe' && !isRejected) return { failure };
	return { incomplete: 'nextPageFailed', pageFailure: failure.details.message };
}

/** The first request of a list: 'Pagination: Page' sends the number of the first page, unless the user entered one. */
export function firstPage(
	draft: RequestDraft,
	option: PageSettings,
	{ contract }: Pick<Stated, 'contract'>,
): RequestDraft {
	if (option.scheme !== 'page') return draft;
	const settings = pageSettings(option, planFor(contract, draft.endpoint).next);
	const name = fieldNameFor('page', { settings, draft });
	if (asCount(fieldOf(draft, name)) !== undefined) return draft;
	return applyStep(draft, { fields: { [name]: settings.first ?? FIRST_PAGE } });
}

export interface Bookmark extends Counts {
	step: Step;
	path: string;
}

/** Reads one page of a list with automatic recognition; `undefined` if there is no list. `next` is absent on the last page. */
export async function readOnePage({
	service,
	draft,
	from,
}: Pick<Reading, 'service' | 'draft'> & { from?: Bookmark }): Promise<
	{ rows: unknown[]; next?: Bookmark } | undefined
> {
	const { baseUrl } = service;
	const current = from === undefined ? draft : applyStep(draft, checked(from.step, baseUrl));
	const received = await service.read(current);
	const { endpoint } = draft;
	const { entry } = readRows({ ...received, endpoint, overrides: NO_OVERRIDES }, from?.path);
	if (entry === undefined) return undefined;
	const { value: rows, path } = entry;
	const counts = withPage(from, rows.length);
	const page = pageOf(service, current, received, entry);
	const context = { ...page, ...counts, draft, requested: from?.step };
	const { step } = decideNext(DEFAULT_PAGE_SETTINGS, context);
	// A picker does not request a page only to see whether a short first page was the last.
	const [way] = step.kind === 'end' || step.basis === 'probe' ? [] : step.ways;
	return { rows, ...(way && { next: { step: way.sent, path, ...counts } }) };
}

/** The browser could have changed it: a link to another host would get the token. */
function checked(step: Step, baseUrl: string): Step {
	return 'url' in step ? { url: onSameOrigin(step.url, baseUrl, baseUrl) ?? baseUrl } : step;
}

/** What the next page is decided on. */
function pageOf(
	{ baseUrl }: PageSource,
	current: RequestDraft,
	{ content, response }: DecodedResponse,
	{ value, path }: Pick<RowsEntry, 'value' | 'path'>,
): Pick<PageContext, 'value' | 'headers' | 'rowsPath' | 'rows' | 'resolve'> {
	const { url } = toRequest(current, baseUrl);
	return {
		rows: value.length,
		rowsPath: path,
		value: content.kind === 'data' ? content.value : undefined,
		headers: response.headers,
		resolve: (link) => onSameOrigin(link, url, baseUrl),
	};
}

function applyStep(draft: RequestDraft, step: Step): RequestDraft {
	return 'url' in step ? { ...draft, url: step.url } : withFields(draft, step.fields);
}

/** The absolute link; `undefined` for another host, as the token must not be sent there. */
function onSameOrigin(link: string, from: string, baseUrl: string): string | undefined {
	const url = parseUrl(link, from);
	if (url?.origin !== new URL(baseUrl).origin) return undefined;
	return withoutUserInfo(Object.assign(url, { hash: '' }).href);
}
