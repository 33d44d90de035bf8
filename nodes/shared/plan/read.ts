import { linkWithRel } from '../http/linkHeader';
import type { Content, Headers, ServiceResponse } from '../http/types';
import { headerAt, idInLink } from '../recognition/jobLink';
import type { NextPage } from '../recognition/nextPage';
import { contentValue } from '../recognition/outline';
import type { PageField, PageInfo } from '../recognition/pageInfo';
import { asRows } from '../recognition/rows';
import { asCount, asFlag, asLink, isUnderWay } from '../recognition/scalars';
import type { JobOverrides, JobState } from '../recognition/stateWords';
import { toNumber } from '../values/numbers';
import { isRecord, valueAt } from '../values/records';
import { textOf } from '../values/text';
import {
	STATES,
	type NextPlan,
	type Paths,
	type PlaceName,
	type Plan,
	type StatePlan,
} from './plan';

/** What a plan is carried out on. */
export interface Source {
	value: unknown;
	headers: Headers;
	status?: number;
	/** The path of the endpoint: its parts are no IDs. */
	endpointPath: string;
}

export interface Place<T> {
	path: string;
	value: T;
}

export interface PlaceValues {
	id: string | number;
	reason: string;
	rows: unknown[];
	link: string;
	rating: string | number;
	count: number;
	cost: number;
}

type Parse<T> = (raw: unknown, path: string, source: Source) => T | undefined;

/** What stands for a file, and for a list where a word is expected. */
const FILE = '<file>';
export const LIST = '[]';

export function sourceOf(
	content: Content,
	{ headers, status }: ServiceResponse,
	endpointPath = '',
): Source {
	const value = { empty: '', file: FILE, text: contentValue(content), data: contentValue(content) };
	return { value: value[content.kind], headers, status, endpointPath };
}

/** Undefined where the path leads nowhere; null is a value. A name may hold dots. */
export function valueAtPath(
	{ value, headers, status }: Omit<Source, 'endpointPath'>,
	path: string,
): unknown {
	if (path.toLowerCase() === 'headers.:status') return status;
	if (inHeader(path)) return headerAt(headers, path);
	if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
	return valueAt(value, path);
}

const PARSE: { [Name in PlaceName]: Parse<PlaceValues[Name]> } = {
	id: asId,
	reason: asMessage,
	rows: asRows,
	link: asLink,
	rating: asScalar,
	count: asLength,
	cost: asCount,
};

/** The value at the first of the paths that holds one. */
export function readPlace<Name extends PlaceName>(
	source: Source,
	name: Name,
	paths: Paths = [],
): Place<PlaceValues[Name]> | undefined {
	return firstAt(source, paths, PARSE[name]);
}

function firstAt<T>(source: Source, paths: Paths = [], parse: Parse<T>): Place<T> | undefined {
	for (const path of paths) {
		const raw = valueAtPath(source, path);
		const value = raw === undefined ? undefined : parse(raw, path, source);
		if (value !== undefined) return { path, value };
	}
	return undefined;
}

/** The end of a link to the job is its ID. */
function asId(raw: unknown, path: string, { endpointPath }: Source): string | number | undefined {
	if (typeof raw === 'number') return raw;
	if (typeof raw !== 'string' || raw.trim() === '') return undefined;
	const text = raw.trim();
	// What an expression finds in a header is the ID itself.
	const isLinkHeader = /^headers?\.\S+$/i.test(path) && text.includes('/');
	const isLink = /^(https?:\/)?\//.test(text) || isLinkHeader;
	return isLink ? (idInLink(text, endpointPath) ?? text) : text;
}

function asScalar(raw: unknown): string | number | undefined {
	return (typeof raw === 'string' && raw !== '') || typeof raw === 'number' ? raw : undefined;
}

function asLength(raw: unknown): number | undefined {
	const count = Array.isArray(raw) ? raw.length : toNumber(raw);
	return Number.isInteger(count) && Number(count) >= 0 ? count : undefined;
}

/** A text, or one in an object. */
function asMessage(raw: unknown): string | undefined {
	const text = textOf(isRecord(raw) ? (raw.message ?? raw.detail) : raw).trim();
	return text === '' ? undefined : text;
}

export function wordOf(raw: unknown): string | undefined {
	if (Array.isArray(raw)) return LIST;
	return ['string', 'number', 'boolean'].includes(typeof raw) ? String(raw) : undefined;
}

export type StateReading =
	| { kind: 'state'; state: JobState; rawState: string | null; path?: string; reason?: string }
	| { kind: 'unknownWord'; word: string; path: string }
	| { kind: 'missing' };

/**
 * What the body says comes before the HTTP status, a failure before all else, and a job that is both
 * running and finished is running.
 */
export function readState(
	source: Source,
	{ state: plan, reason: reasonAt }: Plan & { state: StatePlan },
	overrides: JobOverrides,
): StateReading {
	const reason = readPlace(source, 'reason', reasonAt)?.value;
	const words: StateWord[] = [];
	for (const path of [...plan.path].sort((a, b) => Number(inHeader(a)) - Number(inHeader(b)))) {
		const value = valueAtPath(source, path);
		const word = wordOf(value);
		if (word === undefined || (inHeader(path) && words.length > 0)) continue;
		const state = meaningOf(word, plan, overrides, reason);
		if (state !== undefined || mustHaveMeaning(value, path))
			words.push({ path, value, word, state });
	}
	const unknown = words.find(({ state }) => state === undefined);
	if (unknown !== undefined) return { kind: 'unknownWord', ...unknown };
	const [decisive] = ['failed', 'pending', 'finished'].flatMap((state) =>
		words.filter((each) => each.state === state),
	);
	if (decisive?.state === undefined) return withoutWord(source, plan, reason);
	const { path, state } = decisive;
	const [word = null, ...more] = [...new Set([words[0] ?? decisive, decisive])].map(rawStateOf);
	const rawState = more.length === 0 ? word : `${word} (${more.join()})`;
	return { kind: 'state', state, rawState, path, reason };
}

type StateWord = Place<unknown> & { word: string; state?: JobState };

function withoutWord(source: Source, plan: StatePlan, reason?: string): StateReading {
	const running = firstAt(source, plan.progress, (raw) => (isUnderWay(raw) ? raw : undefined));
	if (running) return { kind: 'state', state: 'pending', rawState: null, path: running.path };
	const hasContent = source.value !== '' && source.value !== undefined;
	if (plan.none === undefined || !hasContent) return { kind: 'missing' };
	return { kind: 'state', state: plan.none, rawState: null, reason };
}

function meaningOf(
	word: string,
	plan: StatePlan,
	overrides: JobOverrides,
	reason: string | undefined,
): JobState | undefined {
	const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
	const byUser = STATES.find((state) =>
		overrides[`${state}States`].some((each) => plain(each) === plain(word)),
	);
	if (byUser !== undefined) return byUser;
	const states = STATES.filter((state) => plan[state].includes(word));
	return states.length > 1 ? (reason === undefined ? 'finished' : 'failed') : states[0];
}

/** A flag may mean something in one of its values only, and so may a list, a file and the HTTP status. */
function mustHaveMeaning(value: unknown, path: string): boolean {
	if (typeof value === 'string') return value !== '' && value !== FILE;
	return typeof value === 'number' && !inHeader(path);
}

function rawStateOf({ path, value, word }: StateWord): string | null {
	if (Array.isArray(value) || value === '' || value === FILE || inHeader(path)) return null;
	return typeof value === 'boolean' ? `${path.slice(path.lastIndexOf('.') + 1)}: ${word}` : word;
}

const inHeader = (path: string): boolean => /^headers?\./i.test(path);

/** The page information at the places of the plan; undefined if there is nothing at any of them. */
export function readPageInfo(source: Source, plan: NextPlan): PageInfo | undefined {
	const { path = [], name = '', scheme } = plan;
	const total = field(firstAt(source, plan.total, asLength));
	const totalPages = field(firstAt(source, plan.pages, asLength));
	const more = field(firstAt(source, plan.more, (raw) => asFlag(raw, { bits: true })));
	// What is not there may be on another page.
	const counts = { ...(total && { total }), ...(totalPages && { totalPages }) };
	const info: PageInfo = { next: [], ...counts, ...(more && { more }) };
	if (scheme === 'cursor' || scheme === 'nextUrl') {
		const isCursor = scheme === 'cursor';
		const target = firstAt<string | number>(source, path, isCursor ? asCursor : asNextLink);
		if (target !== undefined) {
			const common = { path: target.path, rule: 'contract' as const };
			const next: NextPage = isCursor
				? { ...common, kind: 'cursor', value: target.value, name }
				: { ...common, kind: 'link', value: String(target.value) };
			return { ...info, next: [next] };
		}
		// Null, an empty string and similar values end a list.
		const isThere = firstAt(source, path, () => true) !== undefined;
		return isThere || more?.value === false ? { ...info, end: 'certain' } : undefined;
	}
	const isCounted = [plan.total, plan.pages, plan.more].some((paths = []) => paths.length > 0);
	return isCounted && (total ?? totalPages ?? more) === undefined ? undefined : info;
}

function field<T>(place: Place<T> | undefined): PageField<T> | undefined {
	return place && { ...place, key: place.path.slice(place.path.lastIndexOf('.') + 1) };
}

/** Services write 0, false and the like where a list ends. */
function asCursor(raw: unknown): string | number | undefined {
	const cursor = asScalar(raw);
	return /^(0|-1|null|none|undefined|false)?$/i.test(textOf(cursor).trim()) ? undefined : cursor;
}

/** Also that of a `Link` header. */
function asNextLink(raw: unknown): string | undefined {
	const link = asCursor(isRecord(raw) ? (raw.href ?? raw.url) : raw);
	if (typeof link !== 'string') return undefined;
	return link.trimStart().startsWith('<') ? linkWithRel(link, /^next$/i) : link;
}
