import {
	aboutProfile,
	asPercents,
	atName,
	countBars,
	counted,
	dayOf,
	figureSection,
	figuresOf,
	largest,
	nameOf,
	percentBars,
	profileHead,
	sum,
	missing,
} from '../../../../../nodes/shared/report/parts/common';
import type { Traits } from '../../../../../nodes/shared/recognition/traits';
import { subjectOf, times } from '../documents';

const share = (label: string, value: number) => ({ label, value });

describe('a subject', () => {
	it.each<[Traits, string | undefined]>([
		[{ name: 'Ada', handle: 'ada', title: 'T', url: 'https://x.example/u' }, 'Ada'],
		[{ handle: 'ada', title: 'T', url: 'https://x.example/u' }, '@ada'],
		[{ title: 'T', url: 'https://x.example/u' }, 'T'],
		[{ url: 'https://x.example/u' }, 'u'],
		[{ url: 'https://x.example/a/b/?c=/d#/e' }, 'b'],
		[{ url: 'https://x.example/a#/e' }, 'a'],
		[{ url: 'https://x.example/J%C3%B6rg' }, 'J\u00f6rg'],
		[{ url: 'https://x.example/100%' }, '100%'],
		[{ url: '//' }, undefined],
		[{}, undefined],
	])('%j is called %j', (traits, name) => {
		expect(nameOf(traits)).toBe(name);
	});

	it.each([
		['ada', '@ada'],
		['@ada', '@ada'],
		['Ada L', 'Ada L'],
		['in/ada', 'in/ada'],
		['a@b', '@a@b'],
	])('with the handle %j is shown as %j', (handle, shown) => {
		expect(atName(handle)).toBe(shown);
	});

	it.each<[Traits, string[]]>([
		[
			{
				name: 'Ada',
				handle: 'ada',
				platform: 'YOUTUBE',
				country: 'Germany',
				language: 'German',
				verified: true,
				monitored: true,
			},
			['@ada', 'Youtube', 'Germany', 'German', 'Verified', 'Monitored'],
		],
		[{ name: 'Ada' }, []],
		[{ handle: 'ada' }, []],
		[{ language: 'deu' }, []],
		[{ language: 'Thai' }, ['Thai']],
		[{ verified: false, monitored: false }, []],
		[{}, []],
	])('%j is told about as %j', (traits, about) => {
		expect(aboutProfile(traits)).toEqual(about);
	});

	it('has a name, an address and words of its own', () => {
		const url = 'https://x.example/ada';
		expect(profileHead({ name: 'Ada', url, country: 'DE', introduction: 'Hi' }, 'Profile')).toEqual(
			{
				title: 'Ada',
				link: url,
				about: ['DE'],
				introduction: 'Hi',
			},
		);
		expect(profileHead({}, 'Profile')).toEqual({ title: 'Profile', about: [] });
	});
});

describe('big numbers', () => {
	it('are read each in its own way, in the order that is wanted', () => {
		const traits = {
			followers: 12_345,
			engagementRate: 0.034,
			contentCount: 45_678,
			credibility: 0.87,
			likes: 1_500_000,
			views: 0,
		};
		expect(
			figuresOf(traits, [
				'views',
				'likes',
				'credibility',
				'contentCount',
				'engagementRate',
				'followers',
			]),
		).toEqual([
			{ label: 'Views', value: '0' },
			{ label: 'Likes', value: '1.5M' },
			{ label: 'Audience credibility', value: '87%' },
			{ label: 'Contents', value: '45.7K' },
			{ label: 'Engagement rate', value: '3.4%' },
			{ label: 'Followers', value: '12.3K' },
		]);
	});

	it('are left out where they are not known', () => {
		expect(figuresOf({ likes: 3 }, ['followers', 'likes'])).toEqual([
			{ label: 'Likes', value: '3' },
		]);
		const known = { label: 'Likes', value: '3' };
		expect(figureSection([undefined, known])).toEqual([{ kind: 'figures', figures: [known] }]);
		expect(figureSection([undefined])).toEqual([]);
	});
});

describe('shares', () => {
	it.each([
		['fractions', [0.6, 0.4], [60, 40]],
		['the whole as a fraction', [1, 0], [100, 0]],
		['percents', [60, 40], [60, 40]],
		['few percents', [1.5, 1], [1.5, 1]],
		['the whole as percents', [100, 0.5], [100, 0.5]],
		['counts', [150, 50], [75, 25]],
		['counts just above a hundred', [101, 101], [50, 50]],
	])('as percents, of %s: %j are %j', (_, values, percents) => {
		const shares = asPercents(values.map((value) => share('x', value)));
		expect(shares).toEqual(percents.map((value) => share('x', value)));
	});

	it('are shown largest first, eight at most', () => {
		const shares = times(10, (at) => share(`s${at}`, at));
		expect(largest(shares).map(({ value }) => value)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
		expect(largest(shares, 2).map(({ value }) => value)).toEqual([9, 8]);
		expect(shares[0]).toEqual(share('s0', 0));
	});

	it('of an audience are bars in percent', () => {
		expect(
			percentBars('Countries', 'Share', [share('DE', 0.25), share('NEW_ZEALAND', 0.5)]),
		).toEqual([
			{
				kind: 'bars',
				title: 'Countries',
				what: 'Share',
				bars: [
					{ label: 'New zealand', value: 50, text: '50%' },
					{ label: 'DE', value: 25, text: '25%' },
				],
			},
		]);
		expect(percentBars('Countries', 'Share', [])).toEqual([]);
	});

	it('that are counted are bars in full numbers, in the colours that are given', () => {
		const counts = [share('LOW', 5), share('two words', 1_200)];
		const bars = [
			{ label: 'Two words', value: 1_200, text: '1,200' },
			{ label: 'Low', value: 5, text: '5' },
		];
		const section = { kind: 'bars', title: 'Risks', what: 'Flags' };
		expect(countBars('Risks', 'Flags', counts)).toEqual([{ ...section, bars }]);
		const tones = ['s1', 's2'] as const;
		expect(countBars('Risks', 'Flags', counts, { toneOf: (at) => tones[at] ?? 'quiet' })).toEqual([
			{ ...section, bars: bars.map((bar, at) => ({ ...bar, tone: tones[at] })) },
		]);
		expect(countBars('Risks', 'Flags', [])).toEqual([]);
	});

	it.each([
		['18-24', '18-24'],
		['Aix-en-Provence', 'Aix-en-Provence'],
		['UNITED_STATES', 'United states'],
		['DE', 'DE'],
	])('of %s are called %s', (label, expected) => {
		expect(percentBars('Of', 'Share', [share(label, 1)])).toMatchObject([
			{ bars: [{ label: expected }] },
		]);
	});
});

it('values are counted in the order in which they come first', () => {
	expect(counted(['b', undefined, 'a', 'b', ''])).toEqual([
		share('b', 2),
		share('a', 1),
		share('', 1),
	]);
});

it('a sum takes what is not known for nothing', () => {
	expect([sum([1, undefined, 2.5]), sum([])]).toEqual([3.5, 0]);
});

it('what items lack is a note, each thing once', () => {
	const [comments, rows, nothing] = [
		{ incomplete: 'No comments' },
		{ incomplete: 'No rows' },
		{},
	].map(subjectOf);
	expect(missing([comments, nothing, rows, comments])).toEqual([
		{ kind: 'note', text: 'No comments' },
		{ kind: 'note', text: 'No rows' },
	]);
	expect(missing([subjectOf({ incomplete: true }), nothing])).toEqual([]);
});

it('a date is a day, if there is one', () => {
	expect([dayOf('2026-03-07'), dayOf(undefined)]).toEqual(['7 Mar 2026', undefined]);
});
