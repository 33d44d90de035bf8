import type { IDataObject } from 'n8n-workflow';

import type { Traits } from '../../recognition/traits';
import { maxOf, minOf } from '../../values/numbers';
import type { Steps } from '../../values/steps';
import type { Entry, Figure, PartDraft, Section, Slice, Tone } from '../document';
import type { Row, RowKind, Subject } from '../kind';
import {
	asName,
	asWord,
	cut,
	fullNumber,
	inWords,
	month,
	percent,
	sentimentTone,
	seriesTone,
	shortNumber,
} from '../words';
import {
	atName,
	counted,
	countBars,
	dayOf,
	figureSection,
	highest,
	largest,
	missing,
} from './common';

/** About a page on paper. */
const MOST_ENTRIES = 12;
/** A few lines of a post. */
const LONGEST_TEXT = 400;
/** Of a chart over time: two years of months. */
const MOST_COLUMNS = 24;
/** There are six colours, and fewer are easier to tell apart; the rest is one series more. */
const MOST_SERIES = 5;

type PostKind = Exclude<RowKind, 'creators'>;

const TITLES: Record<PostKind, { what: string; one: string; many: string; top: string }> = {
	comments: { what: 'Comments', one: 'comment', many: 'comments', top: 'Comments that stand out' },
	contents: { what: 'Content', one: 'content item', many: 'content items', top: 'Top contents' },
	flagged: {
		what: 'Flagged content',
		one: 'flagged item',
		many: 'flagged items',
		top: 'Flagged items',
	},
	mentions: {
		what: 'Social listening',
		one: 'mention',
		many: 'mentions',
		top: 'Mentions with the widest reach',
	},
};

/** Posts, comments, mentions or flagged items, as one part. */
export function postsPart(kind: PostKind, subjects: readonly Subject[]): PartDraft {
	const traits = subjects.map((each) => each.traits);
	const { what, one, many, top } = TITLES[kind];
	const span = spanOf(traits);
	return {
		what,
		title: `${fullNumber(subjects.length)} ${subjects.length === 1 ? one : many}`,
		about: span === undefined ? [] : [span],
		sections: [
			() => missing(subjects),
			() => figureSection(figures(kind, traits)),
			() => sentimentSection(traits),
			() => (kind === 'flagged' ? riskSections(subjects) : timeSection(traits)),
			() =>
				kind === 'mentions'
					? countBars('Platforms', 'Posts', counted(traits.map(({ platform }) => platform)), {
							labelOf: asName,
						})
					: [],
			() => entriesSection(top, subjects, MOST_ENTRIES),
		],
	};
}

function figures(kind: PostKind, traits: readonly Traits[]): Array<Figure | undefined> {
	const sums = { likes: 0, reach: 0, views: 0, judged: 0, positive: 0, intending: 0 };
	for (const each of traits) {
		sums.likes += each.likes ?? 0;
		sums.reach += each.followers ?? 0;
		sums.views += each.views ?? 0;
		if (each.purchaseIntent === true) sums.intending++;
		if (each.sentiment === undefined) continue;
		sums.judged++;
		if (sentimentTone(each.sentiment) === 'good') sums.positive++;
	}
	const { likes, reach, views, judged, positive, intending } = sums;
	return [
		{
			label: TITLES[kind].what === 'Content' ? 'Contents' : inWords(TITLES[kind].many),
			value: fullNumber(traits.length),
		},
		judged === 0
			? undefined
			: {
					label: 'Positive',
					value: percent((positive / judged) * 100),
					tone: 'good',
				},
		intending === 0
			? undefined
			: { label: 'With purchase intent', value: fullNumber(intending), tone: 'accent' },
		likes === 0 ? undefined : { label: 'Likes', value: shortNumber(likes) },
		views === 0 ? undefined : { label: 'Views', value: shortNumber(views) },
		reach === 0
			? undefined
			: {
					label: 'Followers reached',
					value: shortNumber(reach),
					note: 'Followers of all authors together',
				},
	];
}

function spanOf(traits: readonly Traits[]): string | undefined {
	let first = Infinity;
	let last = -Infinity;
	for (const { date = '' } of traits) {
		const time = Date.parse(date);
		if (time < first) first = time;
		if (time > last) last = time;
	}
	if (first === Infinity) return undefined;
	const ends = [first, last].map((time) => dayOf(new Date(time).toISOString()) ?? '');
	return ends[0] === ends[1] ? ends[0] : `${ends[0]} to ${ends[1]}`;
}

/** How kind people are, by the words of the service. */
export function sentimentSection(traits: readonly Traits[]): Section[] {
	const words = traits.map(({ sentiment }) => sentiment).filter((each) => each !== undefined);
	return splitSection('Sentiment', words);
}

const ORDER: Tone[] = ['good', 'quiet', 'poor'];

function splitSection(title: string, words: readonly string[]): Section[] {
	const slices = counted(words.map(asWord))
		.map<Slice>(({ label, value }) => ({ label, value, tone: sentimentTone(label) }))
		.sort((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone));
	return slices.length === 0 ? [] : [{ kind: 'split', title, slices }];
}

/** Posts over time, by sentiment where that is known. */
export function* timeSection(traits: readonly Traits[]): Steps<Section[]> {
	const dated = traits.filter(({ date }) => date !== undefined);
	const wordOf = ({ sentiment }: Traits) => (sentiment === undefined ? '' : asWord(sentiment));
	const words = [...new Set(dated.map(wordOf))].filter((each) => each !== '');
	const series =
		words.length === 0
			? [{ label: 'Posts', tone: 's1' as const, has: () => true }]
			: words
					.map((word) => ({
						label: word,
						tone: sentimentTone(word),
						has: (traits: Traits) => wordOf(traits) === word,
					}))
					.sort((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone));
	yield;
	return yield* columnsSection('Over time', series, dated, ({ date = '' }) => date);
}

interface CountedSeries<T> {
	label: string;
	tone: Tone;
	has: (each: T) => boolean;
}

/** Counts by day, week or month, whichever gives a readable number of columns. */
function* columnsSection<T>(
	title: string,
	series: ReadonlyArray<CountedSeries<T>>,
	all: readonly T[],
	dateOf: (each: T) => string,
): Steps<Section[]> {
	const times: number[] = [];
	for (const each of all) {
		times.push(Date.parse(dateOf(each)));
		yield;
	}
	const known = times.filter((time) => !Number.isNaN(time));
	if (known.length < 2) return [];
	const periods = periodsBetween(minOf(known), maxOf(known));
	if (periods.length < 2) return [];
	const columns = periods.map(({ label }) => ({ label, values: series.map(() => 0) }));
	for (const [row, each] of all.entries()) {
		yield;
		const time = times[row] ?? NaN;
		const values = columns[periods.findIndex(({ to }) => time < to)]?.values ?? [];
		series.forEach(({ has }, at) => {
			if (has(each)) values[at] = (values[at] ?? 0) + 1;
		});
	}
	return [
		{ kind: 'columns', title, series: series.map(({ label, tone }) => ({ label, tone })), columns },
	];
}

interface Period {
	label: string;
	from: number;
	to: number;
}

const DAY = 86_400_000;

/** Days, weeks, months or years, the shortest of which there are not too many. */
export function periodsBetween(first: number, last: number): Period[] {
	const days = (last - first) / DAY;
	const start = new Date(first);
	const midnight = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
	if (days <= MOST_COLUMNS - 1) return steps(midnight, last, DAY);
	if (days / 7 <= MOST_COLUMNS - 1) return steps(midnight, last, 7 * DAY);
	const months = days / 30 <= MOST_COLUMNS - 1 ? 1 : days / 91 <= MOST_COLUMNS - 1 ? 3 : 12;
	const found: Period[] = [];
	for (let at = 0; at <= 4 * MOST_COLUMNS; at++) {
		const from = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + at * months, 1);
		const to = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + (at + 1) * months, 1);
		if (from > last || Number.isNaN(from)) break;
		found.push({ label: month(new Date(from).toISOString()), from, to });
	}
	return found;
}

function steps(start: number, last: number, size: number): Period[] {
	const count = Math.floor((last - start) / size) + 1;
	return Array.from({ length: count }, (_, at) => {
		const from = start + at * size;
		const date = dayOf(new Date(from).toISOString()) ?? '';
		return { label: date.replace(/ \d{4}$/, ''), from, to: from + size };
	});
}

interface Risk {
	category: string;
	date: string;
}

/** Risks by category, all together and over time. */
export function* riskSections(posts: readonly Row[]): Steps<Section[]> {
	const risks = posts.flatMap(({ traits: { categories = '', date = '' } }) => {
		return categories
			.split(', ')
			.filter(Boolean)
			.map<Risk>((category) => ({ category, date }));
	});
	const counts = largest(counted(risks.map(({ category }) => category)), Infinity);
	const shown = counts.slice(0, MOST_SERIES).map(({ label }) => label);
	const series: Array<CountedSeries<Risk>> = shown.map((label, at) => ({
		label: asWord(label),
		tone: seriesTone(at),
		has: ({ category }) => category === label,
	}));
	const rest: CountedSeries<Risk> = {
		label: 'Other',
		tone: 'quiet',
		has: ({ category }) => !shown.includes(category),
	};
	const all = counts.length > shown.length ? [...series, rest] : series;
	// A category has one colour in both charts.
	const toneOf = (at: number) => series[at]?.tone ?? rest.tone;
	return [
		...countBars('Risk categories', 'Flags', counts, { toneOf }),
		...(yield* columnsSection('Risk categories over time', all, risks, ({ date }) => date)),
	];
}

/** The posts that stand out, by likes or by the score of the service. */
export function entriesSection(title: string, posts: readonly Row[], limit: number): Section[] {
	if (posts.length === 0) return [];
	const ranked = highest(posts, limit, ({ traits }) => weight(traits));
	const entries = ranked.map(({ json, traits }) => entryOf(json, traits));
	return [{ kind: 'entries', title, entries, more: Math.max(0, posts.length - limit) }];
}

/** What people look at first. */
function weight({ purchaseIntent, likes, views, followers }: Traits): number {
	return (
		(purchaseIntent === true ? 1e12 : 0) +
		(likes ?? 0) +
		(views ?? 0) / 100 +
		(followers ?? 0) / 1e6
	);
}

function entryOf(post: IDataObject, traits: Traits): Entry {
	const { title, text, url, author, handle, platform, date, likes, comments, views } = traits;
	const who = author ?? (handle === undefined ? undefined : atName(handle));
	return {
		title: title === undefined ? undefined : cut(title, LONGEST_TEXT),
		text: text === undefined || text === title ? undefined : cut(text, LONGEST_TEXT),
		link: url,
		details: [
			who,
			platform,
			dayOf(date),
			likes === undefined ? undefined : `${shortNumber(likes)} likes`,
			comments === undefined ? undefined : `${shortNumber(comments)} comments`,
			views === undefined ? undefined : `${shortNumber(views)} views`,
		].filter((each) => each !== undefined),
		tags: tagsOf(post, traits),
	};
}

function tagsOf(post: IDataObject, traits: Traits): Entry['tags'] {
	const { sentiment, purchaseIntent, relevance, categories } = traits;
	return [
		...(categories?.split(', ').map((text) => ({ text: inWords(text), tone: 'poor' as const })) ??
			[]),
		...(sentiment === undefined
			? []
			: [{ text: asWord(sentiment), tone: sentimentTone(sentiment) }]),
		...(purchaseIntent === true ? [{ text: 'Purchase intent', tone: 'accent' as const }] : []),
		...(typeof relevance === 'number'
			? [{ text: `Relevance ${relevance}`, tone: 'quiet' as const }]
			: []),
		...(post.is_sponsored === true ? [{ text: 'Sponsored', tone: 'quiet' as const }] : []),
	];
}
