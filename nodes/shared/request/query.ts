import { inputFailure } from '../failure/Failure';
import { assertExact } from '../values/numbers';
import { textOf } from '../values/text';
import { type FieldRow, assertName } from '../values/nesting';

export const QUERY_LABEL = 'Query Parameters';

/** `?a=1&b=2&b=3`, or nothing. A list repeats its name, an object is sent as JSON. */
export function queryString(rows: FieldRow[], label = QUERY_LABEL): string {
	const pairs = rows.flatMap(({ name, value }) => {
		assertName(name, name, label);
		assertExact(value, name);
		const values: unknown[] = Array.isArray(value) ? value : [value];
		return values
			.filter((each) => each !== null && each !== undefined)
			.map((each) => `${encode(name, name, label)}=${encode(asText(each), name, label)}`);
	});
	return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function asText(value: unknown): string {
	const text = textOf(value);
	// Dates are texts in JSON.
	return typeof value === 'object' && text.startsWith('"') ? textOf(JSON.parse(text)) : text;
}

function encode(text: string, name: string, label: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		throw inputFailure(
			`'${name}' in '${label}' cannot be sent`,
			'It contains half of a character pair. Correct the value, e.g. where a text was cut.',
		);
	}
}
