import { messageOf } from '../failure/Failure';
import { numberIn } from './numbers';
import { runAtOnce, type Steps } from './steps';

export type Parsed<T = unknown> = { ok: true; value: T } | { ok: false; problem: string };

const LONG = 16;
/** A number of so many digits that is not part of a longer one or of a fraction. */
const LONG_INTEGER = /(?<![\d.])-?\d{16,}(?![\d.eE])/g;

/** n8n copies items by recursion: from about 1,500 levels on, that overflows the stack. */
const MAX_DEPTH = 1_000;
/** A response that is nested so deeply is so near its beginning. */
const MAX_SEARCHED_LENGTH = 64 * 1024;
export const TOO_DEEP = 'It is nested too deeply';

/**
 * JSON.parse, except that an integer too long for JavaScript becomes a text: ids of social
 * networks have up to 19 digits, and would silently turn into other ids.
 */
export function parseJsonText(text: string): Parsed {
	return runAtOnce(parseJson(text));
}

/** The same in steps. The last one is JSON.parse, which nothing divides. */
export function* parseJson(text: string): Steps<Parsed> {
	if (isTooDeep(text)) return { ok: false, problem: TOO_DEEP };
	const hasLong = /(?<!\d)\d{16}/.test(text);
	yield;
	const exact = hasLong ? yield* quoteLongIntegers(text) : text;
	yield;
	try {
		return { ok: true, value: JSON.parse(exact) };
	} catch (error) {
		return { ok: false, problem: messageOf(error) };
	}
}

function isTooDeep(text: string): boolean {
	let depth = 0;
	const end = text.length > MAX_DEPTH ? Math.min(text.length, MAX_SEARCHED_LENGTH) : 0;
	for (let at = 0; at < end && depth <= MAX_DEPTH; at++) {
		const character = text.charAt(at);
		if (character === '"') at = endOfText(text, at) - 1;
		else if (character === '[' || character === '{') depth++;
		else if (character === ']' || character === '}') depth--;
	}
	return depth > MAX_DEPTH;
}

/** Lines of JSON, one value each; `undefined` if the first line is not one. */
export function* parseJsonLines(text: string): Steps<Parsed | undefined> {
	const values: unknown[] = [];
	for (let from = 0; from < text.length; ) {
		yield;
		const end = text.indexOf('\n', from);
		const line = text.slice(from, end === -1 ? undefined : end);
		from = end === -1 ? text.length : end + 1;
		if (line.trim() === '') continue;
		const parsed = yield* parseJson(line);
		if (parsed.ok) values.push(parsed.value);
		else if (values.length === 0) return undefined;
		else return { ok: false, problem: `line ${values.length + 1}: ${parsed.problem}` };
	}
	return { ok: true, value: values };
}

/** Walks from text to text: an expression that matches them overflows the stack on long ones. */
function* quoteLongIntegers(json: string): Steps<string> {
	const parts: string[] = [];
	let done = 0;
	for (let at = 0; at < json.length; ) {
		yield;
		const quote = json.indexOf('"', at);
		const open = quote === -1 ? json.length : quote;
		if (open - at >= LONG) {
			parts.push(json.slice(done, at), json.slice(at, open).replace(LONG_INTEGER, quoteIfUnsafe));
			done = open;
		}
		at = endOfText(json, open);
	}
	return parts.join('') + json.slice(done);
}

/** Behind the quote that ends the text; quotes in it stand behind a backslash. */
function endOfText(json: string, open: number): number {
	for (let at = json.indexOf('"', open + 1); at !== -1; at = json.indexOf('"', at + 1)) {
		let from = at;
		while (json[from - 1] === '\\') from--;
		if ((at - from) % 2 === 0) return at + 1;
	}
	return json.length;
}

function quoteIfUnsafe(integer: string): string {
	return JSON.stringify(numberIn(integer));
}
