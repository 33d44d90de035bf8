/** Longer ones come from a service that says too much. */
const LONGEST = 4_000;

/** A text of others in a log: in one line, and so that nothing in it looks like another entry. */
export function inLog(text: string | number): string {
	const whole = String(text);
	const shown = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}...` : whole;
	// Control characters, invisible ones that turn the direction of text, and line breaks of Unicode.
	return shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
		return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
	});
}
