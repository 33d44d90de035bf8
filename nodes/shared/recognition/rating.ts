import { valueAt } from '../values/records';
import { inWords, lookUp, type Evidence, type Found } from './lookup';
import { placesOf } from './places';
import { summariesIn } from './summary';

export type Rating = string | number | null;

/** What nothing but the rating of a risk is called. */
export const RISK_RATING: Evidence<string | number> = {
	rule: 'a rating of risk',
	keys: inWords(
		/(^| )(risk|fraud|threat|safety|trust) (rating|level|score|grade|category|band|class|tier)$/,
	),
	read: asRating,
};

/** How services call the rating of a screening, the surest first. */
const RATING_KEYS: Array<Evidence<string | number>> = [
	RISK_RATING,
	{
		rule: 'a rating',
		keys: ['overall_risk', 'overall_rating', 'overall_score', 'overall_level', 'risk', 'rating'],
		read: asRating,
	},
	{
		rule: 'a rating',
		keys: ['level', 'score', 'grade', 'severity', 'verdict', 'decision', 'recommendation'],
		read: asRating,
	},
];
/** Of a check that has come to its end. */
const OUTCOME_KEYS: Evidence<string | number> = {
	rule: 'the outcome',
	keys: ['result', 'outcome', 'assessment', 'conclusion', 'match_status', 'review_result'],
	read: (raw) => (typeof raw === 'string' && raw.length <= 40 ? asRating(raw) : undefined),
};

export function findRating(value: unknown, path?: string): Rating {
	return findRatings(value, path)[0]?.value ?? null;
}

/** All that could be the rating, the surest first. */
export function findRatings(value: unknown, path?: string): Array<Found<string | number>> {
	if (path !== undefined) {
		const stated = asRating(valueAt(value, path));
		return stated === undefined ? [] : [{ value: stated, path, rule: "'Rating Path'" }];
	}
	return [
		...summariesIn(value).flatMap((place) => lookUp([place], RATING_KEYS)),
		...lookUp(placesOf(value), [OUTCOME_KEYS]),
	].filter((each, at, all) => all.findIndex(({ path: same }) => same === each.path) === at);
}

function asRating(raw: unknown): string | number | undefined {
	return (typeof raw === 'string' && raw !== '') || typeof raw === 'number' ? raw : undefined;
}
