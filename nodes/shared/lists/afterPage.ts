import { isCharged, type Endpoint } from '../catalogue/types';
import { Failure } from '../failure/Failure';
import type { NextEntry } from '../plan/explain';
import { differenceOf, type Difference, type Stated } from '../plan/layers';
import { planFor } from '../plan/plan';
import { readPlannedPages } from '../plan/read';
import type { PageInfo } from '../recognition/pageInfo';
import { nextStep, pageInfoOn, type NextPageStep, type NextStep } from './nextStep';
import type { Counts, PageContext } from './pageCounts';
import { DEFAULT_PAGE_SETTINGS, pageSettings } from './scheme';
import type { IncompleteReason, PageSettings } from './scheme';

/** Pages may be empty because rows were filtered out. After more than this in a row, reading stops. */
const MAX_EMPTY_PAGES = 10;
/** Some services return these statuses for a page after the last. */
const PAGE_AFTER_LAST_STATUSES = [400, 404, 410, 416, 422];

export interface Page extends Pick<PageContext, 'response' | 'headers' | 'rowsPath' | 'resolve'> {
	rows: readonly unknown[];
}

export interface ListState extends Counts, Pick<PageContext, 'earlier'> {
	emptyInARow: number;
	hasEmptyPage: boolean;
	/** How the second page was requested. */
	recognised?: NextEntry;
	/** The page to read now; absent at the end of the list. */
	next?: NextPageStep;
	/** Why the list may have more rows. */
	incomplete?: IncompleteReason;
	failure?: unknown;
	/** Where pages differ from the contract. */
	differences: readonly Difference[];
}

export const INITIAL_LIST_STATE: ListState = {
	pages: 0,
	fetched: 0,
	largestPage: 0,
	emptyInARow: 0,
	hasEmptyPage: false,
	differences: [],
};

interface ListRequest {
	/** 'Pagination' of the node. */
	settings: PageSettings;
	maxRows: number;
	entered: PageContext['entered'];
	endpoint: Endpoint;
	stated: Pick<Stated, 'contract'>;
}

/** What is known of a list after a page, and which page to request next. */
export function afterPage(before: ListState, page: Page, request: ListRequest): ListState {
	const rows = page.rows.length;
	const list: ListState = {
		...ended(before),
		...withPageCounts(before, rows),
		emptyInARow: rows === 0 ? before.emptyInARow + 1 : 0,
		hasEmptyPage: before.hasEmptyPage || rows === 0,
	};
	if (list.fetched >= request.maxRows) return list;
	const { entered } = request;
	const requested = before.next?.way.sent;
	const context = { ...page, ...list, rows, entered, requested };
	const { step, info, difference } = decideNext(request, context);
	if (difference !== undefined) list.differences = [...before.differences, difference];
	if (difference?.isError) return list;
	if (step.kind === 'end') return ended(list, step.incomplete);
	if (info !== undefined) list.earlier = { ...before.earlier, ...info };
	if (list.pages === 1) list.recognised = step.way;
	if (list.emptyInARow > MAX_EMPTY_PAGES) return ended(list, 'emptyPages');
	// A scroll may keep its cursor for ever. Then the total tells where it ends.
	const isSame = JSON.stringify(step.way.sent) === JSON.stringify(requested);
	return isSame && step.isComplete ? list : { ...list, next: step };
}

/** No list, rows that were read before, or the URL of an earlier page: the field for the next page may have another name. */
export function afterNoProgress(list: ListState, { endpoint }: ListRequest): ListState {
	const { next } = list;
	if (next === undefined || next.basis === 'probe' || next.isComplete) return ended(list);
	const [way, ...others] = next.others;
	// Only what is free is requested again.
	if (isCharged(endpoint) || way === undefined) return ended(list, 'noProgress');
	const recognised = list.pages === 1 ? way : list.recognised;
	return { ...list, next: { ...next, way, others }, recognised };
}

export function withPageCounts({ pages, fetched, largestPage }: Counts, rows: number): Counts {
	return {
		pages: pages + 1,
		fetched: fetched + rows,
		largestPage: Math.max(largestPage, rows),
	};
}

export function ended(list: ListState, incomplete?: IncompleteReason): ListState {
	return { ...list, next: undefined, incomplete };
}

/** What a failed request for a page means depends on the evidence that the page exists. */
export function afterFailure(list: ListState, failure: unknown): ListState {
	const basis = list.next?.basis;
	if (!(failure instanceof Failure) || basis === 'announced') return { ...ended(list), failure };
	const isRejected = PAGE_AFTER_LAST_STATUSES.includes(failure.details.status ?? 0);
	// Without other evidence, a short first page is the whole list.
	if (basis === 'probe') return ended(list, isRejected ? undefined : 'nextPageRejected');
	return isRejected ? ended(list, 'nextPageRejected') : { ...ended(list), failure };
}

interface Decision {
	step: NextStep;
	info?: PageInfo;
	difference?: Difference;
}

/** The next page by the node's option, else by the contract, else by recognition. */
function decideNext(
	{ settings: option, endpoint, stated: { contract } }: ListRequest,
	context: PageContext,
): Decision {
	const { next: plan } = planFor(contract, endpoint);
	const settings = pageSettings(option, plan);
	if (plan === undefined || settings !== plan) {
		const info = pageInfoOn(context);
		return { step: nextStep(settings, context, info), info };
	}
	const source = { value: context.response, headers: context.headers, endpointPath: '' };
	const info = readPlannedPages(source, plan);
	if (info !== undefined || context.rows === 0) {
		return { step: nextStep(plan, context, info), info };
	}
	// Many services leave the place of the next page out on the last page: it has moved only if a next page is named elsewhere.
	const elsewhere = pageInfoOn(context);
	const step = nextStep(DEFAULT_PAGE_SETTINGS, { ...context, earlier: undefined }, elsewhere);
	if (step.kind === 'next' && ['announced', 'guessed'].includes(step.basis)) {
		const { path = [], total = [], pages = [], more = [] } = plan;
		const places = [...path, ...total, ...pages, ...more].join("' or '");
		const what = `the next page is not at '${places}'`;
		const difference = differenceOf({ contract, endpoint }, 'next', what, step.way.path);
		return { step, info: elsewhere, difference };
	}
	// Some services count their rows on the first page only.
	const isEnd = context.earlier === undefined && step.kind === 'end';
	return { step: isEnd ? step : nextStep(plan, context) };
}
