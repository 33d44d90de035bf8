import { Failure } from '../failure/Failure';
import type { Answer } from '../Service';
import { fieldOf, toRequest, withFields, type RequestDraft } from '../request/draft';
import { findRows, isAbsent } from '../recognition/rows';
import { parseUrl } from '../http/baseUrl';
import { announcesMore, canFollow, firstStep, nextStep, type Progress } from './nextStep';
import type { PageSettings, Step } from './scheme';
import type { Content } from '../http/content';

/** Ends lists whose service never says that they end. */
const MAX_PAGES_GUARD = 10_000;

/** Where pages come from: the service, read in one format or another. */
export interface PageSource {
	readonly baseUrl: string;
	read(draft: RequestDraft): Promise<Answer>;
}

export interface ReadOptions {
	settings: PageSettings;
	/** Rows that are wanted at most; `Infinity` for all. */
	wanted: number;
	/** 0 for no limit of the user's own. */
	maxPages: number;
	/** The user's path to the rows; recognised if absent. */
	rowsPath?: string;
}

export interface RowsRead {
	rows: unknown[];
	/** The first response, as it came. */
	first: Content;
	pages: number;
	/** Absent where the response held no list. */
	recognised: boolean;
	/** Why reading ended before the list did. */
	cut?: 'maxPages' | 'otherOrigin' | 'noProgress';
	/** A later page failed; the rows before it are here. */
	failure?: unknown;
}

/** Reads a list page by page; `answered` is a page that has been read already, as a state of a job. */
export async function readPages(
	service: PageSource,
	draft: RequestDraft,
	options: ReadOptions,
	answered?: Content,
): Promise<RowsRead> {
	const { settings, wanted } = options;
	const guard = options.maxPages > 0 ? options.maxPages : MAX_PAGES_GUARD;
	const entered = (name: string) => fieldOf(draft, name);
	const first = canFollow(settings) ? answered : undefined;
	let current = first === undefined ? applied(draft, firstStep(settings, entered), draft) : draft;
	let content = first ?? (await service.read(current)).content;
	const result: RowsRead = { rows: [], first: content, pages: 0, recognised: false };
	const asked = new Set<string>();
	let found = rowsOf(content, draft, options.rowsPath);
	let previous = '';
	let most = 0;
	let announced = false;
	const early = (): RowsRead => (announced ? { ...result, cut: 'noProgress' } : result);

	for (;;) {
		if (found === undefined) return early();
		result.recognised = true;
		result.pages += 1;
		const page = JSON.stringify(found);
		// A service that ignores the page number answers with the same page for ever.
		if (found.length > 0 && page === previous) return early();
		previous = page;
		for (const each of found) result.rows.push(each);
		if (result.rows.length >= wanted) {
			result.rows.length = wanted;
			return result;
		}
		most = Math.max(most, found.length);
		const progress: Progress = {
			response: content.kind === 'data' ? content.value : undefined,
			rows: found.length,
			most,
			fetched: result.rows.length,
			pages: result.pages,
			entered,
		};
		announced = announcesMore(settings, progress);
		const step = nextStep(settings, progress);
		if (step === undefined) return result;
		if (asked.has(JSON.stringify(step))) return early();
		asked.add(JSON.stringify(step));
		if (result.pages >= guard) return 'probe' in step ? result : { ...result, cut: 'maxPages' };
		const next = sameOrigin(step, current, service.baseUrl);
		if (next === undefined) return { ...result, cut: 'otherOrigin' };
		current = applied(draft, next, current);
		try {
			content = (await service.read(current)).content;
			found = rowsBehind(content, draft, options.rowsPath);
		} catch (failure) {
			if ('probe' in step && isRefusal(failure)) return result;
			return { ...result, failure };
		}
	}
}

/** Some services refuse to read on behind the end of a list. */
function isRefusal(failure: unknown): boolean {
	return failure instanceof Failure && [400, 404, 416, 422].includes(failure.details.status ?? 0);
}

function rowsOf(content: Content, draft: RequestDraft, path?: string): unknown[] | undefined {
	if (content.kind === 'empty') return [];
	if (content.kind !== 'data') return undefined;
	return findRows(content.value, draft.endpoint.path, path)?.rows;
}

/** Behind the last page, some services leave the place of the rows out. */
function rowsBehind(content: Content, draft: RequestDraft, path?: string): unknown[] | undefined {
	const isMissing = path !== undefined && content.kind === 'data' && isAbsent(content.value, path);
	return isMissing ? undefined : rowsOf(content, draft, path);
}

function applied(draft: RequestDraft, step: Step, current: RequestDraft): RequestDraft {
	return 'url' in step ? { ...current, url: step.url } : withFields(draft, step.fields);
}

/** Links to other hosts are not followed: the token would go there, or the answer be another's. */
function sameOrigin(step: Step, current: RequestDraft, baseUrl: string): Step | undefined {
	if (!('url' in step)) return step;
	const url = parseUrl(step.url, toRequest(current, baseUrl).url);
	return url?.origin === new URL(baseUrl).origin ? { url: url.href } : undefined;
}
