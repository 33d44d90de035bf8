import type { IDataObject } from 'n8n-workflow';

import { below, linesOf, pageOf, times } from '../pages';

const url = 'https://x.example/ada';
const post = (title: string, category: string, more = {}): IDataObject => ({
	title,
	risks: [{ category }],
	...more,
});
const verdictOf = (items: IDataObject[]) => {
	const [, tone, text] = /class="verdict (\w+)">([^<]*)/.exec(pageOf(items)) ?? [];
	return [text, tone];
};

describe('a screening', () => {
	it('shows how risky a profile is, and why', () => {
		const json = {
			profile_url: url,
			is_monitored: true,
			report_summary: {
				risk_rating: 'HIGH',
				total_content_count: 1_000,
				flagged_content_count: 25,
			},
			flagged: [post('One', 'DRUGS')],
			reviewer: 'Cy',
		};
		expect(linesOf([json])).toEqual([
			'High risk: 25 of 1,000 posts flagged.',
			'Risk rating | High',
			'Flagged posts | 25',
			'Posts checked | 1,000',
			'Share flagged | 2.5%',
			'Flagged posts',
			'One',
			'Drugs',
			'Further details',
			'Field | Value',
			'Reviewer | Cy',
		]);
		expect(pageOf([json])).toContain('Monitored \u00b7 x.example/ada');
	});

	const screening = (risk_rating: unknown, flagged?: number, checked?: number, more = {}) =>
		({ risk_rating, flagged_count: flagged, content_count: checked, ...more }) as IDataObject;

	it.each<[IDataObject, string | undefined, string | undefined]>([
		[screening('HIGH', 15, 33), 'High risk: 15 of 33 posts flagged.', 'poor'],
		[screening('LOW', 1), 'Low risk: 1 post flagged.', 'good'],
		[screening('MODERATE_RISK', 2), 'Moderate risk: 2 posts flagged.', 'fair'],
		[screening('NONE', 0, 33), 'Clear: 0 of 33 posts flagged.', 'good'],
		[screening('HIGH'), 'High risk.', 'poor'],
		[
			screening('NONE', 0, 9, { categories: { ALCOHOL: 0 } }),
			'Clear: 0 of 9 posts flagged.',
			'good',
		],
		[screening('HIGH', 0, 9), 'High risk: 0 of 9 posts flagged.', 'poor'],
		[screening(undefined, 0), '0 posts flagged.', 'good'],
		// The scale of a number is unknown.
		[screening(7, 3, 10), '3 of 10 posts flagged.', 'accent'],
		[screening(7, 0, 10), '0 of 10 posts flagged.', 'good'],
		[screening(7), undefined, undefined],
		[
			screening('HIGH', 3, 9, { categories: { ALCOHOL: 2, HATE_SPEECH: 3 } }),
			'High risk: 3 of 9 posts flagged, most often for hate speech (3).',
			'poor',
		],
	])('%j has the verdict %s', (item, text, tone) => {
		expect(verdictOf([item])).toEqual([text, tone]);
	});

	it('shows the posts that come with it instead of its own, and counts them if it does not', () => {
		const items = [screening('HIGH', undefined, undefined, { flagged: [post('Own', 'DRUGS')] })];
		const lines = linesOf([...items, post('Other', 'ALCOHOL')]);
		expect(below(lines, 'Flagged posts')).toEqual(['Other', 'Alcohol']);
		expect(lines[0]).toBe('High risk: 1 post flagged.');
	});

	it('without posts shows its categories and risks', () => {
		const json = {
			flagged_count: 8,
			categories: { DRUGS: 3, ALCOHOL: 5 },
			risks: [{ category: 'DRUGS', reason: 'A pill' }, 'ALCOHOL'],
		};
		expect(below(linesOf([json]), 'Flagged posts | 8')).toEqual([
			'Risk categories',
			'Alcohol | [s1 100] | 5',
			'Drugs | [s1 60] | 3',
			'Risks',
			'Category | Reason',
			'DRUGS | A pill',
		]);
	});

	it('shows twelve posts, and folds the others', () => {
		const posts = times(15, (at) => post(`Post ${at}`, 'DRUGS'));
		const lines = below(linesOf([screening('LOW'), ...posts]), 'Flagged posts');
		expect([lines[22], lines[24], lines.slice(-2)]).toEqual([
			'Post 11',
			'3 more',
			['Post 14', 'Drugs'],
		]);
	});
});

describe('a change of a screening', () => {
	const change = (current: IDataObject, previous: IDataObject, added: unknown[]): IDataObject => ({
		current,
		previous,
		changed: { added: added as IDataObject[] },
	});

	it('shows the ratings, all risks and what is new', () => {
		const current = {
			riskRating: 'HIGH',
			seenAt: '2026-03-07T10:00:00Z',
			result: { full_name: 'Ada', risk_rating: 'MEDIUM', flagged_count: 2, content_count: 8 },
			flagged: times(5, (at) => post(`Post ${at}`, 'DRUGS')),
		};
		const item = change(current, { riskRating: 'LOW' }, [post('New', 'ALCOHOL'), 'no record']);
		expect(linesOf([item])).toEqual([
			'From low risk to high risk: 2 posts newly flagged.',
			'Risk rating | High',
			'Flagged posts | 2',
			'Posts checked | 8',
			'Share flagged | 25.0%',
			'Rating before | Low',
			'Newly flagged | 1',
			'Risk categories',
			'Drugs | [s1 100] | 5',
			'Newly flagged posts',
			'New',
			'Alcohol',
		]);
		expect(pageOf([item])).toMatch(/<h1>Ada<\/h1><p class="about">Seen on 7 Mar 2026/);
	});

	it.each<[IDataObject, string | undefined]>([
		[change({ riskRating: 'LOW' }, { riskRating: 'LOW' }, [{}]), 'Low risk: 1 post newly flagged.'],
		[change({ riskRating: 'LOW' }, {}, []), 'Low risk.'],
		[change({}, {}, [{}]), '1 post newly flagged.'],
		[change({}, {}, []), undefined],
	])('%j has the verdict %j', (item, text) => {
		expect(verdictOf([item])[0]).toBe(text);
	});

	it.each([
		['HIGH', 'LOW', 'good'],
		['LOW', 'HIGH', 'poor'],
	])('from %s to %s is as good as what is the case now: %s', (before, now, tone) => {
		const item = change({ riskRating: now }, { riskRating: before }, []);
		expect(verdictOf([item])[1]).toBe(tone);
	});

	it.each([
		[0, 'good'],
		[1, 'poor'],
	])('with %d newly flagged posts shows that as %s', (count, tone) => {
		const item = change(
			{},
			{},
			times(count, () => post('x', 'DRUGS')),
		);
		expect(pageOf([item])).toMatch(new RegExp(`<dd class="tone ${tone}">${count}<`));
	});
});
