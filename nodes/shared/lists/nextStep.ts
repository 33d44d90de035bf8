import { linkWithRel } from '../http/linkHeader';
import { lastKey, normalizeKey } from '../recognition/keys';
import { asCursor, readLink, type NextPage } from '../recognition/nextPage';
import { readPageInfo, type PageField, type PageInfo } from '../recognition/pageInfo';
import type { RuleId } from '../recognition/rules';
import { asCount } from '../recognition/scalars';
import { valueAt, isRecord, ownValue } from '../values/records';
import {
	USUAL_NAMES,
	type FieldStep,
	type NextPageEvidence,
	type IncompleteReason,
	type PageSettings,
	type Step,
} from './scheme';

/** The fields of the request as the user entered it. */
export interface Entered {
	names: readonly string[];
	value: (name: string) => unknown;
}

/** What is known after a page, for deciding on the next one. */
export interface Progress {
	/** The response as it came. */
	response: unknown;
	headers: Record<string, string>;
	/** Where its rows were. */
	rowsPath: string;
	/** Rows on this page. */
	rows: number;
	/** Rows on the fullest page so far, this page included. */
	most: number;
	/** Rows so far, this page included. */
	fetched: number;
	/** Pages so far, this page included. */
	pages: number;
	entered: Entered;
	/** How this page was asked for; `undefined` for the first. */
	asked?: Step;
	/** What earlier pages said, the latest first to count. */
	earlier?: PageInfo;
	/** A link made absolute; `undefined` if it leads to another host. */
	resolve: (link: string) => string | undefined;
}

/** How a next page was recognised, and what is sent to get it. */
export interface FoundNext {
	/** Dotted, from the root of the response; `headers.` leads to a header; '' if nothing names it. */
	path: string;
	value?: unknown;
	rule: RuleId;
	candidates: Array<{ path: string; value: unknown }>;
	sent: Step;
}

export type Decision =
	| {
			kind: 'next';
			step: Step;
			basis: NextPageEvidence;
			/** The response counts its rows, and all of them have come. */
			isComplete: boolean;
			found: FoundNext;
			/** Other requests for the page, where this one brings the same rows again. */
			others?: Step[];
	  }
	| { kind: 'end'; incomplete?: IncompleteReason };

/** Names of the request's fields that tell how the user asks for pages, and nothing else. */
const ENTERED: Record<keyof typeof USUAL_NAMES, RegExp> = {
	// Also of one list among several: `articlesPage`.
	pageName: /^((?!\w*per)\w{0,20}page|pagenumber|pageno|pagenum|pageindex)$/,
	pageSizeName: /^(pagesize|perpage|itemsperpage|resultsperpage|hitsperpage|pagelimit|size)$/,
	offsetName:
		/^(offset|skip|start|startat|startindex|startposition|startrow|pagestart|pageoffset)$/,
	limitName: /^(limit|count|take|top|maxresults|rows|rowlimit|pagelimit)$/,
	cursorName:
		/^(cursor|pagetoken|paginationtoken|nexttoken|nextpagetoken|continuationtoken|startingafter|startcursor|pagecursor|nextcursor|scrollid|marker|bookmark)$/,
};

/** Sizes that responses tell under the name that requests use. */
const SENT_SIZE = /^(limit|page_?size|per_?page|size)$/i;

/** No service caps its pages at fewer rows than this. */
const LEAST_CAP = 5;
/** As many rows as pages commonly have. */
const isUsualPageSize = (rows: number) =>
	[10, 12, 15, 20, 24, 25, 30, 40, 48, 50, 60, 75, 80].includes(rows) ||
	(rows >= 100 && rows % 50 === 0);

/** The fields that the first request of a stated scheme carries. */
export function firstStep(settings: PageSettings, entered: Entered): Step {
	const { scheme, pageSize } = settings;
	const name = namesFor(settings, entered);
	const fields: Record<string, number> = {};
	if (pageSize > 0 && scheme === 'offset') fields[name('limitName')] = pageSize;
	if (pageSize > 0 && scheme === 'page') fields[name('pageSizeName')] = pageSize;
	const pageName = name('pageName');
	const isAtPage = asCount(entered.value(pageName)) !== undefined;
	if (scheme === 'page' && !isAtPage) fields[pageName] = settings.firstPage;
	return { fields };
}

/**
 * Whether a page that was asked for without the fields of the first step can be the first all the
 * same. Page numbers count in pages of the stated size, and would skip rows behind another one.
 */
export function canFollow({ scheme, pageSize }: PageSettings): boolean {
	return scheme !== 'page' || pageSize === 0;
}

/** What a page itself says about its place in the list. */
export function pageInfoOn({ response, headers, rowsPath }: Progress): PageInfo {
	return readPageInfo({ value: response, headers, rowsPath });
}

/** How to ask for the page after this one, or why this was the last. */
export function nextStep(
	settings: PageSettings,
	progress: Progress,
	own = pageInfoOn(progress),
): Decision {
	if (settings.scheme === 'none') return { kind: 'end' };
	const name = namesFor(settings, progress.entered);
	const entered: Page['entered'] = (...field) => asCount(progress.entered.value(name(...field)));
	const { total, ...others } = own;
	const info = withEarlier(countsRows(total?.value, progress) ? own : others, progress, name);
	const page: Page = { settings, progress, info, name, entered };
	if (info.more?.value === false) return end(page);
	return RULES[settings.scheme](page);
}

type Field = keyof typeof USUAL_NAMES;

/** A total of 0 beside rows, and one that adds up a column of them, do not count the rows. */
function countsRows(total = 0, { rows, response, rowsPath }: Progress): boolean {
	if (total === 0 || rows < 2) return rows === 0 || total > 0;
	const all = valueAt(response, rowsPath);
	const records = Array.isArray(all) ? all.filter(isRecord).slice(0, MAX_SUMMED) : [];
	const sum = (key: string) => records.reduce((sums, row) => sums + (asCount(row[key]) ?? NaN), 0);
	return total === rows || !Object.keys(records[0] ?? {}).some((key) => sum(key) === total);
}

/** Long lists are added up by nobody. */
const MAX_SUMMED = 200;

interface Page {
	settings: PageSettings;
	progress: Progress;
	info: PageInfo;
	name: (field: Field, told?: string) => string;
	/** The number that the user entered there. */
	entered: (field: Field, told?: string) => number | undefined;
}

/**
 * What a page leaves out is what earlier ones said, at the number that was asked for. A page without
 * rows is the last, and one that names no next page where the one before it did.
 */
function withEarlier(
	own: PageInfo,
	{ earlier, asked, rows }: Progress,
	name: Page['name'],
): PageInfo {
	const isLast = rows === 0 || own.more?.value === false || own.end !== undefined;
	if (earlier === undefined || earlier.next.length > 0 || isLast) return own;
	const fields = fieldsAsked({ asked });
	const at = (counter: PageField<number> | undefined, field: string) =>
		counter && { ...counter, value: asCount(fields[field]) ?? counter.value };
	const { total, totalPages, count, limit, pageSize } = earlier;
	const page = at(earlier.page, name('pageName', pageKey(earlier.page)));
	const offset = at(earlier.offset, name('offsetName', earlier.offset?.key));
	return { total, totalPages, count, limit, pageSize, page, offset, ...own };
}

type Rule = (page: Page) => Decision;

const byTarget: Rule = (page) => {
	const { settings, info } = page;
	if (settings.nextPath !== '') return atNextPath(page);
	const isLink = settings.scheme === 'nextUrl';
	return followFirst(
		page,
		info.next.filter(({ kind }) => (kind === 'link') === isLink),
	);
};

const byOffset: Rule = (page) => {
	const { settings, progress, info, name } = page;
	const offsetName = name('offsetName', info.offset?.key);
	const size = sizeOf(page, 'limitName', info.limit);
	if (isOver(page, size)) return end(page, size);
	// Behind an empty page, only the size of a page leads on.
	const by = progress.rows > 0 ? progress.rows : (size.told ?? size.asked);
	if (by === undefined) return end(page, size);
	const told = settings.scheme === 'offset' ? undefined : info.offset?.value;
	const asked = askedNumber(page, offsetName);
	// Some services tell where the next page begins, and not where this one did.
	const isNext = told !== undefined && told > (asked ?? 1);
	const next = isNext ? told : (asked ?? told ?? 0) + by;
	return counted(page, size, {
		fields: { ...size.sent, [offsetName]: next },
		counter: info.offset,
	});
};

const byPage: Rule = (page) => {
	const { settings, info, name } = page;
	const told = settings.scheme === 'page' ? undefined : pageKey(info.page);
	const pageName = name('pageName', told);
	const size = sizeOf(page, 'pageSizeName', info.pageSize ?? info.limit);
	const { current, first, least } = pageNumbers(page);
	const pages = info.totalPages?.value ?? 0;
	const isLast =
		pages > 0
			? current - least + 1 >= pages && info.more?.value !== true
			: isOver(page, size, (first - least) * (size.told ?? size.asked ?? 0));
	if (isLast) return end(page, size);
	return counted(page, size, {
		fields: { ...size.sent, [pageName]: current + 1 },
		counter: info.page,
	});
};

/** The response's own page information first; what the user entered tells the scheme where it has none. */
const recognised: Rule = (page) => {
	const { info, progress, name, entered } = page;
	const named = followFirst(page, info.next);
	// A link to another host is not followed, but the page may be counted as well.
	const isBlocked = named.kind === 'end' && named.incomplete === 'otherOrigin';
	if (info.next.length > 0 && !isBlocked) return named;
	const sized = info.offset === undefined ? info.pageSize : undefined;
	const toldPage = info.page ?? info.totalPages ?? sized;
	if (isBlocked && (toldPage ?? info.offset) === undefined) return named;
	if ((toldPage ?? entered('pageName')) !== undefined) return byPage(page);
	const toldRow = info.offset ?? entered('offsetName') ?? entered('limitName');
	if (toldRow !== undefined) return byOffset(page);
	// A bare size may be that of something else.
	const isSize = normalizeKey(name('pageSizeName')) === 'size';
	if (!isSize && progress.rows >= (entered('pageSizeName') ?? Infinity)) return byPage(page);
	if (info.more?.value !== true) return end(page);
	const last = info.isListObject ? lastRowId(progress) : undefined;
	if (last !== undefined) return follow(page, last);
	return askedNumber(page, name('pageName')) === undefined ? byOffset(page) : byPage(page);
};

/** A list that says there is more, and not where, begins behind the ID of its last row. */
function lastRowId({ response, rowsPath }: Progress): NextPage | undefined {
	const rows = valueAt(response, rowsPath);
	const row: unknown = Array.isArray(rows) ? rows.at(-1) : undefined;
	const value = isRecord(row) ? asCursor(row.id) : undefined;
	if (value === undefined) return undefined;
	const path = `${rowsPath}.${(rows as unknown[]).length - 1}.id`;
	const name = 'starting_after';
	return { kind: 'cursor', value, name, path, rule: 'next.lastRow' };
}

const RULES: Record<Exclude<PageSettings['scheme'], 'none'>, Rule> = {
	auto: recognised,
	offset: byOffset,
	page: byPage,
	cursor: byTarget,
	nextUrl: byTarget,
};

/** The first target that leads to a page of this service. */
function followFirst(page: Page, targets: NextPage[]): Decision {
	let last: Decision = end(page);
	for (const target of targets) {
		last = follow(page, target);
		if (last.kind === 'next') return last;
	}
	return last;
}

function follow(page: Page, target: NextPage): Decision {
	const { progress, info } = page;
	const step = stepTo(page, target);
	if (step === undefined) return { kind: 'end', incomplete: 'otherOrigin' };
	// A scroll keeps its cursor to the end, and ends with an empty page.
	const isSame = JSON.stringify(step) === JSON.stringify(progress.asked);
	if (progress.rows === 0 && isSame && info.more?.value !== true) return end(page);
	const found = {
		path: target.path,
		value: target.value,
		rule: target.rule,
		candidates: info.next
			.filter((each) => each !== target)
			.map(({ path, value }) => ({ path, value })),
	};
	const basis = target.rule === 'next.lastRow' ? 'guessed' : 'named';
	const others = target.kind === 'cursor' ? cursorSteps(page, target).slice(1) : [];
	return next(page, { step, basis, found, others });
}

/** What services call the request's field for a cursor. */
const CURSOR_NAMES = ['cursor', 'after', 'page_token', 'token', 'page_cursor', 'pagination_token'];

/** With the field as it is usually called, as in the response, or as elsewhere. */
function cursorSteps(
	{ info, name, settings }: Page,
	{ path, rule, value, name: told }: Extract<NextPage, { kind: 'cursor' }>,
): FieldStep[] {
	const taken = name('cursorName', told);
	const isOwn = !path.startsWith('headers.') && rule !== 'next.lastRow';
	const own = isOwn ? [lastKey(path), taken.replace(/_/g, '')] : [];
	const ofList = info.isListObject && taken === 'cursor' ? ['start_cursor'] : [];
	const isStated = settings.scheme !== 'auto' || settings.cursorName !== '';
	const names = isStated ? [taken] : [taken, ...ofList, ...own, ...CURSOR_NAMES];
	return [...new Set(names)].map((each) => ({ fields: { [each]: value } }));
}

function stepTo(page: Page, target: NextPage): Step | undefined {
	const { progress, name, info } = page;
	const { kind, value } = target;
	if (kind === 'fields') return { fields: value };
	if (kind === 'number') return { fields: { [numberName(page, value)]: value } };
	if (kind === 'cursor') {
		const steps = cursorSteps(page, target);
		// The name that led to this page.
		const asked = Object.keys(fieldsAsked(progress));
		return steps.find(({ fields }) => asked.some((each) => each in fields)) ?? steps[0];
	}
	if (kind !== 'link') {
		const told = kind === 'offset' ? (info.offset?.key ?? target.name) : target.name;
		return { fields: { [name(`${kind}Name`, told)]: value } };
	}
	const url = progress.resolve(value);
	return url === undefined ? undefined : { url };
}

/** A bare number behind "next" is that of a row where it counts the rows, and else that of a page. */
function numberName({ name, info, progress }: Page, value: number): string {
	const isOffset =
		value === (info.offset?.value ?? 0) + progress.rows &&
		(info.offset !== undefined || value === progress.fetched) &&
		info.page === undefined &&
		value > 2;
	return isOffset ? name('offsetName', info.offset?.key) : name('pageName');
}

/** The user says where the cursor or the link is. */
function atNextPath(page: Page): Decision {
	const { settings, progress } = page;
	const { nextPath: path, scheme } = settings;
	const raw = valueAtNext(path, progress);
	const value = scheme === 'cursor' ? asCursor(raw) : linkIn(raw);
	if (value === undefined) {
		const isNowhere = raw === undefined && progress.pages === 1 && progress.rows > 0;
		const { incomplete } = end(page);
		return {
			kind: 'end',
			incomplete: incomplete ?? (isNowhere && !isEnd(page) ? 'nextPath' : undefined),
		};
	}
	const target = { path, rule: 'stated' as const };
	return scheme === 'cursor'
		? follow(page, { ...target, kind: 'cursor', value, name: '' })
		: follow(page, { ...target, kind: 'link', value: String(value) });
}

function linkIn(raw: unknown): string | undefined {
	const read = readLink(raw);
	return read?.kind === 'link' ? read.value : undefined;
}

/** A name may hold dots, and a path may lead to a header. */
function valueAtNext(path: string, { response, headers }: Progress): unknown {
	if (isRecord(response) && Object.hasOwn(response, path)) return response[path];
	const inBody = valueAt(response, path);
	const header = /^headers\.(.+)$/i.exec(path)?.[1]?.trim().toLowerCase();
	if (inBody !== undefined || header === undefined) return inBody;
	const text = ownValue(headers, header);
	return text !== undefined && text.trimStart().startsWith('<')
		? linkWithRel(text, /^next$/i)
		: text;
}

/** A step by page or row numbers, which the response or the user has told. */
function counted(
	page: Page,
	size: PageSize,
	{ fields, counter }: { fields: Record<string, number>; counter?: PageField<number> },
): Decision {
	const { info } = page;
	const evidence = counter ?? info.more ?? info.totalPages ?? info.total;
	const found = {
		path: evidence?.path ?? '',
		value: evidence?.value,
		rule: 'next.count' as const,
		candidates: [],
	};
	const basis = evidenceFor(page, size);
	// Nothing tells how pages are asked for: by the first row, or by a number.
	const number = { ...size.sent, [page.name('pageName')]: page.settings.firstPage + 1 };
	const others = basis === 'guessed' && counter === undefined ? [{ fields: number }] : [];
	return next(page, { step: { fields }, basis, found, others });
}

function evidenceFor(page: Page, { asked, told }: PageSize): NextPageEvidence {
	const { info, progress, settings } = page;
	const { pages, rows } = progress;
	const isAnnounced = info.more?.value === true || (info.total ?? info.totalPages) !== undefined;
	if (isAnnounced) {
		const isKnown =
			settings.scheme !== 'auto' ||
			(info.page ?? info.offset) !== undefined ||
			(['pageName', 'offsetName', 'limitName', 'pageSizeName'] as const).some(
				(field) => progress.entered.value(page.name(field)) !== undefined,
			);
		return isKnown ? 'announced' : 'guessed';
	}
	const isShort = pages === 1 && told === undefined && asked !== undefined && rows < asked;
	return isShort ? 'probe' : 'full';
}

interface NextRequest {
	step: Step;
	basis: NextPageEvidence;
	found: Omit<FoundNext, 'sent'>;
	others: Step[];
}

function next(page: Page, { step, basis, found, others }: NextRequest): Decision {
	const { total, more } = page.info;
	const isComplete = more?.value !== true && total !== undefined && seen(page) >= total.value;
	const isFirst = page.progress.pages === 1 && others.length > 0;
	return {
		...{ kind: 'next', step, basis, isComplete, found: { ...found, sent: step } },
		...(isFirst && { others }),
	};
}

/** The end of the list, and what speaks against it. */
function end(page: Page, size?: PageSize): Extract<Decision, { kind: 'end' }> {
	return { kind: 'end', incomplete: incompleteReason(page, size) };
}

function incompleteReason(page: Page, size?: PageSize): IncompleteReason | undefined {
	const { info, progress, settings } = page;
	if (info.more?.value ?? info.unusable !== undefined) return 'unknownNext';
	if (isShortOfTotal(page)) return 'total';
	if (isEnd(page) || settings.scheme !== 'auto') return undefined;
	const full = size?.told ?? size?.asked ?? sizeEntered(page);
	const isFull =
		full === undefined
			? progress.pages === 1 && isUsualPageSize(progress.rows)
			: progress.rows >= full;
	return isFull ? 'fullPage' : undefined;
}

/** Whether the response says that this is the end. */
function isEnd({ info, progress, settings, name }: Page): boolean {
	return (
		(info.more ?? info.end ?? info.total ?? info.totalPages) !== undefined ||
		progress.rows === 0 ||
		(settings.scheme !== 'auto' && settings.nextPath === '') ||
		asCount(info.count?.value) === progress.fetched ||
		progress.entered.value(name('cursorName')) !== undefined
	);
}

function isShortOfTotal(page: Page): boolean {
	const { info, progress, name } = page;
	// Behind a cursor of the user's own, nobody knows how many rows come before.
	if (progress.entered.value(name('cursorName')) !== undefined) return false;
	const { earlier } = progress;
	const { total, count } = { ...earlier, ...info };
	if (total !== undefined) return total.value > seen(page);
	if (earlier?.totalPages !== undefined && info.totalPages === undefined) {
		const { current, least } = pageNumbers(page);
		return earlier.totalPages.value > current - least + Number(progress.rows > 0);
	}
	if (count === undefined || info.offset !== undefined || progress.rows === 0) return false;
	const isSize = progress.entered.value(count.key) !== undefined;
	return !isSize && info.more === undefined && count.value > seen(page);
}

/** Rows up to the end of this page, those that the user skipped included. */
function seen(page: Page): number {
	const { progress, info, entered } = page;
	const size = info.pageSize?.value ?? info.limit?.value ?? sizeEntered(page) ?? progress.most;
	const { first, least } = pageNumbers(page);
	const offset = entered('offsetName', info.offset?.key) ?? 0;
	return Math.max((first - least) * size, offset) + progress.fetched;
}

function sizeEntered({ entered }: Page): number | undefined {
	return entered('limitName') ?? entered('pageSizeName');
}

interface PageSize {
	asked?: number;
	told?: number;
	/** The field that asks for it again. */
	sent: Record<string, number>;
}

function sizeOf(
	page: Page,
	field: 'limitName' | 'pageSizeName',
	counter?: PageField<number>,
): PageSize {
	const { settings, name, entered } = page;
	const { scheme, pageSize } = settings;
	// Requests may use the name of the response, unless the user stated how pages are asked for.
	const key = counter !== undefined && SENT_SIZE.test(counter.key) ? counter.key : undefined;
	const own = field === 'pageSizeName' && scheme === 'page' ? undefined : key;
	// Where the scheme is recognised, the first request went out without a size of ours.
	const asked = scheme !== 'auto' && pageSize > 0 ? pageSize : entered(field, own);
	const told = counter?.value;
	const size = asked ?? (key === undefined ? undefined : told);
	return { asked, told, sent: size === undefined ? {} : { [name(field, own)]: size } };
}

/** Whether the rows are over, by what the response says or by the size of the page. */
function isOver(page: Page, { asked, told }: PageSize, skipped?: number): boolean {
	const { info, progress } = page;
	const { rows, most } = progress;
	if (info.more?.value === true) return false;
	const isTold = info.page !== undefined || info.offset !== undefined;
	if (info.end === 'certain' && (!isTold || info.total === undefined)) return true;
	if (info.end === 'likely' && !isTold && info.total === undefined) return true;
	if (rows === 0) return true;
	if (info.total !== undefined) {
		const before = skipped ?? seen(page) - progress.fetched;
		return before + progress.fetched >= info.total.value;
	}
	if (told !== undefined) return rows < Math.min(told, asked ?? told);
	// Services give fewer rows at once than they are asked for, some without a word: a first page
	// that is short proves little, a later one that is shorter than others does.
	return asked !== undefined && rows < asked && (rows < most || rows < LEAST_CAP);
}

/** The page that has just been read: as it was asked for, or as the service calls it. */
function pageNumbers(page: Page) {
	const { settings, progress, info, name, entered } = page;
	const key = pageKey(info.page);
	const told = settings.scheme === 'page' ? undefined : info.page?.value;
	const start = entered('pageName', key) ?? settings.firstPage;
	const current = askedNumber(page, name('pageName', key)) ?? told ?? start + progress.pages - 1;
	const first = current - progress.pages + 1;
	// A service that begins with page 0 says so, or the user does.
	return { current, first, least: Math.min(settings.firstPage, first) };
}

/** A number in the request for this page; services do not always repeat it right. */
function askedNumber({ progress }: Page, name: string): number | undefined {
	const { asked, entered } = progress;
	const own = ownValue(fieldsAsked(progress), name);
	return asCount(own) ?? (asked === undefined ? asCount(entered.value(name)) : undefined);
}

/** The name that the user stated, the one that the user entered, the one that the response uses. */
function namesFor(settings: PageSettings, entered: Entered): Page['name'] {
	return (field, told) => {
		if (settings[field] !== '') return settings[field];
		const own = told === undefined ? undefined : entered.names.find((each) => each === told);
		const known = entered.names.find((each) => ENTERED[field].test(normalizeKey(each)));
		return own ?? known ?? (told === undefined || told === '' ? USUAL_NAMES[field] : told);
	};
}

/** `current_page` and `number` are asked for as `page`. */
function pageKey(counter?: PageField<number>): string | undefined {
	return counter !== undefined && /^page/i.test(counter.key) ? counter.key : undefined;
}

function fieldsAsked({ asked }: Pick<Progress, 'asked'>): Record<string, string | number> {
	return asked !== undefined && 'fields' in asked ? asked.fields : {};
}
