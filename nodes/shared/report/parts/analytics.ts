import type { GenderAge } from '../../recognition/breakdowns';
import type { Figure, PartDraft, Section, Tone } from '../document';
import type { Subject } from '../kind';
import { inWords, month, percent, rateText, scorePercent, shortNumber } from '../words';
import {
	asPercents,
	audienceBars,
	figure,
	figureSection,
	missing,
	profileHead,
	ratingFigure,
} from './common';
import { furtherFields } from './other';
import { entriesSection } from './posts';

/** Examples next to the figures: half of what a list of contents shows. */
const MOST_CONTENTS = 6;

/** A profile with its history and its audience. */
export function analyticsPart(subject: Subject): PartDraft {
	const { traits, lists } = subject;
	return {
		what: 'Profile analytics',
		...profileHead(traits, 'Profile'),
		sections: [
			() => missing([subject]),
			() =>
				figureSection([
					figure('Followers', traits.followers, shortNumber),
					figure('Engagement rate', traits.engagementRate, rateText),
					figure('Audience credibility', traits.credibility, (value) =>
						percent(scorePercent(value)),
					),
					figure('Contents', traits.contentCount, shortNumber),
					growth(subject),
					ratingFigure('Risk rating', traits.riskRating),
				]),
			() => historySection(subject),
			() => audienceByGenderAndAge(subject),
			() => audienceBars('Audience by country', lists.countries),
			() => audienceBars('Audience by city', lists.cities),
			() => audienceBars('Audience by language', lists.languages),
			() => audienceBars('Interests of the audience', lists.interests),
			() => entriesSection('Top contents', lists.contents, MOST_CONTENTS),
			() => furtherFields(subject),
		],
	};
}

function growth({ lists: { history } }: Subject): Figure | undefined {
	const first = history[0];
	const last = history.at(-1);
	if (first === undefined || last === undefined || first === last || first.value === 0)
		return undefined;
	const grown = (last.value / first.value - 1) * 100;
	const value = percent(grown);
	const sign = grown > 0 && value !== percent(0) ? '+' : '';
	return {
		label: 'Growth',
		value: `${sign}${value}`,
		tone: value.startsWith('-') ? 'poor' : 'good',
		note: `Since ${month(first.date)}`,
	};
}

function historySection({ lists: { history } }: Subject): Section[] {
	if (history.length < 2) return [];
	const columns = history.map(({ date, value }) => ({ label: month(date), values: [value] }));
	const series = [{ label: 'Followers', tone: 's1' as const }];
	return [{ kind: 'columns', title: 'Follower history', series, columns, isLevel: true }];
}

/** A pyramid of ages where both genders are given, else bars of what there is. */
function audienceByGenderAndAge({ lists }: Subject): Section[] {
	const { genderAge, ages, genders } = lists;
	if (genderAge.length === 0) {
		return [...genderSplit(genders), ...audienceBars('Audience by age', ages)];
	}
	const shares = asPercents(genderAge.map(({ value }) => ({ label: '', value })));
	const all = genderAge.map((each, at) => ({ ...each, value: shares[at]?.value ?? 0 }));
	const rows = [...new Set(all.map(({ age }) => age))].sort(byAge).map((age) => ({
		label: age.replace(/-$/, '+'),
		left: total(all, (each) => each.age === age && isFemale(each.gender)),
		right: total(all, (each) => each.age === age && isMale(each.gender)),
	}));
	const female = total(all, ({ gender }) => isFemale(gender));
	const male = total(all, ({ gender }) => isMale(gender));
	const others = total(all, ({ gender }) => !isFemale(gender) && !isMale(gender));
	const split = [
		{ label: 'Female', value: female },
		{ label: 'Male', value: male },
		{ label: 'Other', value: others },
	];
	return [
		// Where more than two are told, two sides do not show all.
		...(others > 0 ? genderSplit(split) : []),
		{
			kind: 'pyramid',
			title: 'Audience by age and gender',
			left: `Female ${percent(female)}`,
			right: `Male ${percent(male)}`,
			rows,
		},
	];
}

function genderSplit(genders: ReadonlyArray<{ label: string; value: number }>): Section[] {
	if (genders.length === 0) return [];
	const tones: Tone[] = ['s2', 's1'];
	const toneOf = (label: string, at: number): Tone =>
		isFemale(label) ? 's2' : isMale(label) ? 's1' : (tones[at] ?? 'quiet');
	const slices = asPercents(genders).map(({ label, value }, at) => ({
		label: inWords(label),
		value,
		tone: toneOf(label, at),
	}));
	return [{ kind: 'split', title: 'Audience by gender', slices }];
}

const isFemale = (gender: string) => /^(f|w|female|women|woman)$/i.test(gender);
const isMale = (gender: string) => /^(m|male|men|man)$/i.test(gender);

function byAge(a: string, b: string): number {
	return Number.parseInt(a.replace(/\D*/, ''), 10) - Number.parseInt(b.replace(/\D*/, ''), 10);
}

function total(all: readonly GenderAge[], isMeant: (each: GenderAge) => boolean): number {
	return all.filter(isMeant).reduce((sum, { value }) => sum + value, 0);
}
