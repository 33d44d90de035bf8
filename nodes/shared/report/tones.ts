import { memoize } from '../recognition/keys';
import { inWords } from './words';

/** What colours say: good and poor are judgements, the others are none. */
export type Tone = 'accent' | 'good' | 'fair' | 'poor' | 'quiet' | 's1';

/** What is denied is not the opposite: "non_negative" is no praise. */
const UNDECIDED = /neutral|mixed|(?<![a-z])(no[nt]?|never|without)(?=pos|neg|[^a-z]|$)|n't/i;

export const sentimentTone = memoize((text: string): 'good' | 'quiet' | 'poor' => {
	const isGood = /positi|(?<![a-z])pos(?![a-z])/i.test(text);
	const isPoor = /negati|(?<![a-z])neg(?![a-z])/i.test(text);
	if (isGood === isPoor || UNDECIDED.test(text)) return 'quiet';
	return isGood ? 'good' : 'poor';
});

/** As a whole: "no data" and "clear violation" are not clear. */
const CLEAR = /^(no|none|minimal|safe|clear|cleared|green|clean|pass|passed|ok|no match)( risk)?$/i;
const UNRATED =
	/^(n\/?a|unknown|unrated|pending|no(t|ne)? (data|rated|available|applicable)|-|\u2013)$/i;
const RATINGS: Array<[RegExp, Tone]> = [
	[CLEAR, 'good'],
	[/^((very )?low( risk)?|approved?)$/i, 'good'],
	[/^(medium|moderate|mid|elevated|amber|yellow|consider|review|suspected|suspicious)\b/i, 'fair'],
	[/^low\b|^(flagged|manual review|potential match)$/i, 'fair'],
	[/^((very )?high|severe|critical|extreme|red|un(safe|trusted)|fail(ed)?)\b/i, 'poor'],
	[/^(reject(ed)?|declined?|denied|deny|block(ed)?|not (safe|eligible))$/i, 'poor'],
];

/** Words that say that there is no rating. */
export const isUnrated = (rating: string | number | undefined): boolean =>
	rating === undefined || (typeof rating === 'string' && UNRATED.test(inWords(rating)));

/** A number says nothing: with some services a high one is good, with others it is not. */
export function ratingTone(rating: string | number = ''): Tone {
	const words = typeof rating === 'number' ? '' : inWords(rating);
	return RATINGS.find(([pattern]) => pattern.test(words))?.[1] ?? 'accent';
}

/** A degree of risk; any other word is a verdict of its own. */
const DEGREE =
	/^(very |extremely )?(low|lower|medium|moderate|mid|elevated|high|higher|severe|critical|extreme)\b/;

/** `clear`, `high risk`, or `rated red`. */
export function riskOf(rating: string | number | undefined): string | undefined {
	if (typeof rating !== 'string' || isUnrated(rating)) return undefined;
	const words = inWords(rating).toLowerCase();
	if (CLEAR.test(words)) return 'clear';
	if (!DEGREE.test(words)) return `rated ${words}`;
	return words.includes('risk') ? words : `${words} risk`;
}

/** From which value on a word holds, as it is shown, and how good that is; the highest first. */
export type Levels = Array<[from: number, word: string, tone: Tone]>;

/** A sentence with the word that holds for the value; nothing where there is no value. */
export function judged(
	value: number | undefined,
	levels: Levels,
	sentence: (word: string, value: number) => string,
): { text: string; tone: Tone } | undefined {
	const level = levels.find(([from]) => Math.round((value ?? NaN) * 10) / 10 >= from);
	if (value === undefined || level === undefined) return undefined;
	return { text: `${sentence(level[1], value)}.`, tone: level[2] };
}
