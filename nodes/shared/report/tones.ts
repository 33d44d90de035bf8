import { inWords } from './words';

/** What colours say: good and poor are judgements, the numbered ones only tell things apart. */
export type Tone = 'accent' | 'good' | 'fair' | 'poor' | 'quiet' | `s${1 | 2 | 3 | 4 | 5}`;

export function sentimentTone(word: string): 'good' | 'quiet' | 'poor' {
	if (/^pos/i.test(word)) return 'good';
	return /^neg/i.test(word) ? 'poor' : 'quiet';
}

const CLEAR = /^(no|none|minimal|safe|clear|green|clean|pass|passed|ok)\b/i;
const RATINGS: Array<[RegExp, Tone]> = [
	[CLEAR, 'good'],
	[/^(low|very low)\b/i, 'good'],
	[/^(medium|moderate|mid|elevated|amber|yellow|consider|review)\b/i, 'fair'],
	[/^(high|very high|severe|critical|extreme|red|unsafe|fail|failed|reject|rejected)\b/i, 'poor'],
];

/** A number says nothing: with some services a high one is good, with others it is not. */
export function ratingTone(rating: string | number = ''): Tone {
	const words = typeof rating === 'number' ? '' : inWords(rating);
	return RATINGS.find(([pattern]) => pattern.test(words))?.[1] ?? 'accent';
}

/** `clear` or `high risk`. */
export function riskOf(rating: string | number | undefined): string | undefined {
	if (typeof rating !== 'string') return undefined;
	const words = inWords(rating).toLowerCase();
	if (CLEAR.test(words)) return 'clear';
	return words.includes('risk') ? words : `${words} risk`;
}

/** From which value on a word holds, and how good that is; the highest first. */
export type Levels = Array<[from: number, word: string, tone: Tone]>;

export function levelOf(value: number, levels: Levels): { word: string; tone: Tone } {
	const [, word = '', tone = 'quiet'] = levels.find(([from]) => value >= from) ?? [];
	return { word, tone };
}
