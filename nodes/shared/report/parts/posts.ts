import type { IDataObject } from 'n8n-workflow';

import { asNumber } from '../../recognition/scalars';
import type { Traits } from '../../recognition/traits';
import { isRecord } from '../../values/records';
import { maxOf, minOf } from '../../values/numbers';
import { mapInSteps, type Steps } from '../../values/steps';
import type { Entry, PartDraft, Section, Series, Slice, Tone } from '../document';
import type { Row, RowKind, Subject } from '../kind';
import {
	asName,
	asWord,
	capitalised,
	cut,
	fullNumber,
	inWords,
	month,
	percent,
	scorePercent,
	sentimentTone,
	seriesTone,
	shortNumber,
} from '../format';
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
export const MAX_ENTRIES = 12;
/** A few pages more, which stay folded. */
const MAX_FOLDED = 88;
/** Enough to see what a peak is about. */
const MAX_OF_PEAK = 4;
const MAX_TEXT_LENGTH = 400;
/** Of a chart over time: two years of months. */
const MAX_COLUMNS = 24;
/** There are six colours, and fewer are easier to tell apart; the rest is one series more. */
const MAX_SERIES = 5;

/** A chart of fewer flags shows no pattern. */
const FEW_FLAGS = 5;

type PostKind = Exclude<RowKind, 'creators'>;

const TITLES: Record<PostKind, [what: string, one: string, many: string]> = {
	comments: ['Comments', 'comment', 'comments'],
	contents: ['Posts', 'post', 'posts'],
	flagged: ['Flagged posts', 'flagged post', 'flagged posts'],
	mentions: ['Social listening', 'mention', 'mentions'],
};

/** What a list is sorted by, as its heading says; rows without it come last, or not at all. */
type Order = [title: string, rank: (row: Row) => number | undefined, rest?: 'leaveOut'];

const BY_LIKES = ({ traits }: Row) => traits.likes;

/** The best first: the first of them that any row has. */
const ORDERS: Record<PostKind, Order[]> = {
	comments: [
		['Most relevant comments', ({ traits }) => asNumber(traits.relevance)],
		[
			'Most liked comments with purchase intent',
			({ traits }) => (traits.purchaseIntent === true ? (traits.likes ?? 0) : undefined),
			'leaveOut',
		],
		['Most liked comments', BY_LIKES],
	],
	contents: [
		['Most liked posts', BY_LIKES],
		['Most viewed posts', ({ traits }) => traits.views],
	],
	flagged: [
		['Flagged posts, highest risk first', riskScore],
		['Flagged posts, newest first', ({ traits }) => timeOf(traits)],
	],
	mentions: [
		['Mentions with the widest reach', ({ traits }) => traits.followers],
		['Most liked mentions', BY_LIKES],
	],
};

export function* postsPart(kind: PostKind, subjects: readonly Subject[]): Steps<PartDraft> {
	const traits = subjects.map((each) => each.traits);
	const [what, one, many] = TITLES[kind];
	const span = yield* spanOf(traits);
	const platforms = kind === 'mentions' ? traits.map(({ platform }) => platform) : [];
	return {
		what,
		title: `${fullNumber(subjects.length)} ${subjects.length === 1 ? one : many}`,
		about: span === undefined ? [] : [span],
		sections: [
			() => missing(subjects),
			() => figures(traits),
			() => sentimentSection(traits),
			() => (kind === 'flagged' ? riskSections(subjects) : timeSection(traits)),
			() => countBars('Platforms', 'Posts', counted(platforms), { labelOf: asName }),
			() => (kind === 'mentions' ? peakSection(subjects) : []),
			() => entriesSection(kind, subjects, MAX_ENTRIES),
		],
	};
}

function* figures(traits: readonly Traits[]): Steps<Section[]> {
	// An author who wrote twice reaches the same people twice.
	const authors = new Map<unknown, Traits>();
	for (const each of traits) {
		const name = each.handle ?? each.author;
		authors.set(name === undefined ? each : `${each.platform}\n${name}`, each);
		yield;
	}
	const sum = (name: 'likes' | 'views' | 'followers', among: Iterable<Traits> = traits) => {
		let all = 0;
		for (const each of among) all += each[name] ?? 0;
		return all || undefined;
	};
	const intents = traits.filter(({ purchaseIntent }) => purchaseIntent === true).length;
	const note = 'Followers of all authors';
	return figureSection([
		figure('With purchase intent', intents || undefined, fullNumber, { tone: 'accent' }),
		figure('Likes', sum('likes'), shortNumber),
		figure('Views', sum('views'), shortNumber),
		figure('Potential reach', sum('followers', authors.values()), shortNumber, { note }),
	]);
}

function* spanOf(traits: readonly Traits[]): Steps<string | undefined> {
	const times = (yield* timesOf(traits)).filter((time) => !Number.isNaN(time));
	if (times.length === 0) return undefined;
	const [first, last] = [minOf(times), maxOf(times)].map(dayAt);
	return first === last ? first : `${first} to ${last}`;
}

function timeOf({ date = '' }: Traits): number | undefined {
	const time = Date.parse(date);
	return Number.isNaN(time) ? undefined : time;
}

const dayAt = (time: number): string => dayOf(new Date(time).toISOString()) ?? '';

const ORDER: Tone[] = ['good', 'quiet', 'poor'];
const byTone = (a: { tone: Tone }, b: { tone: Tone }) =>
	ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone);

export function* sentimentSection(traits: readonly Traits[]): Steps<Section[]> {
	const words = yield* mapInSteps(traits, ({ sentiment }) => sentiment && asWord(sentiment));
	const slices = counted(words)
		.map<Slice>(({ label, value }) => ({ label, value, tone: sentimentTone(label) }))
		.sort(byTone);
	return slices.length === 0 ? [] : [{ kind: 'split', title: 'Sentiment', slices }];
}

interface Dated {
	series: string;
	date: string;
}

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
	const { times, periods } = yield* timed(all);
	if (periods.length < 2) return [];
	const columns = periods.map(({ label }) => ({ label, values: series.map(() => 0) }));
	for (const [row, each] of all.entries()) {
		yield;
		const time = times[row] ?? NaN;
		const values = columns[periods.findIndex(({ to }) => time < to)]?.values ?? [];
		const at = series.findIndex(({ label }) => label === each.series);
		if (at !== -1) values[at] = (values[at] ?? 0) + 1;
	}
	return [{ kind: 'columns', title, series, columns, endsAt: periods.at(-1)?.to }];
}

const timesOf = (all: ReadonlyArray<{ date?: string }>): Steps<number[]> =>
	mapInSteps(all, ({ date = '' }) => Date.parse(date));

/** The times of all, NaN where there is none, and the periods that they are in. */
function* timed(
	all: ReadonlyArray<{ date?: string }>,
): Steps<{ times: number[]; periods: Period[] }> {
	const times = yield* timesOf(all);
	const known = times.filter((time) => !Number.isNaN(time));
	return { times, periods: known.length < 2 ? [] : periodsBetween(minOf(known), maxOf(known)) };
}

/** A period with so many more than the others that a reader asks why. */
const PEAK = { times: 2, least: 5 };

function* peakSection(rows: readonly Row[]): Steps<Section[]> {
	const { times, periods } = yield* timed(rows.map(({ traits }) => traits));
	if (periods.length < 2) return [];
	const within = periods.map(({ from, to, label }) => ({
		label,
		rows: rows.filter((_, at) => from <= (times[at] ?? NaN) && (times[at] ?? NaN) < to),
	}));
	const [peak] = highest(within, 1, (each) => each.rows.length);
	const count = peak?.rows.length ?? 0;
	const all = times.filter((time) => !Number.isNaN(time)).length;
	const others = (all - count) / (periods.length - 1);
	if (peak === undefined || count < PEAK.least || count < PEAK.times * others) return [];
	const title = `Behind the peak of ${peak.label}: ${fullNumber(count)} mentions`;
	return entriesSection('mentions', peak.rows, MAX_OF_PEAK, title);
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
	const step = [1, 7, 30, 91].find((length) => days / length <= MAX_COLUMNS - 1) ?? 365;
	const months = Math.round(step / 30);
	const midnight = Date.UTC(year, inYear, start.getUTCDate());
	const startOf = (at: number) =>
		months === 0 ? midnight + at * step * DAY : Date.UTC(year, inYear + at * months, 1);
	const labelOf = (from: number) =>
		months === 0 ? dayAt(from).replace(/ \d{4}$/, '') : month(new Date(from).toISOString());
	const found: Period[] = [];
	for (let at = 0; at <= 4 * MAX_COLUMNS && startOf(at) <= last; at++) {
		found.push({ label: labelOf(startOf(at)), from: startOf(at), to: startOf(at + 1) });
	}
	return found;
}

export function* riskSections(posts: readonly Row[]): Steps<Section[]> {
	const risks = posts.flatMap(({ traits: { categories = '', date = '' } }) =>
		categories
			.split(', ')
			.filter(Boolean)
			.map((category) => ({ category, date })),
	);
	// So few posts say it themselves.
	if (risks.length < FEW_FLAGS) return [];
	const counts = counted(risks.map(({ category }) => category)).sort((a, b) => b.value - a.value);
	const shown = counts.slice(0, MAX_SERIES).map(({ label }) => label);
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

/** The first posts in the order that the title names; more of what was flagged stays folded. */
export function entriesSection(
	kind: PostKind,
	posts: readonly Row[],
	limit: number,
	title?: string,
): Section[] {
	const [ordered, rank, rest] = ORDERS[kind].find(([, rankOf]) =>
		posts.some((post) => rankOf(post) !== undefined),
	) ?? [capitalised(TITLES[kind][2]), () => 0];
	const ranked = rest === undefined ? posts : posts.filter((post) => rank(post) !== undefined);
	const most = kind === 'flagged' ? limit + MAX_FOLDED : limit;
	const candidates = highest(
		ranked,
		kind === 'comments' ? 4 * most : most,
		(post) => rank(post) ?? -Infinity,
	).map((post) => entryOf(post, kind));
	const shown = (kind === 'comments' ? withoutRepeats(candidates) : candidates).slice(0, most);
	if (shown.length === 0) return [];
	const folded = shown.slice(limit);
	const left = posts.length - shown.length;
	const first: Section = {
		kind: 'entries',
		title: title ?? ordered,
		entries: shown.slice(0, limit),
		more: folded.length > 0 ? 0 : left,
	};
	if (folded.length === 0) return [first];
	const name = `${fullNumber(folded.length)} more flagged ${folded.length === 1 ? 'post' : 'posts'}`;
	return [first, { kind: 'entries', title: name, entries: folded, more: left, isFolded: true }];
}

/** The same words again say nothing new. */
function withoutRepeats(entries: readonly Entry[]): Entry[] {
	return entries.filter(
		({ title, text = '' }, at) =>
			title !== undefined || entries.findIndex((each) => (each.text ?? '') === text) === at,
	);
}

function risksOf({ json }: Row): IDataObject[] {
	return (Array.isArray(json.risks) ? json.risks : []).filter(isRecord);
}

/** The highest of a flagged post, where the service gives any. */
function riskScore(row: Row): number | undefined {
	const scores = risksOf(row).flatMap((risk) => asNumber(risk.score) ?? []);
	return scores.length === 0 ? undefined : maxOf(scores);
}

function entryOf(post: Row, kind: PostKind): Entry {
	const { traits } = post;
	const { title, text, url, author, handle, platform, date } = traits;
	const counts = ['likes', 'comments', 'views', ...(kind === 'mentions' ? ['followers'] : [])];
	const numbers = counts.map((name) => {
		const value = traits[name as 'likes'];
		return value === undefined ? undefined : `${shortNumber(value)} ${name}`;
	});
	const who = author ?? (handle === undefined ? undefined : atName(handle));
	const reasons = risksOf(post).map(({ reason }) => shortened(reason));
	return {
		title: shortened(title),
		text: text === title ? undefined : shortened(text),
		link: url,
		details: [who, platform, dayOf(date), ...numbers, ...reasons].filter(
			(each) => each !== undefined,
		),
		tags: tagsOf(post),
	};
}

const shortened = (text: unknown) =>
	typeof text === 'string' ? cut(text, MAX_TEXT_LENGTH) : undefined;

function tagsOf({ json, traits }: Row): Entry['tags'] {
	const { sentiment, purchaseIntent, relevance, categories } = traits;
	const all: Array<Entry['tags'][number] | false> = [
		...(categories?.split(', ') ?? []).map((text) => ({
			text: inWords(text),
			tone: 'poor' as const,
		})),
		sentiment !== undefined && { text: asWord(sentiment), tone: sentimentTone(sentiment) },
		purchaseIntent === true && { text: 'Purchase intent', tone: 'accent' },
		typeof relevance === 'number' && {
			text: `Relevance ${percent(scorePercent(relevance))}`,
			tone: 'quiet',
		},
		json.is_sponsored === true && { text: 'Sponsored', tone: 'quiet' },
	];
	return all.filter((each) => each !== false);
}
