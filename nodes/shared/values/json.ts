import { messageOf } from '../failure/Failure';
import { runAtOnce, type Steps } from './steps';

export type Parsed<T = unknown> = { ok: true; value: T } | { ok: false; problem: string };

/** A shorter number without an exponent is exact. */
const MIN_INEXACT_LENGTH = 16;
/** n8n copies items by recursion: from about 1,500 levels on, that overflows the stack. */
const MAX_DEPTH = 1_000;

/** Characters that take no time worth a pause. */
const STEP = 16 * 1024;

/** What a user entered: of the numbers that JavaScript cannot hold, only integers are sent as a text. */
export function parseJsonText(text: string): Parsed {
	const isInteger = (number: string) => /^-?\d+$/.test(number);
	return runAtOnce(parseJson(text, (number) => isInteger(number) && isRounded(number)));
}

/**
 * JSON.parse, except that a number that JavaScript cannot hold becomes a text: IDs of social networks
 * have up to 19 digits, and would silently turn into other IDs. The last step is JSON.parse, which
 * nothing divides.
 */
export function* parseJson(
	text: string,
	isKept = (number: string) => isRounded(number) || Math.abs(Number(number)) === Infinity,
): Steps<Parsed> {
	const exact = yield* quoteNumbers(text, isKept);
	if (exact === undefined) return { ok: false, problem: 'It is nested too deeply' };
	yield;
	try {
		return { ok: true, value: JSON.parse(exact) };
	} catch (error) {
		return { ok: false, problem: messageOf(error) };
	}
}

/** Whether JavaScript changes the digits before the point. Programs write an exponent where they have rounded before. */
const isRounded = (number: string): boolean =>
	!/e/i.test(number) && Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER;

/** Lines of JSON, one value each; `undefined` if the first line is not one. */
export function* parseJsonLines(text: string): Steps<Parsed | undefined> {
	const values: unknown[] = [];
	for (let from = 0; from < text.length;) {
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

/** Puts numbers into quotes; nothing for a text that is nested too deeply. */
function* quoteNumbers(
	json: string,
	isQuoted: (number: string) => boolean,
): Steps<string | undefined> {
	const parts: string[] = [];
	let done = 0;
	let depth = 0;
	let pauseAt = STEP;
	for (let at = 0; at < json.length;) {
		if (at > pauseAt) {
			yield;
			pauseAt = at + STEP;
		}
		const code = json.charCodeAt(at);
		if (code === QUOTE) {
			at = endOfText(json, at);
		} else if (isPartOfNumber(code)) {
			const from = at;
			let hasExponent = false;
			for (let each = code; isPartOfNumber(each); each = json.charCodeAt(++at)) {
				hasExponent ||= (each | LOWER_CASE) === E;
			}
			if (!hasExponent && at - from < MIN_INEXACT_LENGTH) continue;
			const number = json.slice(from, at);
			if (!isQuoted(number)) continue;
			parts.push(json.slice(done, from), `"${number}"`);
			done = at;
		} else {
			at++;
			// [ and { are the codes 0x5b and 0x7b, ] and } are 0x5d and 0x7d.
			if ((code | LOWER_CASE) === 0x7b && ++depth > MAX_DEPTH) return undefined;
			if ((code | LOWER_CASE) === 0x7d) depth--;
		}
	}
	return parts.length === 0 ? json : parts.join('') + json.slice(done);
}

const QUOTE = 0x22;
const LOWER_CASE = 0x20;
const E = 0x65;

/** Digits, + - . and e. */
function isPartOfNumber(code: number): boolean {
	return (
		(code >= 0x30 && code <= 0x39) ||
		(code >= 0x2d && code <= 0x2e) ||
		code === 0x2b ||
		(code | LOWER_CASE) === E
	);
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
