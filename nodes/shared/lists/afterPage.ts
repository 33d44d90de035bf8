import { Failure } from '../failure/Failure';
import type { Difference } from '../plan/layers';
import type { NextPlan } from '../plan/plan';
import { decideNext } from './decideNext';
import type { NextStep, FoundNext } from './nextStep';
import type { PageContext } from './pageCounts';
import type { IncompleteReason, PageSettings } from './scheme';

/** Pages may be empty because rows were filtered out. After more than this in a row, reading stops. */
const MAX_EMPTY_PAGES = 10;
/** Some services return these statuses for a page after the last. */
const PAGE_AFTER_LAST_STATUSES = [400, 404, 410, 416, 422];

export interface Page extends Pick<PageContext, 'response' | 'headers' | 'rowsPath' | 'resolve'> {
	rows: readonly unknown[];
}

export type PageEvent =
	| { kind: 'page'; page: Page; difference?: Difference }
	/** A page that differs from a strict contract: its rows are not returned. */
	| { kind: 'different'; difference: Difference }
	/** No list, rows that were read before, or the URL of an earlier page. */
	| { kind: 'noProgress' }
	| { kind: 'maxPages' }
	| FailedPage;

export interface FailedPage {
	kind: 'failed';
	failure: unknown;
}

export type Counts = Pick<PageContext, 'pages' | 'fetched' | 'largestPage'>;

export interface ListState extends Counts, Pick<PageContext, 'earlier'> {
	emptyInARow: number;
	hasEmptyPage?: boolean;
	recognised?: FoundNext;
	info?: PageContext['earlier'];
	/** The page to read now; absent at the end of the list. */
	next?: NextStep & { kind: 'next' };
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
	settings: PageSettings;
	maxRows: number;
	entered: PageContext['entered'];
	/** A GET: if it returns no new rows, the next page may be requested in another way. */
	isFree?: boolean;
	/** Of the contract. If it is strict, the list ends where a page differs from it. */
	plan?: NextPlan;
	isStrict?: boolean;
}

export function afterPage(list: ListState, event: PageEvent, request: ListRequest): ListState {
	switch (event.kind) {
		case 'page':
			return afterRows(withDifference(list, event.difference), event.page, request);
		case 'different':
			return ended(withDifference(list, event.difference));
		case 'noProgress':
			return afterNoProgress(list, request);
		case 'maxPages':
			return ended(list, list.next?.basis === 'probe' ? undefined : 'maxPages');
		case 'failed':
			return afterFailure(list, event.failure);
	}
}

/** The same page again: the service may call the field for the next page something else. */
function afterNoProgress(list: ListState, { isFree }: ListRequest): ListState {
	const { basis, isComplete, others: [step, ...others] = [] } = list.next ?? {};
	if (basis === 'probe' || isComplete) return ended(list);
	if (!isFree || list.next === undefined || step === undefined) return ended(list, 'noProgress');
	const found = { ...list.next.found, sent: step };
	return { ...list, next: { ...list.next, step, found, others }, recognised: found };
}

function afterRows(
	before: ListState,
	page: Page,
	{ settings, maxRows, entered, plan, isStrict }: ListRequest,
): ListState {
	const rows = page.rows.length;
	const emptyInARow = rows === 0 ? before.emptyInARow + 1 : 0;
	const hasEmptyPage = before.hasEmptyPage ?? (rows === 0 ? true : undefined);
	const list: ListState = { ...before, ...withPageCounts(before, page), emptyInARow, hasEmptyPage };
	if (list.fetched >= maxRows) return ended(list);
	const requested = before.next?.step;
	const context: PageContext = { ...page, ...list, rows, entered, requested };
	const { step: next, info, difference } = decideNext({ settings, plan, context });
	list.differences = withDifference(list, difference).differences;
	if (difference !== undefined && isStrict) return ended(list);
	if (next.kind === 'end') return ended(list, next.incomplete);
	if (info !== undefined) list.earlier = { ...before.earlier, ...info };
	if (list.pages === 1) Object.assign(list, { recognised: next.found, info });
	if (emptyInARow > MAX_EMPTY_PAGES) return ended(list, 'emptyPages');
	// A scroll may keep its cursor for ever. Then the total tells where it ends.
	const isSame = JSON.stringify(next.step) === JSON.stringify(requested);
	return isSame && next.isComplete ? ended(list) : { ...list, next };
}

function withDifference(list: ListState, difference?: Difference): ListState {
	if (difference === undefined) return list;
	return { ...list, differences: [...list.differences, difference] };
}

export function withPageCounts({ pages, fetched, largestPage }: Counts, { rows }: Page): Counts {
	const { length } = rows;
	return {
		pages: pages + 1,
		fetched: fetched + length,
		largestPage: Math.max(largestPage, length),
	};
}

function ended(list: ListState, incomplete?: IncompleteReason): ListState {
	return { ...list, next: undefined, incomplete };
}

/** What a failed request for a page means depends on the evidence that the page exists. */
function afterFailure(list: ListState, failure: unknown): ListState {
	const basis = list.next?.basis;
	if (!(failure instanceof Failure)) return { ...ended(list), failure };
	const isRejected = PAGE_AFTER_LAST_STATUSES.includes(failure.details.status ?? 0);
	// Without other evidence, a short first page is the whole list.
	if (basis === 'probe') return ended(list, isRejected ? undefined : 'nextPageRejected');
	if (isRejected && (basis === 'full' || basis === 'guessed'))
		return ended(list, 'nextPageRejected');
	return { ...ended(list), failure };
}
