import { valueAt } from '../values/records';
import { inWords, lookUp, type Evidence, type Found } from './lookup';
import { summariesIn } from './summary';

/** How services count what a screening flagged, the surest first. */
const COUNT_KEYS: Array<Evidence<number>> = [
	{
		rule: 'a count of what was flagged',
		keys: inWords(
			/(^| )(flagged|flag|violation)( (content|item|post|media|result)s?)? counts?$|(^| )(total|number of|num|count of) (flagged|flags|violations)( (content|item|post|media|result)s?)?$/,
		),
		read: asCount,
	},
	{
		rule: 'what was flagged',
		keys: inWords(/^(flagged|flags|violations)( (content|item|post|media|result)s?)?$/),
		read: (raw) => (Array.isArray(raw) ? raw.length : asCount(raw)),
	},
];

/** How many items a screening flagged; null if its answer does not say. */
export function findFlaggedCount(value: unknown, path?: string): number | null {
	return findFlaggedCounts(value, path)[0]?.value ?? null;
}

/** All that could be the count, the surest first. */
export function findFlaggedCounts(value: unknown, path?: string): Array<Found<number>> {
	if (path !== undefined) {
		const raw = valueAt(value, path);
		const stated = Array.isArray(raw) ? raw.length : asCount(raw);
		return stated === undefined ? [] : [{ value: stated, path, rule: "'Flagged Count Path'" }];
	}
	const places = summariesIn(value);
	const found = COUNT_KEYS.flatMap((line) => lookUp(places, [line]));
	return found.filter((each, at) => found.findIndex(({ path: same }) => same === each.path) === at);
}

/** Some services send numbers as text. */
function asCount(raw: unknown): number | undefined {
	const count = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw;
	return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}
