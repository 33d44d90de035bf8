import type { IDataObject } from 'n8n-workflow';

/** What our nodes may add to what the service has. Any other field that it does not have is wrong. */
export const NODE_FIELDS = ['job', 'recognised', 'reportView', 'reportHtml'];

/** The same text for the same JSON: neither the order of keys counts nor whether 1 is written as 1.0. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (!isObject(value)) return JSON.stringify(value) ?? 'null';
	const names = Object.keys(value).filter((name) => value[name] !== undefined);
	return `{${names.sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}

/** The same for a body, which may be JSON as text. */
export function canonicalBody(body: unknown): string {
	if (typeof body !== 'string') return canonical(body);
	try {
		return canonical(JSON.parse(body));
	} catch {
		return body;
	}
}

/** The same for all items that may be the same: what nodes may add or leave out is not in it. */
export function fingerprint(json: IDataObject): string {
	const ofService = Object.entries(json).filter(
		([name, value]) => !NODE_FIELDS.includes(name) && !(name === 'error' && value === null),
	);
	return canonical(Object.fromEntries(ofService));
}

/** Whether two items with the same fingerprint are the same. */
export const isSameItem = (json: IDataObject, wanted: IDataObject): boolean =>
	['error', ...NODE_FIELDS].every((name) => isSame(name, json[name], wanted[name]));

/** Where an item is not as wanted; undefined if it is. */
export function difference(json: IDataObject, wanted: IDataObject): string | undefined {
	const names = [...Object.keys(wanted), ...Object.keys(json)];
	const name = names.find((each) => !isSame(each, json[each], wanted[each]));
	return name === undefined
		? undefined
		: `'${name}' is ${shown(json[name])} instead of ${shown(wanted[name])}`;
}

function isSame(name: string, value: unknown, wanted: unknown): boolean {
	// n8n takes an item with a field `error` for a failed one, so our nodes leave out one that is null.
	if (name === 'error') return (value ?? null) === null && (value === undefined || wanted === null);
	return NODE_FIELDS.includes(name)
		? covers(value, wanted)
		: canonical(value) === canonical(wanted);
}

/** What the node adds is compared as far as it is named. */
function covers(value: unknown, wanted: unknown): boolean {
	if (wanted === undefined) return true;
	if (!isObject(wanted)) return canonical(value) === canonical(wanted);
	return isObject(value) && Object.keys(wanted).every((name) => covers(value[name], wanted[name]));
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_SHOWN = 80;

function shown(value: unknown): string {
	const text = value === undefined ? 'missing' : canonical(value);
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}
