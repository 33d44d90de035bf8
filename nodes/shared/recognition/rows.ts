import { Failure } from '../failure/Failure';
import { PAGE_CONTAINERS, readMarks } from './pageMarks';
import { valueAt } from '../values/paths';
import { isRecord, asObject } from '../values/records';

/** Where services of this family put the rows of a list; first match wins, one level of nesting. */
const ROW_KEYS = ['data', 'results', 'result', 'items'];

export interface FoundRows {
	rows: unknown[];
	/** Where they were, for a message; '' for the response itself. */
	path: string;
}

/**
 * The rows of a response. `path` is the user's word and is taken literally; without it, the rows
 * are recognised, or not found.
 */
export function findRows(
	value: unknown,
	endpointPath: string,
	path?: string,
): FoundRows | undefined {
	if (path !== undefined && path.trim() !== '') return rowsAt(value, path.trim());
	if (Array.isArray(value)) return { rows: value, path: '' };
	if (!isRecord(value)) return undefined;
	const keys = [...ROW_KEYS, ...namesOf(endpointPath)];
	for (const key of keys) {
		const candidate = value[key];
		if (Array.isArray(candidate)) return { rows: candidate, path: key };
		if (!isRecord(candidate)) continue;
		const nested = keys.find((inner) => Array.isArray(candidate[inner]));
		if (nested !== undefined) {
			return { rows: candidate[nested] as unknown[], path: `${key}.${nested}` };
		}
	}
	return onlyList(value) ?? emptyList(value, keys);
}

/** Whether the user's path leads nowhere in a response, not even to null. */
export function isAbsent(value: unknown, path: string): boolean {
	return valueAt(value, path.trim()) === undefined && !isNullOn(value, path.trim());
}

function rowsAt(value: unknown, path: string): FoundRows {
	const rows = valueAt(value, path);
	if (Array.isArray(rows)) return { rows, path };
	if (isNullOn(value, path)) return { rows: [], path };
	throw new Failure({
		kind: 'answer',
		message: `There is no list at '${path}' in the response`,
		description:
			`Correct 'Rows Path' in Options: it is the way to the list, with dots, e.g. data.items. ${
				isRecord(value)
					? `The response has the fields ${Object.keys(value).slice(0, 20).join(', ') || '(none)'}.`
					: ''
			}`.trim(),
		response: asObject(value),
	});
}

/** Null at the path, or on the way to it. */
function isNullOn(value: unknown, path: string): boolean {
	const names = path.split('.');
	return names.some((_, at) => valueAt(value, names.slice(0, at + 1).join('.')) === null);
}

/** Null in the place of rows is an empty list, unless the response holds something else. */
function emptyList(value: Record<string, unknown>, keys: string[]): FoundRows | undefined {
	for (const key of keys) {
		const candidate = value[key];
		if (candidate === null && holdsNothing(value)) return { rows: [], path: key };
		if (!isRecord(candidate)) continue;
		const nested = keys.find((inner) => candidate[inner] === null);
		if (nested !== undefined && holdsNothing(candidate)) {
			return { rows: [], path: `${key}.${nested}` };
		}
	}
	return undefined;
}

function holdsNothing(value: Record<string, unknown>): boolean {
	if (readMarks(value).total === 0) return true;
	return Object.entries(value).every(
		([key, each]) =>
			each === null || ['number', 'boolean'].includes(typeof each) || PAGE_CONTAINERS.includes(key),
	);
}

/** `/dictionary/locations` names its rows `locations`, `/public-comments` names them `comments`. */
function namesOf(endpointPath: string): string[] {
	const last =
		endpointPath
			.split('/')
			.filter((part) => part !== '{id}')
			.pop() ?? '';
	const words = last.split('-').filter((word) => word !== '');
	return [...new Set([last, words.join('_'), ...words.reverse()])];
}

function onlyList(value: Record<string, unknown>): FoundRows | undefined {
	const lists = Object.entries(value).filter(
		(entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].every(isRecord),
	);
	const filled = lists.filter(([, rows]) => rows.length > 0);
	const [only, second] = filled.length > 0 ? filled : lists;
	return only === undefined || second !== undefined ? undefined : { rows: only[1], path: only[0] };
}
