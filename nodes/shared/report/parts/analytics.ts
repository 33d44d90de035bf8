import { iso } from '../../clock';
import {
	asPercents,
	isFemale,
	isMale,
	type GenderAge,
	type Moment,
} from '../../recognition/breakdowns';
import { percent, rateText, scorePercent, scoreText, shortNumber, shown } from '../numbers';
import { levelOf, type Levels } from '../tones';
import { month } from '../words';
import type { Group, Subject } from '../kind';
import type { Markup } from '../markup';
import { profileHead, type Part, type Sections, type Verdict } from '../part';
import { audienceBars, columns, figures, pyramid, ratingCell } from '../render/blocks';
import { furtherFields } from './other';
import { postEntries } from './posts';

/** Examples below the figures: half of what a list of posts shows. */
const MAX_POSTS = 6;

export function analyticsPart([subject]: Group, madeAt: number): Part {
	return {
		what: 'Profile analytics',
		...profileHead(subject.traits, 'Profile'),
		verdict: verdictOn(subject),
		sections: sectionsOf(subject, madeAt),
	};
}

/** In percent. */
function growthOf(history: readonly Moment[]): { grown: number; since: string } | undefined {
	const [first] = history;
	const last = history.at(-1);
	if (first === undefined || last === undefined || first === last || first.value === 0)
		return undefined;
	return { grown: (last.value / first.value - 1) * 100, since: month(first.date) };
}

/** Followers come and go: less than 1% is no growth. */
const GROWTH: Levels = [
	[1, 'grown by', 'good'],
	[-1, 'hardly changed:', 'good'],
	[-Infinity, 'fallen by', 'fair'],
];
/** Up to a quarter of doubtful followers is common; where it is half, reach says little. */
const CREDIBILITY: Levels = [
	[75, 'high', 'good'],
	[50, 'medium', 'fair'],
	[-Infinity, 'low', 'poor'],
];

function verdictOn({ traits, lists }: Subject): Verdict | undefined {
	const { grown = 0, since } = growthOf(lists.history) ?? {};
	const growth = levelOf(grown, GROWTH);
	const credible = shown(traits.credibility, scoreText);
	const trust = levelOf(scorePercent(traits.credibility ?? 1), CREDIBILITY);
	const growthText = `Followers have ${growth.word} ${percent(Math.abs(grown))} since ${since}.`;
	const trustText = `Audience credibility is ${trust.word} (${credible}).`;
	const text = [since && growthText, credible && trustText].filter(Boolean).join(' ');
	const tone = trust.tone === 'good' ? growth.tone : trust.tone;
	return text === '' ? undefined : { text, tone };
}

function* sectionsOf(subject: Subject, madeAt: number): Sections {
	const { traits, lists } = subject;
	const { grown, since } = growthOf(lists.history) ?? {};
	yield figures([
		{ label: 'Followers', text: shown(traits.followers, shortNumber) },
		{ label: 'Engagement rate', text: shown(traits.engagementRate, rateText) },
		{ label: 'Audience credibility', text: shown(traits.credibility, scoreText) },
		{ label: 'Posts', text: shown(traits.contentCount, shortNumber) },
		{
			label: 'Follower growth',
			text: shown(grown, (share) => `${share > 0 ? '+' : ''}${percent(share)}`),
			tone: (grown ?? 0) < 0 ? 'poor' : 'good',
			note: `Since ${since}`,
		},
		{ label: 'Risk rating', ...ratingCell(traits.riskRating) },
	]);
	yield historyColumns(subject, madeAt);
	if (lists.genderAge.length > 0) {
		yield agePyramid(asPercents(lists.genderAge));
	} else {
		yield audienceBars('Audience by gender', lists.genders);
		yield audienceBars('Audience by age', lists.ages);
	}
	yield audienceBars('Audience by country', lists.countries);
	yield audienceBars('Audience by city', lists.cities);
	yield audienceBars('Audience by language', lists.languages);
	yield audienceBars('Audience interests', lists.interests);
	yield postEntries('contents', lists.contents, { open: MAX_POSTS });
	yield furtherFields(subject);
}

function historyColumns({ lists: { history } }: Subject, madeAt: number): Markup | undefined {
	const last = history.at(-1)?.date ?? '';
	return columns({
		title: 'Follower history',
		series: [{ label: 'Followers', tone: 's1' }],
		columns: history.map(({ date, value }) => ({ label: month(date), values: [value] })),
		// What is known of a month may change until it is over; a day is a day.
		isLastOpen: /^\d{4}-\d{2}$/.test(last) && last >= iso(madeAt).slice(0, last.length),
	});
}

function agePyramid(all: readonly GenderAge[]): Markup {
	const yearsOf = (age: string) => Number.parseInt(age.replace(/\D*/, ''), 10);
	const ages = [...new Set(all.map(({ age }) => age))].sort((a, b) => yearsOf(a) - yearsOf(b));
	const groups = ages.map((age) => {
		const sumOf = (isMeant: (gender: string) => boolean) =>
			all
				.filter((each) => each.age === age && isMeant(each.gender))
				.reduce((sum, { value }) => sum + value, 0);
		return { label: age.replace(/-$/, '+'), female: sumOf(isFemale), male: sumOf(isMale) };
	});
	return pyramid('Audience by age and gender', groups);
}
