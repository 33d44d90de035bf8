/** A text where n8n shows HTML and nothing else: hints, and notices of the editor. */
export function asHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The text of an error: n8n shows it as HTML in one place and as it is in others, so that an escaped
 * one would be wrong there. Without its first character a tag is none.
 */
export function withoutTags(text: string): string {
	return text.replace(/<(?=[a-z/!?])/gi, '\u2039');
}

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
