import { linkWithRel } from '../http/linkHeader';
import type { Content, Headers, ServiceResponse } from '../http/types';
import { idInLink, isHeaderPath, valueAtPath } from '../recognition/jobLink';
import { saysNothing } from '../recognition/jobSigns';
import { lastKey } from '../recognition/keys';
import { isNothing, type NextPage } from '../recognition/nextPage';
import { contentValue } from '../recognition/outline';
import type { PageInfo } from '../recognition/pageInfo';
import { asRows } from '../recognition/rows';
import type { Place } from '../recognition/rules';
import {
	asCount,
	asFlag,
	asLink,
	isEmpty,
	isTextOrNumber,
	isUnderWay,
} from '../recognition/scalars';
import type { StateEvidence } from '../recognition/stateFields';
import { statedMeaning, type JobOverrides, type JobState } from '../recognition/stateWords';
import { toNumber } from '../values/numbers';
import { isRecord } from '../values/records';
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

const PARSE: { [Name in PlaceName]: Parse<PlaceValues[Name]> } = {
	id: asId,
	reason: asMessage,
	rows: asRows,
	link: asLink,
	rating: asTextOrNumber,
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
	const isLinkHeader = isHeaderPath(path) && !/\s/.test(path) && text.includes('/');
	const isLink = /^(https?:\/)?\//.test(text) || isLinkHeader;
	return isLink ? (idInLink(text, endpointPath) ?? text) : text;
}

function asTextOrNumber(raw: unknown): string | number | undefined {
	return isTextOrNumber(raw) ? raw : undefined;
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
	// A list may be empty while its rows are collected.
	if (Array.isArray(raw)) return raw.length > 0 ? LIST : undefined;
	return ['string', 'number', 'boolean'].includes(typeof raw) ? String(raw) : undefined;
}

type StateReading =
	| { kind: 'state'; state: JobState; rawState: string | null; path?: string; basis: StateEvidence }
	| { kind: 'unknownWord'; word: string; path: string }
	| { kind: 'missing' };

/**
 * What the body says comes before the headers and the HTTP status, a failure before all else, and a job that is both
 * running and finished is running.
 */
export function readPlannedState(
	source: Source,
	{ state: plan, reason: reasonAt }: Plan & { state: StatePlan },
	overrides: JobOverrides,
): StateReading {
	const hasReason = reasonAt?.some((path) => !isEmpty(valueAtPath(source, path))) === true;
	const words: StateWord[] = [];
	const paths = [...plan.path].sort((a, b) => Number(isHeaderPath(a)) - Number(isHeaderPath(b)));
	for (const path of paths) {
		const value = valueAtPath(source, path);
		const word = wordOf(value);
		if (word === undefined || (isHeaderPath(path) && words.length > 0)) continue;
		const state = meaningOf(word, plan, overrides, hasReason);
		if (state !== undefined || mustHaveMeaning(value, path))
			words.push({ path, value, word, state });
	}
	const unknown = words.find(({ state }) => state === undefined);
	if (unknown !== undefined) return { kind: 'unknownWord', ...unknown };
	const [decisive] = ['failed', 'pending', 'finished'].flatMap((state) =>
		words.filter((each) => each.state === state),
	);
	const running = firstAt(
		source,
		plan.progress,
		(raw) => raw === null || isUnderWay(raw) || undefined,
	);
	const said = { kind: 'state', rawState: null } as const;
	if (running && (decisive?.state ?? 'finished') === 'finished')
		return { ...said, state: 'pending', path: running.path, basis: 'progress' };
	if (decisive?.state === undefined) {
		// The contract says what is a result, and nothing is assumed; but no more than an ID is none.
		const isResult = ![isEmpty, saysNothing].some((is) => is(source.value));
		if (plan.none === undefined || !isResult) return { kind: 'missing' };
		return { ...said, state: plan.none, basis: 'rows' };
	}
	const { path, state } = decisive;
	const [word = null, ...more] = [...new Set([words[0] ?? decisive, decisive])].map(rawStateOf);
	const rawState = more.length === 0 ? word : `${word} (${more.join()})`;
	return { kind: 'state', state, rawState, path, basis: basisOf(decisive) };
}

type StateWord = Place<unknown> & { word: string; state?: JobState };

function meaningOf(
	word: string,
	plan: StatePlan,
	overrides: JobOverrides,
	hasReason: boolean,
): JobState | undefined {
	const stated = statedMeaning(word, overrides);
	if (stated !== undefined) return stated;
	const states = STATES.filter((state) => plan[state].includes(word));
	return states.length > 1 ? (hasReason ? 'failed' : 'finished') : states[0];
}

/** A flag may mean something in one of its values only, and so may a list, a file and the HTTP status. */
function mustHaveMeaning(value: unknown, path: string): boolean {
	if (typeof value === 'string') return value !== '' && value !== FILE;
	return typeof value === 'number' && !isHeaderPath(path);
}

function basisOf({ path, value }: StateWord): StateEvidence {
	if (value === '' || (typeof value === 'number' && isHeaderPath(path))) return 'status';
	if (Array.isArray(value) || value === FILE) return 'rows';
	return typeof value === 'boolean' ? 'flag' : 'word';
}

function rawStateOf(said: StateWord): string | null {
	const basis = basisOf(said);
	if (basis === 'flag') return `${lastKey(said.path)}: ${said.word}`;
	return basis === 'word' ? said.word : null;
}

/** The page information at the places of the plan; undefined if there is nothing at any of them. */
export function readPlannedPages(source: Source, plan: NextPlan): PageInfo | undefined {
	const { path = [], name = '', scheme } = plan;
	const total = firstAt(source, plan.total, asLength);
	const totalPages = firstAt(source, plan.pages, asLength);
	const flagAt = (paths?: Paths) => firstAt(source, paths, (raw) => asFlag(raw, { bits: true }));
	const last = flagAt(plan.last);
	const more = flagAt(plan.more) ?? (last && { ...last, value: !last.value });
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
	const isCounted = [plan.total, plan.pages, plan.more, plan.last].some(
		(paths = []) => paths.length > 0,
	);
	return isCounted && (total ?? totalPages ?? more) === undefined ? undefined : info;
}

const asCursor = (raw: unknown): string | number | undefined =>
	isNothing(raw) ? undefined : asTextOrNumber(raw);

/** Also that of a `Link` header. */
function asNextLink(raw: unknown): string | undefined {
	const link = isRecord(raw) ? (raw.href ?? raw.url) : raw;
	if (typeof link !== 'string' || isNothing(link)) return undefined;
	return link.trimStart().startsWith('<') ? linkWithRel(link, /^next$/i) : link;
}
