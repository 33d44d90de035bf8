import {
	findFlaggedCount,
	findFlaggedCounts,
} from '../../../../nodes/shared/recognition/flaggedCount';

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
		['not rows', { data: [{ flagged_count: 1 }] }, null],
		['nothing', {}, null],
	])('is found: %s', (_, value, count) => {
		expect(findFlaggedCount(value)).toBe(count);
	});

	it('is where the user says, and nowhere else', () => {
		expect(findFlaggedCount({ flagged_count: 1, a: { b: [1, 2] } }, 'a.b')).toBe(2);
		expect(findFlaggedCount({ flagged_count: 1 }, 'a.b')).toBeNull();
	});

	it('has the others behind it', () => {
		expect(findFlaggedCounts({ flagged: [1], flagged_count: 7 })).toEqual([
			{ value: 7, path: 'flagged_count', rule: 'a count of what was flagged' },
			{ value: 1, path: 'flagged', rule: 'what was flagged' },
		]);
	});
});
