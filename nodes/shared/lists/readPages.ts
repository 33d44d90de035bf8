import { Failure } from '../failure/Failure';
import type { Content } from '../http/types';
import { parseUrl } from '../http/baseUrl';
import { findRows, isAbsent, type FoundRows } from '../recognition/rows';
import { fieldOf, toRequest, withFields, type RequestDraft } from '../request/draft';
import type { Answer } from '../Service';
import { isRecord } from '../values/records';
import {
	canFollow,
	firstStep,
	marksOn,
	nextStep,
	type Decision,
	type Entered,
	type FoundNext,
	type Progress,
} from './nextStep';
import type { Doubt, PageSettings, Step } from './scheme';
import { SeenPages } from './SeenPages';

/** Ends lists whose service never says that they end. */
const MAX_PAGES_GUARD = 10_000;
/** Pages may be empty, as rows are filtered out of them; so many in a row are no list any more. */
const MAX_EMPTY_PAGES = 10;

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
	/** Whether one of them had no rows. */
	hasEmptyPage?: boolean;
	/** How the first page was understood; absent where the response held no list. */
	recognised?: {
		rows: Omit<FoundRows, 'rows'>;
		/** Absent where the list has one page. */
		next?: FoundNext;
	};
	/** Why the list may go on behind the last row that was read. */
	cut?: Doubt;
	/** A later page failed; the rows before it are here. */
	failure?: unknown;
}

interface Reading {
	service: PageSource;
	draft: RequestDraft;
	options: ReadOptions;
	/** A page that has been read already, as a state of a job. */
	answered?: Answer;
}

/** Reads a list page by page. */
export async function readPages(reading: Reading): Promise<RowsRead> {
	const { service, draft, options } = reading;
	const { settings } = options;
	const guard = options.maxPages > 0 ? options.maxPages : MAX_PAGES_GUARD;
	const entered = enteredIn(draft);
	const answered = canFollow(settings) ? reading.answered : undefined;
	let current = answered === undefined ? firstPage(draft, settings) : draft;
	let answer = answered ?? (await service.read(current));
	let found = rowsOf(answer.content, { draft, path: options.rowsPath });
	const result: RowsRead = { rows: [], first: answer.content, pages: 0 };
	if (found === undefined) return result;

	const { path: firstPath, rule, candidates } = found;
	const place = { path: firstPath, rule, candidates };
	result.recognised = { rows: place };
	const seen = new SeenPages();
	const asked = new Asked(toRequest(current, service.baseUrl).url);
	let most = 0;
	let empty = 0;
	let decision: Decision | undefined;
	let earlier: Progress['earlier'];

	for (;;) {
		const { rows, path } = found;
		if (decision?.kind === 'next' && (await seen.hasCome(rows, result.rows)))
			return stuck(result, decision);
		result.pages += 1;
		seen.add(rows, result.rows.length);
		for (const each of rows) result.rows.push(each);
		if (result.rows.length >= options.wanted) {
			result.rows.length = options.wanted;
			return result;
		}
		most = Math.max(most, rows.length);
		empty = rows.length === 0 ? empty + 1 : 0;
		if (empty > 0) result.hasEmptyPage = true;
		const base = toRequest(current, service.baseUrl).url;
		const progress: Progress = {
			response: answer.content.kind === 'data' ? answer.content.value : undefined,
			headers: answer.response.headers,
			rowsPath: path,
			rows: rows.length,
			most,
			fetched: result.rows.length,
			pages: result.pages,
			entered,
			asked: asked.last,
			earlier,
			resolve: (link) => onSameOrigin(link, base, service.baseUrl),
		};
		const marks = marksOn(progress);
		decision = nextStep(settings, progress, marks);
		earlier = { ...earlier, ...marks };
		if (decision.kind === 'end') return ended(result, decision.doubt);
		if (result.pages === 1) result.recognised.next = decision.found;
		const { step, basis } = decision;
		if (empty > MAX_EMPTY_PAGES) return ended(result, 'emptyPages');
		if (asked.isBack(step)) return stuck(result, decision);
		// A scroll keeps its cursor as long as it likes; then the count of rows tells where it ends.
		if (asked.isLast(step) && decision.isComplete) return result;
		if (result.pages >= guard) return ended(result, basis === 'probe' ? undefined : 'maxPages');
		asked.add(step);
		current = applied(draft, step, current);
		try {
			answer = await service.read(current);
			const behind = rowsBehind(answer.content, {
				draft,
				path: options.rowsPath,
				earlier: place.path,
			});
			if (behind === undefined) return stuck(result, decision);
			found = behind;
		} catch (failure) {
			return failedAt(result, decision, failure);
		}
	}
}

/** The request for the first page of a list. */
export function firstPage(draft: RequestDraft, settings: PageSettings): RequestDraft {
	return applied(draft, firstStep(settings, enteredIn(draft)), draft);
}

/** The requests of a list so far. */
class Asked {
	last?: Step;
	private readonly keys: Set<string>;

	constructor(firstUrl: string) {
		this.keys = new Set([new URL(firstUrl).href]);
	}

	isLast(step: Step): boolean {
		return this.last !== undefined && keyOf(this.last) === keyOf(step);
	}

	/** Whether a step leads back to an earlier page; the same once more may be a scroll. */
	isBack(step: Step): boolean {
		return !this.isLast(step) && this.keys.has(keyOf(step));
	}

	add(step: Step): void {
		this.last = step;
		this.keys.add(keyOf(step));
	}
}

function keyOf(step: Step): string {
	return 'url' in step ? step.url : JSON.stringify(step.fields);
}

function ended(result: RowsRead, cut?: Doubt): RowsRead {
	return cut === undefined ? result : { ...result, cut };
}

/** The next page did not come when it was asked for. */
function stuck(result: RowsRead, { basis, isComplete }: Decision & { kind: 'next' }): RowsRead {
	return ended(result, basis === 'probe' || isComplete ? undefined : 'noProgress');
}

/** What a failed page means depends on who said that there is one. */
function failedAt(
	result: RowsRead,
	{ basis }: Decision & { kind: 'next' },
	failure: unknown,
): RowsRead {
	if (!(failure instanceof Failure)) return { ...result, failure };
	const isRefused = REFUSALS.includes(failure.details.status ?? 0);
	// A short first page is a whole list, as far as anybody says.
	if (basis === 'probe') return ended(result, isRefused ? undefined : 'refused');
	if (isRefused && (basis === 'full' || basis === 'guessed')) return ended(result, 'refused');
	return { ...result, failure };
}

/** Some services refuse to read on behind the end of a list. */
const REFUSALS = [400, 404, 410, 416, 422];

export function enteredIn(draft: RequestDraft): Entered {
	const names =
		draft.endpoint.method === 'GET'
			? draft.query.map(({ name }) => name)
			: Object.keys(isRecord(draft.body) ? draft.body : {});
	return { names, value: (name) => fieldOf(draft, name) };
}

interface Where {
	draft: RequestDraft;
	/** The user's. */
	path?: string;
	/** Of an earlier page. */
	earlier?: string;
}

export function rowsOf(content: Content, { draft, path, earlier }: Where): FoundRows | undefined {
	if (content.kind === 'empty') return { rows: [], path: '', rule: 'no content', candidates: [] };
	if (content.kind !== 'data') return undefined;
	return findRows({ value: content.value, endpointPath: draft.endpoint.path, path, earlier });
}

/** Behind the last page, some services leave the place of the rows out. */
function rowsBehind(content: Content, where: Where): FoundRows | undefined {
	const { path } = where;
	const isMissing = path !== undefined && content.kind === 'data' && isAbsent(content.value, path);
	return isMissing ? undefined : rowsOf(content, where);
}

export function applied(draft: RequestDraft, step: Step, current: RequestDraft): RequestDraft {
	return 'url' in step ? { ...current, url: step.url } : withFields(draft, step.fields);
}

/** Links to other hosts are not followed: the token would go there, or the answer be another's. */
export function onSameOrigin(link: string, from: string, baseUrl: string): string | undefined {
	const url = parseUrl(link, from);
	if (url?.origin !== new URL(baseUrl).origin) return undefined;
	// A user in a link would take the place of the token.
	Object.assign(url, { username: '', password: '', hash: '' });
	return url.href;
}
