import { memoize, normalizeKey } from './keys';

// Names of page information, as `normalizeKey` spells them.

const NOUNS =
	'page|cursor|token|url|uri|link|href|path|results?|records?|items?|rows?|entries|data|set|batch|chunk|marker|key|id|max|min|since|offset|start|index|skip|from|after|position|bookmark|continuation|scroll|query|params|parameters|string|str|number|num|no|value|hash|range';
/** Behind these, it does not matter what stands between them and "next". */
const ENDINGS = 'cursor|token|url|uri|link|href|marker|offset|bookmark|position';
/** "next" with a noun of paging or none behind it, or such a noun with "next" behind it. */
const NEXT = new RegExp(`^next((?:${NOUNS})*|[a-z]{0,20}(?:${ENDINGS}))$|^((?:${NOUNS})+)next$`);
const PREVIOUS = new RegExp(`^(?:prev|previous|before)(?:${NOUNS})*$|^(?:${NOUNS})+previous$`);
const ROW_NOUNS =
	'results?|items?|records?|rows?|entries|elements?|hits|objects?|documents?|docs|matches|posts|comments|users|resources|values|data|list|files|messages|videos|profiles|creators|contacts|people|events|size|number|found|available';

export const PAGE_CONTAINER =
	/^page|(pag(e|es|er|ing|ination|inator|eable)|meta(data)?|cursors?)$|^links?$|^(paging|results?|list|search|response|query|request)?(info|context)$|^(navigation|view|summary|additionaldata)$/;
/** "more" leads to a page as well, but only where a link stands behind it. */
export const MORE_LINK =
	/^(?:load|show|see|get|read)?more(?:results|items|\w{0,20}(?:url|uri|link|href|path))?$/;
export const LAST_FLAG =
	/^(is|isthe|reached|at)?(last|final|end|theend)(page|results?|ofresults|oflist|ofdata|ofpages|ofstream|reached|batch|chunk)?$|^(eof|eol|nomore|nomorepages|nomoreresults|nomoredata)$/;
export const MORE_FLAG =
	/^(has|have|is|are|thereis|thereare|got)?(more|next|additional|another|further)(page|pages|items?|results?|records?|rows?|entries|data|content|posts|comments|objects|available|exists?|incollection|toload|tofetch|remaining)*$|^(is|was|results?)?truncated$/;
/** Numbers are flags only with a verb before: `more: 1` may be a count. */
export const FLAG_VERB = /^(has|have|is|are|thereis|thereare|got|no)/;

export const COUNT = new RegExp(`^count$|^(${ROW_NOUNS})(count)$`);
/** Also the name of other things: only next to others of its family. */
export const PAGE_NUMBER = /^(number|index)$/;
export const PAGE_FAMILY = /^(totalpages|pages|size|last|first|pagesize|totalelements)$/;

export type NumberKind = 'total' | 'totalPages' | 'page' | 'pageSize' | 'limit' | 'offset';

/** The first that fits counts. */
const NUMBERS: Record<NumberKind, RegExp> = {
	totalPages:
		/^(total|num|nb|numberof|max|last|all|count)pages?(count|number|num)?$|^pages$|^pages?(count|total)s?$/,
	page: /^(current|this|active|selected|results?)?page(number|num|no|index|nr)?$|^pagecurrent$|^current$/,
	pageSize:
		/^(results?|current)?(page|batch|chunk)(size|limit|len|length|rows)$|^(hits|items|results|rows|records|entries|count)?perpage$|^size$/,
	limit: /^(limit|maxresults|maxitems|maxrecords|take|top)$/,
	offset:
		/^(current)?(offset|skip|from|start|startat|startingat|startfrom|startindex|startposition|startrow|firstresult|rowoffset|pageoffset)$/,
	total: new RegExp(
		`^(total|totals|grandtotal|overall)(count|${ROW_NOUNS})?(count|found|size)?$|^(num|nb|numberof|nof)(total)?(${ROW_NOUNS})$|^(${ROW_NOUNS})?(total|totalcount|found|filtered)$|^(full|all)(count|size)$`,
	),
};

export const numberKind = (name: string) =>
	(Object.keys(NUMBERS) as NumberKind[]).find((kind) => NUMBERS[kind].test(name));

/** Where a list stood last; asking from there leads to the next page. */
export const AFTER = /^(end|after|last)cursor$|^(cursor)?after$/;
export const LAST_ID = /^last(evaluated)?(id|key|itemid|token)$/;
export const FIRST_ID = /^first(id|key|itemid|token)$/;
export const CURSOR =
	/^(page|pagination|scroll|search|result|list)?(cursor|token)(id|key|mark|value)?$|^(bookmark|marker|iterator|startingafter|resumetoken|searchafter|paginationkey)$|^scroll(id|key|param)$/;
/** These only ever lead to a next page. */
const CONTINUATIONS = /continuation(token|key|id)?$|^continue$/;
export const CONTINUATION = 'continuation';

/** Page information that leads nowhere by itself. */
const ASIDE =
	/^(first|last|self)(url|uri|href|link|id|token)*$|^(empty|sort|sortby|order|orderby)$/;

/** The noun behind "next" in the name of a field; `undefined` if it is not for the next page. */
export function nextNoun(key: string): string | undefined {
	const name = normalizeKey(key);
	const [, behind, before] = NEXT.exec(name) ?? [];
	return behind ?? before ?? (CONTINUATIONS.test(name) ? CONTINUATION : undefined);
}

export const isPrevious = (key: string): boolean => PREVIOUS.test(normalizeKey(key));

const ALL = [
	...[NEXT, COUNT, CURSOR, AFTER, CONTINUATIONS, LAST_ID, PAGE_CONTAINER, MORE_FLAG, LAST_FLAG],
	...[ASIDE, PREVIOUS, ...Object.values(NUMBERS)],
];

export const isPageField = memoize((key: string): boolean =>
	ALL.some((pattern) => pattern.test(normalizeKey(key))),
);
