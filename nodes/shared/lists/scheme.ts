import { normalizeKey } from '../recognition/keys';

/** How the next page is requested: recognised (`auto`), or set by the user. */
export type PageScheme = 'auto' | 'none' | 'offset' | 'page' | 'cursor' | 'nextUrl';

export interface FieldNames {
	limitName: string;
	offsetName: string;
	pageName: string;
	pageSizeName: string;
	cursorName: string;
}

export interface PageSettings {
	scheme: PageScheme;
	names?: Partial<FieldNames>;
	/** The number of the first page; usually 1. */
	first?: number;
}

export const DEFAULT_PAGE_SETTINGS: PageSettings = { scheme: 'auto' };

const USUAL_NAMES: FieldNames = {
	limitName: 'limit',
	offsetName: 'offset',
	pageName: 'page',
	pageSizeName: 'page_size',
	cursorName: 'cursor',
};

export interface Entered {
	names: readonly string[];
	value: (name: string) => unknown;
}

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

/** The name of a paging field: from the settings, from the user's request, from the response, or the usual one. */
export function nameOf(
	field: keyof FieldNames,
	{ settings, entered }: { settings: PageSettings; entered: Entered },
	reported?: string,
): string {
	const { names } = entered;
	return (
		settings.names?.[field] ??
		names.find((each) => each === reported) ??
		names.find((each) => PAGING_FIELD_NAMES[field].test(normalizeKey(each))) ??
		(reported === undefined || reported === '' ? USUAL_NAMES[field] : reported)
	);
}

/** What the next request changes: fields of its body or query, or its whole, absolute address. */
export type Step = { fields: Record<string, string | number> } | { url: string };

/**
 * Why the next page is requested. `named`: the response names it. `announced`: the response says that there
 * is one. `guessed`: the same, but how to request it is a guess. `full`: the page was full, nothing else is
 * known. `probe`: the first page was shorter than requested, and nothing else is known.
 */
export type NextPageEvidence = 'named' | 'announced' | 'guessed' | 'full' | 'probe';

/** Why a list may have ended before its last row. */
export type IncompleteReason =
	| 'maxPages'
	| 'otherOrigin'
	| 'noProgress'
	| 'emptyPages'
	| 'unknownNext'
	| 'total'
	| 'fullPage'
	| 'nextPageRejected';
