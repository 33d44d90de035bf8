import type { GenderAge } from '../../recognition/breakdowns';
import type { PartDraft, Section, Tone } from '../document';
import type { Subject } from '../kind';
import { asWord, inWords, month, percent, ratingTone } from '../words';
import { asPercents, figureSection, figuresOf, percentBars, profileHead, missing } from './common';
import { furtherFields } from './other';
import { entriesSection } from './posts';

/** Examples next to the figures: half of what a list of contents shows. */
const MOST_CONTENTS = 6;

/** A profile with its history and its audience. */
export function analyticsPart(subject: Subject): PartDraft {
	const { traits, lists } = subject;
	const { riskRating } = traits;
	return {
		what: 'Profile analytics',
		...profileHead(traits, 'Profile'),
		sections: [
			() => missing([subject]),
			() =>
				figureSection([
					...figuresOf(traits, ['followers', 'engagementRate', 'credibility', 'contentCount']),
					growth(subject),
					riskRating === undefined
						? undefined
						: {
								label: 'Risk rating',
								value: asWord(String(riskRating)),
								tone: ratingTone(riskRating),
							},
				]),
			() => historySection(subject),
			() => audienceByGenderAndAge(subject),
			() => percentBars('Audience by country', 'Share of the audience', lists.countries),
			() => percentBars('Audience by city', 'Share of the audience', lists.cities),
			() => percentBars('Audience by language', 'Share of the audience', lists.languages),
			() => percentBars('Interests of the audience', 'Share of the audience', lists.interests),
			() => entriesSection('Top contents', lists.contents, MOST_CONTENTS),
			() => furtherFields(subject),
		],
	};
}

function growth({ lists: { history } }: Subject) {
	const first = history[0];
	const last = history.at(-1);
	if (first === undefined || last === undefined || first === last || first.value === 0)
		return undefined;
	const grown = (last.value / first.value - 1) * 100;
	const value = percent(grown);
	const tone: Tone = value.startsWith('-') ? 'poor' : 'good';
	const sign = grown > 0 && value !== percent(0) ? '+' : '';
	return {
		label: 'Growth',
		value: `${sign}${value}`,
		tone,
		note: `Since ${month(first.date)}`,
	};
}

function historySection({ lists: { history } }: Subject): Section[] {
	if (history.length < 2) return [];
	const points = history.map(({ date, value }) => ({ label: month(date), value }));
	return [{ kind: 'line', title: 'Follower history', what: 'Followers', points }];
}

/** A pyramid of ages where both genders are given, else bars of what there is. */
function audienceByGenderAndAge({ lists }: Subject): Section[] {
	const { genderAge, ages, genders } = lists;
	if (genderAge.length === 0) {
		return [
			...genderSplit(genders),
			...percentBars('Audience by age', 'Share of the audience', ages),
		];
	}
	const shares = asPercents(
		genderAge.map(({ gender, age, value }) => ({ label: `${gender}\n${age}`, value })),
	);
	const all = genderAge.map<GenderAge>((each, at) => ({ ...each, value: shares[at]?.value ?? 0 }));
	const rows = [...new Set(all.map(({ age }) => age))].sort(byAge).map((age) => ({
		label: age.replace(/-$/, '+'),
		left: total(all, (each) => each.age === age && isFemale(each.gender)),
		right: total(all, (each) => each.age === age && isMale(each.gender)),
	}));
	const byGender = ['Female', 'Male'].map((label) => ({
		label,
		value: total(all, ({ gender }) => (label === 'Female' ? isFemale(gender) : isMale(gender))),
	}));
	const others = total(all, ({ gender }) => !isFemale(gender) && !isMale(gender));
	const [left = '', right = ''] = byGender.map(({ label, value }) => `${label} ${percent(value)}`);
	return [
		// Where more than two are told, two sides do not show all.
		...(others > 0 ? genderSplit([...byGender, { label: 'Other', value: others }]) : []),
		{ kind: 'pyramid', title: 'Audience by age and gender', left, right, rows },
	];
}

function genderSplit(genders: ReadonlyArray<{ label: string; value: number }>): Section[] {
	if (genders.length === 0) return [];
	const tones: Tone[] = ['s2', 's1', 'quiet'];
	const slices = asPercents(genders).map(({ label, value }, at) => ({
		label: inWords(label),
		value,
		tone: isFemale(label)
			? ('s2' as const)
			: isMale(label)
				? ('s1' as const)
				: (tones[at] ?? 'quiet'),
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
