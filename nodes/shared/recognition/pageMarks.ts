import { valueAt } from '../values/paths';
import { isRecord } from '../values/records';

/** Where services of this family say how a list goes on. */
export const PAGE_CONTAINERS = [
	'metadata',
	'meta',
	'pagination',
	'paging',
	'page_info',
	'links',
	'_links',
];
const CONTAINERS = ['', ...PAGE_CONTAINERS, 'data'];
const NEXT_CURSOR_KEYS = ['next_cursor', 'nextCursor', 'next_page_token', 'nextPageToken'];
/** In some services the cursor of this page, so they count only where no next one has its place. */
const CURSOR_KEYS = ['end_cursor', 'cursor'];
const NEXT_URL_KEYS = ['next', 'next_url', 'nextUrl', 'next_page_url', 'next.href'];
const MORE_KEYS = ['has_more', 'hasMore', 'has_next_page', 'hasNextPage', 'has_next'];
const TOTAL_KEYS = ['total_results', 'total_count', 'totalCount', 'total'];
const TOTAL_PAGES_KEYS = ['total_pages', 'totalPages', 'page_count'];
const PAGE_SIZE_KEYS = ['page_size', 'pageSize', 'per_page', 'perPage'];

/** What a response says about its place in the list. */
export interface PageMarks {
	/** A number stays one: in a body, services want it as they gave it. */
	cursor?: string | number;
	nextUrl?: string;
	/** `undefined` if the response does not say. */
	more?: boolean;
	/** The place for the next page is there, and nothing is in it. */
	end?: boolean;
	total?: number;
	totalPages?: number;
	offset?: number;
	limit?: number;
	page?: number;
	/** With the name that the response uses for it. */
	pageSize?: { name: string; value: number };
}

export function readMarks(value: unknown): PageMarks {
	if (!isRecord(value)) return {};
	const holders = CONTAINERS.map((path) => valueAt(value, path)).filter(isRecord);
	const find = <T>(keys: string[], read: (raw: unknown) => T | undefined) => {
		for (const holder of holders) {
			for (const key of keys) {
				const found = read(valueAt(holder, key));
				if (found !== undefined) return { name: key, value: found };
			}
		}
		return undefined;
	};
	const end = find([...NEXT_CURSOR_KEYS, ...NEXT_URL_KEYS], asEnd)?.value;
	const more = find(MORE_KEYS, asBoolean)?.value;
	const nextCursor = find(NEXT_CURSOR_KEYS, asCursor);
	const isLast = end === true && more !== true;
	return {
		cursor: (nextCursor ?? (isLast ? undefined : find(CURSOR_KEYS, asCursor)))?.value,
		nextUrl: find(NEXT_URL_KEYS, asUrl)?.value,
		more,
		end,
		total: find(TOTAL_KEYS, asNumber)?.value,
		totalPages: find(TOTAL_PAGES_KEYS, asNumber)?.value,
		offset: find(['offset'], asNumber)?.value,
		limit: find(['limit'], asNumber)?.value,
		page: find(['page', 'current_page', 'currentPage'], asNumber)?.value,
		pageSize: find(PAGE_SIZE_KEYS, asNumber),
	};
}

export function asCursor(raw: unknown): string | number | undefined {
	if (typeof raw === 'number') return raw === 0 ? undefined : raw;
	// Cursors in base 64 may begin with a slash.
	return typeof raw === 'string' && raw !== '' && !/^https?:\/\//.test(raw) ? raw : undefined;
}

export function asUrl(raw: unknown): string | undefined {
	return typeof raw === 'string' && /^(https?:\/\/|\/|\?)/.test(raw) ? raw : undefined;
}

function asEnd(raw: unknown): true | undefined {
	return raw === null || raw === '' || raw === false || raw === 0 ? true : undefined;
}

function asBoolean(raw: unknown): boolean | undefined {
	return typeof raw === 'boolean' ? raw : undefined;
}

/** Totals are sometimes texts. */
export function asNumber(raw: unknown): number | undefined {
	if (typeof raw !== 'number' && (typeof raw !== 'string' || raw.trim() === '')) return undefined;
	const number = Number(raw);
	return Number.isFinite(number) && number >= 0 ? number : undefined;
}
