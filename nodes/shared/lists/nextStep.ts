import { lastKey, normalizeKey } from '../recognition/keys';
import { asCursor, type NextPage } from '../recognition/nextPage';
import { readPageInfo, type PageField, type PageInfo } from '../recognition/pageInfo';
import type { RuleId } from '../recognition/rules';
import { asCount } from '../recognition/scalars';
import { valueAt, isRecord, ownValue } from '../values/records';
import { USUAL_NAMES } from './scheme';
import type { FieldNames, IncompleteReason, NextPageEvidence, PageSettings, Step } from './scheme';

export interface Entered {
	names: readonly string[];
	value: (name: string) => unknown;
}

export interface PageContext {
	response: unknown;
	headers: Record<string, string>;
	rowsPath: string;
	rows: number;
	/** Rows on the fullest page so far, this page included. */
	largestPage: number;
	fetched: number;
	pages: number;
	entered: Entered;
	/** The step that requested this page; `undefined` for the first. */
	requested?: Step;
	/** Page information of earlier pages; the latest takes precedence. */
	earlier?: PageInfo;
	/** Makes a link absolute; `undefined` if it leads to another host. */
	resolve: (link: string) => string | undefined;
}

export interface FoundNext {
	/** Dotted, from the root of the response; `headers.` leads to a header; '' if nothing names it. */
	path: string;
	value?: unknown;
	rule: RuleId;
	candidates: Array<{ path: string; value: unknown }>;
	sent: Step;
}

export type NextStep =
	| {
			kind: 'next';
			step: Step;
			basis: NextPageEvidence;
			/** The response has a total, and all of these rows were read. */
			isComplete: boolean;
			found: FoundNext;
			/** Other ways to request the page, if this one returns the same rows again. */
			others?: Step[];
	  }
	| { kind: 'end'; incomplete?: IncompleteReason };

/** Names of request fields that are used for paging only. */
const PAGING_FIELD_NAMES: Record<keyof FieldNames, RegExp> = {
	// Also of one list among several: `articlesPage`.
	pageName: /^((?!\w*per)\w{0,20}page|pagenumber|pageno|pagenum|pageindex)$/,
	pageSizeName: /^(pagesize|perpage|itemsperpage|resultsperpage|hitsperpage|pagelimit|size)$/,
	offsetName:
		/^(offset|skip|start|startat|startindex|startposition|startrow|pagestart|pageoffset)$/,
	limitName: /^(limit|count|take|top|maxresults|rows|rowlimit|pagelimit)$/,
	cursorName:
		/^(cursor|pagetoken|paginationtoken|nexttoken|nextpagetoken|continuationtoken|startingafter|startcursor|pagecursor|nextcursor|scrollid|marker|bookmark)$/,
};

/** Page size fields that have the same name in requests and responses. */
const SENT_SIZE = /^(limit|page_?size|per_?page|size)$/i;

/** Services do not limit their pages to fewer rows than this. */
const MIN_SERVICE_PAGE_SIZE = 5;
/** Common page sizes. */
const isUsualPageSize = (rows: number) =>
	[10, 12, 15, 20, 24, 25, 30, 40, 48, 50, 60, 75, 80].includes(rows) ||
	(rows >= 100 && rows % 50 === 0);

export function firstStep(settings: PageSettings, entered: Entered): Step {
	const pageName = namesFor(settings, entered)('pageName');
	const isAtPage = asCount(entered.value(pageName)) !== undefined;
	return { fields: settings.scheme === 'page' && !isAtPage ? { [pageName]: FIRST_PAGE } : {} };
}

const FIRST_PAGE = 1;

export function pageInfoOn({ response, headers, rowsPath }: PageContext): PageInfo {
	return readPageInfo({ value: response, headers, rowsPath });
}

export function nextStep(
	settings: PageSettings,
	context: PageContext,
	own = pageInfoOn(context),
): NextStep {
	if (settings.scheme === 'none') return { kind: 'end' };
	const name = namesFor(settings, context.entered);
	const entered: StepInput['entered'] = (...field) =>
		asCount(context.entered.value(name(...field)));
	const { total, ...others } = own;
	const info = withEarlier(countsRows(total?.value, context) ? own : others, context, name);
	const page: StepInput = { settings, context, info, name, entered };
	if (info.more?.value === false) return end(page);
	return STEP_BY_SCHEME[settings.scheme](page);
}

/** Whether the total is a number of rows. It is not if it is 0 although there are rows, or if it is the sum of a column. */
function countsRows(total = 0, { rows, response, rowsPath }: PageContext): boolean {
	if (rows === 0) return true;
	if (total === 0 || rows === 1) return total > 0;
	const all = valueAt(response, rowsPath);
	const records = Array.isArray(all) ? all.filter(isRecord).slice(0, MAX_SUMMED) : [];
	const sum = (key: string) => records.reduce((sums, row) => sums + (asCount(row[key]) ?? NaN), 0);
	return total === rows || !Object.keys(records[0] ?? {}).some((key) => sum(key) === total);
}

/** In longer lists, a total is unlikely to be the sum of a column. */
const MAX_SUMMED = 200;

interface StepInput {
	settings: PageSettings;
	context: PageContext;
	info: PageInfo;
	name: (field: keyof FieldNames, reported?: string) => string;
	entered: (field: keyof FieldNames, reported?: string) => number | undefined;
}

/**
 * Completes the page information with that of earlier pages, for the requested page number. A page without
 * rows is the last one, and so is a page that names no next page although the one before did.
 */
function withEarlier(
	own: PageInfo,
	{ earlier, requested, rows }: PageContext,
	name: StepInput['name'],
): PageInfo {
	const isLast = rows === 0 || own.more?.value === false || own.end !== undefined;
	if (earlier === undefined || earlier.next.length > 0 || isLast) return own;
	const fields = requestedFields({ requested });
	const at = (counter: PageField<number> | undefined, field: string) =>
		counter && { ...counter, value: asCount(fields[field]) ?? counter.value };
	const { total, totalPages, count, limit, pageSize } = earlier;
	const page = at(earlier.page, name('pageName', pageKey(earlier.page)));
	const offset = at(earlier.offset, name('offsetName', earlier.offset?.key));
	return { total, totalPages, count, limit, pageSize, page, offset, ...own };
}

type StepByScheme = (page: StepInput) => NextStep;

const byNextField: StepByScheme = (page) => {
	const isLink = page.settings.scheme === 'nextUrl';
	const targets = page.info.next.filter(({ kind }) => (kind === 'link') === isLink);
	return followFirst(page, targets);
};

const byOffset: StepByScheme = (page) => {
	const { settings, context, info, name } = page;
	const offsetName = name('offsetName', info.offset?.key);
	const size = sizeOf(page, 'limitName', info.limit);
	if (isOver(page, size)) return end(page, size);
	// After an empty page, the offset can only grow by the page size.
	const by = context.rows > 0 ? context.rows : (size.reported ?? size.requested);
	if (by === undefined) return end(page, size);
	const reported = settings.scheme === 'offset' ? undefined : info.offset?.value;
	const requested = requestedNumber(page, offsetName);
	// Some services report the offset of the next page, not of this one.
	const isNext = reported !== undefined && reported > (requested ?? 1);
	const next = isNext ? reported : (requested ?? reported ?? 0) + by;
	return countedStep(page, size, { [offsetName]: next }, info.offset);
};

const byPage: StepByScheme = (page) => {
	const { settings, info, name } = page;
	const reported = settings.scheme === 'page' ? undefined : pageKey(info.page);
	const pageName = name('pageName', reported);
	const size = sizeOf(page, 'pageSizeName', info.pageSize ?? info.limit);
	const { current, first, least } = pageNumbers(page);
	const pages = info.totalPages?.value ?? 0;
	const isLast =
		pages > 0
			? current - least + 1 >= pages && info.more?.value !== true
			: isOver(page, size, (first - least) * (size.reported ?? size.requested ?? 0));
	if (isLast) return end(page, size);
	return countedStep(page, size, { [pageName]: current + 1 }, info.page);
};

/** Uses the page information of the response; without any, the paging fields that the user entered. */
const recognised: StepByScheme = (page) => {
	const { info, context, name, entered } = page;
	const named = followFirst(page, info.next);
	// A link to another host is not followed, but the page may be counted as well.
	const isBlocked = named.kind === 'end' && named.incomplete === 'otherOrigin';
	if (info.next.length > 0 && !isBlocked) return named;
	const sized = info.offset === undefined ? info.pageSize : undefined;
	const pageIndicator = info.page ?? info.totalPages ?? sized;
	if (isBlocked && (pageIndicator ?? info.offset) === undefined) return named;
	if ((pageIndicator ?? entered('pageName')) !== undefined) return byPage(page);
	const offsetIndicator = info.offset ?? entered('offsetName') ?? entered('limitName');
	if (offsetIndicator !== undefined) return byOffset(page);
	// A field that is only called `size` may mean something else.
	const isSize = normalizeKey(name('pageSizeName')) === 'size';
	if (!isSize && context.rows >= (entered('pageSizeName') ?? Infinity)) return byPage(page);
	if (info.more?.value !== true) return end(page);
	const last = info.isListObject ? lastRowId(context) : undefined;
	if (last !== undefined) return follow(page, last);
	return requestedNumber(page, name('pageName')) === undefined ? byOffset(page) : byPage(page);
};

/** If a list only says that there is more, the next page starts after the ID of its last row. */
function lastRowId({ response, rowsPath }: PageContext): NextPage | undefined {
	const rows = valueAt(response, rowsPath);
	const path = `${rowsPath}.${Array.isArray(rows) ? rows.length - 1 : 0}.id`;
	const value = asCursor(valueAt(response, path));
	if (value === undefined) return undefined;
	const name = 'starting_after';
	return { kind: 'cursor', value, name, path, rule: 'next.lastRow' };
}

const STEP_BY_SCHEME: Record<Exclude<PageSettings['scheme'], 'none'>, StepByScheme> = {
	auto: recognised,
	offset: byOffset,
	page: byPage,
	cursor: byNextField,
	nextUrl: byNextField,
};

function followFirst(page: StepInput, targets: NextPage[]): NextStep {
	let last: NextStep = end(page);
	for (const target of targets) {
		last = follow(page, target);
		if (last.kind === 'next') return last;
	}
	return last;
}

function follow(page: StepInput, target: NextPage): NextStep {
	const { context, info } = page;
	const step = stepTo(page, target);
	if (step === undefined) return { kind: 'end', incomplete: 'otherOrigin' };
	// A scroll keeps its cursor to the end, and ends with an empty page.
	const isSame = JSON.stringify(step) === JSON.stringify(context.requested);
	if (context.rows === 0 && isSame && info.more?.value !== true) return end(page);
	const others = info.next.filter((each) => each !== target);
	const { path, value, rule } = target;
	return next(page, {
		step,
		basis: rule === 'next.lastRow' ? 'guessed' : 'named',
		found: { path, value, rule, candidates: others.map(toCandidate) },
		others: target.kind === 'cursor' ? cursorSteps(page, target).slice(1) : [],
	});
}

const toCandidate = ({ path, value }: NextPage) => ({ path, value });

const CURSOR_NAMES = ['cursor', 'after', 'page_token', 'token', 'page_cursor', 'pagination_token'];

/** The cursor under its usual name, the name in the response, and other common names. */
function cursorSteps(
	{ info, name, settings }: StepInput,
	{ path, rule, value, name: reported }: Extract<NextPage, { kind: 'cursor' }>,
) {
	const taken = name('cursorName', reported);
	const isOwn = !path.startsWith('headers.') && rule !== 'next.lastRow';
	const own = isOwn ? [lastKey(path), taken.replace(/_/g, '')] : [];
	const ofList = info.isListObject && taken === 'cursor' ? ['start_cursor'] : [];
	const others = settings.scheme === 'auto' ? [...ofList, ...own, ...CURSOR_NAMES] : [];
	return [...new Set([taken, ...others])].map((each) => ({ fields: { [each]: value } }));
}

function stepTo(page: StepInput, target: NextPage): Step | undefined {
	const { context, name, info } = page;
	const { kind, value } = target;
	if (kind === 'fields') return { fields: value };
	if (kind === 'number') return { fields: { [numberName(page, value)]: value } };
	if (kind === 'cursor') {
		const steps = cursorSteps(page, target);
		// Prefer the name that worked for this page.
		const requested = Object.keys(requestedFields(context));
		return steps.find(({ fields }) => requested.some((each) => each in fields)) ?? steps[0];
	}
	if (kind !== 'link') {
		const reported = kind === 'offset' ? (info.offset?.key ?? target.name) : target.name;
		return { fields: { [name(`${kind}Name`, reported)]: value } };
	}
	const url = context.resolve(value);
	return url === undefined ? undefined : { url };
}

/** A number in "next" is an offset if it matches the number of rows, otherwise a page number. */
function numberName({ name, info, context }: StepInput, value: number): string {
	const isOffset =
		value === (info.offset?.value ?? 0) + context.rows &&
		(info.offset !== undefined || value === context.fetched) &&
		info.page === undefined &&
		value > 2;
	return isOffset ? name('offsetName', info.offset?.key) : name('pageName');
}

/** A step by page number or offset. */
function countedStep(
	page: StepInput,
	size: PageSize,
	number: Record<string, number>,
	counter: PageField<number> | undefined,
): NextStep {
	const { info, name } = page;
	const { path = '', value } = counter ?? info.more ?? info.totalPages ?? info.total ?? {};
	const basis = evidenceFor(page, size);
	// It is unknown whether pages are requested by offset or by number.
	const isOpen = basis === 'guessed' && counter === undefined;
	const byNumber = { fields: { ...size.sent, [name('pageName')]: FIRST_PAGE + 1 } };
	return next(page, {
		step: { fields: { ...size.sent, ...number } },
		basis,
		found: { path, value, rule: 'next.count', candidates: [] },
		others: isOpen ? [byNumber] : [],
	});
}

function evidenceFor(page: StepInput, { requested, reported }: PageSize): NextPageEvidence {
	const { info, context, settings, name } = page;
	if (info.more?.value === true || (info.total ?? info.totalPages) !== undefined) {
		const isKnown =
			settings.scheme !== 'auto' ||
			(info.page ?? info.offset) !== undefined ||
			(['pageName', 'offsetName', 'limitName', 'pageSizeName'] as const).some(
				(field) => context.entered.value(name(field)) !== undefined,
			);
		return isKnown ? 'announced' : 'guessed';
	}
	const isFirst = context.pages === 1 && reported === undefined;
	return isFirst && requested !== undefined && context.rows < requested ? 'probe' : 'full';
}

interface NextRequest extends Pick<NextStep & { kind: 'next' }, 'step' | 'basis'> {
	found: Omit<FoundNext, 'sent'>;
	others: Step[];
}

function next(page: StepInput, { step, basis, found, others }: NextRequest): NextStep {
	const { total, more } = page.info;
	const isComplete = more?.value !== true && total !== undefined && rowsSoFar(page) >= total.value;
	const isFirst = page.context.pages === 1 && others.length > 0;
	return {
		...{ kind: 'next', step, basis, isComplete, found: { ...found, sent: step } },
		...(isFirst && { others }),
	};
}

function end(page: StepInput, size?: PageSize): Extract<NextStep, { kind: 'end' }> {
	return { kind: 'end', incomplete: incompleteReason(page, size) };
}

function incompleteReason(page: StepInput, size?: PageSize): IncompleteReason | undefined {
	const { info, context } = page;
	if (info.more?.value ?? info.unusable !== undefined) return 'unknownNext';
	if (isShortOfTotal(page)) return 'total';
	if (isEnd(page)) return undefined;
	const full = size?.reported ?? size?.requested ?? sizeEntered(page);
	const { pages, rows } = context;
	const isFull = full === undefined ? pages === 1 && isUsualPageSize(rows) : rows >= full;
	return isFull ? 'fullPage' : undefined;
}

/** Whether the response says that this is the end. */
function isEnd({ info, context, settings, name }: StepInput): boolean {
	return (
		(info.more ?? info.end ?? info.total ?? info.totalPages) !== undefined ||
		context.rows === 0 ||
		settings.scheme !== 'auto' ||
		asCount(info.count?.value) === context.fetched ||
		context.entered.value(name('cursorName')) !== undefined
	);
}

function isShortOfTotal(page: StepInput): boolean {
	const { info, context, name } = page;
	const { earlier, entered } = context;
	// If the user entered a cursor, the number of rows before it is unknown.
	if (entered.value(name('cursorName')) !== undefined) return false;
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
function rowsSoFar(page: StepInput): number {
	const { context, info, entered } = page;
	const size =
		info.pageSize?.value ?? info.limit?.value ?? sizeEntered(page) ?? context.largestPage;
	const { first, least } = pageNumbers(page);
	const offset = entered('offsetName', info.offset?.key) ?? 0;
	return Math.max((first - least) * size, offset) + context.fetched;
}

const sizeEntered = ({ entered }: StepInput) => entered('limitName') ?? entered('pageSizeName');

interface PageSize {
	requested?: number;
	reported?: number;
	sent: Record<string, number>;
}

function sizeOf(
	page: StepInput,
	field: 'limitName' | 'pageSizeName',
	counter?: PageField<number>,
): PageSize {
	const { settings, name, entered } = page;
	// Requests may use the name of the response, unless the user stated how to request pages.
	const key = counter !== undefined && SENT_SIZE.test(counter.key) ? counter.key : undefined;
	const own = field === 'pageSizeName' && settings.scheme === 'page' ? undefined : key;
	const requested = entered(field, own);
	const reported = counter?.value;
	const size = requested ?? (key === undefined ? undefined : reported);
	return { requested, reported, sent: size === undefined ? {} : { [name(field, own)]: size } };
}

function isOver(page: StepInput, { requested, reported }: PageSize, skipped?: number): boolean {
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
function pageNumbers(page: StepInput) {
	const { settings, context, info, name, entered } = page;
	const key = pageKey(info.page);
	const reported = settings.scheme === 'page' ? undefined : info.page?.value;
	const start = entered('pageName', key) ?? FIRST_PAGE;
	const current =
		requestedNumber(page, name('pageName', key)) ?? reported ?? start + context.pages - 1;
	const first = current - context.pages + 1;
	// A service that begins with page 0 says so, or the user does.
	return { current, first, least: Math.min(FIRST_PAGE, first) };
}

/** A number in the request for this page. Preferred, as services do not always repeat it correctly. */
function requestedNumber({ context }: StepInput, name: string): number | undefined {
	const { requested, entered } = context;
	const own = ownValue(requestedFields(context), name);
	return asCount(own) ?? (requested === undefined ? asCount(entered.value(name)) : undefined);
}

/** The name of a paging field: from the settings, from the user's request, from the response, or the usual one. */
function namesFor(settings: PageSettings, entered: Entered): StepInput['name'] {
	return (field, reported) => {
		const stated = settings.names?.[field];
		if (stated !== undefined) return stated;
		const own =
			reported === undefined ? undefined : entered.names.find((each) => each === reported);
		const known = entered.names.find((each) => PAGING_FIELD_NAMES[field].test(normalizeKey(each)));
		return (
			own ?? known ?? (reported === undefined || reported === '' ? USUAL_NAMES[field] : reported)
		);
	};
}

/** `current_page` and `number` are requested as `page`. */
function pageKey(counter?: PageField<number>): string | undefined {
	return counter !== undefined && /^page/i.test(counter.key) ? counter.key : undefined;
}

export function requestedFields({
	requested,
}: Pick<PageContext, 'requested'>): Record<string, string | number> {
	return requested !== undefined && 'fields' in requested ? requested.fields : {};
}
