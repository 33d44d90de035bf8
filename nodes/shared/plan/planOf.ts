import { valueAtPath } from '../recognition/jobLink';
import { MAX_WORD_LENGTH } from '../recognition/jobSigns';
import type { ReadState } from '../recognition/jobState';
import type { JobOverrides } from '../recognition/stateWords';
import { isRecord } from '../values/records';
import type { PlaceName, Plan, StatePlan } from './plan';
import { LIST, readPlace, readPlannedState, wordOf, type PlaceValues, type Source } from './read';

/** The plan that finds a recognised value again; empty if none can. */
export function planOfPlace<Name extends PlaceName>(
	source: Source,
	name: Name,
	place: { path: string; value: PlaceValues[Name] } | undefined,
): Plan {
	if (place === undefined) return {};
	const comparable = (value: unknown) => (Array.isArray(value) ? value.length : value);
	const isSame = (path: string): boolean => {
		const again = readPlace(source, name, [path])?.value;
		return comparable(again) === comparable(place.value);
	};
	const path = isSame(place.path)
		? place.path
		: pathWithin(valueAtPath(source, place.path), place.path, place.value);
	return path !== undefined && isSame(path) ? { [name]: [path] } : {};
}

/** Where a value is in what was recognised: `links.1.href` of `links`. */
function pathWithin(value: unknown, path: string, wanted: unknown, depth = 3): string | undefined {
	if (value === wanted) return path;
	if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
	for (const [key, child] of Object.entries(value).slice(0, 100)) {
		const inner = pathWithin(child, path === '' ? key : `${path}.${key}`, wanted, depth - 1);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/** The plan that reads the same state; empty if none can, e.g. where a sentence says that the job is running. */
export function planOfState(source: Source, read: ReadState, overrides: JobOverrides): Plan {
	const evidence = evidenceOf(source, read);
	if (evidence === undefined) return {};
	const state: StatePlan = { path: [], pending: [], finished: [], failed: [], ...evidence };
	const again = readPlannedState(source, { state }, overrides);
	return again.kind === 'state' && again.state === read.state ? { state } : {};
}

function evidenceOf(
	source: Source,
	{ basis, path, unknown, state }: ReadState,
): Partial<StatePlan> | undefined {
	const { value, status = 0 } = source;
	const atPath = (at: string | undefined, word: string | undefined) =>
		at === undefined || word === undefined || word.length > MAX_WORD_LENGTH
			? undefined
			: { path: [at], [state]: [word] };
	switch (basis) {
		case 'word':
		case 'flag':
			if (unknown === true || path === undefined) return undefined;
			return atPath(path, wordOf(valueAtPath(source, path)));
		case 'progress':
			return path === undefined ? undefined : { progress: [path] };
		case 'status':
			if (value === '') return atPath('', '');
			return status > 200 ? atPath('headers.:status', String(status)) : undefined;
		case 'rows': {
			if (!isRecord(value)) return atPath('', wordOf(value)) ?? { none: state };
			const key = Object.keys(value).find((name) => Array.isArray(value[name]));
			return atPath(key, LIST) ?? { none: state };
		}
		case 'assumed':
		case 'error':
			return { none: state };
	}
}
