import type { ReadState } from '../recognition/jobState';
import type { PageInfo } from '../recognition/pageInfo';
import { isRecord } from '../values/records';
import { PATH_ENTRIES, STATES } from './contract';
import type {
	NextPageContract,
	EndpointContract,
	EndpointContracts,
	PathEntry,
	StateContract,
} from './contract';
import { LIST, valueAtPath, wordOf, type At, type Source } from './read';

/** A longer one is a text, and no word. */
const MAX_WORD = 40;

/** The place of what was recognised, if a contract finds the same there. */
export function learnPlace(
	kind: PathEntry,
	found: At<unknown> | undefined,
	source: Source,
	read: (raw: unknown, path: string) => unknown,
): EndpointContract {
	if (found === undefined) return {};
	const isSame = (path: string) => read(valueAtPath(source, path), path) === found.value;
	const inner = () => within(valueAtPath(source, found.path), found.path, found.value);
	const path = isSame(found.path) ? found.path : inner();
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
export function learnState(seen: ReadState, source: Source): EndpointContract {
	const [path, word] = saidIn(seen, source) ?? [];
	if (path === undefined || word === undefined || word.length > MAX_WORD) return {};
	const none = { pending: [], finished: [], failed: [] };
	return { state: { path: [path], ...none, [seen.state]: [word] } };
}

function saidIn({ basis, path, unknown }: ReadState, source: Source) {
	const { value, status = 0 } = source;
	if ((basis === 'word' || basis === 'flag') && unknown !== true && path !== undefined) {
		return [path, wordOf(valueAtPath(source, path))] as const;
	}
	if (basis === 'status' && value === '') return ['', ''] as const;
	if (basis === 'status' && status > 200) return ['headers.:status', String(status)] as const;
	if (basis !== 'rows') return undefined;
	if (!isRecord(value)) return ['', wordOf(value)] as const;
	return [Object.keys(value).find((key) => Array.isArray(value[key])), LIST] as const;
}

interface LearnedPage {
	found: { path: string; value?: unknown; sent: object };
	info: PageInfo;
	rows: number;
}

/** How the second page was asked for, if that is said in so many words. */
export function learnNext({ found, info, rows }: LearnedPage): EndpointContract {
	const { path, value, sent } = found;
	if ('url' in sent) return { next: { scheme: 'nextUrl', path: [path] } };
	const fields = Object.entries('fields' in sent && isRecord(sent.fields) ? sent.fields : {});
	if (info.next.some((each) => each.path === path)) {
		const [name] = fields.find(([, each]) => each === value) ?? [];
		return name === undefined ? {} : { next: { scheme: 'cursor', path: [path], name } };
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
	return to === 1 || to === 2 ? { next: { scheme: 'page', first: to - 1, ...counts } } : {};
}

type Note = (conflict: string) => void;

/** One piece per endpoint. Places and words add up; where two cannot both hold, the first stays. */
export function mergePieces(all: Iterable<EndpointContracts>): {
	pieces: EndpointContracts;
	conflicts: string[];
} {
	const pieces = new Map<string, EndpointContract>();
	const conflicts = new Set<string>();
	for (const some of all) {
		for (const [label, piece] of some) {
			const note: Note = (conflict) => conflicts.add(`${label}: ${conflict}`);
			pieces.set(label, mergePiece(pieces.get(label) ?? {}, piece, note));
		}
	}
	return { pieces, conflicts: [...conflicts] };
}

export function mergePiece(
	a: EndpointContract,
	b: EndpointContract,
	note: Note = () => undefined,
): EndpointContract {
	const both = PATH_ENTRIES.filter((kind) => a[kind] && b[kind]);
	const places = Object.fromEntries(both.map((kind) => [kind, union(a[kind], b[kind])]));
	const merged: EndpointContract = { ...b, ...a, ...places };
	const hasReason = merged.reason !== undefined;
	return {
		...merged,
		...(a.state && b.state && { state: mergeState(a.state, b.state, hasReason, note) }),
		...(a.next && b.next && { next: mergeNext(a.next, b.next, note) }),
		...(a.fields && b.fields && { fields: { ...b.fields, ...a.fields } }),
	};
}

function mergeState(
	a: StateContract,
	b: StateContract,
	hasReason: boolean,
	note: Note,
): StateContract {
	const merged = { ...a, path: union(a.path, b.path) };
	for (const state of STATES) {
		for (const word of b[state]) {
			const other = STATES.find((each) => each !== state && merged[each].includes(word));
			const isTold = hasReason && state !== 'pending' && other !== 'pending';
			if (other === undefined || isTold) merged[state] = union(merged[state], [word]);
			else note(`'${word}' means ${other} and ${state}`);
		}
	}
	return merged;
}

/** Pages of one list are asked for in one way; the place of a cursor may differ. */
function mergeNext(a: NextPageContract, b: NextPageContract, note: Note): NextPageContract {
	const wayOf = ({ scheme, name = '' }: NextPageContract) => `${scheme} ${name}`.trim();
	if (wayOf(a) === wayOf(b)) return { ...b, ...a, path: union(a.path, b.path) };
	note(`the next page is requested by ${wayOf(a)} and by ${wayOf(b)}`);
	return a;
}

function union(a: readonly string[] = [], b: readonly string[] = []): readonly string[] {
	return [...new Set([...a, ...b])];
}
