// What errors and hints say. The phrases are those of our nodes, so what other nodes say may be missed.

/** Sentences that say that a request may have been carried out. */
const OUTCOME_UNKNOWN =
	/may have (?:taken effect|been (?:submitted|carried out|processed|charged|sent))|probably exists/i;
/** "Nothing may have been charged" is none. */
const DENIED = /\b(?:nothing|no|none|never|neither|not)\b[^,;:]*(?:may have|probably exists)/i;

export const saysOutcomeUnknown = (text: string): boolean =>
	text.split(/[.\n]/).some((sentence) => OUTCOME_UNKNOWN.test(sentence) && !DENIED.test(sentence));

/** As a whole word: job 7 is not named by "job 71". */
export function names(text: string, word: string | number): boolean {
	const escaped = String(word).replace(/[^\w\s]/g, '\\$&');
	return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text);
}

const PARTS = '\\b(?:rows|items|pages?|results?|comments|list|file)\\b';
const LACK =
	'\\b(?:more|missing|remaining|incomplete|only|not all|not (?:read|returned)|could not be)\\b';
const MISSING = new RegExp(`${PARTS}[^.]*${LACK}|${LACK}[^.]*${PARTS}`, 'i');

/** Says that a part of what was requested is missing. */
export const saysMissing = (text: string): boolean => MISSING.test(text);

/** Says that there was an error, and nothing about it. */
export const isVague = (text: string): boolean =>
	/^\W*(?:something went wrong|unknown error|an error occurred)\W*(?:\n|$)/i.test(text);

const STEP =
	'Add|Check|Choose|Correct|Enter|Increase|Loosen|Lower|Make sure|Process|Raise|Remove|Request|Retry|Return|Run|Save|Send|Set|Start|Try|Turn|Use|Wait';
const ADVICE = new RegExp(`(?:^|[.:,;"\\n] *)(?:${STEP})\\b`, 'i');

/** Says what to set or to do. */
export const advises = (text: string): boolean => /'[A-Z][^']+'/.test(text) || ADVICE.test(text);

/** Says that the response was not read as the user wants it. */
export const saysUnread = (text: string): boolean =>
	/whole response|found no (?:list|rows)|could not (?:identify|read|recogni)|not certain/i.test(
		text,
	);
