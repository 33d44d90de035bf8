import { isCharged, type Endpoint } from '../catalogue/types';
import { Failure } from '../failure/Failure';
import type { NextEntry } from '../plan/explain';
import { differenceOf, type Difference, type Stated } from '../plan/layers';
import { planFor } from '../plan/plan';
import { readPlannedPages } from '../plan/read';
import type { PageInfo } from '../recognition/pageInfo';
import { nextStep, pageInfoOn, type NextPageStep, type NextStep } from './nextStep';
import type { Counts, PageContext } from './pageCounts';
import { DEFAULT_PAGE_SETTINGS, type IncompleteReason, type PageSettings } from './scheme';

/** Pages may be empty because rows were filtered out. After more than this in a row, reading stops. */
const MAX_EMPTY_PAGES = 10;
/** Some services return these statuses for a page after the last. */
const PAGE_AFTER_LAST_STATUSES = [400, 404, 410, 416, 422];

export interface Page extends Pick<PageContext, 'response' | 'headers' | 'rowsPath' | 'resolve'> {
	rows: readonly unknown[];
}

export interface ListState extends Counts, Pick<PageContext, 'earlier'> {
	emptyInARow: number;
	hasEmptyPage?: boolean;
	/** How the second page was requested. */
	recognised?: NextEntry;
	info?: PageInfo;
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
	const emptyInARow = rows === 0 ? before.emptyInARow + 1 : 0;
	const hasEmptyPage = before.hasEmptyPage ?? (rows === 0 ? true : undefined);
	const counts = { ...withPageCounts(before, rows), emptyInARow, hasEmptyPage };
	const requested = before.next?.step;
	const { entered } = request;
	const context: PageContext = { ...page, ...before, ...counts, rows, entered, requested };
	if (counts.fetched >= request.maxRows) return ended({ ...before, ...counts });
	const { step: next, info, difference } = decideNext(request, context);
	const list = { ...withDifference(before, difference), ...counts };
	if (difference?.isError) return ended(list);
	if (next.kind === 'end') return ended(list, next.incomplete);
	if (info !== undefined) list.earlier = { ...before.earlier, ...info };
	if (list.pages === 1)
		Object.assign(list, { recognised: { ...next.found, sent: next.step }, info });
	if (emptyInARow > MAX_EMPTY_PAGES) return ended(list, 'emptyPages');
	// A scroll may keep its cursor for ever. Then the total tells where it ends.
	const isSame = JSON.stringify(next.step) === JSON.stringify(requested);
	return isSame && next.isComplete ? ended(list) : { ...list, next };
}

/** No list, rows that were read before, or the URL of an earlier page: the field for the next page may have another name. */
export function afterNoProgress(list: ListState, { endpoint }: ListRequest): ListState {
	const { basis, isComplete, others: [step, ...others] = [] } = list.next ?? {};
	if (basis === 'probe' || isComplete) return ended(list);
	// Only what is free is requested again.
	if (isCharged(endpoint) || list.next === undefined || step === undefined) {
		return ended(list, 'noProgress');
	}
	const recognised = { ...list.next.found, sent: step };
	return { ...list, next: { ...list.next, step, others }, recognised };
}

export function withPageCounts({ pages, fetched, largestPage }: Counts, rows: number): Counts {
	return {
		pages: pages + 1,
		fetched: fetched + rows,
		largestPage: Math.max(largestPage, rows),
	};
}

export function withDifference(list: ListState, difference?: Difference): ListState {
	if (difference === undefined) return list;
	return { ...list, differences: [...list.differences, difference] };
}

export function ended(list: ListState, incomplete?: IncompleteReason): ListState {
	return { ...list, next: undefined, incomplete };
}

/** What a failed request for a page means depends on the evidence that the page exists. */
export function afterFailure(list: ListState, failure: unknown): ListState {
	const basis = list.next?.basis;
	if (!(failure instanceof Failure)) return { ...ended(list), failure };
	const isRejected = PAGE_AFTER_LAST_STATUSES.includes(failure.details.status ?? 0);
	// Without other evidence, a short first page is the whole list.
	if (basis === 'probe') return ended(list, isRejected ? undefined : 'nextPageRejected');
	if (isRejected && (basis === 'full' || basis === 'guessed'))
		return ended(list, 'nextPageRejected');
	return { ...ended(list), failure };
}

interface Decision {
	step: NextStep;
	info?: PageInfo;
	difference?: Difference;
}

/** The next page by the node's option, else by the contract, else by recognition. */
function decideNext(
	{ settings, endpoint, stated: { contract } }: ListRequest,
	context: PageContext,
): Decision {
	const { next: plan } = planFor(contract, endpoint);
	if (plan === undefined || settings.scheme !== 'auto') {
		const info = pageInfoOn(context);
		// However pages are requested, the fields are called as in the contract.
		return { step: nextStep({ ...plan, ...settings }, context, info), info };
	}
	const source = { value: context.response, headers: context.headers, endpointPath: '' };
	const info = readPlannedPages(source, plan);
	if (info !== undefined || context.rows === 0) {
		return { step: nextStep(plan, context, info), info };
	}
	// Many services leave the place of the next page out on the last page: it has moved only if a next page is named elsewhere.
	const elsewhere = pageInfoOn(context);
	const step = nextStep(DEFAULT_PAGE_SETTINGS, { ...context, earlier: undefined }, elsewhere);
	if (step.kind === 'next' && step.basis !== 'full' && step.basis !== 'probe') {
		const { path = [], total = [], pages = [], more = [] } = plan;
		const places = [...path, ...total, ...pages, ...more].join("' or '");
		const what = `the next page is not at '${places}'`;
		const difference = differenceOf({ contract, endpoint }, 'next', what, step.found.path);
		return { step, info: elsewhere, difference };
	}
	// Some services count their rows on the first page only.
	if (context.earlier !== undefined) return { step: nextStep(plan, context) };
	return { step: step.kind === 'end' ? step : { kind: 'end' } };
}
