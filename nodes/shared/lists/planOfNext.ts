import type { NextEntry } from '../plan/explain';
import type { Plan } from '../plan/plan';
import type { PageInfo } from '../recognition/pageInfo';
import { isRecord } from '../values/records';

interface SecondPage {
	/** How the second page was requested; absent if the list has one page. */
	next?: NextEntry;
	/** The page information by which it was recognised. */
	info?: PageInfo;
	/** Rows on the first page. */
	rows: number;
}

/** The plan that requests the second page in the same way; empty if the response does not say how. */
export function planOfNext({ next, info, rows }: SecondPage): Plan {
	if (next === undefined || info === undefined) return {};
	const { path, value, sent } = next;
	const counts = {
		...(info.total && { total: [info.total.path] }),
		...(info.totalPages && { pages: [info.totalPages.path] }),
		...(info.more && { more: [info.more.path] }),
	};
	if ('url' in sent) return { next: { scheme: 'nextUrl', path: [path], ...counts } };
	const fields = Object.entries(isRecord(sent.fields) ? sent.fields : {});
	if (info.next.some((each) => each.path === path)) {
		const [name] = fields.find(([, each]) => each === value) ?? [];
		return name === undefined ? {} : { next: { scheme: 'cursor', path: [path], name, ...counts } };
	}
	const [name = '', to] = fields.at(-1) ?? [];
	if (to === (info.offset?.value ?? 0) + rows && !/page/i.test(name)) {
		return { next: { scheme: 'offset', name, ...counts } };
	}
	return to === 1 || to === 2 ? { next: { scheme: 'page', first: to - 1, name, ...counts } } : {};
}
