import { linkWithRel } from '../http/linkHeader';
import type { Content, Headers, ServiceResponse } from '../http/types';
import { idInLink } from '../recognition/jobLink';
import { contentValue } from '../recognition/outline';
import type { JobOverrides, JobState } from '../recognition/stateWords';
import { isRecord, ownValue, valueAt } from '../values/records';
import { textOf } from '../values/text';
import { STATES, type Paths, type EndpointContract, type StateContract } from './contract';

export interface Source {
	value: unknown;
	headers: Headers;
	status?: number;
}

export interface At<T> {
	path: string;
	value: T;
}

/** What stands for a file, and for a list where a word is looked for. */
const FILE = '<file>';
export const LIST = '[]';

export function sourceOf(content: Content, { headers, status }: ServiceResponse): Source {
	const value = { empty: '', file: FILE, text: contentValue(content), data: contentValue(content) };
	return { value: value[content.kind], headers, status };
}

/** Nothing where the path leads nowhere; null is something. A name may hold dots. */
export function valueAtPath({ value, headers, status }: Source, path: string): unknown {
	const header = /^headers\.(.+)$/i.exec(path)?.[1]?.toLowerCase();
	if (header === ':status') return status;
	if (header !== undefined) return ownValue(headers, header);
	if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
	return valueAt(value, path);
}

export function firstAt<T>(
	paths: Paths = [],
	source: Source,
	read: (raw: unknown, path: string) => T | undefined,
): At<T> | undefined {
	for (const path of paths) {
		const raw = valueAtPath(source, path);
		const value = raw === undefined ? undefined : read(raw, path);
		if (value !== undefined) return { path, value };
	}
	return undefined;
}

/** The end of a link to the job is its id. */
export function asPinnedId(submittedTo: string) {
	return (raw: unknown, path: string): string | number | undefined => {
		if (typeof raw === 'number') return raw;
		if (typeof raw !== 'string' || raw.trim() === '') return undefined;
		const text = raw.trim();
		const isLink = /^(https?:\/)?\//.test(text) || (/^headers\./i.test(path) && text.includes('/'));
		return isLink ? (idInLink(text, submittedTo) ?? text) : text;
	};
}

/** Null in the place of rows is an empty list. */
export function asRows(raw: unknown): unknown[] | undefined {
	if (Array.isArray(raw)) return raw as unknown[];
	return raw === null ? [] : undefined;
}

export function asScalar(raw: unknown): string | number | undefined {
	return (typeof raw === 'string' && raw !== '') || typeof raw === 'number' ? raw : undefined;
}

export function asLength(raw: unknown): number | undefined {
	const count = Array.isArray(raw) ? raw.length : Number(asScalar(raw) ?? NaN);
	return Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** Services write 0, false and the like where a list ends. */
export function asPinnedCursor(raw: unknown): string | number | undefined {
	const cursor = asScalar(raw);
	return /^(0|-1|null|none|undefined|false)?$/i.test(textOf(cursor).trim()) ? undefined : cursor;
}

/** Also that of a `Link` header. */
export function asNextLink(raw: unknown): string | undefined {
	const link = asPinnedCursor(isRecord(raw) ? (raw.href ?? raw.url) : raw);
	if (typeof link !== 'string') return undefined;
	return link.trimStart().startsWith('<') ? linkWithRel(link, /^next$/i) : link;
}

export function wordOf(raw: unknown): string | undefined {
	if (Array.isArray(raw)) return LIST;
	return ['string', 'number', 'boolean'].includes(typeof raw) ? String(raw) : undefined;
}

type PinnedState =
	| { kind: 'known'; state: JobState; rawState: string | null; path: string; reason?: string }
	| { kind: 'unknownWord'; word: string; path: string }
	| { kind: 'missing' };

/**
 * The state as the contract reads it. What the body says comes before the status of HTTP, a failure
 * before all else, and a job that is said to run and to have finished runs.
 */
export function stateBy(
	{ state: pin, reason: reasonAt }: EndpointContract & { state: StateContract },
	source: Source,
	own: JobOverrides,
): PinnedState {
	const reason = firstAt(reasonAt, source, asMessage)?.value;
	const said: Array<At<unknown> & { word: string; state?: JobState }> = [];
	for (const path of [...pin.path].sort((a, b) => Number(inHeader(a)) - Number(inHeader(b)))) {
		const value = valueAtPath(source, path);
		const word = wordOf(value);
		if (word === undefined || (inHeader(path) && said.length > 0)) continue;
		const state = meaningOf(word, pin, own, reason);
		if (state !== undefined || isTelling(value, path)) said.push({ path, value, word, state });
	}
	const strange = said.find(({ state }) => state === undefined);
	if (strange !== undefined) return { kind: 'unknownWord', ...strange };
	const [first] = ['failed', 'pending', 'finished'].flatMap((state) =>
		said.filter((each) => each.state === state),
	);
	if (first?.state === undefined) return { kind: 'missing' };
	const { path, state } = first;
	const [word = null, ...more] = [...new Set([said[0] ?? first, first])].map(rawStateOf);
	const rawState = more.length === 0 ? word : `${word} (${more.join()})`;
	return { kind: 'known', state, rawState, path, reason };
}

/** A text, or one in an object. */
export function asMessage(raw: unknown): string | undefined {
	const text = textOf(isRecord(raw) ? (raw.message ?? raw.detail) : raw).trim();
	return text === '' ? undefined : text;
}

function meaningOf(
	word: string,
	pin: StateContract,
	own: JobOverrides,
	reason: string | undefined,
): JobState | undefined {
	const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
	const entered = STATES.find((state) =>
		own[`${state}States`].some((each) => plain(each) === plain(word)),
	);
	if (entered !== undefined) return entered;
	const states = STATES.filter((state) => pin[state].includes(word));
	return states.length > 1 ? (reason === undefined ? 'finished' : 'failed') : states[0];
}

/** A flag may mean something in one of its values only, and so may a list, a file and the status of HTTP. */
function isTelling(value: unknown, path: string): boolean {
	if (typeof value === 'string') return value !== '' && value !== FILE;
	return typeof value === 'number' && !inHeader(path);
}

function rawStateOf({ path, value, word }: At<unknown> & { word: string }): string | null {
	if (Array.isArray(value) || value === '' || value === FILE || inHeader(path)) return null;
	return typeof value === 'boolean' ? `${path.slice(path.lastIndexOf('.') + 1)}: ${word}` : word;
}

const inHeader = (path: string): boolean => /^headers\./i.test(path);
