import { linkWithRel } from '../http/linkHeader';
import { asCursor, readLink, type NextMark } from '../recognition/nextMark';
import { asNumber, readMarks, type Mark, type PageMarks } from '../recognition/pageMarks';
import { plainName } from '../recognition/lookup';
import { valueAt, isRecord, ownValue } from '../values/records';
import {
	USUAL_NAMES,
	type Basis,
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
	earlier?: PageMarks;
	/** A link made absolute; `undefined` if it leads to another host. */
	resolve: (link: string) => string | undefined;
}

/** How a next page was recognised, and what is sent to get it. */
export interface FoundNext {
	/** Dotted, from the root of the response; `headers.` leads to a header; '' if nothing names it. */
	path: string;
	value?: unknown;
	rule: string;
	candidates: Array<{ path: string; value: unknown }>;
	sent: Step;
}

export type Decision =
	| {
			kind: 'next';
			step: Step;
			basis: Basis;
			/** The response counts its rows, and all of them have come. */
			isComplete: boolean;
			found: FoundNext;
	  }
	| { kind: 'end'; doubt?: IncompleteReason };

/** Names of the request's fields that tell how the user asks for pages, and nothing else. */
const ENTERED: Record<keyof typeof USUAL_NAMES, RegExp> = {
	pageName: /^(page|pagenumber|pageno|pagenum|pageindex|currentpage)$/,
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
	const isAtPage = asNumber(entered.value(pageName)) !== undefined;
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
export function marksOn({ response, headers, rowsPath }: Progress): PageMarks {
	return readMarks({ value: response, headers, rowsPath });
}

/** How to ask for the page after this one, or why this was the last. */
export function nextStep(
	settings: PageSettings,
	progress: Progress,
	own = marksOn(progress),
): Decision {
	if (settings.scheme === 'none') return { kind: 'end' };
	const name = namesFor(settings, progress.entered);
	const entered: Page['entered'] = (...field) => asNumber(progress.entered.value(name(...field)));
	const marks = withEarlier(own, progress, name);
	const page: Page = { settings, progress, marks, name, entered };
	if (marks.more?.value === false) return end(page);
	return RULES[settings.scheme](page);
}

type Field = keyof typeof USUAL_NAMES;

interface Page {
	settings: PageSettings;
	progress: Progress;
	marks: PageMarks;
	name: (field: Field, told?: string) => string;
	/** The number that the user entered there. */
	entered: (field: Field, told?: string) => number | undefined;
}

/**
 * What a page leaves out is what earlier ones said, at the number that was asked for. A page without
 * rows is the last, and one that names no next page where the one before it did.
 */
function withEarlier(
	own: PageMarks,
	{ earlier, asked, rows }: Progress,
	name: Page['name'],
): PageMarks {
	const isLast = rows === 0 || own.more?.value === false || own.end !== undefined;
	if (earlier === undefined || earlier.next.length > 0 || isLast) return own;
	const fields = asked !== undefined && 'fields' in asked ? asked.fields : {};
	const at = (mark: Mark<number> | undefined, field: string) =>
		mark && { ...mark, value: asNumber(fields[field]) ?? mark.value };
	const { total, totalPages, count, limit, pageSize } = earlier;
	const page = at(earlier.page, name('pageName', pageKey(earlier.page)));
	const offset = at(earlier.offset, name('offsetName', earlier.offset?.key));
	return { total, totalPages, count, limit, pageSize, page, offset, ...own };
}

type Rule = (page: Page) => Decision;

const byCursor: Rule = (page) => {
	const { settings, marks } = page;
	if (settings.nextPath !== '') return atNextPath(page);
	const mark = marks.next.find(({ kind }) => kind !== 'link');
	return mark === undefined ? end(page) : follow(page, mark);
};

const byNextUrl: Rule = (page) => {
	if (page.settings.nextPath !== '') return atNextPath(page);
	const links = page.marks.next.filter(({ kind }) => kind === 'link');
	return links.length === 0 ? end(page) : followFirst(page, links);
};

const byOffset: Rule = (page) => {
	const { settings, progress, marks, name } = page;
	const offsetName = name('offsetName', marks.offset?.key);
	const size = sizeOf(page, 'limitName', marks.limit);
	if (isOver(page, size)) return end(page, size);
	// Behind an empty page, only the size of a page leads on.
	const by = progress.rows > 0 ? progress.rows : (size.told ?? size.asked);
	if (by === undefined) return end(page, size);
	const told = settings.scheme === 'offset' ? undefined : marks.offset?.value;
	const asked = askedNumber(page, offsetName);
	// Some services tell where the next page begins, and not where this one did.
	const isNext = told !== undefined && told > (asked ?? 1);
	const next = isNext ? told : (asked ?? told ?? 0) + by;
	return counted(page, size, {
		fields: { ...size.sent, [offsetName]: next },
		mark: marks.offset,
	});
};

const byPage: Rule = (page) => {
	const { settings, marks, name } = page;
	const told = settings.scheme === 'page' ? undefined : pageKey(marks.page);
	const pageName = name('pageName', told);
	const size = sizeOf(page, 'pageSizeName', marks.pageSize ?? marks.limit);
	const { current, first, least } = pageNumbers(page);
	const pages = marks.totalPages?.value ?? 0;
	const isLast =
		pages > 0
			? current - least + 1 >= pages && marks.more?.value !== true
			: isOver(page, size, (first - least) * (size.told ?? size.asked ?? 0));
	if (isLast) return end(page, size);
	return counted(page, size, {
		fields: { ...size.sent, [pageName]: current + 1 },
		mark: marks.page,
	});
};

/** The response's own marks first; what the user entered tells the scheme where it has none. */
const recognised: Rule = (page) => {
	const { marks, progress, name, entered } = page;
	const named = followFirst(page, marks.next);
	// A link to another host is not followed, but the page may be counted as well.
	const isBlocked = named.kind === 'end' && named.doubt === 'otherOrigin';
	if (marks.next.length > 0 && !isBlocked) return named;
	const sized = marks.offset === undefined ? marks.pageSize : undefined;
	const toldPage = marks.page ?? marks.totalPages ?? sized;
	if (isBlocked && (toldPage ?? marks.offset) === undefined) return named;
	if ((toldPage ?? entered('pageName')) !== undefined) return byPage(page);
	const toldRow = marks.offset ?? entered('offsetName') ?? entered('limitName');
	if (toldRow !== undefined) return byOffset(page);
	// A bare size may be that of something else.
	const isSize = plainName(name('pageSizeName')) === 'size';
	if (!isSize && progress.rows >= (entered('pageSizeName') ?? Infinity)) return byPage(page);
	const total = marks.end === undefined ? (marks.total?.value ?? 0) : 0;
	const announced = marks.more?.value === true || total > progress.fetched;
	return announced ? byOffset(page) : end(page);
};

const RULES: Record<Exclude<PageSettings['scheme'], 'none'>, Rule> = {
	auto: recognised,
	offset: byOffset,
	page: byPage,
	cursor: byCursor,
	nextUrl: byNextUrl,
};

/** The first mark that leads to a page of this service. */
function followFirst(page: Page, marks: NextMark[]): Decision {
	let last: Decision = end(page);
	for (const mark of marks) {
		last = follow(page, mark);
		if (last.kind === 'next') return last;
	}
	return last;
}

function follow(page: Page, mark: NextMark): Decision {
	const { progress, marks } = page;
	const step = stepTo(page, mark);
	if (step === undefined) return { kind: 'end', doubt: 'otherOrigin' };
	// A scroll keeps its cursor to the end, and ends with an empty page.
	const isSame = JSON.stringify(step) === JSON.stringify(progress.asked);
	if (progress.rows === 0 && isSame && marks.more?.value !== true) return end(page);
	const found = {
		path: mark.path,
		value: mark.value,
		rule: mark.rule,
		candidates: marks.next
			.filter((each) => each !== mark)
			.map(({ path, value }) => ({ path, value })),
	};
	return next(page, { step, basis: 'named', found });
}

function stepTo(page: Page, mark: NextMark): Step | undefined {
	const { progress, name, marks } = page;
	const { kind, value } = mark;
	if (kind === 'fields') return { fields: value };
	if (kind === 'number') return { fields: { [numberName(page, value)]: value } };
	if (kind !== 'link') {
		const told = kind === 'offset' ? (marks.offset?.key ?? mark.name) : mark.name;
		return { fields: { [name(`${kind}Name`, told)]: value } };
	}
	const url = progress.resolve(value);
	return url === undefined ? undefined : { url };
}

/** A bare number behind "next" is that of a row where it counts the rows, and else that of a page. */
function numberName({ name, marks, progress }: Page, value: number): string {
	const isOffset =
		value === (marks.offset?.value ?? 0) + progress.rows &&
		(marks.offset !== undefined || value === progress.fetched) &&
		marks.page === undefined &&
		value > 2;
	return isOffset ? name('offsetName', marks.offset?.key) : name('pageName');
}

/** The user says where the cursor or the link is. */
function atNextPath(page: Page): Decision {
	const { settings, progress } = page;
	const { nextPath: path, scheme } = settings;
	const raw = valueAtNext(path, progress);
	const value = scheme === 'cursor' ? asCursor(raw) : linkIn(raw);
	if (value === undefined) {
		const isNowhere = raw === undefined && progress.pages === 1 && progress.rows > 0;
		const { doubt } = end(page);
		return { kind: 'end', doubt: doubt ?? (isNowhere && !isEnd(page) ? 'nextPath' : undefined) };
	}
	const mark = { path, rule: 'Next Path' };
	return scheme === 'cursor'
		? follow(page, { ...mark, kind: 'cursor', value, name: '' })
		: follow(page, { ...mark, kind: 'link', value: String(value) });
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
	{ fields, mark }: { fields: Record<string, number>; mark?: Mark<number> },
): Decision {
	const { marks } = page;
	const evidence = mark ?? marks.more ?? marks.totalPages ?? marks.total;
	const found = {
		path: evidence?.path ?? '',
		value: evidence?.value,
		rule: mark === undefined ? 'counted on from the request' : 'counted on from the response',
		candidates: [],
	};
	return next(page, { step: { fields }, basis: basisOf(page, size), found });
}

function basisOf(page: Page, { asked, told }: PageSize): Basis {
	const { marks, progress, settings } = page;
	const { pages, rows } = progress;
	const isAnnounced = marks.more?.value === true || (marks.total ?? marks.totalPages) !== undefined;
	if (isAnnounced) {
		const isKnown =
			settings.scheme !== 'auto' ||
			(marks.page ?? marks.offset) !== undefined ||
			(['pageName', 'offsetName', 'limitName', 'pageSizeName'] as const).some(
				(field) => progress.entered.value(page.name(field)) !== undefined,
			);
		return isKnown ? 'announced' : 'guessed';
	}
	const isShort = pages === 1 && told === undefined && asked !== undefined && rows < asked;
	return isShort ? 'probe' : 'full';
}

function next(
	page: Page,
	{ step, basis, found }: { step: Step; basis: Basis; found: Omit<FoundNext, 'sent'> },
): Decision {
	const { total, more } = page.marks;
	const isComplete = more?.value !== true && total !== undefined && seen(page) >= total.value;
	return { kind: 'next', step, basis, isComplete, found: { ...found, sent: step } };
}

/** The end of the list, and what speaks against it. */
function end(page: Page, size?: PageSize): Extract<Decision, { kind: 'end' }> {
	return { kind: 'end', doubt: incompleteReason(page, size) };
}

function incompleteReason(page: Page, size?: PageSize): IncompleteReason | undefined {
	const { marks, progress, settings } = page;
	if (marks.more?.value ?? marks.unusable !== undefined) return 'noWay';
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
function isEnd({ marks, progress, settings, name }: Page): boolean {
	return (
		(marks.more ?? marks.end ?? marks.total ?? marks.totalPages) !== undefined ||
		progress.rows === 0 ||
		(settings.scheme !== 'auto' && settings.nextPath === '') ||
		asNumber(marks.count?.value) === progress.fetched ||
		progress.entered.value(name('cursorName')) !== undefined
	);
}

function isShortOfTotal(page: Page): boolean {
	const { marks, progress, name } = page;
	// Behind a cursor of the user's own, nobody knows how many rows come before.
	if (progress.entered.value(name('cursorName')) !== undefined) return false;
	const { earlier } = progress;
	const { total, count } = { ...earlier, ...marks };
	if (total !== undefined) return total.value > seen(page);
	if (earlier?.totalPages !== undefined && marks.totalPages === undefined) {
		const { current, least } = pageNumbers(page);
		return earlier.totalPages.value > current - least + Number(progress.rows > 0);
	}
	if (count === undefined || marks.offset !== undefined || progress.rows === 0) return false;
	const isSize = progress.entered.value(count.key) !== undefined;
	return !isSize && marks.more === undefined && count.value > seen(page);
}

/** Rows up to the end of this page, those that the user skipped included. */
function seen(page: Page): number {
	const { progress, marks, entered } = page;
	const size = marks.pageSize?.value ?? marks.limit?.value ?? sizeEntered(page) ?? progress.most;
	const { first, least } = pageNumbers(page);
	const offset = entered('offsetName', marks.offset?.key) ?? 0;
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

function sizeOf(page: Page, field: 'limitName' | 'pageSizeName', mark?: Mark<number>): PageSize {
	const { settings, name, entered } = page;
	const { scheme, pageSize } = settings;
	// Requests may use the name of the response, unless the user stated how pages are asked for.
	const key = mark !== undefined && SENT_SIZE.test(mark.key) ? mark.key : undefined;
	const own = field === 'pageSizeName' && scheme === 'page' ? undefined : key;
	// Where the scheme is recognised, the first request went out without a size of ours.
	const asked = scheme !== 'auto' && pageSize > 0 ? pageSize : entered(field, own);
	const told = mark?.value;
	const size = asked ?? (key === undefined ? undefined : told);
	return { asked, told, sent: size === undefined ? {} : { [name(field, own)]: size } };
}

/** Whether the rows are over, by what the response says or by the size of the page. */
function isOver(page: Page, { asked, told }: PageSize, skipped?: number): boolean {
	const { marks, progress } = page;
	const { rows, most } = progress;
	if (marks.more?.value === true) return false;
	const isTold = marks.page !== undefined || marks.offset !== undefined;
	if (marks.end === 'certain' && (!isTold || marks.total === undefined)) return true;
	if (marks.end === 'likely' && !isTold && marks.total === undefined) return true;
	if (rows === 0) return true;
	if (marks.total !== undefined) {
		const before = skipped ?? seen(page) - progress.fetched;
		return before + progress.fetched >= marks.total.value;
	}
	if (told !== undefined) return rows < Math.min(told, asked ?? told);
	// Services give fewer rows at once than they are asked for, some without a word: a first page
	// that is short proves little, a later one that is shorter than others does.
	return asked !== undefined && rows < asked && (rows < most || rows < LEAST_CAP);
}

/** The page that has just been read: as it was asked for, or as the service calls it. */
function pageNumbers(page: Page) {
	const { settings, progress, marks, name, entered } = page;
	const key = pageKey(marks.page);
	const told = settings.scheme === 'page' ? undefined : marks.page?.value;
	const start = entered('pageName', key) ?? settings.firstPage;
	const current = askedNumber(page, name('pageName', key)) ?? told ?? start + progress.pages - 1;
	const first = current - progress.pages + 1;
	// A service that begins with page 0 says so, or the user does.
	return { current, first, least: Math.min(settings.firstPage, first) };
}

/** A number in the request for this page; services do not always repeat it right. */
function askedNumber({ progress }: Page, name: string): number | undefined {
	const { asked, entered } = progress;
	const own = asked !== undefined && 'fields' in asked ? ownValue(asked.fields, name) : undefined;
	return asNumber(own) ?? (asked === undefined ? asNumber(entered.value(name)) : undefined);
}

/** The name that the user stated, the one that the user entered, the one that the response uses. */
function namesFor(settings: PageSettings, entered: Entered): Page['name'] {
	return (field, told) => {
		if (settings[field] !== '') return settings[field];
		const own = told === undefined ? undefined : entered.names.find((each) => each === told);
		const known = entered.names.find((each) => ENTERED[field].test(plainName(each)));
		return own ?? known ?? (told === undefined || told === '' ? USUAL_NAMES[field] : told);
	};
}

/** `current_page` and `number` are asked for as `page`. */
function pageKey(mark?: Mark<number>): string | undefined {
	return mark !== undefined && /^page/i.test(mark.key) ? mark.key : undefined;
}
