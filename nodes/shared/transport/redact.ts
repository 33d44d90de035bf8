/** Shorter tokens would be found in unrelated text. */
const SHORTEST = 6;
const REDACTED = '[token removed]';

/** Some services repeat the token in their answers, above all in errors: takes it out of text. */
export type Redact = (text: string) => string;

export function createRedact(token: unknown): Redact {
	const secret = typeof token === 'string' ? token.trim() : '';
	if (secret.length < SHORTEST) return (text) => text;
	const pattern = new RegExp([...secret].map(written).join(''), 'g');
	return (text) => text.replace(pattern, REDACTED);
}

/** JSON and URLs have more than one way to write what is neither a letter nor a digit. */
function written(character: string): string {
	if (/[A-Za-z0-9]|[^ -~]/.test(character)) return character;
	const code = character.charCodeAt(0).toString(16).padStart(2, '0');
	const hex = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	return `(?:\\\\?\\x${code}|\\\\u00${hex}|%${hex})`;
}
