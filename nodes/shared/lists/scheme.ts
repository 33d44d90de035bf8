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
}

export const DEFAULT_PAGE_SETTINGS: PageSettings = { scheme: 'auto' };

export const USUAL_NAMES: FieldNames = {
	limitName: 'limit',
	offsetName: 'offset',
	pageName: 'page',
	pageSizeName: 'page_size',
	cursorName: 'cursor',
};

export interface FieldStep {
	fields: Record<string, string | number>;
}

/** What the next request changes: fields of its body or query, or its whole, absolute address. */
export type Step = FieldStep | { url: string };

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
