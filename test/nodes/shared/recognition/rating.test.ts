import { findFlaggedCount, findRating } from '../../../../nodes/shared/recognition/rating';
import { within } from '../within';

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
		['a verdict under any key', { id: 1, colour_code: 'x', screen: { answer: 'GREEN' } }, 'GREEN'],
		['a decision', { decision: { value: 'reject', model: 'm1' } }, 'reject'],
		['risk anywhere', { id: 1, a: {}, check: { details: { risk_level: 'high' } } }, 'high'],
		['the worst of many', { highest_severity: 'low', issues: [{ severity: 'low' }] }, 'low'],
		['a number with its scale', { brand_fit: '7/10' }, '7/10'],
		['the only score', { scores: { abuse: { score: 0.9 } } }, 0.9],
		[
			'an outcome that is also a word for a state',
			{ status: 'done', result: 'rejected' },
			'rejected',
		],
		[
			'a verdict on all before a risk far from it',
			{ verdict: 'LOW', a: { b: { risk: 'high' } } },
			'LOW',
		],
		['now', { previous_risk_rating: 'low', current_risk_rating: 'high' }, 'high'],
		[
			'now, in an object',
			{ previous: { risk_rating: 'low' }, current: { risk_rating: 'high' } },
			'high',
		],
		['its own, not the least', { min_risk_level: 'low', risk_level: 'high' }, 'high'],
		['its own, not the worst', { max_risk_rating: 'critical', risk_rating: 'low' }, 'low'],
		['its own, not a threshold', { risk_threshold: 'low', risk_rating: 'high' }, 'high'],
		['its own, not that of an alert', { alert_risk_level: 'low', risk_rating: 'high' }, 'high'],
		['its own, not an average', { industry_average_risk_score: 70, risk_score: 12 }, 12],
		['its own, not the end of the scale', { max_score: 100, score: 12 }, 12],
		['a word, not the scale', { status: { overall: 'APPROVED', max_score: 100 } }, 'APPROVED'],
		['no end of a scale', { report: { max_score: 100 } }, null],
		['the worst that there is', { max_risk_score: 80 }, 80],
		['of an alert alone', { alert: { risk_level: 'high' } }, 'high'],
		['of an alert alone, by a key', { risk_alert_level: 'high' }, 'high'],
		['an average alone', { average_risk_score: 40 }, 40],
		['the last alone', { lastRiskScore: 55 }, 55],
		['none of two of another time', { last_risk_score: 55, average_risk_score: 40 }, null],
		['never the one before', { previous_risk_score: 55 }, null],
		['a verdict in a state', { status: { label: 'done', level: 'high' } }, 'high'],
		['no level of a state', { status: { label: 'finished', level: 'info' } }, null],
		['no score of a state', { status: { code: 'done', score: 4 } }, null],
		['past a state', { state: { name: 'done', level: 'info' }, brand_safety: 'low' }, 'low'],
		['of a moderation', { moderation_status: 'approved' }, 'approved'],
		['of contents', { content_safety: 'unsafe' }, 'unsafe'],
		['of a brand', { brand_suitability: 'low' }, 'low'],
		['of a brand, as a state', { brand_safety_status: 'unsafe' }, 'unsafe'],
		['a check', { safety_check: 'pass' }, 'pass'],
		['a class', { classification: 'unsafe' }, 'unsafe'],
		['none of several categories', { categories: { hate: 'low', drugs: 'high' } }, null],
		[
			'none of several objects',
			{ risk_by_category: { hate: { level: 'low' }, drugs: { level: 'high' } } },
			null,
		],
		[
			'none of several profiles',
			{ instagram: { risk_rating: 'low' }, tiktok: { risk_rating: 'high' } },
			null,
		],
		[
			'that of several profiles',
			{ instagram: { risk_rating: 'low' }, tiktok: { risk_rating: 'low' } },
			'low',
		],
		['no word for something else', { engagement: 'low', consent: 'approved' }, null],
		['no word in another thing', { status: 'done', reach: { level: 'low' } }, null],
		[
			'no payment',
			{ id: 1, payment: { status: 'approved' }, account: { verification: 'approved' } },
			null,
		],
		['none of several scores', { scores: { abuse: { score: 0.9 }, hate: { score: 0.1 } } }, null],
		['no sentence', { risk_rating: 'This profile has a high risk of something' }, null],
		['no word for a state', { status: 'done', result: 'success' }, null],
		['no quality of something', { video_quality: 'high', priority: 'low' }, null],
		['not rows', { data: [{ risk_rating: 'LOW' }] }, null],
		['not what was asked for', { parameters: { thresholds: { risk_level: 'high' } } }, null],
		['nothing', {}, null],
	])('is found: %s', (_, value, rating) => {
		expect(findRating(value)?.value ?? null).toBe(rating);
	});

	it('has its place and rule', () => {
		const expected = { value: 'high', path: 'risk_level', rule: 'rating.risk' };
		expect(findRating({ score: 1, risk_level: 'high' })).toMatchObject(expected);
	});
});

describe('the count of what a screening flagged', () => {
	it.each<[string, unknown, number | null]>([
		['flagged_content_count', { flagged_content_count: 3 }, 3],
		['flaggedCount', { flaggedCount: 0 }, 0],
		['a summary', { report_summary: { risk_rating: 'LOW', flagged_content_count: 2 } }, 2],
		['an envelope', { data: { summary: { total_flagged: 4 } } }, 4],
		['a number as text', { flagged_items_count: '12' }, 12],
		['a list', { report: { flagged_contents: [{}, {}] } }, 2],
		['a count before a list', { flagged: [{}], flagged_count: 7 }, 7],
		['not all contents', { total_content_count: 9 }, null],
		['not categories', { flagged_categories: { A: 1 } }, null],
		['not a flag', { flagged: true }, null],
		['not the one before', { previous_flagged_count: 9, flagged_count: 2 }, 2],
		['not a share', { flagged_count: 2.5 }, null],
		['not rows', { data: [{ flagged_count: 1 }] }, null],
		['nothing', {}, null],
	])('is found: %s', (_, value, count) => {
		expect(findFlaggedCount(value)?.value ?? null).toBe(count);
	});

	it.each([
		['found', 'two', 'summary.overall', 3],
		['not found', 'three', 'summary.overall.scores', undefined],
	])('is %s in %s nested summaries', (_, __, path, count) => {
		const value = { id: 1, ...within(path, { flagged_count: 3 }) };
		expect(findFlaggedCount(value)?.value).toBe(count);
	});
});
