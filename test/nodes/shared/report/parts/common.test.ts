import {
	atName,
	audienceBars,
	countBars,
	counted,
	dayOf,
	figure,
	figureSection,
	nameOf,
	profileHead,
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
		[{ url: 'https://x.example/100.0%' }, '100.0%'],
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
		expect(profileHead(traits, 'Profile').about).toEqual(about);
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
	it('are left out where they are not known', () => {
		expect(figure('Likes', 3, String, { tone: 'good' })).toEqual({
			label: 'Likes',
			value: '3',
			tone: 'good',
		});
		expect(figure('Likes', undefined, String)).toBeUndefined();
		const known = { label: 'Likes', value: '3' };
		expect(figureSection([undefined, known])).toEqual([{ kind: 'figures', figures: [known] }]);
		expect(figureSection([undefined])).toEqual([]);
	});
});

describe('shares', () => {
	it('are shown largest first, eight at most', () => {
		const shares = times(10, (at) => share(`s${at}`, at));
		const [section] = countBars('Risks', 'Flags', shares);
		expect(section).toMatchObject({ bars: [9, 8, 7, 6, 5, 4, 3, 2].map((value) => ({ value })) });
	});

	it('of an audience are bars in percent', () => {
		expect(audienceBars('Countries', [share('DE', 0.25), share('NEW_ZEALAND', 0.5)])).toEqual([
			{
				kind: 'bars',
				title: 'Countries',
				what: 'Share of the audience',
				bars: [
					{ label: 'New zealand', value: 50, text: '50.0%' },
					{ label: 'DE', value: 25, text: '25.0%' },
				],
			},
		]);
		expect(audienceBars('Countries', [])).toEqual([]);
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
		expect(audienceBars('Of', [share(label, 1)])).toMatchObject([{ bars: [{ label: expected }] }]);
	});
});

it('values are counted in the order in which they come first', () => {
	expect(counted(['b', undefined, 'a', 'b', ''])).toEqual([
		share('b', 2),
		share('a', 1),
		share('', 1),
	]);
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
