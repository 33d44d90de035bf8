/** How the next page is asked for: recognised (`auto`), or stated by the user. */
export type PageScheme = 'auto' | 'none' | 'offset' | 'page' | 'cursor' | 'nextUrl';

export interface PageSettings {
	scheme: PageScheme;
	/** Rows asked for per page; 0 leaves it to the service. */
	pageSize: number;
	limitName: string;
	offsetName: string;
	pageName: string;
	pageSizeName: string;
	firstPage: number;
	cursorName: string;
	/** Path to the cursor or to the next URL in a response; '' recognises it. */
	nextPath: string;
}

export const DEFAULT_PAGE_SETTINGS: PageSettings = {
	scheme: 'auto',
	pageSize: 0,
	limitName: 'limit',
	offsetName: 'offset',
	pageName: 'page',
	pageSizeName: 'page_size',
	firstPage: 1,
	cursorName: 'cursor',
	nextPath: '',
};

/** What the next request changes: fields of its body or query, or its whole address. */
export type Step = FieldStep | { url: string };

export interface FieldStep {
	fields: Record<string, string | number>;
	/** Nothing says that there is a next page, and nothing that there is none. */
	probe?: true;
}
