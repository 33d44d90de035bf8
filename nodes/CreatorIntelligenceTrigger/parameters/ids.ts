import { inputFailure } from '../../shared/failure/Failure';
import { fingerprint } from '../../shared/values/fingerprint';
import { splitNames, textOf } from '../../shared/values/text';
import { assertExact } from '../../shared/values/numbers';

export type Id = string | number;

export const IDS_LABELS = { jobFinished: 'IDs', screeningChanged: 'Screening IDs' } as const;
export type IdsLabel = (typeof IDS_LABELS)[keyof typeof IDS_LABELS];

/** Longer ids are kept as a mark: the state has to stay small. A UUID has 36 characters. */
const MAX_KEY_LENGTH = 48;

/** Lines, commas, or a list from an expression; each id once. */
export function readIds(entered: unknown, label: IdsLabel): Id[] {
	const isText = typeof entered === 'string' || entered === undefined;
	const parts: readonly unknown[] = isText ? splitNames(entered) : [entered].flat();
	const ids = parts.map((part) => readId(part, label)).filter((id) => id !== '');
	return [...new Map(ids.map((id) => [String(id), id])).values()];
}

function readId(part: unknown, label: IdsLabel): Id {
	assertExact(part, label);
	if (typeof part === 'number') return part;
	if (typeof part === 'string') return part.trim();
	throw inputFailure(
		`'${label}' contains a value that is not an ID`,
		`It is ${textOf(part).slice(0, 100) || 'empty'}. Each ID must be a string or a number. An expression must return a list of IDs, e.g. ["8f14e45f", "c9f0f895"].`,
	);
}

/** Names that objects of JavaScript have, or that n8n drops when it copies its data. */
const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'toJSON']);

export function keyOf(id: Id): string {
	const text = String(id);
	const canBeKept = text.length <= MAX_KEY_LENGTH && !RESERVED.has(text) && !text.startsWith('__');
	return canBeKept ? text : `~${fingerprint(text)}${text.length}`;
}
