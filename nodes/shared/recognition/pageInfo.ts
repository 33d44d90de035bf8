import { linkWithRel } from '../http/linkHeader';
import { MAX_FIELDS } from '../values/narrow';
import { isRecord, valueAt } from '../values/records';
import { textOf } from '../values/text';
import { joinPath, memoize, normalizeKey, withoutPrefix } from './keys';
import { asCursor, cursorName, isNothing, rank, readLink, readNext } from './nextPage';
import type { NextPage, NextTarget } from './nextPage';
import { Container, coreOf, outlineOf, type ResponseField } from './outline';
import * as keys from './pageKeys';
import { hasRole } from './roles';
import type { Place, RuleId } from './rules';
import { asCount, asFlag } from './scalars';

export interface PageInfo extends Partial<Record<keys.NumberKind, Place<number>>> {
	/** What names the next page, best first. */
	next: NextPage[];
	/** The value for the next page cannot be used in a request. */
	unusable?: Place<unknown>;
	/** `isLast`: the response says the contrary, e.g. `last: false`. */
	more?: Place<boolean> & { isLast?: boolean };
	/**
	 * The place for the next page is there, and nothing is in it. `likely`: only the place for a
	 * cursor, which may be that of this page, or a previous page is named and no next one.
	 */
	end?: 'certain' | 'likely';
	/** A count that may be of this page or of the whole list. */
	count?: Place<number>;
	/** The response calls itself a list: its pages are asked for by the ID of the last row. */
	isListObject?: boolean;
}

export interface PageResponse {
	value: unknown;
	headers?: Record<string, string>;
	/** Where its rows are: page information stands next to them and around them, never in them. */
	rowsPath?: string;
}

const MAX_DEPTH = 2;
const LINK_REL = /^(next|more|next[-_]?page|.*[/:#]next)$/i;

export function readPageInfo({ value, headers = {}, rowsPath = '' }: PageResponse): PageInfo {
	const names = rowsPath.split('.');
	const rows = valueAt(value, rowsPath);
	const rowCount = Array.isArray(rows) ? rows.length : undefined;
	const reader = new PageInfoReader(normalizeKey(names.at(-1) ?? ''), rowCount);
	for (const container of containersAround(value, names)) {
		reader.read({ container, isForPages: isPageContainer(container) });
	}
	reader.readHeaders(headers);
	return reader.result();
}

/** Whether these fields belong to a page of a list: they lead to the next, or number the page. */
export function arePaged(container: Container, exceptKey?: string): boolean {
	const reader = new PageInfoReader('');
	reader.read({ container, exceptKey });
	for (const each of pageContainers(container)) {
		if (each.key !== exceptKey) reader.read({ container: each, isForPages: true });
	}
	const { next, more, end, page, totalPages, pageSize, offset, limit } = reader.result();
	const counted = [page, totalPages, pageSize, offset, limit].filter((each) => each !== undefined);
	return next.length > 0 || more !== undefined || end === 'certain' || counted.length > 1;
}

/** Whatever it is called, it exists for page information that leads to a page. */
export const holdsPageInfoAlone = (container: Container): boolean =>
	container.fields.every(({ key, value }) => Object(value) !== value && keys.isPageField(key)) &&
	arePaged(container);

/** The objects around the rows from the inside out, each followed by its own page information. */
function containersAround(value: unknown, rowsPath: string[]): Container[] {
	const outline = outlineOf(value);
	const ways = rowsPath.map((_, at) => rowsPath.slice(0, rowsPath.length - 1 - at).join('.'));
	const around = ways.flatMap((path) => outline.find((each) => each.path === path) ?? []);
	const core = coreOf(outline).filter(({ entryOf }) => entryOf === undefined);
	return [...new Set([...around, ...core].flatMap((each) => [each, ...pageContainers(each)]))];
}

function pageContainers(container: Container, depth = MAX_DEPTH): Container[] {
	if (depth === 0) return [];
	return container.children.flatMap((child) =>
		isPageContainer(child) ? [child, ...pageContainers(child, depth - 1)] : [],
	);
}

function isPageContainer(container: Container): boolean {
	if (container.entryOf !== undefined) return false;
	return hasRole(container.key, 'pageContainer') || holdsPageInfoAlone(container);
}

interface ToRead {
	container: Container;
	/** It exists for page information, and does not stand on the way to the rows. */
	isForPages?: boolean;
	exceptKey?: string;
}

/** Reads the fields of one container after the other; the first of a kind counts. */
class PageInfoReader {
	private readonly info: PageInfo = { next: [] };
	private readonly positions: NextPage[] = [];
	/** Cursors of both ends of this page: without another sign they do not lead to the next. */
	private readonly ends: NextPage[] = [];
	private hasPrevious = false;
	private hasNext = false;

	/** `rowsName`: what the response calls its rows. */
	constructor(
		private readonly rowsName: string,
		private readonly rowCount?: number,
	) {}

	read(toRead: ToRead): void {
		for (const { key, ...rest } of toRead.container.fields) {
			if (key === toRead.exceptKey || !mayTellOfPages(key)) continue;
			this.readField({ key: withoutPrefix(key), ...rest }, toRead);
		}
	}

	private readField(field: ResponseField, toRead: ToRead): void {
		const { key, name, path, value } = field;
		if (Array.isArray(value) && /^links?$/.test(name)) this.readLinks(value, path);
		const noun = keys.nextNoun(key);
		if (noun !== undefined) this.readNext(noun, field, toRead.container.name);
		else if (keys.MORE_LINK.test(name)) this.add(readLink(value), path, 'next.more');
		if (keys.isPrevious(key) && !isNothing(value)) this.hasPrevious = true;
		if (name === 'object' && value === 'list') this.info.isListObject = true;
		this.readFlag(field);
		this.readNumber(field, toRead);
		this.readPosition(field, toRead);
	}

	/** Headers are fields as well: `x-next-page`, `x-total-count`, `pagination-page`. */
	readHeaders(headers: Record<string, string>): void {
		const { link = '', 'content-range': range = '' } = headers;
		const next = linkWithRel(link, LINK_REL);
		if (next !== undefined) this.add({ kind: 'link', value: next }, 'headers.link', 'next.header');
		else if (/rel\s*=\s*"?(prev|first|last)/i.test(link)) this.info.end ??= 'likely';
		this.read({ container: new Container('headers', '', headers) });
		const value = asCount(/^(?!\s*bytes).*\/(\d+)\s*$/i.exec(range)?.[1]);
		if (value !== undefined) this.info.total ??= { value, path: 'headers.content-range' };
	}

	result(): PageInfo {
		const { info } = this;
		const isLast = info.more?.value === false || (info.end === 'certain' && !info.more?.value);
		if (!isLast) info.next.push(...this.positions);
		if (info.more?.value === true) info.next.push(...this.ends);
		info.next.sort((one, other) => rank(one) - rank(other));
		// A list that names the page before and not the one after is at its end, unless pages are counted.
		const isCounted = (info.page ?? info.totalPages ?? info.offset) !== undefined;
		const isBehind = this.hasPrevious && !this.hasNext && !isCounted && info.next.length === 0;
		if (!isBehind || this.ends.length > 0 || info.more?.value === true) return info;
		return { ...info, end: 'certain', total: undefined };
	}

	private add(target: NextTarget | undefined, path: string, rule: RuleId): void {
		if (target !== undefined) this.info.next.push({ ...target, path, rule });
	}

	private readNext(noun: string, { key, path, value }: ResponseField, within: string): void {
		this.hasNext = true;
		// `cursor: { next }` is sent as a cursor.
		const isOfCursor = noun === '' && /^cursors?$/.test(within);
		const read = readNext(isOfCursor ? 'cursor' : key, noun, value);
		if (read === 'end') this.info.end = 'certain';
		else if (read === 'unusable') this.info.unusable ??= { value, path };
		else if (read !== 'more') this.add(read, path, 'next.field');
	}

	/** `[{ rel: 'next', href }]` */
	private readLinks(links: unknown[], path: string): void {
		for (const [index, link] of links.slice(0, MAX_FIELDS).entries()) {
			const rel = isRecord(link) ? textOf(link.rel ?? link.relation ?? link.name) : '';
			if (/^prev(ious)?$/i.test(rel)) this.hasPrevious = true;
			if (!LINK_REL.test(rel)) continue;
			this.add(readLink(link), joinPath(path, String(index)), 'next.relation');
		}
	}

	private readFlag({ name, path, value: raw }: ResponseField): void {
		const isLast = keys.LAST_FLAG.test(name);
		if (!isLast && !keys.MORE_FLAG.test(name)) return;
		// 1 may be a count; 0 is none, whether it counts or not.
		const bits = keys.FLAG_VERB.test(name) || (/more/.test(name) && (raw === 0 || raw === '0'));
		const flag = asFlag(raw, { bits });
		if (flag !== undefined) this.info.more ??= { path, value: flag !== isLast, isLast };
	}

	private readNumber({ name, path, value: raw }: ResponseField, within: ToRead): void {
		const countsRows = this.countsRows(name);
		const kind = keys.numberKind(name) ?? (countsRows && /^total|total$/.test(name) && 'total');
		// { total: { value: 12, relation: 'eq' } }
		const value = asCount(kind === 'total' && isRecord(raw) ? raw.value : raw);
		if (value === undefined) return;
		const found = { path, value };
		if (keys.COUNT.test(name) || (countsRows && !kind)) this.info.count ??= found;
		const isOfFamily = ({ name: each }: ResponseField) => keys.PAGE_FAMILY.test(each);
		const inFamily = within.isForPages === true || within.container.fields.some(isOfFamily);
		if (!inFamily && name === 'current') return;
		if (inFamily && keys.PAGE_NUMBER.test(name)) this.info.page ??= found;
		// Times are no offsets.
		if (kind && !(kind === 'offset' && value >= 1e9)) this.info[kind] ??= found;
		// Of two totals, the one that is the number of rows of this page is not that of the list.
		const { total } = this.info;
		if (kind === 'total' && total?.value === this.rowCount && value > Number(total?.value)) {
			this.info.total = found;
		}
	}

	/** `total_comments` or `comment_count` next to `comments`. */
	private countsRows(name: string): boolean {
		const noun = name.replace(/total|count/g, '');
		return noun !== '' && noun !== name && [noun, `${noun}s`].includes(this.rowsName);
	}

	private readPosition(field: ResponseField, { container, isForPages }: ToRead): void {
		const { key, name, path, value: raw } = field;
		if (!isPosition(field, isForPages)) return;
		if (isNothing(raw)) {
			if (name !== 'offset') this.info.end ??= 'likely';
			return;
		}
		const isAfter = keys.AFTER.test(name);
		const isLastId = keys.LAST_ID.test(name);
		const value = asCursor(raw);
		if (isLastId && isRecord(raw)) this.info.unusable ??= { value: raw, path };
		if (value === undefined || /^\d{4}-\d\d(-\d\d|$)/.test(String(value))) return;
		const hasFirst = isLastId && container.fields.some((each) => keys.FIRST_ID.test(each.name));
		const among = hasFirst || (isAfter && hasBefore(container)) ? this.ends : this.positions;
		const sentAs = isAfter || hasFirst ? 'after' : cursorName(key);
		among.push({ kind: 'cursor', value, name: sentAs, path, rule: 'next.cursor' });
	}
}

function isPosition({ name, value }: ResponseField, isForPages = false): boolean {
	// A text as offset is a cursor; other words for an offset are also words for times.
	if (name === 'offset') return asCount(value) === undefined;
	// Next to the rows, a token may be one to sign in with.
	if (name === 'token') return isForPages;
	return [keys.AFTER, keys.LAST_ID, keys.CURSOR].some((pattern) => pattern.test(name));
}

/** `cursors: { before, after }`. */
const hasBefore = ({ name, record: { before } }: Container): boolean =>
	/cursors$/.test(name) && before !== undefined && !isNothing(before);

/** Most fields tell nothing of pages, and there may be many. */
const mayTellOfPages = memoize(
	(key: string): boolean =>
		keys.isPageField(key) || /total|count|more|^(object|number|index)$/.test(normalizeKey(key)),
);
