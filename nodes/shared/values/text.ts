/** The text without these characters at its end. `/x+$/` would take the square of a row of them. */
export function trimEndOf(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}

/** A value as text: nothing for nothing, JSON for lists and objects. */
export function textOf(value: unknown): string {
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
		case 'boolean':
		case 'bigint':
			return value.toString();
		case 'object':
			return value === null ? '' : JSON.stringify(value);
		default:
			return '';
	}
}

/** What an error calls a value of the wrong kind. */
export function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'empty';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Splits "a, b" or takes a list as it is. */
export function splitNames(names: unknown): string[] {
	const parts: unknown[] = Array.isArray(names) ? names : textOf(names).split(/[,\n]/);
	return parts.map((part) => textOf(part).trim()).filter((part) => part !== '');
}

/** `a%20b` as `a b`; nothing for a text that is encoded wrong. */
export function percentDecoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
