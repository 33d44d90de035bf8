import { numberIn } from './numbers';

export type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

/** A number of 16 and more digits that is not part of a longer one or of a fraction. */
const LONG_INTEGER = /(?<![\d.])-?\d{16,}(?![\d.eE])/g;

/**
 * JSON.parse, except that an integer too long for JavaScript becomes a text: ids of social
 * networks have up to 19 digits, and would silently turn into other ids.
 */
export function parseJsonText(text: string): Parsed {
	const exact = /\d{16,}/.test(text) ? quoteLongIntegers(text) : text;
	try {
		return { ok: true, value: JSON.parse(exact) };
	} catch (error) {
		return { ok: false, problem: error instanceof Error ? error.message : String(error) };
	}
}

/** Lines of JSON, one value each; `undefined` if the first line is not one. */
export function parseJsonLines(text: string): Parsed | undefined {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const values: unknown[] = [];
	for (const [index, line] of lines.entries()) {
		const parsed = parseJsonText(line);
		if (!parsed.ok && index === 0) return undefined;
		if (!parsed.ok) return { ok: false, problem: `line ${index + 1}: ${parsed.problem}` };
		values.push(parsed.value);
	}
	return { ok: true, value: values };
}

/** Walks from text to text: an expression that matches them overflows the stack on long ones. */
function quoteLongIntegers(json: string): string {
	const parts: string[] = [];
	for (let at = 0; at < json.length; ) {
		const quote = json.indexOf('"', at);
		const open = quote === -1 ? json.length : quote;
		const close = endOfText(json, open);
		parts.push(json.slice(at, open).replace(LONG_INTEGER, quoteIfUnsafe), json.slice(open, close));
		at = close;
	}
	return parts.join('');
}

/** Behind the quote that ends the text; quotes in it stand behind a backslash. */
function endOfText(json: string, open: number): number {
	let escaped = false;
	for (let at = open + 1; at < json.length; at++) {
		if (escaped) escaped = false;
		else if (json[at] === '\\') escaped = true;
		else if (json[at] === '"') return at + 1;
	}
	return json.length;
}

function quoteIfUnsafe(integer: string): string {
	return JSON.stringify(numberIn(integer));
}
