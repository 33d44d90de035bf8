import { assertName, type FieldRow } from './fields';

/** `?a=1&b=2&b=3`, or nothing. A list repeats its name, an object is sent as JSON. */
export function queryString(rows: FieldRow[], label = 'Query Parameters'): string {
	const pairs = rows.flatMap(({ name, value }) => {
		assertName(name, name, label);
		const values: unknown[] = Array.isArray(value) ? value : [value];
		return values.map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(each))}`);
	});
	return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function asText(value: unknown): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
