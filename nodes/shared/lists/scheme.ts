/** How the next page is asked for: recognised (`auto`), or stated by the user. */
export type PageScheme = 'auto' | 'none' | 'offset' | 'page' | 'cursor' | 'nextUrl';

/** Names of the request's fields; '' takes what the request or the response tells, or the usual name. */
export interface FieldNames {
	limitName: string;
	offsetName: string;
	pageName: string;
	pageSizeName: string;
	cursorName: string;
}

export interface PageSettings extends FieldNames {
	scheme: PageScheme;
	/** Rows asked for per page; 0 leaves it to the service. */
	pageSize: number;
	firstPage: number;
	/** Path to the cursor or to the next URL in a response; '' recognises it. */
	nextPath: string;
}

export const DEFAULT_PAGE_SETTINGS: PageSettings = {
	scheme: 'auto',
	pageSize: 0,
	limitName: '',
	offsetName: '',
	pageName: '',
	pageSizeName: '',
	firstPage: 1,
	cursorName: '',
	nextPath: '',
};

export const USUAL_NAMES: FieldNames = {
	limitName: 'limit',
	offsetName: 'offset',
	pageName: 'page',
	pageSizeName: 'page_size',
	cursorName: 'cursor',
};

/** What the next request changes: fields of its body or query, or its whole address. */
export type Step = FieldStep | LinkStep;

export interface FieldStep {
	fields: Record<string, string | number>;
}

export interface LinkStep {
	/** Absolute. */
	url: string;
}

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
	| 'nextPath'
	| 'total'
	| 'fullPage'
	| 'refused';
