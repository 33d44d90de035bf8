import { valueAt } from '../values/paths';
import { asCursor, asNumber, asUrl, readMarks, type PageMarks } from '../recognition/pageMarks';
import type { PageSettings, Step } from './scheme';

/** What is known after a page, for deciding on the next one. */
export interface Progress {
	/** The response as it came. */
	response: unknown;
	/** Rows on this page. */
	rows: number;
	/** Rows on the fullest page so far, this page included. */
	most: number;
	/** Rows so far, this page included. */
	fetched: number;
	/** Pages so far, this page included. */
	pages: number;
	/** The value of a field in the request as the user entered it. */
	entered: (name: string) => unknown;
}

/** The fields that the first request of a stated scheme carries. */
export function firstStep(settings: PageSettings, entered: Progress['entered']): Step {
	const fields: Record<string, number> = {};
	if (settings.pageSize > 0 && settings.scheme === 'offset') {
		fields[settings.limitName] = settings.pageSize;
	}
	if (settings.pageSize > 0 && settings.scheme === 'page') {
		fields[settings.pageSizeName] = settings.pageSize;
	}
	if (settings.scheme === 'page' && asNumber(entered(settings.pageName)) === undefined) {
		fields[settings.pageName] = settings.firstPage;
	}
	return { fields };
}

/**
 * Whether a page that was asked for without the fields of the first step can be the first all the
 * same. Page numbers count in pages of the stated size, and would skip rows behind another one.
 */
export function canFollow({ scheme, pageSize }: PageSettings): boolean {
	return scheme !== 'page' || pageSize === 0;
}

/** How to ask for the page after this one; `undefined` if this was the last. */
export function nextStep(settings: PageSettings, progress: Progress): Step | undefined {
	if (settings.scheme === 'none' || progress.rows === 0) return undefined;
	const marks = readMarks(progress.response);
	if (marks.more === false) return undefined;
	return STEPS[settings.scheme](settings, progress, marks);
}

/** Whether the response says that there are rows behind this page. */
export function announcesMore(settings: PageSettings, progress: Progress): boolean {
	const { more, total } = readMarks(progress.response);
	if (more !== undefined || total === undefined) return more === true;
	const start = asNumber(progress.entered(settings.offsetName)) ?? 0;
	return total > start + progress.fetched;
}

type StepRule = (settings: PageSettings, progress: Progress, marks: PageMarks) => Step | undefined;

const byOffset: StepRule = (settings, progress, marks) => {
	const size = { asked: askedSize(settings.limitName, settings, progress), told: marks.limit };
	const start = asNumber(progress.entered(settings.offsetName)) ?? 0;
	if (ended(start + progress.fetched, progress, size, marks)) return undefined;
	return {
		...(isProbe(progress, size, marks) && { probe: true }),
		fields: {
			...sizeField(settings.limitName, size),
			[settings.offsetName]: start + progress.fetched,
		},
	};
};

const byPage: StepRule = (settings, progress, marks) => {
	const stated = settings.scheme === 'page';
	const sizeName = stated ? settings.pageSizeName : (marks.pageSize?.name ?? settings.pageSizeName);
	const size = { asked: askedSize(sizeName, settings, progress), told: marks.pageSize?.value };
	const page = currentPage(settings, progress, stated ? undefined : marks.page);
	const first = page - progress.pages + 1;
	// A service that begins with page 0 says so, or the user does.
	const least = Math.min(settings.firstPage, first);
	if (marks.totalPages !== undefined && page - least + 1 >= marks.totalPages) return undefined;
	const skipped = (first - least) * (size.told ?? size.asked ?? 0);
	if (ended(skipped + progress.fetched, progress, size, marks)) return undefined;
	return {
		...(isProbe(progress, size, marks) && { probe: true }),
		fields: { ...sizeField(sizeName, size), [settings.pageName]: page + 1 },
	};
};

const byCursor: StepRule = (settings, progress, marks) => {
	const cursor =
		settings.nextPath === ''
			? marks.cursor
			: asCursor(valueAt(progress.response, settings.nextPath));
	return cursor === undefined ? undefined : { fields: { [settings.cursorName]: cursor } };
};

const byNextUrl: StepRule = (settings, progress, marks) => {
	const url =
		settings.nextPath === '' ? marks.nextUrl : asUrl(valueAt(progress.response, settings.nextPath));
	return url === undefined ? undefined : { url };
};

/** The response's own marks first; what the user entered tells the scheme where it has none. */
const recognised: StepRule = (settings, progress, marks) => {
	if (marks.nextUrl !== undefined) return byNextUrl(settings, progress, marks);
	if (marks.cursor !== undefined) return byCursor(settings, progress, marks);
	const entered = (name: string) => asNumber(progress.entered(name)) !== undefined;
	const tellsPages =
		marks.page !== undefined || (marks.pageSize !== undefined && marks.offset === undefined);
	if (tellsPages || entered(settings.pageName)) return byPage(settings, progress, marks);
	if (marks.offset !== undefined || entered(settings.offsetName) || entered(settings.limitName)) {
		return byOffset(settings, progress, marks);
	}
	const announced =
		marks.more === true || (marks.total !== undefined && marks.total > progress.fetched);
	return announced ? byOffset(settings, progress, marks) : undefined;
};

const STEPS: Record<Exclude<PageSettings['scheme'], 'none'>, StepRule> = {
	auto: recognised,
	offset: byOffset,
	page: byPage,
	cursor: byCursor,
	nextUrl: byNextUrl,
};

/** The user's word, then the service's, for the page that has just been read. */
function currentPage(settings: PageSettings, { entered, pages }: Progress, told?: number): number {
	const first = asNumber(entered(settings.pageName));
	if (first === undefined && told !== undefined) return told;
	return (first ?? settings.firstPage) + pages - 1;
}

/** Where the scheme is recognised, the first request went out without a size of ours. */
function askedSize(name: string, settings: PageSettings, progress: Progress): number | undefined {
	const stated = settings.scheme !== 'auto' && settings.pageSize > 0;
	return stated ? settings.pageSize : asNumber(progress.entered(name));
}

interface PageSize {
	asked?: number;
	told?: number;
}

function sizeField(name: string, { asked, told }: PageSize): Record<string, number> {
	const size = asked ?? told;
	return size === undefined ? {} : { [name]: size };
}

function ended(
	seen: number,
	{ rows, most }: Progress,
	{ asked, told }: PageSize,
	marks: PageMarks,
): boolean {
	if (marks.total !== undefined) return seen >= marks.total;
	if (marks.more === true) return false;
	if (marks.end === true) return true;
	if (told !== undefined) return rows < Math.min(told, asked ?? told);
	// Services give fewer rows at once than they are asked for, some without a word: a first page
	// that is short proves nothing, a later one that is shorter than others does.
	return asked !== undefined && rows < asked && rows < most;
}

function isProbe(
	{ pages, rows }: Progress,
	{ asked, told }: PageSize,
	{ total, more }: PageMarks,
): boolean {
	const isShort = pages === 1 && asked !== undefined && rows < asked;
	return isShort && told === undefined && total === undefined && more === undefined;
}
