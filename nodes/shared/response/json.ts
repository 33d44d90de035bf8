export type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

/**
 * A text, or a number of 16 and more digits that is not part of a longer one or of a fraction.
 * Texts are matched run by run: one branch per character overflows the stack at some megabytes.
 */
const TEXT_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g;

/**
 * JSON.parse, except that an integer too long for JavaScript becomes a text: ids of social
 * networks have up to 19 digits, and would silently turn into other ids.
 */
export function parseJsonText(text: string): Parsed {
	const exact = /\d{16,}/.test(text) ? text.replace(TEXT_OR_LONG_INTEGER, quoteIfUnsafe) : text;
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

function quoteIfUnsafe(token: string): string {
	return token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}
