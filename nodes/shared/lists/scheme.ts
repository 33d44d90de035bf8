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
 * Why a step is taken. `named`: the response names the next page. `announced`: it says that there is
 * one. `guessed`: likewise, but nothing tells how to ask for it. `full`: the page was full, and
 * nothing says more. `probe`: not even that.
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
	| 'refused';
