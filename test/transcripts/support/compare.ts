import { isDeepStrictEqual } from 'node:util';

/** Whole words: an ID `a1` is not in `a12`. */
export const says = (text: string, part: string): boolean =>
	text.split(part).some((before, at, pieces) => {
		const after = pieces[at + 1];
		if (after === undefined) return false;
		return !(/\w$/.test(before) && /^\w/.test(part)) && !(/^\w/.test(after) && /\w$/.test(part));
	});

export const missing = (part: string, text: string, where: string): string[] =>
	says(text, part) ? [] : [`${where} does not say '${part}': ${text || '(none)'}`];

/**
 * How a value differs from what is expected. `$any` is any value, `$none` is none, a text that begins with `~` is a part of
 * the value, and an object with `$more` may have other fields.
 */
export function differences(expected: unknown, actual: unknown, where = ''): string[] {
	if (expected === '$any' && actual !== undefined) return [];
	if (expected === '$none' && actual === undefined) return [];
	if (typeof expected === 'string' && expected.startsWith('~') && typeof actual === 'string')
		return missing(expected.slice(1).trim(), actual, where);
	if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
		return expected.flatMap((each, at) => differences(each, actual[at], `${where}[${at}]`));
	if (isRecord(expected) && isRecord(actual)) {
		const { $more, ...fields } = expected;
		const names = new Set([...Object.keys(fields), ...($more === true ? [] : Object.keys(actual))]);
		return [...names].flatMap((name) =>
			differences(fields[name], actual[name], where === '' ? name : `${where}.${name}`),
		);
	}
	if (isDeepStrictEqual(expected, actual)) return [];
	return [`${where} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
