import type { PageField, PageInfo } from '../recognition/pageInfo';
import { asCount } from '../recognition/scalars';
import { ownValue } from '../values/records';
import type { Entered, FieldName, PageSettings, Step } from './scheme';

/** Of the pages so far, this page included. */
export interface Counts {
	/** Rows on the fullest page. */
	largestPage: number;
	fetched: number;
	pages: number;
}

export interface PageContext extends Counts {
	response: unknown;
	headers: Record<string, string>;
	rowsPath: string;
	rows: number;
	entered: Entered;
	/** The step that requested this page; `undefined` for the first. */
	requested?: Step;
	/** Page information of earlier pages; the latest takes precedence. */
	earlier?: PageInfo;
	/** Makes a link absolute; `undefined` if it leads to another host. */
	resolve: (link: string) => string | undefined;
}

export interface StepInput {
	settings: PageSettings;
	context: PageContext;
	info: PageInfo;
	name: (field: FieldName, reported?: string) => string;
	entered: (field: FieldName, reported?: string) => number | undefined;
}

export const FIRST_PAGE = 1;

/** Page size fields that have the same name in requests and responses. */
const SENT_SIZE = /^(limit|page_?size|per_?page|size)$/i;

/** Services do not limit their pages to fewer rows than this. */
const MIN_SERVICE_PAGE_SIZE = 5;
export function isShortOfTotal(page: StepInput): boolean {
	const { info, context, name } = page;
	const { earlier, entered } = context;
	// If the user entered a cursor, the number of rows before it is unknown.
	if (entered.value(name('cursor')) !== undefined) return false;
	const { total, count } = { ...earlier, ...info };
	if (total !== undefined) return total.value > rowsSoFar(page);
	if (earlier?.totalPages !== undefined && info.totalPages === undefined) {
		const { current, least } = pageNumbers(page);
		return earlier.totalPages.value > current - least + Number(context.rows > 0);
	}
	if (count === undefined || info.offset !== undefined || context.rows === 0) return false;
	const isSize = entered.value(count.key) !== undefined;
	return !isSize && info.more === undefined && count.value > rowsSoFar(page);
}

/** Rows up to the end of this page, those that the user skipped included. */
export function rowsSoFar(page: StepInput): number {
	const { context, info, entered } = page;
	const size =
		info.pageSize?.value ?? info.limit?.value ?? sizeEntered(page) ?? context.largestPage;
	const { first, least } = pageNumbers(page);
	const offset = entered('offset', info.offset?.key) ?? 0;
	return Math.max((first - least) * size, offset) + context.fetched;
}

export const sizeEntered = ({ entered }: StepInput) => entered('limit') ?? entered('pageSize');

export interface PageSize {
	requested?: number;
	reported?: number;
	sent: Record<string, number>;
}

export function sizeOf(
	page: StepInput,
	field: 'limit' | 'pageSize',
	counter?: PageField<number>,
): PageSize {
	const { settings, name, entered } = page;
	// Requests may use the name of the response, unless the user stated how to request pages.
	const key = counter !== undefined && SENT_SIZE.test(counter.key) ? counter.key : undefined;
	const own = field === 'pageSize' && settings.scheme === 'page' ? undefined : key;
	const requested = entered(field, own);
	const reported = counter?.value;
	const size = requested ?? (key === undefined ? undefined : reported);
	return { requested, reported, sent: size === undefined ? {} : { [name(field, own)]: size } };
}

export function isOver(
	page: StepInput,
	{ requested, reported }: PageSize,
	skipped?: number,
): boolean {
	const { info, context } = page;
	const { rows, largestPage, fetched } = context;
	const { total } = info;
	if (info.more?.value === true) return false;
	const hasPosition = info.page !== undefined || info.offset !== undefined;
	const counterSigns = [hasPosition, total !== undefined].filter(Boolean).length;
	const isEnded = info.end !== undefined && counterSigns < (info.end === 'certain' ? 2 : 1);
	if (isEnded || rows === 0) return true;
	if (total !== undefined) return (skipped ?? rowsSoFar(page) - fetched) + fetched >= total.value;
	if (reported !== undefined) return rows < Math.min(reported, requested ?? reported);
	// Some services silently return fewer rows than requested: a short first page proves little,
	// but a page that is shorter than earlier ones is the last.
	return (
		requested !== undefined &&
		rows < requested &&
		(rows < largestPage || rows < MIN_SERVICE_PAGE_SIZE)
	);
}

/** The number of the current page: as requested, or as the service reports it. */
export function pageNumbers(page: StepInput) {
	const { settings, context, info, name, entered } = page;
	const key = pageKey(info.page);
	const reported = settings.scheme === 'page' ? undefined : info.page?.value;
	const lowest = settings.first ?? FIRST_PAGE;
	const start = entered('page', key) ?? lowest;
	const current = requestedNumber(page, name('page', key)) ?? reported ?? start + context.pages - 1;
	const first = current - context.pages + 1;
	// A service that begins with page 0 says so, or the user does.
	return { current, first, least: Math.min(lowest, first) };
}

/** A number in the request for this page. Preferred, as services do not always repeat it correctly. */
export function requestedNumber({ context }: StepInput, name: string): number | undefined {
	const { requested, entered } = context;
	const own = ownValue(requestedFields(context), name);
	return asCount(own) ?? (requested === undefined ? asCount(entered.value(name)) : undefined);
}

/** `current_page` and `number` are requested as `page`. */
export function pageKey(counter?: PageField<number>): string | undefined {
	return counter !== undefined && /^page/i.test(counter.key) ? counter.key : undefined;
}

export function requestedFields({
	requested,
}: Pick<PageContext, 'requested'>): Record<string, string | number> {
	return requested !== undefined && 'fields' in requested ? requested.fields : {};
}

/** Common page sizes. */
export const isUsualPageSize = (rows: number) =>
	[10, 12, 15, 20, 24, 25, 30, 40, 48, 50, 60, 75, 80].includes(rows) ||
	(rows >= 100 && rows % 50 === 0);
