import { valueAt } from '../values/paths';
import { isRecord } from '../values/records';

export type Rating = string | number | null;

/** Where services of this family put the rating of a screening. */
const RATING_HOLDERS = ['', 'report_summary', 'summary', 'report', 'risk'];

const RATING_CONTAINERS = ['', 'data', 'result', 'job'];

const RATING_KEYS = [
	'risk_rating',
	'riskRating',
	'risk_level',
	'riskLevel',
	'risk_score',
	'riskScore',
	'overall_risk',
	'rating',
	'level',
	'score',
];

export function findRating(value: unknown, path?: string): Rating {
	if (path !== undefined) return asRating(valueAt(value, path)) ?? null;
	for (const container of RATING_CONTAINERS) {
		for (const holder of RATING_HOLDERS) {
			const found = valueAt(valueAt(value, container), holder);
			if (!isRecord(found)) continue;
			const rating = RATING_KEYS.map((key) => asRating(found[key])).find(
				(each) => each !== undefined,
			);
			if (rating !== undefined) return rating;
		}
	}
	return null;
}

function asRating(raw: unknown): string | number | undefined {
	return (typeof raw === 'string' && raw !== '') || typeof raw === 'number' ? raw : undefined;
}
