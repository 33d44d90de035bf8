import { isCharged } from '../catalogue/types';
import type { Content } from '../http/types';
import { parseUrl } from '../http/baseUrl';
import {
	readRows,
	type Outcome,
	type Reading as PlannedReading,
	type RowsEntry,
} from '../plan/layers';
import { planFor } from '../plan/plan';
import { isNullOn, noListAt } from '../recognition/rows';
import { fieldOf, toRequest, withFields, type RequestDraft } from '../request/draft';
import type { DecodedResponse } from '../Service';
import { isRecord, valueAt } from '../values/records';
import { afterPage, INITIAL_LIST_STATE } from './afterPage';
import type { ListState, Page, PageEvent } from './afterPage';
import { firstStep, type FoundNext } from './nextStep';
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
		next?: FoundNext;
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
	const current = firstResponse === undefined ? firstPage(draft, options.settings) : draft;
	const received = firstResponse ?? (await service.read(current));
	const first = received.content;
	const { plan } = options;
	const { entry, difference, plan: rowsPlan } = rowsIn(received, { draft, plan });
	const differences = difference === undefined ? [] : [difference];
	if (entry === undefined || (difference && plan.contract?.strict)) {
		return { rows: [], first, firstCount: 0, pages: 0, differences };
	}
	const { value, ...place } = entry;
	const page = pageOf(service, current, received, entry);
	const wanted = {
		...options,
		entered: enteredIn(draft),
		isFree: !isCharged(draft.endpoint),
		plan: planFor(plan.contract, draft.endpoint).next,
		isStrict: plan.contract?.strict,
	};
	const rows: unknown[] = [];
	let list: ListState = { ...INITIAL_LIST_STATE, differences };
	for await (const event of pagesFrom({ ...reading, current, page, rows, list: () => list })) {
		if (event.kind === 'page') for (const each of event.page.rows) rows.push(each);
		list = afterPage(list, event, wanted);
	}
	rows.length = Math.min(rows.length, options.maxRows);
	const { recognised: next, info } = list;
	const recognised = { rows: place, rowsPlan, ...(next && { next }), ...(info && { info }) };
	return { ...list, rows, first, firstCount: value.length, recognised };
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
	const where = { draft, plan: options.plan, earlier: reading.page.rowsPath };
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
		const { entry, difference } = rowsIn(received, where);
		if (difference && where.plan.contract?.strict) return { kind: 'different', difference };
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
	plan: ListOptions['plan'];
	/** Where the rows of the page before were. */
	earlier?: string;
}

function rowsIn(
	{ content, response }: DecodedResponse,
	{ draft, plan, earlier }: Where,
): Outcome<RowsEntry> {
	const { rowsPath } = plan;
	const read = readRows({ content, response, endpoint: draft.endpoint, ...plan }, earlier);
	const difference = read.difference && { ...read.difference, content };
	const outcome = { ...read, difference };
	if (outcome.entry !== undefined || rowsPath === undefined || content.kind !== 'data')
		return outcome;
	if (isNullOn(content.value, rowsPath)) {
		return { ...outcome, entry: { value: [], path: rowsPath, rule: 'stated' } };
	}
	// After the last page, some services leave the list out.
	if (earlier !== undefined && valueAt(content.value, rowsPath) === undefined) return outcome;
	throw noListAt(content.value, rowsPath);
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
