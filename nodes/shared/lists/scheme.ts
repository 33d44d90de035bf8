import type { NextEntry } from '../plan/explain';
import type { NextPlan } from '../plan/plan';
import { normalizeKey } from '../recognition/keys';
import { fieldsOf, type RequestDraft } from '../request/draft';

/** How the next page is requested: recognised (`auto`), or as the user or the contract says. */
export type PageScheme = 'auto' | NextPlan['scheme'];

export type PageSettings = { scheme: PageScheme } & Pick<NextPlan, 'name' | 'size' | 'first'>;

export const DEFAULT_PAGE_SETTINGS: PageSettings = { scheme: 'auto' };

/** 'Pagination' of the node overrides the plan; if both say the same, the plan names the fields. */
export function pageSettings(option: PageSettings, plan: NextPlan | undefined): PageSettings {
	return plan !== undefined && ['auto', plan.scheme].includes(option.scheme) ? plan : option;
}

export type FieldName = 'limit' | 'offset' | 'page' | 'pageSize' | 'cursor';

/** Names of request fields that are used for paging only. */
const PAGING_FIELD_NAMES: Record<FieldName, RegExp> = {
	// Also of one list among several: `articlesPage`.
	page: /^((?!\w*per)\w{0,20}page|pagenumber|pageno|pagenum|pageindex)$/,
	pageSize: /^(pagesize|perpage|itemsperpage|resultsperpage|hitsperpage|pagelimit|size)$/,
	offset: /^(offset|skip|start|startat|startindex|startposition|startrow|pagestart|pageoffset)$/,
	limit: /^(limit|count|take|top|maxresults|rows|rowlimit|pagelimit)$/,
	cursor:
		/^(cursor|pagetoken|paginationtoken|nexttoken|nextpagetoken|continuationtoken|startingafter|startcursor|pagecursor|nextcursor|scrollid|marker|bookmark)$/,
};

/** The name of a paging field: from the contract, from the user's request, from the response, or the usual one. */
export function fieldNameFor(
	field: FieldName,
	{ settings, draft }: { settings: PageSettings; draft: RequestDraft },
	reported?: string,
): string {
	const { scheme, name, size } = settings;
	const pinned =
		field === scheme ? name : field === 'limit' || field === 'pageSize' ? size : undefined;
	const names = Object.keys(fieldsOf(draft));
	const usual = field === 'pageSize' ? 'page_size' : field;
	return (
		pinned ??
		names.find((each) => each === reported) ??
		names.find((each) => PAGING_FIELD_NAMES[field].test(normalizeKey(each))) ??
		(reported === undefined || reported === '' ? usual : reported)
	);
}

/** What the next request changes: fields of its body or query, or its whole, absolute address. */
export type Step = NextEntry['sent'];

/**
 * Why the next page is requested. `announced`: the response says that there is one. `guessed`: the same, but how to
 * request it is a guess. `full`: the page was full, nothing else is known. `probe`: the first page was shorter than
 * requested, and nothing else is known.
 */
export type NextPageEvidence = 'announced' | 'guessed' | 'full' | 'probe';

/** Why a list may have ended before its last row. */
export type IncompleteReason =
	| 'maxPages'
	| 'otherOrigin'
	| 'noProgress'
	| 'emptyPages'
	| 'unknownNext'
	| 'total'
	| 'fullPage'
	| 'nextPageFailed';
