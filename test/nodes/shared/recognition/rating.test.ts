import { findRating, findRatings } from '../../../../nodes/shared/recognition/rating';

describe('the rating of a screening', () => {
	it.each<[string, unknown, string | number | null]>([
		['risk_rating', { risk_rating: 'LOW' }, 'LOW'],
		['riskLevel', { riskLevel: 'LOW' }, 'LOW'],
		['a score of another kind', { data: { fraud_score: 98.7, state: 'DECLINE' } }, 98.7],
		['a brand', { brand_safety_score: 87 }, 87],
		['a summary', { report_summary: { risk_rating: 2, url: 'x' } }, 2],
		['a summary of a summary', { summary: { overall: { level: 'high' } } }, 'high'],
		['two envelopes', { content: { data: { risk_level: 'high' } } }, 'high'],
		['attributes', { data: { type: 'report', attributes: { risk_score: 12 } } }, 12],
		['the outcome of a check', { status: 'complete', result: 'consider' }, 'consider'],
		['risk before a score', { score: 1, risk_level: 'high' }, 'high'],
		['the number 0', { risk_score: 0 }, 0],
		['not rows', { data: [{ risk_rating: 'LOW' }] }, null],
		['nothing', {}, null],
	])('is found: %s', (_, value, rating) => {
		expect(findRating(value)).toBe(rating);
	});

	it('is where the user says, and nowhere else', () => {
		expect(findRating({ rating: 1, a: { b: 'x' } }, 'a.b')).toBe('x');
		expect(findRating({ rating: 1 }, 'a.b')).toBeNull();
	});

	it('has the others behind it', () => {
		expect(findRatings({ score: 1, risk_level: 'high' })).toEqual([
			{ value: 'high', path: 'risk_level', rule: 'a rating of risk' },
			{ value: 1, path: 'score', rule: 'a rating' },
		]);
	});
});
