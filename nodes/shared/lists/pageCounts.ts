import { keyAt } from '../recognition/keys';
import type { PageInfo, PageResponse } from '../recognition/pageInfo';
import { asCount } from '../recognition/scalars';
import { ownValue } from '../values/records';
import { fieldOf, type RequestDraft } from '../request/draft';
import type { FieldName, PageSettings, Step } from './scheme';

/** Of the pages so far, this page included. */
export interface Counts {
	pages: number;
	/** Rows in all, and on the fullest page. */
	fetched: number;
	largestPage: number;
	/** Pages without rows, the latest ones. */
	emptyInARow: number;
}

const NO_PAGES: Counts = { pages: 0, fetched: 0, largestPage: 0, emptyInARow: 0 };

export function withPage(before = NO_PAGES, rows: number): Counts {
	return {
		pages: before.pages + 1,
		fetched: before.fetched + rows,
		largestPage: Math.max(before.largestPage, rows),
		emptyInARow: rows === 0 ? before.emptyInARow + 1 : 0,
	};
}

export interface PageContext extends Counts, Required<PageResponse> {
	rows: number;
	/** The request that the user entered. */
	draft: RequestDraft;
	/** The step that requested this page; `undefined` for the first. */
	requested?: Step;
	/** Page information of earlier pages; the latest takes precedence. */
	earlier?: PageInfo;
	/** Makes a link absolute; `undefined` if it leads to another host. */
	resolve: (link: string) => string | undefined;
}

/** A page with its page information, and the fields by which pages are requested. */
export interface StepInput extends PageContext {
	settings: PageSettings;
	info: PageInfo;
	/** What the request calls a field; `key`: what the response does. */
	name: (field: FieldName, key?: string) => string;
	/** A number that the user entered. */
	enteredNumber: (field: FieldName) => number | undefined;
}

/** The fields of which a service has one: it counts its pages, or their rows. */
export type Counter = 'page' | 'offset';

export const FIRST_PAGE = 1;

/** Services do not limit their pages to fewer rows than this. */
const MIN_SERVICE_PAGE_SIZE = 5;

export const sizeEntered = ({ enteredNumber }: StepInput) =>
	enteredNumber('limit') ?? enteredNumber('pageSize');

export const sizeReported = ({ info }: StepInput, by: Counter) =>
	(by === 'page' ? (info.pageSize ?? info.limit) : info.limit)?.value;

/** Whether pages that are counted end with this one. */
export function isOver(page: StepInput, by: Counter): boolean {
	const { info, rows, largestPage } = page;
	const { total, totalPages, end } = info;
	if (info.more?.value === true) return false;
	if (by === 'page' && totalPages !== undefined && totalPages.value > 0) {
		const { current, least } = pageNumbers(page);
		return current - least + 1 >= totalPages.value;
	}
	const counters = [info.page ?? info.offset, total].filter((each) => each !== undefined);
	const isEnded = end !== undefined && counters.length < (end === 'certain' ? 2 : 1);
	if (isEnded || rows === 0) return true;
	if (total !== undefined) return rowsSoFar(page) >= total.value;
	const requested = sizeEntered(page);
	const reported = sizeReported(page, by);
	if (reported !== undefined) return rows < Math.min(reported, requested ?? reported);
	// Some services silently return fewer rows than requested: a short first page proves little,
	// but a page that is shorter than earlier ones is the last.
	return (
		requested !== undefined &&
		rows < requested &&
		(rows < largestPage || rows < MIN_SERVICE_PAGE_SIZE)
	);
}

/** Whether the service counts more rows or pages than were read. */
export function isShortOfTotal(page: StepInput): boolean {
	const { info, earlier, draft, name } = page;
	// If the user entered a cursor, the number of rows before it is unknown.
	if (fieldOf(draft, name('cursor')) !== undefined) return false;
	const { total, totalPages, count } = { ...earlier, ...info };
	if (total !== undefined) return total.value > rowsSoFar(page);
	const { current, least } = pageNumbers(page);
	const pagesRead = current - least + Number(page.rows > 0);
	if (totalPages !== undefined && totalPages.value > pagesRead) return true;
	if (count === undefined || info.offset !== undefined || page.rows === 0) return false;
	const isSize = fieldOf(draft, keyAt(count.path)) !== undefined;
	return !isSize && info.more === undefined && count.value > rowsSoFar(page);
}

/** Rows up to the end of this page, those that the user skipped included. */
export function rowsSoFar(page: StepInput): number {
	const { info, enteredNumber, largestPage, fetched } = page;
	const size = info.pageSize?.value ?? info.limit?.value ?? sizeEntered(page) ?? largestPage;
	const { first, least } = pageNumbers(page);
	const offset = enteredNumber('offset') ?? 0;
	return Math.max((first - least) * size, offset) + fetched;
}

/** The number of the current page: as requested, or as the service reports it. */
export function pageNumbers(page: StepInput) {
	const { settings, info, pages, enteredNumber } = page;
	const reported = settings.scheme === 'page' ? undefined : info.page?.value;
	const lowest = settings.first ?? FIRST_PAGE;
	const start = enteredNumber('page') ?? lowest;
	const current = requestedNumber(page, 'page') ?? reported ?? start + pages - 1;
	const first = current - pages + 1;
	// A service that begins with page 0 says so, or the user does.
	return { current, first, least: Math.min(lowest, first) };
}

/** The offset after this page; `undefined` after an empty page of unknown size. */
export function nextOffset(page: StepInput): number | undefined {
	const { settings, info, rows } = page;
	const by = rows > 0 ? rows : (sizeReported(page, 'offset') ?? sizeEntered(page));
	if (by === undefined) return undefined;
	const reported = settings.scheme === 'offset' ? undefined : info.offset?.value;
	const requested = requestedNumber(page, 'offset');
	// Some services report the offset of the next page, not of this one.
	if (reported !== undefined && reported > (requested ?? 1)) return reported;
	return (requested ?? reported ?? 0) + by;
}

/** A number in the request for this page. Preferred, as services do not always repeat it correctly. */
function requestedNumber(page: StepInput, field: Counter): number | undefined {
	const own = asCount(ownValue(requestedFields(page), page.name(field)));
	return own ?? (page.requested === undefined ? page.enteredNumber(field) : undefined);
}

export function requestedFields({ requested }: Pick<PageContext, 'requested'>) {
	return requested !== undefined && 'fields' in requested ? requested.fields : {};
}
