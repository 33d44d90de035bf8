import type { IDataObject } from 'n8n-workflow';

import { linkWithRel } from '../http/linkHeader';
import { parseJsonText } from '../values/json';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { joinPath, memoize, normalizeKey, withoutPrefix } from './keys';
import {
	asCursor,
	cursorName,
	isNothing,
	readLink,
	readNext,
	scalars,
	type NextPage,
	type NextTarget,
} from './nextPage';
import { Container, coreOf, outlineOf } from './outline';
import * as keys from './pageKeys';
import type { NumberKind } from './pageKeys';
import { hasRole } from './roles';
import { tierOf, type RuleId } from './rules';
import { asCount, asFlag } from './scalars';

/** A number or a flag that a response gives about its place in the list. */
export interface PageField<T> {
	value: T;
	/** Dotted, from the root of the response; `headers.` leads to a header. */
	path: string;
	/** As the response spells it. */
	key: string;
}

/** What a response says about its place in the list. */
export interface PageInfo extends Partial<Record<NumberKind, PageField<number>>> {
	/** What names the next page, best first. */
	next: NextPage[];
	/** Something stands in the place for the next page, and nobody can ask with it. */
	unusable?: PageField<unknown>;
	more?: PageField<boolean>;
	/**
	 * The place for the next page is there, and nothing is in it. `likely`: only the place for a
	 * cursor, which may be that of this page, or a previous page is named and no next one.
	 */
	end?: 'certain' | 'likely';
	/** A count that may be of this page or of the whole list. */
	count?: PageField<number>;
	/** The response calls itself a list: its pages are asked for by the ID of the last row. */
	isListObject?: boolean;
}

export interface PageResponse {
	/** The decoded response. */
	value: unknown;
	headers?: Record<string, string>;
	/** Where its rows are: page information stands beside them and around them, never in them. */
	rowsPath?: string;
}

/** More fields than that are no page information. */
const MAX_PAGE_FIELDS = 12;
const MAX_LINKS = 100;
const MAX_NAME_LENGTH = 60;
/** Objects that hold page information, within one another. */
const DEEPEST = 2;
const LINK_REL = /^(next|more|next[-_]?page|.*[/:#]next)$/i;

export function readPageInfo({ value, headers = {}, rowsPath = '' }: PageResponse): PageInfo {
	const names = rowsPath.split('.');
	const reader = new PageInfoReader(normalizeKey(names.at(-1) ?? ''));
	for (const each of containersAround(value, names)) reader.read(each);
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
export function holdsPageInfoAlone(container: Container): boolean {
	const { fields } = container;
	return (
		fields.length <= MAX_PAGE_FIELDS &&
		fields.every(({ key, value }) => !isObject(value) && keys.isPageField(key)) &&
		arePaged(container)
	);
}

/** The objects around the rows from the inside out, each followed by its own page information. */
function containersAround(value: unknown, rowsPath: string[]): ToRead[] {
	const outline = outlineOf(value);
	const ways = rowsPath.map((_, at) => rowsPath.slice(0, rowsPath.length - 1 - at).join('.'));
	const around = ways.flatMap(
		(path) => outline.containers.find((each) => each.path === path) ?? [],
	);
	const all = new Set([...around, ...coreOf(outline).filter(({ entryOf }) => !entryOf)]);
	const seen = new Set<Container>();
	const unread = (container: Container, isForPages?: boolean): ToRead[] => {
		if (seen.has(container)) return [];
		seen.add(container);
		return [{ container, isForPages }];
	};
	return [...all].flatMap((container) => [
		...unread(container, isPageContainer(container) || undefined),
		...pageContainers(container).flatMap((each) => unread(each, true)),
	]);
}

function pageContainers(container: Container, depth = DEEPEST): Container[] {
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

interface At {
	key: string;
	path: string;
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
	constructor(private readonly rowsName: string) {}

	read(toRead: ToRead): void {
		const { container, exceptKey } = toRead;
		for (const { key, name, path, value: raw } of container.fields) {
			if (key === exceptKey || !mayTellOfPages(key)) continue;
			const at = { key: withoutPrefix(key), path };
			if (Array.isArray(raw) && /^links?$/.test(name)) this.readLinks(raw, path);
			const noun = keys.nextNoun(key);
			if (noun !== undefined) this.readNext(noun, raw, at, container.name);
			else if (keys.MORE_LINK.test(name)) this.add(readLink(raw), path, 'next.more');
			if (keys.isPrevious(key) && !isNothing(raw)) this.hasPrevious = true;
			if (name === 'object' && raw === 'list') this.info.isListObject = true;
			this.readFlag(raw, at);
			this.readNumber(raw, at, toRead);
			this.readPosition(raw, at, toRead);
		}
	}

	/** Headers are fields as well: `x-next-page`, `x-total-count`, `pagination-page`. */
	readHeaders(headers: Record<string, string>): void {
		const { link = '', 'content-range': range = '' } = headers;
		const next = linkWithRel(link, LINK_REL);
		if (next !== undefined) this.add({ kind: 'link', value: next }, 'headers.link', 'next.header');
		else if (/rel\s*=\s*"?(prev|first|last)/i.test(link)) this.info.end ??= 'likely';
		this.read({ container: new Container('headers', '', headers) });
		const { 'x-pagination': json = '' } = headers;
		const inJson = parseJsonText(json);
		const record = inJson.ok && isRecord(inJson.value) ? inJson.value : {};
		const container = new Container('headers.x-pagination', 'pagination', record);
		this.read({ container, isForPages: true });
		const total = asCount(/^(?!\s*bytes).*\/(\d+)\s*$/i.exec(range)?.[1]);
		const at = { path: 'headers.content-range', key: 'content-range' };
		if (total !== undefined) this.info.total ??= { value: total, ...at };
	}

	result(): PageInfo {
		const { info } = this;
		const isLast = info.more?.value === false || (info.end === 'certain' && !info.more?.value);
		if (!isLast) for (const each of this.positions) info.next.push(each);
		if (info.more?.value === true) for (const each of this.ends) info.next.push(each);
		if (info.next.length > 0) info.next.sort((one, other) => rank(one) - rank(other));
		// A list that names the page before and not the one after is at its end, unless pages are counted.
		const isCounted = (info.page ?? info.totalPages ?? info.offset) !== undefined;
		const isBehind = this.hasPrevious && !this.hasNext && !isCounted && info.next.length === 0;
		if (!isBehind || this.ends.length > 0 || info.more?.value === true) return info;
		return { ...info, end: 'certain', total: undefined };
	}

	private add(target: NextTarget | undefined, path: string, rule: RuleId): void {
		if (target !== undefined) this.info.next.push({ ...target, path, rule });
	}

	private readNext(noun: string, raw: unknown, at: At, within = ''): void {
		this.hasNext = true;
		// `cursor: { next }` is sent as a cursor.
		const isOfCursor = noun === '' && /^cursors?$/.test(within);
		const read = readNext(isOfCursor ? 'cursor' : at.key, noun, raw);
		if (read === 'end') this.info.end = 'certain';
		else if (read === 'unusable') this.info.unusable ??= { value: raw, ...at };
		else if (read !== 'more') this.add(read, at.path, 'next.field');
	}

	/** `[{ rel: 'next', href }]` */
	private readLinks(links: unknown[], path: string): void {
		for (const [index, link] of links.slice(0, MAX_LINKS).entries()) {
			const rel = isRecord(link) ? textOf(link.rel ?? link.relation ?? link.name) : '';
			if (/^prev(ious)?$/i.test(rel)) this.hasPrevious = true;
			if (!LINK_REL.test(rel)) continue;
			this.add(readLink(link), joinPath(path, String(index)), 'next.relation');
		}
	}

	private readFlag(raw: unknown, at: At): void {
		const name = normalizeKey(at.key);
		const isLast = keys.LAST_FLAG.test(name);
		if (!isLast && !keys.MORE_FLAG.test(name)) return;
		// 1 may be a count; 0 is none, whether it counts or not.
		const bits = keys.FLAG_VERB.test(name) || (/more/.test(name) && (raw === 0 || raw === '0'));
		const flag = asFlag(raw, { bits });
		if (flag !== undefined) this.info.more ??= { ...at, value: isLast ? !flag : flag };
	}

	private readNumber(raw: unknown, at: At, within?: ToRead): void {
		const name = normalizeKey(at.key);
		const kind =
			keys.NUMBERS.find(([, pattern]) => pattern.test(name))?.[0] ??
			(/^total|total$/.test(name) && this.countsRows(name) ? 'total' : undefined);
		// { total: { value: 12, relation: 'eq' } }
		const value = asCount(kind === 'total' && isRecord(raw) ? raw.value : raw);
		if (value === undefined) return;
		const inFamily =
			within !== undefined &&
			(within.isForPages === true ||
				within.container.fields.some((field) => keys.PAGE_FAMILY.test(field.name)));
		if (keys.PAGE_NUMBER.test(name) && inFamily) this.info.page ??= { ...at, value };
		if (keys.COUNT.test(name) || (kind === undefined && this.countsRows(name)))
			this.info.count ??= { ...at, value };
		if (kind === undefined) return;
		// Times are no offsets, and a size or a current something is only one among page information.
		if (kind === 'offset' && value >= 1e9) return;
		if (/^(size|current)$/.test(name) && !inFamily) return;
		this.info[kind] ??= { ...at, value };
	}

	/** `total_comments` or `comment_count` beside `comments`. */
	private countsRows(name: string): boolean {
		const noun = name.replace(/total|count/g, '');
		return noun !== '' && noun !== name && [noun, `${noun}s`].includes(this.rowsName);
	}

	private readPosition(raw: unknown, at: At, { container, isForPages }: ToRead): void {
		const name = normalizeKey(at.key);
		if (keys.CONTINUATION.test(name)) {
			this.readContinuation(raw, at);
			return;
		}
		const isAfter = keys.AFTER.test(name);
		const isLastId = keys.LAST_ID.test(name);
		const isOffset = keys.NUMBERS.find(([, pattern]) => pattern.test(name))?.[0] === 'offset';
		if (isOffset && asCount(raw) !== undefined) return;
		// A text as offset is a cursor; other words for an offset are also words for times.
		if (!isAfter && !keys.CURSOR.test(name) && !isLastId && name !== 'offset') return;
		// Beside the rows, a token may be one to sign in with.
		if (name === 'token' && !isForPages) return;
		if (isNothing(raw)) {
			if (name !== 'offset') this.info.end ??= 'likely';
			return;
		}
		const value = asCursor(raw);
		if (isLastId && isRecord(raw)) this.info.unusable ??= { value: raw, ...at };
		if (value === undefined || isDate(value)) return;
		const hasFirst = isLastId && container.fields.some((each) => keys.FIRST_ID.test(each.name));
		const next: NextPage = {
			kind: 'cursor',
			value,
			name: isAfter || hasFirst ? 'after' : cursorName(at.key),
			path: at.path,
			rule: 'next.cursor',
		};
		const { before } = container.record;
		const hasBoth = /cursors$/.test(container.name) && before !== undefined && !isNothing(before);
		if (hasFirst || (isAfter && hasBoth)) this.ends.push(next);
		else this.positions.push(next);
	}

	private readContinuation(raw: unknown, at: At): void {
		if (isNothing(raw)) this.info.end = 'certain';
		else if (isRecord(raw)) {
			this.add({ kind: 'fields', value: scalars(raw) }, at.path, 'next.continue');
		} else {
			const value = asCursor(raw);
			const target: NextTarget | undefined =
				value === undefined ? readLink(raw) : { kind: 'cursor', value, name: cursorName(at.key) };
			this.add(target, at.path, 'next.continue');
		}
	}
}

/** A link leads exactly there; one that is a query alone may leave out what the user entered. */
function rank(next: NextPage): number {
	if (next.kind === 'link') return next.value.startsWith('?') ? 3 : 0;
	if (tierOf(next.rule) <= tierOf('next.cursor')) return 4;
	return next.kind === 'cursor' || next.kind === 'fields' ? 1 : 2;
}

/** Most fields tell nothing of pages, and there may be many. */
const mayTellOfPages = memoize(
	(key: string): boolean =>
		key.length <= MAX_NAME_LENGTH &&
		(keys.isPageField(key) || /total|count|more|^(object|number|index)$/.test(normalizeKey(key))),
);

function isDate(value: string | number): boolean {
	return typeof value === 'string' && /^\d{4}-\d\d(-\d\d|$)/.test(value);
}

function isObject(value: unknown): value is IDataObject | unknown[] {
	return typeof value === 'object' && value !== null;
}
