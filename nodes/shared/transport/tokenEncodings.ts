/** Repetitions and lengths are bounded: a hostile response must not take long to search. */

/** Characters per pattern. */
const PIECE = 48;
const MAX_BACKSLASHES = 8;
/** Base64 that is shorter would be found in unrelated text. */
const SHORTEST_BASE64 = 8;

const NAMED: Record<string, string[]> = {
	'&': ['amp'],
	'<': ['lt'],
	'>': ['gt'],
	'"': ['quot'],
	"'": ['apos'],
};

/** A pattern for the beginning of the text; `between` stands between two characters. */
export function beginningAsWritten(text: string, between: string): string {
	const [first = '', ...more] = [...text].slice(0, PIECE);
	return [
		oneCharacter(first, between, true),
		...more.map((character) => oneCharacter(character, between)),
	].join(between);
}

export function restAsWritten(text: string, between: string): string[] {
	const characters = [...text];
	const pieces: string[] = [];
	for (let at = PIECE; at < characters.length; at += PIECE) {
		const piece = characters.slice(at, at + PIECE).map((each) => oneCharacter(each, between));
		pieces.push(between + piece.join(between));
	}
	return pieces;
}

/** Patterns for hexadecimal, and for Base64 at each of its three alignments. */
export function asEncoded(text: string): string[] {
	const bytes = Buffer.from(text);
	const hex = [...bytes.toString('hex')]
		.slice(0, 2 * PIECE)
		.map(anyCase)
		.join('');
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
	return [hex, ...base64];
}

function oneCharacter(character: string, between: string, isFirst = false): string {
	const code = character.codePointAt(0) ?? 0;
	const bytes = [...Buffer.from(character)];
	const join = (units: string[]) => units.join(between);
	const some = (unit: string, most: number) => `(?:${unit}${between}){0,${most}}`;
	// JSON in JSON doubles them. Those before the first character are read once, from their beginning.
	const backslashes = isFirst
		? `(?<!\\\\${between})(?:\\\\${between})+`
		: `(?:\\\\${between}){1,${MAX_BACKSLASHES}}`;
	const escaped = (letter: string, digits: string[]) => backslashes + join([letter, ...digits]);
	// In addresses, and in quoted-printable text.
	const percent = (values: number[]) =>
		join(
			values.map((value) => `[%=]${between}${some(join(['2', '5']), 3)}${join(digits(value, 2))}`),
		);
	const entity = (start: string[], number: string[]) =>
		`${join(['&', '#', ...start])}${between}${some('0', 6)}${join(number)}(?:${between};)?`;
	const forms = [
		// Letters stand for themselves; JSON may write backslashes before others.
		(/[A-Za-z0-9]/.test(character) ? '' : `(?:${backslashes})?`) + literal(character),
		escaped('[uU]', digits(code, 4)),
		percent(bytes),
		entity([], [...String(code)]),
		entity(['[xX]'], digits(code, 1)),
		...(NAMED[character] ?? []).map((name) => join([...`&${name};`])),
	];
	if (code <= 0xff) forms.push(escaped('x', digits(code, 2)));
	// Headers carry one byte, bodies mostly UTF-8, which is seen here byte by byte.
	if (code > 0x7f && code <= 0xff) forms.push(percent([code]));
	if (code > 0x7f) forms.push(join(bytes.map((byte) => literal(String.fromCharCode(byte)))));
	return `(?:${forms.join('|')})`;
}

function digits(value: number, length: number): string[] {
	return [...value.toString(16).padStart(length, '0')].map(anyCase);
}

function anyCase(digit: string): string {
	return /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit;
}

/** There are two alphabets, and JSON may write a backslash before a slash. */
function base64Letter(letter: string): string {
	if (letter === '+') return '[+-]';
	return letter === '/' ? '\\\\?[/_]' : letter;
}

function literal(character: string): string {
	if (/[A-Za-z0-9]/.test(character)) return character;
	return [...Array(character.length).keys()]
		.map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
		.join('');
}
