import type { NextEntry } from '../plan/explain';
import { propose } from '../plan/propose';
import { lastKey, normalizeKey } from '../recognition/keys';
import { asCursor, type NextPage } from '../recognition/nextPage';
import type { PageField, PageInfo } from '../recognition/pageInfo';
import { asCount } from '../recognition/scalars';
import { valueAt } from '../values/records';
import {
	FIRST_PAGE,
	isOver,
	isShortOfTotal,
	isUsualPageSize,
	pageKey,
	pageNumbers,
	requestedFields,
	requestedNumber,
	rowsSoFar,
	sizeEntered,
	sizeOf,
	type PageContext,
	type PageSize,
	type StepInput,
} from './pageCounts';
import { nameOf } from './scheme';
import type { Entered, IncompleteReason, NextPageEvidence, PageSettings, Step } from './scheme';

export interface NextPageStep {
	kind: 'next';
	step: Step;
	basis: NextPageEvidence;
	/** The response has a total, and all of these rows were read. */
	isComplete: boolean;
	/** What names the next page; its path is empty if nothing does. */
	found: Omit<NextEntry, 'sent'>;
	/** Other ways to request the page, if this one returns the same rows again. */
	others?: Step[];
}

export type NextStep = NextPageStep | { kind: 'end'; incomplete?: IncompleteReason };

export function firstStep(settings: PageSettings, entered: Entered): Step {
	const pageName = nameOf('page', { settings, entered });
	const isAtPage = asCount(entered.value(pageName)) !== undefined;
	return { fields: settings.scheme === 'page' && !isAtPage ? { [pageName]: FIRST_PAGE } : {} };
}

export function pageInfoOn({ response, headers, rowsPath }: PageContext): PageInfo {
	return propose.next({ value: response, headers, rowsPath });
}

export function nextStep(
	settings: PageSettings,
	context: PageContext,
	own: PageInfo = { next: [] },
): NextStep {
	const { scheme } = settings;
	if (scheme === 'none') return { kind: 'end' };
	const name: StepInput['name'] = (field, reported) =>
		nameOf(field, { settings, entered: context.entered }, reported);
	const entered: StepInput['entered'] = (...field) =>
		asCount(context.entered.value(name(...field)));
	const { total, ...others } = own;
	// A total of 0 with rows is none.
	const info = withEarlier(total?.value === 0 && context.rows > 0 ? others : own, context);
	const page: StepInput = { settings, context, info, name, entered };
	if (info.more?.value === false) return end(page);
	if (scheme === 'auto') return recognised(page);
	if (scheme === 'offset') return byOffset(page);
	if (scheme === 'page') return byPage(page);
	const isLink = scheme === 'nextUrl';
	return followFirst(
		page,
		info.next.filter(({ kind }) => (kind === 'link') === isLink),
	);
}

/** A page without rows is the last one, and so is a page that names no next page although the one before did. */
function withEarlier(own: PageInfo, { earlier, rows }: PageContext): PageInfo {
	const isLast = rows === 0 || own.more?.value === false || own.end !== undefined;
	if (earlier === undefined || earlier.next.length > 0 || isLast) return own;
	const { total, totalPages, count, limit, pageSize, page, offset } = earlier;
	return { total, totalPages, count, limit, pageSize, page, offset, ...own };
}

function byOffset(page: StepInput): NextStep {
	const { settings, context, info, name } = page;
	const offsetName = name('offset', info.offset?.key);
	const size = sizeOf(page, 'limit', info.limit);
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
}

function byPage(page: StepInput): NextStep {
	const { settings, info, name } = page;
	const reported = settings.scheme === 'page' ? undefined : pageKey(info.page);
	const pageName = name('page', reported);
	const size = sizeOf(page, 'pageSize', info.pageSize ?? info.limit);
	const { current, first, least } = pageNumbers(page);
	const pages = info.totalPages?.value ?? 0;
	const isLast =
		pages > 0
			? current - least + 1 >= pages && info.more?.value !== true
			: isOver(page, size, (first - least) * (size.reported ?? size.requested ?? 0));
	if (isLast) return end(page, size);
	return countedStep(page, size, { [pageName]: current + 1 }, info.page);
}

/** Uses the page information of the response; without any, the paging fields that the user entered. */
function recognised(page: StepInput): NextStep {
	const { info, context, name, entered } = page;
	const named = followFirst(page, info.next);
	// A link to another host is not followed, but the page may be counted as well.
	const isBlocked = named.kind === 'end' && named.incomplete === 'otherOrigin';
	if (info.next.length > 0 && !isBlocked) return named;
	const sized = info.offset === undefined ? info.pageSize : undefined;
	const pageIndicator = info.page ?? info.totalPages ?? sized;
	if (isBlocked && (pageIndicator ?? info.offset) === undefined) return named;
	if ((pageIndicator ?? entered('page')) !== undefined) return byPage(page);
	const offsetIndicator = info.offset ?? entered('offset') ?? entered('limit');
	if (offsetIndicator !== undefined) return byOffset(page);
	// A field that is only called `size` may mean something else.
	const isSize = normalizeKey(name('pageSize')) === 'size';
	if (!isSize && context.rows >= (entered('pageSize') ?? Infinity)) return byPage(page);
	if (info.more?.value !== true) return end(page);
	const last = info.isListObject ? lastRowId(context) : undefined;
	if (last !== undefined) return follow(page, last);
	return requestedNumber(page, name('page')) === undefined ? byOffset(page) : byPage(page);
}

/** If a list only says that there is more, the next page starts after the ID of its last row. */
function lastRowId({ response, rowsPath }: PageContext): NextPage | undefined {
	const rows = valueAt(response, rowsPath);
	const path = `${rowsPath}.${Array.isArray(rows) ? rows.length - 1 : 0}.id`;
	const value = asCursor(valueAt(response, path));
	if (value === undefined) return undefined;
	const name = 'starting_after';
	return { kind: 'cursor', value, name, path, rule: 'next.lastRow' };
}

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
	const { path, value, rule } = target;
	return next(page, {
		step,
		basis: rule === 'next.lastRow' ? 'guessed' : 'announced',
		found: { path, value, rule },
		others: target.kind === 'cursor' ? cursorSteps(page, target).slice(1) : [],
	});
}

const CURSOR_NAMES = ['cursor', 'after', 'page_token', 'token', 'page_cursor', 'pagination_token'];

/** The cursor under its usual name, the name in the response, and other common names. */
function cursorSteps(
	{ info, name, settings }: StepInput,
	{ path, rule, value, name: reported }: Extract<NextPage, { kind: 'cursor' }>,
) {
	const taken = name('cursor', reported);
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
	if (kind === 'number') return { fields: { [name('page')]: value } };
	if (kind === 'cursor') {
		const steps = cursorSteps(page, target);
		// Prefer the name that worked for this page.
		const requested = Object.keys(requestedFields(context));
		return steps.find(({ fields }) => requested.some((each) => each in fields)) ?? steps[0];
	}
	if (kind !== 'link') {
		const reported = kind === 'offset' ? (info.offset?.key ?? target.name) : target.name;
		return { fields: { [name(kind, reported)]: value } };
	}
	const url = context.resolve(value);
	return url === undefined ? undefined : { url };
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
	const byNumber = { fields: { ...size.sent, [name('page')]: FIRST_PAGE + 1 } };
	return next(page, {
		step: { fields: { ...size.sent, ...number } },
		basis,
		found: { path, value, rule: 'next.count' },
		others: isOpen ? [byNumber] : [],
	});
}

function evidenceFor(page: StepInput, { requested, reported }: PageSize): NextPageEvidence {
	const { info, context, settings, name } = page;
	if (info.more?.value === true || (info.total ?? info.totalPages) !== undefined) {
		const isKnown =
			settings.scheme !== 'auto' ||
			(info.page ?? info.offset) !== undefined ||
			(['page', 'offset', 'limit', 'pageSize'] as const).some(
				(field) => context.entered.value(name(field)) !== undefined,
			);
		return isKnown ? 'announced' : 'guessed';
	}
	const isFirst = context.pages === 1 && reported === undefined;
	return isFirst && requested !== undefined && context.rows < requested ? 'probe' : 'full';
}

function next(page: StepInput, found: Omit<NextPageStep, 'kind' | 'isComplete'>): NextStep {
	const { info, context } = page;
	const { total, more } = info;
	const isComplete = more?.value !== true && total !== undefined && rowsSoFar(page) >= total.value;
	const others = context.pages === 1 ? found.others : undefined;
	return { kind: 'next', ...found, isComplete, others };
}

function end(page: StepInput, size?: PageSize): NextStep {
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
		context.entered.value(name('cursor')) !== undefined
	);
}
