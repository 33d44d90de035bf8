/** Text of the service for a log: whatever could begin a line or colour it is written out. */
export function onOneLine(text: string): string {
	return text.replace(
		/[\p{Cc}\p{Cf}\u2028\u2029]/gu,
		(character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
	);
}
