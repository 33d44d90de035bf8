import type { IDataObject } from 'n8n-workflow';

import type { Traits } from '../../recognition/traits';
import { maxOf, minOf } from '../../values/numbers';
import type { Steps } from '../../values/steps';
import type { Entry, PartDraft, Section, Series, Slice, Tone } from '../document';
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
	figure,
	figureSection,
	highest,
	missing,
} from './common';

/** About a page on paper. */
export const MOST_ENTRIES = 12;
/** A few lines of a post. */
const LONGEST_TEXT = 400;
/** Of a chart over time: two years of months. */
const MOST_COLUMNS = 24;
/** There are six colours, and fewer are easier to tell apart; the rest is one series more. */
const MOST_SERIES = 5;

type PostKind = Exclude<RowKind, 'creators'>;

const TITLES: Record<PostKind, [what: string, one: string, many: string, top: string]> = {
	comments: ['Comments', 'comment', 'comments', 'Comments that stand out'],
	contents: ['Content', 'content item', 'content items', 'Top contents'],
	flagged: ['Flagged content', 'flagged item', 'flagged items', 'Flagged items'],
	mentions: ['Social listening', 'mention', 'mentions', 'Mentions with the widest reach'],
};

/** Posts, comments, mentions or flagged items, as one part. */
export function postsPart(kind: PostKind, subjects: readonly Subject[]): PartDraft {
	const traits = subjects.map((each) => each.traits);
	const [what, one, many, top] = TITLES[kind];
	const span = spanOf(traits);
	const platforms = kind === 'mentions' ? traits.map(({ platform }) => platform) : [];
	return {
		what,
		title: `${fullNumber(subjects.length)} ${subjects.length === 1 ? one : many}`,
		about: span === undefined ? [] : [span],
		sections: [
			() => missing(subjects),
			() => figures(kind === 'contents' ? 'Contents' : inWords(many), traits),
			() => sentimentSection(traits),
			() => (kind === 'flagged' ? riskSections(subjects) : timeSection(traits)),
			() => countBars('Platforms', 'Posts', counted(platforms), { labelOf: asName }),
			() => entriesSection(top, subjects, MOST_ENTRIES),
		],
	};
}

function figures(label: string, traits: readonly Traits[]): Section[] {
	const sum = (valueOf: (each: Traits) => number | boolean | undefined) =>
		traits.reduce((all, each) => all + Number(valueOf(each) ?? 0), 0) || undefined;
	const judged = sum(({ sentiment }) => sentiment !== undefined);
	const positive = sum(({ sentiment = '' }) => sentimentTone(sentiment) === 'good') ?? 0;
	return figureSection([
		figure(label, traits.length, fullNumber),
		figure('Positive', judged && (positive / judged) * 100, percent, { tone: 'good' }),
		figure(
			'With purchase intent',
			sum(({ purchaseIntent }) => purchaseIntent === true),
			fullNumber,
			{
				tone: 'accent',
			},
		),
		figure(
			'Likes',
			sum(({ likes }) => likes),
			shortNumber,
		),
		figure(
			'Views',
			sum(({ views }) => views),
			shortNumber,
		),
		figure(
			'Followers reached',
			sum(({ followers }) => followers),
			shortNumber,
			{
				note: 'Followers of all authors together',
			},
		),
	]);
}

function spanOf(traits: readonly Traits[]): string | undefined {
	const times = traits
		.map(({ date = '' }) => Date.parse(date))
		.filter((time) => !Number.isNaN(time));
	if (times.length === 0) return undefined;
	const [first, last] = [minOf(times), maxOf(times)].map(dayAt);
	return first === last ? first : `${first} to ${last}`;
}

function dayAt(time: number): string {
	return dayOf(new Date(time).toISOString()) ?? '';
}

const ORDER: Tone[] = ['good', 'quiet', 'poor'];
const byTone = (a: { tone: Tone }, b: { tone: Tone }) =>
	ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone);

/** How kind people are, by the words of the service. */
export function sentimentSection(traits: readonly Traits[]): Section[] {
	const words = traits.flatMap(({ sentiment }) =>
		sentiment === undefined ? [] : asWord(sentiment),
	);
	const slices = counted(words)
		.map<Slice>(({ label, value }) => ({ label, value, tone: sentimentTone(label) }))
		.sort(byTone);
	return slices.length === 0 ? [] : [{ kind: 'split', title: 'Sentiment', slices }];
}

/** What a chart over time counts: of which series, and when. */
interface Dated {
	series: string;
	date: string;
}

/** Posts over time, by sentiment where that is known. */
export function* timeSection(traits: readonly Traits[]): Steps<Section[]> {
	const dated = traits.flatMap(({ sentiment, date }) =>
		date === undefined ? [] : { series: sentiment === undefined ? '' : asWord(sentiment), date },
	);
	const words = [...new Set(dated.map(({ series }) => series))].filter((each) => each !== '');
	const series = words.map((word) => ({ label: word, tone: sentimentTone(word) })).sort(byTone);
	yield;
	if (series.length > 0) return yield* columnsSection('Over time', series, dated);
	const posts = dated.map(({ date }) => ({ series: 'Posts', date }));
	return yield* columnsSection('Over time', [{ label: 'Posts', tone: 's1' }], posts);
}

/** Counts by day, week or month, whichever gives a readable number of columns. */
function* columnsSection(title: string, series: Series[], all: readonly Dated[]): Steps<Section[]> {
	const times: number[] = [];
	for (const { date } of all) {
		times.push(Date.parse(date));
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
		const at = series.findIndex(({ label }) => label === each.series);
		if (at !== -1) values[at] = (values[at] ?? 0) + 1;
	}
	return [{ kind: 'columns', title, series, columns }];
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
	const [year, inYear] = [start.getUTCFullYear(), start.getUTCMonth()];
	const step = [1, 7, 30, 91].find((length) => days / length <= MOST_COLUMNS - 1) ?? 365;
	const months = Math.round(step / 30);
	const midnight = Date.UTC(year, inYear, start.getUTCDate());
	const startOf = (at: number) =>
		months === 0 ? midnight + at * step * DAY : Date.UTC(year, inYear + at * months, 1);
	const labelOf = (from: number) =>
		months === 0 ? dayAt(from).replace(/ \d{4}$/, '') : month(new Date(from).toISOString());
	const found: Period[] = [];
	for (let at = 0; at <= 4 * MOST_COLUMNS && startOf(at) <= last; at++) {
		found.push({ label: labelOf(startOf(at)), from: startOf(at), to: startOf(at + 1) });
	}
	return found;
}

/** Risks by category, all together and over time. */
export function* riskSections(posts: readonly Row[]): Steps<Section[]> {
	const risks = posts.flatMap(({ traits: { categories = '', date = '' } }) =>
		categories
			.split(', ')
			.filter(Boolean)
			.map((category) => ({ category, date })),
	);
	const counts = counted(risks.map(({ category }) => category)).sort((a, b) => b.value - a.value);
	const shown = counts.slice(0, MOST_SERIES).map(({ label }) => label);
	const series = shown.map<Series>((label, at) => ({ label: asWord(label), tone: seriesTone(at) }));
	if (counts.length > shown.length) series.push({ label: 'Other', tone: 'quiet' });
	const dated = risks.map(({ category, date }) => ({
		series: shown.includes(category) ? asWord(category) : 'Other',
		date,
	}));
	// A category has one colour in both charts.
	const toneOf = (at: number) => series[at]?.tone ?? 'quiet';
	return [
		...countBars('Risk categories', 'Flags', counts, { toneOf }),
		...(yield* columnsSection('Risk categories over time', series, dated)),
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
function weight({ purchaseIntent, likes = 0, views = 0, followers = 0 }: Traits): number {
	return (purchaseIntent === true ? 1e12 : 0) + likes + views / 100 + followers / 1e6;
}

function entryOf(post: IDataObject, traits: Traits): Entry {
	const { title, text, url, author, handle, platform, date } = traits;
	const numbers = (['likes', 'comments', 'views'] as const).flatMap((name) => {
		const value = traits[name];
		return value === undefined ? [] : `${shortNumber(value)} ${name}`;
	});
	const who = author ?? (handle === undefined ? undefined : atName(handle));
	return {
		title: title === undefined ? undefined : cut(title, LONGEST_TEXT),
		text: text === undefined || text === title ? undefined : cut(text, LONGEST_TEXT),
		link: url,
		details: [who, platform, dayOf(date), ...numbers].filter((each) => each !== undefined),
		tags: tagsOf(post, traits),
	};
}

function tagsOf(post: IDataObject, traits: Traits): Entry['tags'] {
	const { sentiment, purchaseIntent, relevance, categories } = traits;
	const tags: Entry['tags'] = (categories?.split(', ') ?? []).map((text) => ({
		text: inWords(text),
		tone: 'poor',
	}));
	if (sentiment !== undefined)
		tags.push({ text: asWord(sentiment), tone: sentimentTone(sentiment) });
	if (purchaseIntent === true) tags.push({ text: 'Purchase intent', tone: 'accent' });
	if (typeof relevance === 'number') tags.push({ text: `Relevance ${relevance}`, tone: 'quiet' });
	if (post.is_sponsored === true) tags.push({ text: 'Sponsored', tone: 'quiet' });
	return tags;
}
