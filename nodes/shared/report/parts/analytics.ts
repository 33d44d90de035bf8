import { asPercents, isFemale, isMale, type GenderAge } from '../../recognition/breakdowns';
import type { Figure, PartDraft, Section, Tone } from '../document';
import type { Subject } from '../kind';
import { growthOf } from '../verdict';
import {
	inWords,
	month,
	percent,
	rateText,
	scorePercent,
	sharesOfWhole,
	shortNumber,
} from '../format';
import { audienceBars, figure, figureSection, missing, profileHead, ratingFigure } from './common';
import { furtherFields } from './other';
import { entriesSection } from './posts';

/** Examples next to the figures: half of what a list of posts shows. */
const MAX_POSTS = 6;

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
					figure('Posts', traits.contentCount, shortNumber),
					growth(subject),
					ratingFigure('Risk rating', traits.riskRating),
				]),
			() => historySection(subject),
			() => audienceByGenderAndAge(subject),
			() => audienceBars('Audience by country', lists.countries),
			() => audienceBars('Audience by city', lists.cities),
			() => audienceBars('Audience by language', lists.languages),
			() => audienceBars('Audience interests', lists.interests),
			() => entriesSection('contents', lists.contents, MAX_POSTS),
			() => furtherFields(subject),
		],
	};
}

function growth({ lists: { history } }: Subject): Figure | undefined {
	const growth = growthOf(history);
	if (growth === undefined) return undefined;
	const value = percent(growth.grown);
	const sign = growth.grown > 0 && value !== percent(0) ? '+' : '';
	return {
		label: 'Follower growth',
		value: `${sign}${value}`,
		tone: value.startsWith('-') ? 'poor' : 'good',
		note: `Since ${growth.since}`,
	};
}

function historySection({ lists: { history } }: Subject): Section[] {
	if (history.length < 2) return [];
	const columns = history.map(({ date, value }) => ({ label: month(date), values: [value] }));
	const series = [{ label: 'Followers', tone: 's1' as const }];
	const last = history.at(-1)?.date ?? '';
	const [year = NaN, inYear = NaN] = last.split('-').map(Number);
	// What is known of a month may change until it is over; a day is a day.
	const endsAt = /^\d{4}-\d{2}$/.test(last) ? Date.UTC(year, inYear) : undefined;
	return [{ kind: 'columns', title: 'Follower history', series, columns, isLevel: true, endsAt }];
}

/** A pyramid of ages where both genders are given, else bars of what there is. */
function audienceByGenderAndAge({ lists }: Subject): Section[] {
	const { genderAge, ages, genders } = lists;
	if (genderAge.length === 0) {
		return [...genderSplit(genders), ...audienceBars('Audience by age', ages)];
	}
	// Services round their parts: what is shown adds up.
	const shares = sharesOfWhole(genderAge.map(({ value }) => value));
	const all = genderAge.map((each, at) => ({ ...each, value: shares[at] ?? 0 }));
	const sum = (isMeant: (each: GenderAge) => boolean) => {
		const tenths = all.filter(isMeant).reduce((sums, { value }) => sums + value * 10, 0);
		return Math.round(tenths) / 10;
	};
	const rows = [...new Set(all.map(({ age }) => age))].sort(byAge).map((age) => ({
		label: age.replace(/-$/, '+'),
		left: sum((each) => each.age === age && isFemale(each.gender)),
		right: sum((each) => each.age === age && isMale(each.gender)),
	}));
	const female = sum(({ gender }) => isFemale(gender));
	const male = sum(({ gender }) => isMale(gender));
	const others = sum(({ gender }) => !isFemale(gender) && !isMale(gender));
	const split = [
		{ label: 'Female', value: female },
		{ label: 'Male', value: male },
		{ label: 'Other', value: others },
	];
	const [left, right] = [`Female ${percent(female)}`, `Male ${percent(male)}`];
	return [
		// With more than two, two sides do not show all.
		...(others > 0 ? genderSplit(split) : []),
		{ kind: 'pyramid', title: 'Audience by age and gender', left, right, rows },
	];
}

function genderSplit(genders: ReadonlyArray<{ label: string; value: number }>): Section[] {
	if (genders.length === 0) return [];
	const tones: Tone[] = ['s2', 's1'];
	const toneOf = (label: string, at: number): Tone =>
		isFemale(label) ? 's2' : isMale(label) ? 's1' : (tones[at] ?? 'quiet');
	const slices = asPercents(genders).map(({ label, value }, at) => {
		return { label: inWords(label), value, tone: toneOf(label, at) };
	});
	return [{ kind: 'split', title: 'Audience by gender', slices }];
}

const yearsOf = (age: string) => Number.parseInt(age.replace(/\D*/, ''), 10);
const byAge = (one: string, other: string) => yearsOf(one) - yearsOf(other);
