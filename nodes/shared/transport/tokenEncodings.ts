/**
 * Patterns for the token as it is, in JSON, in a URL, in hexadecimal and in Base64. Repetitions and lengths are
 * bounded: a hostile response must not take long to search.
 */

/** Characters per pattern. */
const PIECE = 48;
/** JSON in JSON doubles them. */
const BACKSLASHES = '\\\\{1,8}';
/** UTF-16 and UTF-32 put zeros between the letters. */
const ZEROS = '\\0{0,3}';
/** Base64 that is shorter would be found in unrelated text. */
const SHORTEST_BASE64 = 8;

/** A pattern for each piece of the text as it is, in JSON or in a URL. */
export function piecesAsWritten(text: string): string[] {
	const characters = [...text].map(oneCharacter);
	const count = Math.ceil(characters.length / PIECE);
	return Array.from({ length: count }, (_, n) => {
		const piece = characters.slice(n * PIECE, (n + 1) * PIECE).join(ZEROS);
		return n === 0 ? piece : ZEROS + piece;
	});
}

/** Patterns for hexadecimal, and for Base64 at each of its three alignments. */
export function asEncoded(text: string): string[] {
	const bytes = Buffer.from(text);
	const base64 = [0, 1, 2]
		.map((before) => {
			const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
			// The first and the last letter may hold a part of something else.
			const complete = Math.floor(((before + bytes.length) * 8) / 6);
			return whole.slice(before === 0 ? 0 : before + 1, complete);
		})
		.filter((letters) => letters.length >= SHORTEST_BASE64)
		.map((letters) => [...letters.slice(0, PIECE)].map(base64Letter).join(''))
		.map((pattern) => `${pattern}[\\w+/-]*=*`);
	return [anyCase(bytes.toString('hex').slice(0, 2 * PIECE)), ...base64];
}

function oneCharacter(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const bytes = [...Buffer.from(character)];
	const inBody = bytes.map((byte) => literal(byte)).join(ZEROS);
	const forms = [
		// Letters stand for themselves; JSON may write backslashes before others.
		(/[A-Za-z0-9]/.test(character) ? '' : `(?:${BACKSLASHES})?`) + literal(code),
		// UTF-8 is seen byte by byte.
		...(code > 0x7f ? [inBody] : []),
		`${BACKSLASHES}${ZEROS}${['u', ...hexDigits(code, 4)].join(ZEROS)}`,
		bytes.map((byte) => ['%', ...hexDigits(byte, 2)].join(ZEROS)).join(ZEROS),
	];
	return `(?:${forms.join('|')})`;
}

function hexDigits(value: number, length: number): string[] {
	return [...value.toString(16).padStart(length, '0')].map(anyCase);
}

function anyCase(hex: string): string {
	return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** There are two alphabets, and JSON may write a backslash before a slash. */
function base64Letter(letter: string): string {
	if (letter === '+') return '[+-]';
	return letter === '/' ? '\\\\?[/_]' : letter;
}

function literal(code: number): string {
	return `\\u${code.toString(16).padStart(4, '0')}`;
}
