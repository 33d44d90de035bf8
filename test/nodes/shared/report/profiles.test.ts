import type { IDataObject } from 'n8n-workflow';

import { below, linesOf, pageOf } from './pages';

const screeningOf = (handle: string, more: IDataObject = {}): IDataObject => ({
	profile_url: `https://x.example/${handle}`,
	flagged_count: 1,
	...more,
});
const finding = '1 post flagged.';
const comparisonOf = (items: IDataObject[]) => {
	const lines = below(linesOf(items), 'Comparison');
	return lines.slice(
		0,
		lines.findIndex((line) => !line.includes('|')),
	);
};

describe('profiles side by side', () => {
	it('are a table of all that is said of each, the first search before the others', () => {
		const url = (handle: string) => `https://www.x.example/${handle}/?tab=1#top`;
		const overlap = {
			unique_followers: 9,
			profiles: [{ url: url('ada'), followers: 5, overlap: 10 }],
		};
		const search = [
			{ name: 'Ada L', username: 'ada', url: url('Ada'), followers: 6, country: 'Germany' },
			{ name: 'Bob B', username: 'bob', url: url('bob'), platform: 'TikTok' },
		];
		const ada = screeningOf('ada', { risk_rating: 'LOW' });
		expect(comparisonOf([overlap, ...search, ada, screeningOf('bob')])).toEqual([
			'Name | Handle | Platform | Country | Followers | Risk rating | Shared audience | Finding',
			`Ada L | ada | | Germany | 5 | Low | 10.0% [s1 10] | Low risk: ${finding}`,
			`Bob B | bob | TikTok | | | | | ${finding}`,
		]);
	});

	it('of a search are not shown again, unless it found others', () => {
		const found = (handle: string) => ({ name: `${handle}!`, url: `https://x.example/${handle}` });
		const items = [found('ada'), found('bob'), screeningOf('ada'), screeningOf('bob')];
		expect(pageOf(items)).not.toContain('Combined');
		expect(pageOf(items)).toContain('<h2><a href="https://x.example/ada"');
		expect(linesOf(items)).toContain('ada! Screening');
		expect(linesOf([...items, found('cy')])).toContain('3 creators Creators');
	});

	it('are one where several items are about them', () => {
		const intent = { total_comments: 10, purchase_intent_comment_count: 5 };
		const of = (handle: string) => ({ profile_url: `https://x.example/${handle}`, ...intent });
		expect(comparisonOf([screeningOf('ada'), of('ADA'), screeningOf('ada'), of('bob')])).toEqual([
			'Name | Finding',
			`ada | ${finding} 5 of 10 comments (50.0%) show purchase intent.`,
			'bob | 5 of 10 comments (50.0%) show purchase intent.',
		]);
	});

	it('keep what an earlier item says of them', () => {
		const ada = screeningOf('ada', { risk_rating: 'LOW' });
		const later = { profile_url: 'https://x.example/ada', total_comments: 10 };
		expect(comparisonOf([ada, later, screeningOf('bob')])).toEqual([
			'Name | Risk rating | Finding',
			`ada | Low | Low risk: ${finding}`,
			`bob | | ${finding}`,
		]);
	});

	it('are two where a handle is taken on two platforms', () => {
		const on = (platform: string) => ({ username: 'ada', platform, flagged_count: 1 });
		expect(comparisonOf([on('Twitch'), on('TikTok'), on('TWITCH')])).toHaveLength(3);
		const at = (host: string) => screeningOf('', { profile_url: `https://${host}/ada` });
		expect(comparisonOf([at('a.example'), at('b.example'), at('www.A.example')])).toHaveLength(3);
	});

	it.each<[string, IDataObject[]]>([
		['there is one', [screeningOf('ada'), screeningOf('ada')]],
		['others are no profiles', [screeningOf('ada'), { foo: 1 }, { unique_followers: 9 }]],
		['all come of a search', ['Ada', 'Bob'].map((name) => ({ name, followers: 1 }))],
	])('are not shown where %s', (_, items) => {
		expect(comparisonOf(items)).toEqual([]);
	});
});

it.each<[string[], string | undefined]>([
	[['NONE', 'HIGH', 'HIGH', 'HIGH'], '4 rated creators: 1 clear, 3 high risk.'],
	[['HIGH', 'LOW', 'MEDIUM'], '3 rated creators: 1 low risk, 1 medium risk, 1 high risk.'],
	[['CLEAR', 'NONE', ''], '2 rated creators: 2 clear.'],
	[['HIGH', ''], undefined],
])('screenings that are rated %j have the verdict %j', (ratings, text) => {
	const items = ratings.map((risk_rating, at) => screeningOf(`n${at}`, { risk_rating }));
	const [first] = linesOf(items);
	expect(first?.includes('rated') ? first : undefined).toBe(text);
});

it.each([
	[['NONE', 'HIGH', 'LOW'], 'poor'],
	[['NONE', 'MEDIUM'], 'fair'],
	[['NONE', 'LOW'], 'good'],
])('screenings that are rated %j are, all together, %s', (ratings, tone) => {
	const items = ratings.map((risk_rating, at) => screeningOf(`n${at}`, { risk_rating }));
	expect(/class="verdict (\w+)"/.exec(pageOf(items))?.[1]).toBe(tone);
});
