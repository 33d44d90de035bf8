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
