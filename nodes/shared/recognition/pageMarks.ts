import type { IDataObject } from 'n8n-workflow';

import { linkWithRel } from '../http/linkHeader';
import { parseJsonText } from '../values/json';
import { valueAt, isRecord } from '../values/records';
import {
	asCursor,
	cursorName,
	isMoreLink,
	isNothing,
	nextNoun,
	readLink,
	readNext,
	scalars,
	type NextMark,
	type NextTarget,
} from './nextMark';
import { narrow } from './narrow';
import { plainName } from './lookup';

/** A number or a flag that a response gives about its place in the list. */
export interface Mark<T> {
	value: T;
	/** Dotted, from the root of the response; `headers.` leads to a header. */
	path: string;
	/** As the response spells it. */
	key: string;
}

/** What a response says about its place in the list. */
export interface PageMarks {
	/** What names the next page, best first. */
	next: NextMark[];
	/** Something stands in the place for the next page, and nobody can ask with it. */
	unusable?: Mark<unknown>;
	more?: Mark<boolean>;
	/**
	 * The place for the next page is there, and nothing is in it. `likely`: only the place for a
	 * cursor, which may be that of this page.
	 */
	end?: 'certain' | 'likely';
	total?: Mark<number>;
	/** A count that may be of this page or of the whole list. */
	count?: Mark<number>;
	totalPages?: Mark<number>;
	offset?: Mark<number>;
	limit?: Mark<number>;
	page?: Mark<number>;
	pageSize?: Mark<number>;
}

export interface PageResponse {
	/** The decoded response. */
	value: unknown;
	headers?: Record<string, string>;
	/** Where its rows are: marks stand beside them and around them, never in them. */
	rowsPath?: string;
}

/** The evidence: names as `plainName` spells them. */
const CONTAINER =
	/^page|(pag(e|es|er|ing|ination|inator|eable)|meta(data)?|cursors?)$|^links?$|^(page|paging|results?|list|search|response|query|request)?(info|context)$|^(navigation|view|summary|additionaldata)$/;

const LAST_FLAG =
	/^(is|isthe|reached|at)?(last|final|end|theend)(page|results?|ofresults|oflist|ofdata|ofpages|ofstream|reached|batch|chunk)?$|^(eof|eol|nomore|nomorepages|nomoreresults|nomoredata)$/;
const MORE_FLAG =
	/^(has|have|is|are|thereis|thereare|got)?(more|next|additional|another|further)(page|pages|items?|results?|records?|rows?|entries|data|content|posts|comments|objects|available|exists?|incollection|toload|tofetch|remaining)*$|^(is|was|results?)?truncated$/;
/** Flags that are numbers only count with a verb before: `more: 1` may be a count. */
const FLAG_VERB = /^(has|have|is|are|thereis|thereare|got|no)/;

const ROW_NOUNS =
	'results?|items?|records?|rows?|entries|elements?|hits|objects?|documents?|docs|matches|posts|comments|users|resources|values|data|list|files|messages|videos|profiles|creators|contacts|people|events|size|number|found|available';
const TOTAL = new RegExp(
	`^(total|totals|grandtotal|overall)(count|${ROW_NOUNS})?(count|total|found|size)?$|^(num|nb|numberof|nof)(total)?(${ROW_NOUNS})$|^(${ROW_NOUNS})?(total|totalcount|found|filtered)$|^(full|overall|all)(count|size)$|^(count|${ROW_NOUNS})(total|totalcount|found)$`,
);
const COUNT = new RegExp(`^count$|^(${ROW_NOUNS})(count)$`);

const PAGE =
	/^(current|this|active|selected|results?)?page(number|num|no|index|nr)?$|^pagecurrent$|^current$/;
/** Also the name of other things: only beside others of its family. */
const PAGE_NUMBER = /^(number|index)$/;
const PAGE_FAMILY = /^(totalpages|pages|size|last|first|pagesize|totalelements)$/;
const TOTAL_PAGES =
	/^(total|num|nb|numberof|max|last|all|count)pages?(count|number|num)?$|^pages$|^pages?(count|total)s?$/;
const PAGE_SIZE =
	/^(results?|current)?(page|batch|chunk)(size|limit|len|length|rows)$|^(hits|items|results|rows|records|entries|count)?perpage$|^size$/;
const LIMIT = /^(limit|maxresults|maxitems|maxrecords|take|top)$/;
const OFFSET =
	/^(current)?(offset|skip|from|start|startat|startingat|startfrom|startindex|startposition|startrow|firstresult|rowoffset|pageoffset)$/;

/** Where a list stood last; asking from there leads to the next page. */
const AFTER = /^(end|after|last)cursor$|^(cursor)?after$/;
const AFTER_LINK = /^after(url|uri|link|href)$/;
const LAST_ID = /^last(evaluated)?(id|key|itemid|token)$/;
const CURSOR =
	/^(page|pagination|scroll|search|result|list)?(cursor|token)(id|key|mark|value)?$|^(bookmark|marker|iterator|startingafter|resumetoken|searchafter|paginationkey)$|^scroll(id|key|param)$/;
/** These only ever lead on. */
const CONTINUATION = /continuation(token|key|id)?$|^continue$/;

/** More fields than that are no marks. */
const MAX_MARKS = 12;
const MAX_LINKS = 100;

const LINK_REL = /^(next|more|next[-_]?page|.*[/:#]next)$/i;

export function readMarks({ value, headers = {}, rowsPath }: PageResponse): PageMarks {
	const marks = new Collected(plainName(rowsPath?.split('.').pop() ?? ''));
	for (const holder of holders(narrow(value), rowsPath)) marks.readHolder(holder);
	marks.readHeaders(headers);
	return marks.result();
}

/** Totals are sometimes texts. */
export function asNumber(raw: unknown): number | undefined {
	if (typeof raw !== 'number' && (typeof raw !== 'string' || raw.trim() === '')) return undefined;
	const number = Number(raw);
	return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Whether a field tells something about pages, by its name. */
export function isPageMark(key: string): boolean {
	const name = plainName(key);
	return (
		nextNoun(key) !== undefined ||
		[...NUMBERS.map(([pattern]) => pattern), COUNT, CURSOR, AFTER, CONTINUATION, LAST_ID].some(
			(pattern) => pattern.test(name),
		) ||
		[CONTAINER, MORE_FLAG, LAST_FLAG].some((pattern) => pattern.test(name)) ||
		/^(prev|previous|first|last|self|before)(page|url|uri|href|link|id|cursor|token)*$|^(numberofelements|empty|pageable|sort|sortby|order|orderby)$/.test(
			name,
		)
	);
}

/** Whether these fields belong to a page of a list: they lead on, or number the page. */
export function arePaged(fields: IDataObject): boolean {
	return leadsOn(fields, containers(fields, '', 2));
}

function leadsOn(fields: IDataObject, within: Holder[] = []): boolean {
	const marks = new Collected('');
	for (const holder of [{ path: '', fields, kind: 'way' } as const, ...within]) {
		marks.readHolder(holder);
	}
	const { next, more, end, page, totalPages, pageSize, offset, limit } = marks.result();
	const counted = [page, totalPages, pageSize, offset, limit].filter((each) => each !== undefined);
	return next.length > 0 || more !== undefined || end === 'certain' || counted.length > 1;
}

interface Holder {
	path: string;
	fields: IDataObject;
	/** Whether it exists for marks, or stands on the way to the rows. */
	kind: 'marks' | 'way';
}

/** The objects around the rows from the inside out, each followed by its own containers of marks. */
function holders(value: unknown, rowsPath?: string): Holder[] {
	return [...waysTo(rowsPath)].flatMap((path) => {
		const fields = valueAt(value, path);
		if (!isRecord(fields)) return [];
		return [{ path, fields, kind: 'way' } as const, ...containers(fields, path, 2)];
	});
}

/** From the rows outwards; then where the rows might be as well. */
function waysTo(rowsPath = ''): Set<string> {
	const names = rowsPath.split('.');
	const ways = names.map((_, at) => names.slice(0, names.length - 1 - at).join('.'));
	return new Set([...ways, 'data', 'result', 'results', 'response', 'payload']);
}

function containers(fields: IDataObject, path: string, depth: number): Holder[] {
	if (depth === 0) return [];
	return Object.entries(fields).flatMap(([key, value]) => {
		if (!isRecord(value) || !(CONTAINER.test(plainName(key)) || holdsMarksAlone(value))) return [];
		const own = join(path, key);
		return [
			{ path: own, fields: value, kind: 'marks' } as const,
			...containers(value, own, depth - 1),
		];
	});
}

/** Whatever it is called, it exists for marks that lead on. */
export function holdsMarksAlone(fields: IDataObject): boolean {
	const keys = Object.keys(fields);
	const isFlat = !Object.values(fields).some(
		(value) => typeof value === 'object' && value !== null,
	);
	return isFlat && keys.length <= MAX_MARKS && keys.every(isPageMark) && leadsOn(fields);
}

type NumberKind = 'total' | 'totalPages' | 'page' | 'pageSize' | 'limit' | 'offset';

const NUMBERS: Array<[RegExp, NumberKind]> = [
	[TOTAL_PAGES, 'totalPages'],
	[PAGE, 'page'],
	[PAGE_SIZE, 'pageSize'],
	[LIMIT, 'limit'],
	[OFFSET, 'offset'],
	[TOTAL, 'total'],
];

/** Reads the fields of one holder after the other; the first of a kind counts. */
class Collected {
	private readonly marks: PageMarks = { next: [] };
	private readonly positions: NextMark[] = [];
	/** Cursors of both ends of this page: without another sign they do not lead on. */
	private readonly ends: NextMark[] = [];

	/** The list is, or the job behind it: so it only ends what may lead nowhere. */
	private isDone = false;

	/** `rowsName`: what the response calls its rows. */
	constructor(private readonly rowsName: string) {}

	readHolder(holder: Holder): void {
		for (const [key, raw] of Object.entries(holder.fields)) {
			if (key.length > 60) continue;
			const at = { key, path: join(holder.path, key) };
			if (Array.isArray(raw) && /^links?$/.test(plainName(key))) this.readLinks(raw, at.path);
			const noun = nextNoun(key);
			if (noun !== undefined) this.readNext(noun, raw, at);
			else if (isMoreLink(key)) this.add(readLink(raw), at.path, 'a link to more');
			this.readFlag(raw, at);
			this.readNumber(raw, at, holder);
			this.readPosition(raw, at, holder);
		}
	}

	readHeaders(headers: Record<string, string>): void {
		for (const [header, text] of Object.entries(headers)) {
			const path = `headers.${header}`;
			if (header === 'link') {
				const link = linkWithRel(text, LINK_REL);
				if (link !== undefined) this.add({ kind: 'link', value: link }, path, 'the Link header');
				else if (/rel\s*=\s*"?(prev|first|last)/i.test(text)) this.marks.end ??= 'likely';
			} else if (header === 'content-range') {
				const total = asNumber(/^(?!\s*bytes).*\/(\d+)\s*$/i.exec(text)?.[1]);
				if (total !== undefined) this.marks.total ??= { value: total, path, key: header };
			} else this.readHeader(header, text, path);
		}
	}

	result(): PageMarks {
		const { marks } = this;
		const isLast = marks.more?.value === false || (marks.end === 'certain' && !marks.more?.value);
		if (!isLast && !this.isDone) for (const each of this.positions) marks.next.push(each);
		if (marks.more?.value === true) for (const each of this.ends) marks.next.push(each);
		if (marks.next.length > 0) marks.next.sort((one, other) => rank(one) - rank(other));
		return marks;
	}

	/** `x-next-page`, `x-total-count`, `pagination-page`; one with an object of marks as JSON too. */
	private readHeader(header: string, text: string, path: string): void {
		const name = header
			.replace(/^x-/, '')
			.replace(/^([a-z]+-)?(pagination|paging|page-info)-/, '')
			// A name of the service's own may stand before it.
			.replace(/^(?!rate|credit|quota|cost)[a-z]+-(?=total(-?pages|-?count)?$)/, '');
		const at = { key: name, path };
		const noun = nextNoun(name);
		if (/^(pagination|paging)$/.test(name)) {
			const parsed = parseJsonText(text);
			if (!parsed.ok || !isRecord(parsed.value)) return;
			this.readHolder({ path, fields: parsed.value, kind: 'marks' });
		} else if (noun !== undefined) this.readNext(noun, text, at);
		else if (/continuation/.test(name)) {
			this.readContinuation(text, { key: name.slice(name.indexOf('continuation')), path });
		} else if (name !== header) {
			if (/^(has-|more)/.test(name)) this.readFlag(text, at);
			if (/^(total|page|per-?page|count|offset)/.test(name)) this.readNumber(text, at);
		}
	}

	private add(target: NextTarget | undefined, path: string, rule: string): void {
		if (target !== undefined) this.marks.next.push({ ...target, path, rule });
	}

	private readNext(noun: string, raw: unknown, at: { key: string; path: string }): void {
		const read = readNext(at.key, noun, raw);
		if (read === 'end') this.marks.end = 'certain';
		else if (read === 'unusable') this.marks.unusable ??= { value: raw, ...at };
		else if (read !== 'more') this.add(read, at.path, 'a field for the next page');
	}

	/** `[{ rel: 'next', href }]` */
	private readLinks(links: unknown[], path: string): void {
		for (const [index, link] of links.slice(0, MAX_LINKS).entries()) {
			if (!isRecord(link)) continue;
			const rel = link.rel ?? link.relation ?? link.name;
			if (typeof rel !== 'string' || !LINK_REL.test(rel)) continue;
			this.add(readLink(link), join(path, String(index)), 'a link by its relation');
		}
	}

	private readFlag(raw: unknown, at: { key: string; path: string }): void {
		const name = plainName(at.key);
		const isLast = LAST_FLAG.test(name);
		if (!isLast && !MORE_FLAG.test(name)) return;
		const flag = asFlag(raw, FLAG_VERB.test(name));
		if (flag !== undefined) this.marks.more ??= { ...at, value: isLast ? !flag : flag };
	}

	private readNumber(raw: unknown, at: { key: string; path: string }, holder?: Holder): void {
		const name = plainName(at.key);
		const kind =
			NUMBERS.find(([pattern]) => pattern.test(name))?.[1] ??
			(this.countsRows(name, 'total') ? 'total' : undefined);
		// { total: { value: 12, relation: 'eq' } }
		const value = asNumber(kind === 'total' && isRecord(raw) ? raw.value : raw);
		if (value === undefined) return;
		const inFamily =
			holder !== undefined &&
			(holder.kind === 'marks' ||
				Object.keys(holder.fields).some((key) => PAGE_FAMILY.test(plainName(key))));
		if (PAGE_NUMBER.test(name) && inFamily) this.marks.page ??= { ...at, value };
		if (COUNT.test(name) || this.countsRows(name, 'count')) this.marks.count ??= { ...at, value };
		if (kind === undefined) return;
		// Times are no offsets, and a size or a current something is only one among marks.
		if (kind === 'offset' && value >= 1e9) return;
		if (/^(size|current)$/.test(name) && !inFamily) return;
		this.marks[kind] ??= { ...at, value };
	}

	/** `total_comments` or `comment_count` beside `comments`. */
	private countsRows(name: string, word: 'total' | 'count'): boolean {
		if (!name.includes(word) || this.rowsName === '') return false;
		const noun = name.replace('total', '').replace('count', '');
		return noun !== '' && (noun === this.rowsName || `${noun}s` === this.rowsName);
	}

	private readPosition(raw: unknown, at: { key: string; path: string }, holder: Holder): void {
		const name = plainName(at.key);
		if (CONTINUATION.test(name)) {
			this.readContinuation(raw, at);
			return;
		}
		if (AFTER_LINK.test(name)) {
			const link = readLink(raw);
			if (link !== undefined) this.positions.push({ ...link, path: at.path, rule: 'a cursor' });
			return;
		}
		if (name === 'done') this.isDone ||= raw === true;
		const isAfter = AFTER.test(name);
		if (OFFSET.test(name) && asNumber(raw) !== undefined) return;
		// A text as offset is a cursor; other words for an offset are also words for times.
		if (!isAfter && !CURSOR.test(name) && !LAST_ID.test(name) && name !== 'offset') return;
		// Beside the rows, a token may be one to sign in with.
		if (name === 'token' && holder.kind !== 'marks') return;
		if (isNothing(raw)) {
			if (name !== 'offset') this.marks.end ??= 'likely';
			return;
		}
		const value = asCursor(raw);
		if (LAST_ID.test(name) && isRecord(raw)) this.marks.unusable ??= { value: raw, ...at };
		if (value === undefined || isDate(value)) return;
		const hasFirst = LAST_ID.test(name) && this.hasFirst(holder);
		const mark: NextMark = {
			kind: 'cursor',
			value,
			name: isAfter || hasFirst ? 'after' : cursorName(at.key),
			path: at.path,
			rule: 'a cursor',
		};
		const hasBoth = /cursors$/.test(plainName(holder.path)) && !isNothing(holder.fields.before);
		if (hasFirst || (isAfter && hasBoth && holder.fields.before !== undefined)) {
			this.ends.push(mark);
		} else this.positions.push(mark);
	}

	/** `first_id` and `last_id` are the ends of this page. */
	private hasFirst({ fields }: Holder): boolean {
		return Object.keys(fields).some((key) => /^first(id|key|itemid|token)$/.test(plainName(key)));
	}

	private readContinuation(raw: unknown, at: { key: string; path: string }): void {
		const rule = 'what to continue with';
		if (isNothing(raw)) this.marks.end = 'certain';
		else if (isRecord(raw)) this.add({ kind: 'fields', value: scalars(raw) }, at.path, rule);
		else {
			const value = asCursor(raw);
			if (value === undefined) {
				this.add(readLink(raw), at.path, rule);
				return;
			}
			this.add({ kind: 'cursor', value, name: cursorName(at.key) }, at.path, rule);
		}
	}
}

/** A link leads exactly there; one that is a query alone may leave out what the user entered. */
function rank(mark: NextMark): number {
	if (mark.kind === 'link') return mark.value.startsWith('?') ? 3 : 0;
	if (mark.rule === 'a cursor') return 4;
	if (mark.kind === 'fields') return 1;
	return mark.kind === 'cursor' ? 1 : 2;
}

function asFlag(raw: unknown, numbers: boolean): boolean | undefined {
	if (typeof raw === 'boolean') return raw;
	if (typeof raw === 'string') {
		if (/^\s*(true|yes|y)\s*$/i.test(raw)) return true;
		if (/^\s*(false|no|n)\s*$/i.test(raw)) return false;
	}
	if (!numbers || (raw !== 0 && raw !== 1 && raw !== '0' && raw !== '1')) return undefined;
	return Number(raw) === 1;
}

function isDate(value: string | number): boolean {
	return typeof value === 'string' && /^\d{4}-\d\d(-\d\d|$)/.test(value);
}

function join(path: string, key: string): string {
	return path === '' ? key : `${path}.${key}`;
}
