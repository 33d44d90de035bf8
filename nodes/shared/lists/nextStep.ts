import type { NextEntry } from '../plan/explain';
import { differenceOf, type Difference, type Stated } from '../plan/layers';
import { planFor, type NextPlan } from '../plan/plan';
import { propose } from '../plan/propose';
import { readPlannedPages } from '../plan/read';
import { keyAt, lastKey, normalizeKey } from '../recognition/keys';
import { asCursor, type NextPage } from '../recognition/nextPage';
import type { PageInfo } from '../recognition/pageInfo';
import { asCount } from '../recognition/scalars';
import { fieldOf } from '../request/draft';
import { valueAt } from '../values/records';
import {
	isOver,
	isShortOfTotal,
	nextOffset,
	pageNumbers,
	requestedFields,
	rowsSoFar,
	sizeEntered,
	sizeReported,
	type Counter,
	type PageContext,
	type StepInput,
} from './pageCounts';
import { DEFAULT_PAGE_SETTINGS, fieldNameFor, pageSettings } from './scheme';
import type { FieldName, IncompleteReason, NextPageEvidence, PageSettings } from './scheme';

/** Pages may be empty because rows were filtered out. After more than this in a row, reading stops. */
const MAX_EMPTY_PAGES = 10;
/** A response that names more next pages than this is no reason for as many requests. */
const MAX_TARGETS = 10;

export interface NextPageStep {
	kind: 'next';
	/** Best first; the others are for a request that returns the same rows again. */
	ways: NextEntry[];
	basis: NextPageEvidence;
	/** The response has a total, and all of these rows were read. */
	isComplete: boolean;
}

export type NextStep = NextPageStep | { kind: 'end'; incomplete?: IncompleteReason };

interface Decision {
	step: NextStep;
	info?: PageInfo;
	difference?: Difference;
}

/** The next page by the node's option, else by the contract, else by recognition. */
export function decideNext(
	option: PageSettings,
	context: PageContext,
	contract?: Stated['contract'],
): Decision {
	const { endpoint } = context.draft;
	const { next: plan } = planFor(contract, endpoint);
	const settings = pageSettings(option, plan);
	if (plan === undefined || option.scheme !== 'auto') {
		const info = propose.next(context);
		return { step: nextStep(settings, context, info), info };
	}
	const info = readPlannedPages({ ...context, endpointPath: '' }, plan);
	if (info !== undefined || context.rows === 0) {
		return { step: nextStep(plan, context, info), info };
	}
	// Many services leave the place of the next page out on the last page: it has moved only if a next page is named elsewhere.
	const elsewhere = propose.next(context);
	const step = nextStep(DEFAULT_PAGE_SETTINGS, { ...context, earlier: undefined }, elsewhere);
	if (step.kind === 'next' && ['announced', 'guessed'].includes(step.basis)) {
		const { path = [], total = [], pages = [], more = [], last = [] } = plan;
		const places = [...path, ...total, ...pages, ...more, ...last].join("' or '");
		const what = `the next page is not at '${places}'`;
		const difference = differenceOf({ contract, endpoint }, 'next', what, step.ways[0]?.path);
		return { step: difference.isError ? { kind: 'end' } : step, info: elsewhere, difference };
	}
	// Some services count their rows on the first page only.
	const isEnd = context.earlier === undefined && step.kind === 'end';
	return { step: isEnd ? step : nextStep(plan, context, { next: [] }) };
}

export function nextStep(
	settings: PageSettings,
	context: PageContext,
	own = propose.next(context),
): NextStep {
	const { scheme } = settings;
	const { draft, rows } = context;
	const { total, ...others } = own;
	// A total of 0 with rows is none.
	const info = withEarlier(total?.value === 0 && rows > 0 ? others : own, context);
	const pageKey = scheme === 'page' ? '' : keyAt(info.page?.path);
	const keys: Partial<Record<FieldName, string>> = {
		// `current_page` and `number` are requested as `page`.
		page: /^page/i.test(pageKey) ? pageKey : '',
		offset: keyAt(info.offset?.path),
	};
	const name: StepInput['name'] = (field, key = keys[field]) =>
		fieldNameFor(field, { settings, draft }, key);
	const enteredNumber: StepInput['enteredNumber'] = (field) => asCount(fieldOf(draft, name(field)));
	const page: StepInput = { ...context, settings, info, name, enteredNumber };
	if (scheme === 'none') return { kind: 'end' };
	if (info.more?.value === false) return end(page);
	if (scheme === 'offset' || scheme === 'page') return byCount(page, scheme);
	const isMeant = ({ kind }: NextPage) =>
		scheme === 'auto' || (kind === 'link') === (scheme === 'nextUrl');
	const targets = info.next.filter(isMeant).slice(0, MAX_TARGETS);
	const ways = targets.flatMap((target) => waysTo(page, target));
	if (ways.length > 0) return next(page, inUse(page, ways) ?? ways, 'announced');
	const isCounted = (info.page ?? info.totalPages ?? info.pageSize ?? info.offset) !== undefined;
	// A link to another host is not followed, but the page may be counted as well.
	if (targets.length > 0 && !(isCounted && scheme === 'auto')) {
		return { kind: 'end', incomplete: 'otherOrigin' };
	}
	return scheme === 'auto' ? countedOrGuessed(page) : end(page);
}

/** A page without rows is the last one, and so is a page that names no next page although the one before did. */
function withEarlier(own: PageInfo, { earlier, rows }: PageContext): PageInfo {
	const isLast = rows === 0 || own.more?.value === false || own.end !== undefined;
	if (earlier === undefined || earlier.next.length > 0 || isLast) return own;
	const { total, totalPages, count, limit, pageSize, page, offset } = earlier;
	return { total, totalPages, count, limit, pageSize, page, offset, ...own };
}

/** Nothing names the next page: it is counted, as the response or the user's request does, or guessed. */
function countedOrGuessed(page: StepInput): NextStep {
	const { info, rows, name, enteredNumber, requested } = page;
	const sized = info.offset === undefined ? info.pageSize : undefined;
	const pageSign = info.page ?? info.totalPages ?? sized ?? enteredNumber('page');
	if (pageSign !== undefined) return byCount(page, 'page');
	const offsetSign = info.offset ?? enteredNumber('offset') ?? enteredNumber('limit');
	if (offsetSign !== undefined) return byCount(page, 'offset');
	// A field that is only called `size` may mean something else.
	const isSize = normalizeKey(name('pageSize')) === 'size';
	if (!isSize && rows >= (enteredNumber('pageSize') ?? Infinity)) return byCount(page, 'page');
	if (info.more?.value !== true) return end(page);
	const guesses = [lastRow(page), counted(page, 'offset'), counted(page, 'page')].filter(
		(each) => each !== undefined,
	);
	const isGuessable = requested === undefined && rows > 0;
	return next(page, inUse(page, guesses) ?? (isGuessable ? guesses : []), 'guessed');
}

/** If a list only says that there is more, the next page starts after the ID of its last row. */
function lastRow({ info, value: response, rowsPath, name }: StepInput): NextEntry | undefined {
	const rows = valueAt(response, rowsPath);
	const path = `${rowsPath}.${Array.isArray(rows) ? rows.length - 1 : 0}.id`;
	const value = info.isListObject === true ? asCursor(valueAt(response, path)) : undefined;
	if (value === undefined) return undefined;
	const sent = { fields: { [name('cursor', 'starting_after')]: value } };
	return { path, value, rule: 'next.lastRow', sent };
}

function byCount(page: StepInput, by: Counter): NextStep {
	const way = isOver(page, by) ? undefined : counted(page, by);
	return way === undefined ? end(page) : next(page, [way], evidenceFor(page, by));
}

function counted(page: StepInput, by: Counter): NextEntry | undefined {
	const { info, rows, name, enteredNumber } = page;
	const { current, least } = pageNumbers(page);
	const to = by === 'page' ? current + 1 : nextOffset(page);
	if (to === undefined) return undefined;
	const field = name(by);
	const { path = '', value } = info[by] ?? info.more ?? info.totalPages ?? info.total ?? {};
	// A plan counts rows from 0.
	const isPlannable = by === 'page' || to === (enteredNumber('offset') ?? 0) + rows;
	const plan = { scheme: by, name: field, ...(by === 'page' && { first: least }) };
	const sent = { fields: { [field]: to } };
	return { path, value, rule: 'next.count', sent, ...(isPlannable && { plan }) };
}

const CURSOR_NAMES = ['cursor', 'after', 'page_token', 'token', 'page_cursor', 'pagination_token'];

/** A cursor goes under its usual name, the name in the response, or another common name. */
function cursorNames(
	{ info, name, settings }: StepInput,
	path: string,
	reported: string,
): string[] {
	const usual = name('cursor', reported);
	if (settings.scheme !== 'auto') return [usual];
	const own = path.startsWith('headers.') ? [] : [lastKey(path), usual.replace(/_/g, '')];
	const ofList = info.isListObject && usual === 'cursor' ? ['start_cursor'] : [];
	return [usual, ...ofList, ...own, ...CURSOR_NAMES];
}

/** How the page that the response names can be requested; in no way if a link leads to another host. */
function waysTo(page: StepInput, target: NextPage): NextEntry[] {
	const { name, info, resolve } = page;
	const { path, value, rule } = target;
	// An object holds more than the cursor, and a link has another place in its list on each page.
	const isPlannable = typeof valueAt(page.value, path) !== 'object' && !/\.\d+(\.|$)/.test(path);
	const planned = (plan: NextPlan) => (isPlannable ? { plan: { ...plan, path: [path] } } : {});
	const by = (field: string, to: string | number): NextEntry => ({
		...{ path, value, rule, sent: { fields: { [field]: to } } },
		...planned({ scheme: 'cursor', name: field }),
	});
	switch (target.kind) {
		case 'link': {
			const url = resolve(target.value);
			if (url === undefined) return [];
			return [{ path, value, rule, sent: { url }, ...planned({ scheme: 'nextUrl' }) }];
		}
		case 'fields':
			return [{ path, value, rule, sent: { fields: target.value } }];
		case 'page':
			return [by(name('page', target.name), target.value)];
		case 'offset':
			return [by(info.offset ? name('offset') : name('offset', target.name), target.value)];
		case 'cursor':
			return cursorNames(page, path, target.name).map((each) => by(each, target.value));
	}
}

/** The ways that use the fields by which this page was requested, if there are any. */
function inUse(page: StepInput, ways: NextEntry[]): NextEntry[] | undefined {
	const fields = requestedFields(page);
	const same = ways.filter(
		({ sent }) => 'fields' in sent && Object.keys(sent.fields).some((each) => each in fields),
	);
	return same.length > 0 ? same : undefined;
}

function evidenceFor(page: StepInput, by: Counter): NextPageEvidence {
	const { info, pages, rows, settings, enteredNumber } = page;
	if (info.more?.value === true || (info.total ?? info.totalPages) !== undefined) {
		const number = enteredNumber('page') ?? enteredNumber('offset') ?? sizeEntered(page);
		const isKnown =
			settings.scheme !== 'auto' || (number ?? info.page ?? info.offset) !== undefined;
		return isKnown ? 'announced' : 'guessed';
	}
	const isFirst = pages === 1 && sizeReported(page, by) === undefined;
	return isFirst && rows < (sizeEntered(page) ?? 0) ? 'probe' : 'full';
}

function next(page: StepInput, ways: NextEntry[], basis: NextPageEvidence): NextStep {
	const { info, rows, requested } = page;
	const { total, totalPages, more } = info;
	const hasMore = more?.value === true;
	const isComplete = !hasMore && total !== undefined && rowsSoFar(page) >= total.value;
	// A scroll keeps its cursor to the end: an empty page is the last one, or the total tells.
	const isAtEnd = isComplete || (rows === 0 && !hasMore);
	const sent = ways.map((way) => JSON.stringify(way.sent));
	const scroll = isAtEnd ? JSON.stringify(requested) : undefined;
	const places = {
		...(total && { total: [total.path] }),
		...(totalPages && { pages: [totalPages.path] }),
		...(more && { [more.isLast ? 'last' : 'more']: [more.path] }),
	};
	const usable = ways
		.filter((_, at) => sent[at] !== scroll && sent.indexOf(sent[at] ?? '') === at)
		.map(({ plan, ...each }) => ({ ...each, ...(plan && { plan: { ...plan, ...places } }) }));
	if (usable.length === 0) return end(page);
	if (page.emptyInARow > MAX_EMPTY_PAGES) return { kind: 'end', incomplete: 'emptyPages' };
	return { kind: 'next', ways: usable, basis, isComplete };
}

function end(page: StepInput): NextStep {
	return { kind: 'end', incomplete: incompleteReason(page) };
}

function incompleteReason(page: StepInput): IncompleteReason | undefined {
	const { info, rows, pages, settings, draft, name } = page;
	const { more, end: isEnded, total, totalPages, count } = info;
	if (more?.value ?? info.unusable !== undefined) return 'unknownNext';
	if (isShortOfTotal(page)) return 'total';
	const isEndStated =
		(more ?? isEnded ?? total ?? totalPages) !== undefined ||
		rows === 0 ||
		settings.scheme !== 'auto' ||
		asCount(count?.value) === page.fetched ||
		fieldOf(draft, name('cursor')) !== undefined;
	if (isEndStated) return undefined;
	const full = sizeReported(page, 'page') ?? sizeEntered(page);
	const isFull = full === undefined ? pages === 1 && isUsualPageSize(rows) : rows >= full;
	return isFull ? 'fullPage' : undefined;
}

const isUsualPageSize = (rows: number) =>
	[10, 12, 15, 20, 24, 25, 30, 40, 48, 50, 60, 75, 80].includes(rows) ||
	(rows >= 100 && rows % 50 === 0);
