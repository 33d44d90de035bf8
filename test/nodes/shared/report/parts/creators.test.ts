import { below, linesOf, times } from '../pages';

const url = 'https://x.example/ada';

it('creators are told of together, and side by side', () => {
	const items = [
		{
			full_name: 'Ada',
			platform_username: 'ada',
			platform: 'Instagram',
			country: 'FRANCE',
			profile_url: url,
			followers: 1_500,
			engagement_rate: 0.03,
		},
		{ username: 'bob', platform: 'Twitch', country: 'Germany', followers: 12_000 },
		{ name: 'Cy', country: 'Germany', url, engagement_rate: 4.5, risk_rating: 'LOW', followers: 0 },
	];
	expect(linesOf(items)).toEqual([
		'Combined followers | 13.5K',
		'Median engagement rate | 4.5%',
		'Most followers',
		'@bob | [s1 100] | 12K',
		'Ada | [s1 12.5] | 1,500',
		'Cy | [s1 0] | 0',
		'Countries',
		'Germany | [s1 100] | 2',
		'France | [s1 50] | 1',
		'Platforms',
		'Instagram | [s1 100] | 1',
		'Twitch | [s1 100] | 1',
		'Creators',
		'Name | Handle | Platform | Country | Followers | Engagement | Risk rating',
		'Ada | ada | Instagram | FRANCE | 1,500 | 3.0%',
		'@bob | | Twitch | Germany | 12,000',
		'Cy | | | Germany | 0 | 4.5% | Low',
	]);
});

it.each([
	[[12.1, 3.4, 5], '5.0%'],
	[[100, 20, 3], '20.0%'],
	[[0.02, 0.1, 0.03], '3.0%'],
])('the median of the engagement rates %j is %s', (rates, median) => {
	const items = rates.map((engagement_rate, at) => ({ name: `n${at}`, url, engagement_rate }));
	expect(linesOf(items)[0]).toBe(`Median engagement rate | ${median}`);
});

it('creators are not compared where there is nothing to compare', () => {
	const alike = { country: 'Germany', platform: 'Twitch' };
	const items = [
		{ name: 'Ada', followers: 0, ...alike },
		{ name: 'Bob', ...alike },
	];
	expect(linesOf(items)[0]).toBe('Creators');
});

describe('a table of creators', () => {
	const named = (count: number, more: (at: number) => object) =>
		times(count, (at) => ({ name: `n${at}`, url, ...more(at) }));
	const namesOf = (lines: string[], count: number) =>
		lines.slice(1, count + 1).map((line) => line.split(' | ')[0]);

	it('of thirty shows all in their order', () => {
		const lines = linesOf(named(30, (at) => ({ followers: at })));
		expect(namesOf(below(lines, 'Creators'), 30)).toEqual(times(30, (at) => `n${at}`));
	});

	it.each([
		['highest engagement rate', (at: number) => ({ engagement_rate: at, followers: 1 })],
		['most followers', (at: number) => ({ followers: at })],
	])('of more shows the ten with the %s, and folds the others', (title, more) => {
		const lines = linesOf(named(31, more));
		const best = below(lines, `Creators: ${title}`);
		expect(namesOf(best, 10)).toEqual(times(10, (at) => `n${30 - at}`));
		expect(namesOf(below(lines, 'The other 21'), 21)).toEqual(times(21, (at) => `n${at}`));
	});

	it('of more has those last whose measure is unknown', () => {
		const lines = linesOf(named(31, (at) => (at === 0 ? {} : { engagement_rate: 0 })));
		const best = below(lines, 'Creators: highest engagement rate');
		expect(namesOf(best, 10)).toEqual(times(10, (at) => `n${at + 1}`));
	});

	it('has the scores that a search gives', () => {
		const lines = linesOf(named(2, (at) => ({ score: 1_234.5 + at })));
		expect(below(lines, 'Creators')).toEqual(['Name | Score', 'n0 | 1,234.5', 'n1 | 1,235.5']);
	});

	it('of many without any measure shows the first, and a thousand folded at most', () => {
		const lines = linesOf(named(1_013, () => ({})));
		expect(namesOf(below(lines, 'Creators: the first'), 2)).toEqual(['n0', 'n1']);
		expect(lines.slice(-1)).toEqual(['and 3 more']);
	});
});
