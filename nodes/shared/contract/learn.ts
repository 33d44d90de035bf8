import type { ReadState } from '../recognition/jobState';
import type { PageMarks } from '../recognition/pageMarks';
import { isRecord } from '../values/records';
import {
	PLACES,
	STATES,
	type NextPin,
	type Paths,
	type Piece,
	type Pieces,
	type PlaceKind,
	type StatePin,
} from './contract';
import { LIST, valueOf, wordOf, type At, type Source } from './read';

type Scalar = string | number | boolean;

/** The place of what was recognised, if a contract finds the same there. */
export function learnPlace(
	kind: PlaceKind,
	found: At<unknown> | null | undefined,
	source: Source,
	read: (raw: unknown, path: string) => unknown,
): Piece {
	if (found === null || found === undefined) return {};
	const isSame = (path: string) => read(valueOf(source, path), path) === found.value;
	const path = isSame(found.path)
		? found.path
		: within(valueOf(source, found.path), found.path, found.value);
	return path !== undefined && isSame(path) ? { [kind]: [path] } : {};
}

/** Where a value stands in what was recognised: `links.1.href` of `links`. */
function within(holder: unknown, path: string, wanted: unknown, depth = 3): string | undefined {
	if (holder === wanted) return path;
	if (depth === 0 || typeof holder !== 'object' || holder === null) return undefined;
	for (const [key, value] of Object.entries(holder).slice(0, 100)) {
		const found = within(value, path === '' ? key : `${path}.${key}`, wanted, depth - 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Only what a response says in one place, in so many words. */
export function learnState({ state, basis, path, unknown }: ReadState, source: Source): Piece {
	const { value, status = 0 } = source;
	if ((basis === 'word' || basis === 'flag') && unknown !== true && path !== undefined) {
		return pinned(path, wordOf(valueOf(source, path)));
	}
	if (basis === 'status' && value === '') return pinned('', '');
	if (basis === 'status' && status > 200) return pinned('headers.:status', String(status));
	if (basis !== 'rows') return {};
	if (!isRecord(value)) return pinned('', wordOf(value));
	return pinned(Object.keys(value).find((key) => Array.isArray(value[key])) ?? '', LIST);

	function pinned(at: string, word: string | undefined): Piece {
		const none: Record<(typeof STATES)[number], string[]> = {
			pending: [],
			finished: [],
			failed: [],
		};
		return word === undefined || word.length > MAX_WORD
			? {}
			: { state: { path: [at], ...none, [state]: [word] } };
	}
}

/** A longer one is a text, and no word. */
const MAX_WORD = 40;

interface LearnedPage {
	found: { path: string; value?: unknown; sent: object };
	info: PageMarks;
	/** Rows on the first page. */
	rows: number;
}

/** How the second page was asked for, if that is said in so many words. */
export function learnNext({ found, info, rows }: LearnedPage): Piece {
	const { path, value, sent } = found;
	if ('url' in sent) return { next: { scheme: 'nextUrl', path: [path] } };
	const fields = Object.entries('fields' in sent && isRecord(sent.fields) ? sent.fields : {});
	const cursor = fields.find(([, each]) => each === value);
	if (info.next.some((each) => each.path === path)) {
		return cursor === undefined
			? {}
			: { next: { scheme: 'cursor', path: [path], name: cursor[0] } };
	}
	const [name = '', to] = fields.at(-1) ?? [];
	const counts = {
		name,
		...(info.total && { total: [info.total.path] }),
		...(info.totalPages && { pages: [info.totalPages.path] }),
	};
	if (to === (info.offset?.value ?? 0) + rows && !/page/i.test(name)) {
		return { next: { scheme: 'offset', ...counts } };
	}
	const first = Number(to) - 1;
	return first === 0 || first === 1 ? { next: { scheme: 'page', first, ...counts } } : {};
}

export interface Merged {
	pieces: Pieces;
	/** What the pieces do not agree on, in words. */
	conflicts: string[];
}

/** One piece per endpoint. Places and words add up; where two cannot both hold, the first stays. */
export function mergePieces(all: Iterable<Pieces>): Merged {
	const pieces = new Map<string, Piece>();
	const conflicts = new Set<string>();
	for (const some of all) {
		for (const [label, piece] of some) {
			const before = pieces.get(label) ?? {};
			const note = (what: string) => conflicts.add(`${label}: ${what}`);
			pieces.set(label, mergePiece(before, piece, note));
		}
	}
	return { pieces, conflicts: [...conflicts] };
}

type Note = (what: string) => void;

export function mergePiece(a: Piece, b: Piece, note: Note = () => undefined): Piece {
	const places = PLACES.flatMap((kind) => {
		const paths = union(a[kind], b[kind]);
		return paths === undefined ? [] : [[kind, paths] as const];
	});
	const { reason } = Object.fromEntries(places) as Partial<Record<PlaceKind, Paths>>;
	const state = mergeState(a.state, b.state, { note, hasReason: reason !== undefined });
	const next = mergeNext(a.next, b.next, note);
	const fields = { ...b.fields, ...a.fields };
	return {
		...(Object.fromEntries(places) as Partial<Record<PlaceKind, Paths>>),
		...(state && { state }),
		...(next && { next }),
		...(Object.keys(fields).length > 0 && { fields }),
	};
}

function mergeState(
	a: StatePin | undefined,
	b: StatePin | undefined,
	{ note, hasReason }: { note: Note; hasReason: boolean },
): StatePin | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	const words = STATES.map((state) => {
		const others = STATES.filter((each) => each !== state);
		const clash = (word: string) =>
			others.some((each) => {
				const isTold = hasReason && state !== 'pending' && each !== 'pending';
				return a[each].includes(word) && !isTold;
			});
		const added = b[state].filter((word) => !clash(word));
		for (const word of b[state].filter(clash)) note(`'${word}' has two meanings`);
		return [state, union(a[state], added) ?? []];
	});
	const path = union(a.path, b.path) ?? [];
	return { path, ...(Object.fromEntries(words) as Omit<StatePin, 'path'>) };
}

/** Pages of one list are asked for in one way; the place of a cursor may differ. */
function mergeNext(a: NextPin | undefined, b: NextPin | undefined, note: Note) {
	if (a === undefined || b === undefined) return a ?? b;
	if (a.scheme !== b.scheme || a.name !== b.name) {
		note(`the next page is asked for by ${wayOf(a)} and by ${wayOf(b)}`);
		return a;
	}
	const paths = (['path', 'total', 'pages'] as const).flatMap((kind) => {
		const both = union(a[kind], b[kind]);
		return both === undefined ? [] : [[kind, both] as const];
	});
	return { ...b, ...a, ...Object.fromEntries(paths) };
}

function wayOf({ scheme, name }: NextPin): string {
	return name === undefined ? scheme : `${scheme} (${name})`;
}

function union(a?: readonly Scalar[], b?: readonly Scalar[]): string[] | undefined {
	const all = [...(a ?? []), ...(b ?? [])].map(String);
	return all.length === 0 ? undefined : [...new Set(all)];
}
