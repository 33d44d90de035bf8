import { isObject } from '../json';

export const specialInputs = {
	'fails-always': 'a job fails with a reason; a synchronous request answers 400',
	partial: 'a job finishes with half of its rows and says so',
	slow: 'a job takes ten times as long',
	'never-finishes': 'a job stays at work for ever',
	instant: 'a job is done when its submit is answered',
	empty: 'a job finishes with no rows at all',
	unknown: 'there is no such profile: a job fails, a synchronous request answers 404',
} as const;
export type SpecialInput = keyof typeof specialInputs;

const words = Object.keys(specialInputs).filter(
	(word): word is SpecialInput => word in specialInputs,
);
const patterns = words.map((word) => [word, patternOf(word)] as const);

export function patternOf(word: SpecialInput): RegExp {
	return new RegExp(`(?:^|[^a-z0-9])${word}(?:$|[^a-z0-9])`, 'i');
}

/** Looks at handles, addresses and URLs: text with blanks is prose and means nothing special. */
export function specialInputsOf(value: unknown): Set<SpecialInput> {
	const found = new Set<SpecialInput>();
	const visit = (part: unknown): void => {
		if (typeof part === 'string' && part.length <= 300 && !/\s/.test(part)) {
			for (const [word, pattern] of patterns) if (pattern.test(part)) found.add(word);
		} else if (Array.isArray(part)) {
			part.forEach(visit);
		} else if (isObject(part)) {
			Object.values(part).forEach(visit);
		}
	};
	visit(value);
	return found;
}
