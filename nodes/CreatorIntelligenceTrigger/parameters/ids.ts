import { Failure, inputFailure } from '../../shared/failure/Failure';
import { splitNames, textOf } from '../../shared/values/text';
import { isExact, notExact } from '../../shared/values/numbers';

export type Id = string | number;

export const IDS_LABEL = 'IDs';

/** Lines, commas, or a list from an expression; each id once. The others are watched next to one that is wrong. */
export function readIds(entered: unknown): { ids: Id[]; mistake?: Failure } {
	const isText = typeof entered === 'string' || entered === undefined;
	const parts: readonly unknown[] = isText ? splitNames(entered) : [entered].flat();
	const all = parts.map(readId).filter((id) => id !== '');
	const ids = all.flatMap((id) => (id instanceof Failure ? [] : [[String(id), id] as const]));
	return {
		ids: [...new Map(ids).values()],
		mistake: all.find((id) => id instanceof Failure),
	};
}

function readId(part: unknown): Id | Failure {
	if (typeof part === 'string') return part.trim();
	if (typeof part === 'number') return isExact(part) ? part : notExact(part, IDS_LABEL);
	return inputFailure(
		`'${IDS_LABEL}' contains a value that is not an ID`,
		`It is ${textOf(part).slice(0, 100) || 'empty'}. Each ID must be a string or a number. An expression must return a list of IDs, e.g. ["8f14e45f", "c9f0f895"].`,
	);
}
