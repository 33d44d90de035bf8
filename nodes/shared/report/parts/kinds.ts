import { iso } from '../../clock';
import type { GenderAge, Moment, Share } from '../../recognition/breakdowns';
import type { Traits } from '../../recognition/traits';
import { day } from '../../values/dates';
import { countsOf } from '../checks';
import {
	contradiction,
	countOf,
	fullNumber,
	median,
	percent,
	percentIn,
	plainNumber,
	shortNumber,
	shown,
} from '../numbers';
import { asName, atName, capitalised, endOfAddress, nameOf, shortAddress } from '../words';
import { missingReason, type Kind, type Row, type Subject } from '../../recognition/itemKind';
import type { Blocks, PartKind, Scope, Verdict } from '../part';
import { bars, columns, countItem, figures, note, ratingItem, shareItem } from '../render/blocks';
import { judged, type Levels } from '../tones';
import { isCounts } from '../../recognition/units';
import { audienceRow, creatorTables } from './creators';
import { fieldBlocks, furtherFields, recordTable } from './other';
import {
	MOOD_RULE,
	moodOf,
	opinionBlocks,
	postEntries,
	postsKind,
	riskBlocks,
	totalItem,
} from './posts';

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
/** From here on, a campaign with all of them reaches noticeably fewer people than it pays for. */
const OVERLAPPING: Levels = [
	[30, 'strongly', 'poor'],
	[10, 'partly', 'fair'],
	[0, 'hardly', 'good'],
];

/** More names are no title. */
const MAX_NAMED = 3;
const MAX_EXAMPLES = 6;

const screeningKind: PartKind = {
	label: 'Screening',
	figures: ({ traits }, rows, scope) => [
		ratingItem(traits, scope.isComplete),
		countItem('Flagged', traits.flaggedCount),
		countItem('Posts checked', traits.contentCount),
		shareItem('Share flagged', 'fraction', countsOf(traits, rows.length).share),
	],
	blocks: ({ kind, traits, json, lists }, flagged, scope) => {
		const rows = flagged.length > 0 ? flagged : lists.contents;
		const title = kind === 'change' ? 'Newly flagged posts' : undefined;
		return [
			shown(countsOf(traits, flagged.length).note, note),
			...riskBlocks(rows, scope, lists.categories),
			recordTable('Risks', json.risks),
			postEntries('flagged', rows, scope, { title }),
		];
	},
};

/** What is not recognised, and jobs without a result. */
const otherKind: PartKind = {
	label: 'Result',
	blocks: (subject) => {
		const reason = missingReason(subject);
		if (reason === undefined) return fieldBlocks(subject);
		return [note(capitalised(`${reason}.`)), furtherFields(subject)];
	},
};

/** How each kind of items is shown. */
export const KINDS: Record<Kind, PartKind> = {
	screening: screeningKind,
	change: { ...screeningKind, label: 'Change of a screening' },
	analytics: {
		label: 'Profile analytics',
		thresholds: 'Audience credibility: high from 75%, low below 50%. Growth: from 1%.',
		figures: ({ traits }, _, scope) => [
			countItem('Followers', traits.followers),
			shareItem('Engagement rate', scope.units.engagementRate, traits.engagementRate),
			shareItem('Audience credibility', scope.units.credibility, traits.credibility),
			countItem('Posts', traits.contentCount),
			ratingItem(traits, scope.isComplete),
		],
		verdicts: ({ traits: { credibility }, lists: { history } }, _, { units }) => [
			judged(
				shown(credibility, (value) => percentIn(units.credibility, value)),
				CREDIBILITY,
				(word, value) => `Audience credibility is ${word} (${percent(value)})`,
			),
			judged(growthOf(history), GROWTH, (word, value) => {
				const since = day(history[0]?.date ?? '');
				return `Followers have ${word} ${percent(Math.abs(value))} since ${since}`;
			}),
		],
		blocks: ({ lists }, _, scope) => [
			historyColumns(lists.history, scope),
			audienceBars('by gender and age', lists.genderAge.map(genderAge), scope),
			audienceBars('by gender', lists.genders, scope),
			audienceBars('by age', lists.ages, scope),
			audienceBars('by country', lists.countries, scope),
			audienceBars('by city', lists.cities, scope),
			audienceBars('by language', lists.languages, scope),
			audienceBars('by interest', lists.interests, scope, true),
			postEntries('contents', lists.contents, scope, { open: MAX_EXAMPLES }),
		],
	},
	overlap: {
		label: 'Audience overlap',
		thresholds: 'Audience overlap: partial from 10%, strong from 30% of the reach.',
		title: ({ lists: { profiles } }) =>
			profiles.length > MAX_NAMED
				? countOf(profiles.length, 'creator')
				: profiles.map(({ traits }) => nameOf(traits)).join(', ') || undefined,
		figures: ({ traits }) => [
			countItem('Combined followers', traits.totalFollowers),
			countItem('Unique reach', traits.uniqueFollowers),
			shareItem('Duplicated reach', 'percent', duplicatedShare(traits)),
		],
		verdicts: ({ traits }) => {
			const { totalFollowers = 0, uniqueFollowers = 0 } = traits;
			const unique = `the unique reach is ${shortNumber(uniqueFollowers)}`;
			const counts = `${shortNumber(totalFollowers)} followers together, ${unique}`;
			return [
				totalFollowers > 0 && uniqueFollowers > totalFollowers ? contradicting(counts) : undefined,
				judged(duplicatedShare(traits), OVERLAPPING, (word, value) => {
					const reach = `${percent(value)} of the reach is duplicated, ${unique}`;
					return `The audiences ${word} overlap: ${reach}`;
				}),
			];
		},
		blocks: ({ lists }, _, scope) =>
			creatorTables('Profiles', scope, lists.profiles.map(audienceRow)),
	},
	purchaseIntent: analysisKind('Purchase intent', 'Purchase intent score'),
	commentsRelevance: { ...analysisKind('Comments relevance', 'Relevance score'), title: postTitle },
	creators: {
		label: 'Creators',
		noun: 'creator',
		figures: (_, rows, { units }) => [
			totalItem('Combined followers', rows, 'followers'),
			shareItem(
				'Median engagement rate',
				units.engagementRate,
				median(rows.flatMap(({ traits }) => traits.engagementRate ?? [])),
			),
		],
		blocks: (_, rows, scope) =>
			creatorTables(
				'Creators',
				scope,
				rows.map(({ traits }) => traits),
			),
	},
	contents: postsKind('contents', 'Posts', 'post'),
	flagged: postsKind('flagged', 'Flagged posts', 'flagged post'),
	comments: postsKind('comments', 'Comments', 'comment'),
	mentions: postsKind('mentions', 'Social listening', 'mention'),
	job: { ...otherKind, label: 'Job' },
	other: otherKind,
};

const SENTIMENTS = ['positiveCount', 'neutralCount', 'negativeCount'] as const;

/** An analysis of comments, with the comments if there are any. */
function analysisKind(label: string, score: string): PartKind {
	return {
		label,
		thresholds: MOOD_RULE,
		figures: ({ traits }, _, { units }) => [
			shareItem(score, units.score, traits.score),
			countItem('Comments analysed', traits.commentCount),
		],
		verdicts: (subject, rows) => [shareVerdict(subject) ?? moodOf('comment', rows)],
		*blocks({ traits }, rows, scope) {
			const { commentCount: all = 0, intentCount = NaN } = traits;
			const moods = SENTIMENTS.map((name) => traits[name] ?? 0);
			const intents = intentCount <= all ? [intentCount, all - intentCount] : [];
			if (rows.length > 0 && rows.length < all)
				yield note(`The items have ${fullNumber(rows.length)} of the ${countOf(all, 'comment')}.`);
			yield* opinionBlocks(rows, 'comment', scope, { moods, intents, all: traits.commentCount });
			yield postEntries('comments', rows, scope);
		},
	};
}

/** How many of the comments show what was looked for, as the service counts them. */
function shareVerdict({ kind, json, traits }: Subject): Verdict | undefined {
	const { commentCount: all, intentCount, relevantCount } = traits;
	const isIntent = kind === 'purchaseIntent';
	const found = isIntent ? intentCount : relevantCount;
	if (all === 0) return { text: 'No comments were analysed.', tone: 'fair' };
	if (found === undefined || all === undefined) return undefined;
	const { brand_profile_url: url } = json;
	const brand = typeof url === 'string' ? ` to ${endOfAddress(url)}` : '';
	const [shows, is] = found === 1 ? ['shows', 'is'] : ['show', 'are'];
	const what = isIntent ? `${shows} purchase intent` : `${is} relevant${brand}`;
	if (found > all)
		return contradicting(`${countOf(found, 'comment')} ${what}, ${fullNumber(all)} analysed`);
	const of = `${fullNumber(found)} of ${countOf(all, 'comment')}`;
	return { text: `${of} (${percent((found / all) * 100)}) ${what}.`, tone: 'accent' };
}

const contradicting = (counts: string): Verdict => {
	return { text: `As received: ${contradiction(counts)}.`, tone: 'fair' };
};

const POST_PATH = /^[^/]+\/(@?[^/]+)\/(?:posts?|videos?|status|reels?|p|photos?)\//;

/** By whom the post is whose comments are analysed, and what it is called. */
function postTitle({ traits: { url, title = 'Post', author, handle } }: Subject): string {
	const address = shown(url, shortAddress) ?? '';
	const name = author ?? handle ?? POST_PATH.exec(address)?.[1];
	if (name !== undefined) return `${title} by ${atName(name)}`;
	return address === '' ? title : `${title} on ${address.replace(/\/.*/, '')}`;
}

/** Its figures, what else its kind has, and the fields that nothing else speaks of. */
export function* blocksOf(subject: Subject, rows: readonly Row[], scope: Scope): Blocks {
	const { figures: known, blocks, noun } = KINDS[subject.kind];
	yield figures(known?.(subject, rows, scope) ?? []);
	yield* blocks(subject, rows, scope);
	const isTold = noun !== undefined || /^(change|job|other)$/.test(subject.kind);
	if (!isTold) yield furtherFields(subject);
}

/** In percent, where there is any. */
function growthOf(history: readonly Moment[]): number | undefined {
	const [first, last] = [history[0], history.at(-1)];
	if (first === undefined || last === undefined || first === last || first.value === 0)
		return undefined;
	return (last.value / first.value - 1) * 100;
}

function historyColumns(history: readonly Moment[], { madeAt }: Scope) {
	const last = history.at(-1)?.date ?? '';
	return columns({
		title: 'Followers over time',
		series: [{ label: 'Followers', tone: 's1' }],
		columns: history.map(({ date, value }) => ({ label: day(date), values: [value] })),
		// What is known of a month may change until it is over; a day is a day.
		isLastOpen: /^\d{4}-\d{2}$/.test(last) && last >= iso(madeAt).slice(0, last.length),
	});
}

const genderAge = ({ gender, age, value }: GenderAge): Share => {
	return { label: `${asName(gender)} ${age.replace(/-$/, '+')}`, value };
};

/** In percent, as counts, or as received. */
function audienceBars(of: string, list: readonly Share[], { units }: Scope, isOverlapping = false) {
	const isShare = !isCounts(list) && units.audience !== 'unknown';
	const scale = isShare ? '% of followers' : isCounts(list) ? 'followers' : 'unit unknown';
	return bars({
		title: `Audience ${of}, ${scale}`,
		shares: list.map(({ label, value }) => ({
			label: asName(label),
			value: (isShare ? percentIn(units.audience, value) : undefined) ?? value,
		})),
		format: isShare ? percent : isCounts(list) ? shortNumber : plainNumber,
		whole: isShare ? 100 : undefined,
		isOverlapping,
	});
}

/** Of all followers together, in percent. */
function duplicatedShare({ totalFollowers = 0, uniqueFollowers }: Traits) {
	if (totalFollowers <= 0 || uniqueFollowers === undefined) return undefined;
	const share = (1 - uniqueFollowers / totalFollowers) * 100;
	// More unique followers than all together: the figures do not belong together.
	return share < 0 ? undefined : share;
}
