import type { IDataObject } from 'n8n-workflow';

import { asNumber } from '../../recognition/scalars';
import { maxOf, minOf } from '../../values/numbers';
import { isRecord } from '../../values/records';
import { countOf, fullNumber, percent, scoreText, shortNumber, shown } from '../numbers';
import { levelOf, sentimentTone, type Levels, type Tone } from '../tones';
import { atName, capitalised, cut, day, endOfAddress, inWords } from '../words';
import type { Group, Row, RowKind, Subject } from '../kind';
import type { Markup } from '../markup';
import { profileHead, type Part, type Sections, type Verdict } from '../part';
import { bars, countBars, entries, figures, split } from '../render/blocks';
import type { Cell, Entry, Item, Series } from '../render/blocks';
import { counted, highest } from '../tally';
import { furtherFields } from './other';
import { countColumns } from './overTime';

type PostKind = Exclude<RowKind, 'creators'>;

const WORDS: Record<PostKind, { what: string; noun: string }> = {
	comments: { what: 'Comments', noun: 'comment' },
	contents: { what: 'Posts', noun: 'post' },
	flagged: { what: 'Flagged posts', noun: 'flagged post' },
	mentions: { what: 'Social listening', noun: 'mention' },
};

/** Rows of one kind, all together. */
export function postsPart(posts: Group, madeAt: number): Part {
	const kind = posts[0].kind as PostKind;
	const { what, noun } = WORDS[kind];
	return {
		what,
		title: countOf(posts.length, noun),
		about: spanOf(posts),
		verdict: kind === 'comments' || kind === 'mentions' ? moodOf(noun, posts) : undefined,
		sections: sectionsOf(kind, posts, madeAt),
	};
}

function* sectionsOf(kind: PostKind, posts: readonly Subject[], madeAt: number): Sections {
	yield figures(totals(posts));
	yield sentimentSplit(sentimentsOf(posts));
	if (kind === 'flagged') yield* riskSections(posts, madeAt);
	else yield* overTime(posts, madeAt);
	if (kind === 'mentions') {
		const traits = posts.map((each) => each.traits);
		yield countBars('Platforms', traits, 'platform');
	}
	yield postEntries(kind, posts);
}

/** An analysis of comments, with the comments if there are any. */
export function analysisPart([subject]: Group, madeAt: number): Part {
	const isIntent = subject.kind === 'purchaseIntent';
	const what = isIntent ? 'Purchase intent' : 'Comments relevance';
	return {
		what,
		...profileHead(subject.traits, what),
		verdict: analysisVerdict(subject) ?? moodOf('comment', subject.lists.comments),
		sections: analysisSections(`${isIntent ? what : 'Relevance'} score`, subject, madeAt),
	};
}

/** How many comments show what was asked for. */
function analysisVerdict({ kind, json, traits }: Subject): Verdict | undefined {
	const isIntent = kind === 'purchaseIntent';
	const count = isIntent ? traits.intentCount : traits.relevantCount;
	const { commentCount = 0 } = traits;
	if (count === undefined || commentCount === 0) return undefined;
	const { brand_profile_url: url } = json;
	const brand = typeof url === 'string' ? ` to ${endOfAddress(url)}` : '';
	const what = isIntent ? 'show purchase intent' : `are relevant${brand}`;
	const share = `${fullNumber(count)} of ${countOf(commentCount, 'comment')}`;
	return { text: `${share} (${percent((count / commentCount) * 100)}) ${what}.`, tone: 'accent' };
}

/** Of fewer, one more or less would turn the verdict. */
const ENOUGH = 10;
/** Ten percentage points are more than chance among a few dozen. */
const MOODS: Levels = [
	[10, 'Mostly positive', 'good'],
	[-10, 'Mixed', 'quiet'],
	[-Infinity, 'Mostly negative', 'poor'],
];

function moodOf(noun: string, rows: readonly Row[]): Verdict | undefined {
	const { good, quiet, poor } = sentimentsOf(rows);
	const count = good + quiet + poor;
	if (count < ENOUGH) return undefined;
	const share = (value: number) => (value / count) * 100;
	const { word, tone } = levelOf(share(good - poor), MOODS);
	const shares = `${percent(share(good))} are positive, ${percent(share(poor))} negative`;
	return { text: `${word}: of ${countOf(count, noun)}, ${shares}.`, tone };
}

function* analysisSections(label: string, subject: Subject, madeAt: number): Sections {
	const { traits, lists } = subject;
	const { positiveCount = 0, neutralCount = 0, negativeCount = 0 } = traits;
	const counts = { good: positiveCount, quiet: neutralCount, poor: negativeCount };
	yield figures([
		{ label, text: shown(traits.score, scoreText), tone: 'accent' },
		{ label: 'Comments analyzed', text: shown(traits.commentCount, fullNumber) },
	]);
	yield sentimentSplit(counts) ?? sentimentSplit(sentimentsOf(lists.comments));
	yield* overTime(lists.comments, madeAt);
	yield postEntries('comments', lists.comments);
	yield furtherFields(subject);
}

function totals(posts: readonly Row[]): Item[] {
	const sum = (values: Iterable<number | undefined>) => {
		let all = 0;
		for (const value of values) all += value ?? 0;
		return all === 0 ? undefined : shortNumber(all);
	};
	const intents = posts.map(({ traits }) => Number(traits.purchaseIntent === true));
	// An author who wrote twice reaches the same people twice.
	const reach = new Map(
		posts.map(({ traits: { platform, handle, author, followers } }, at) => {
			return [`${platform}\n${handle ?? author ?? at}`, followers];
		}),
	);
	return [
		{ label: 'With purchase intent', text: sum(intents), tone: 'accent' },
		{ label: 'Likes', text: sum(posts.map(({ traits }) => traits.likes)) },
		{ label: 'Views', text: sum(posts.map(({ traits }) => traits.views)) },
		{ label: 'Potential reach', text: sum(reach.values()), note: 'Followers of all authors' },
	];
}

function spanOf(posts: readonly Row[]): string[] {
	const times = posts.flatMap((post) => timeOf(post) ?? []);
	if (times.length === 0) return [];
	const [first, last] = [minOf(times), maxOf(times)].map((at) => day(new Date(at).toISOString()));
	return [first === last ? `${first}` : `${first} to ${last}`];
}

function timeOf({ traits: { date = '' } }: Row): number | undefined {
	const time = Date.parse(date);
	return Number.isNaN(time) ? undefined : time;
}

type Sentiments = Record<'good' | 'quiet' | 'poor', number>;

/** How many are positive, negative, or neither. */
function sentimentsOf(posts: readonly Row[]): Sentiments {
	const counts = { good: 0, quiet: 0, poor: 0 };
	for (const { traits } of posts) {
		if (traits.sentiment !== undefined) counts[sentimentTone(traits.sentiment)] += 1;
	}
	return counts;
}

const SENTIMENTS = [
	{ label: 'Positive', tone: 'good' },
	{ label: 'Neutral or mixed', tone: 'quiet' },
	{ label: 'Negative', tone: 'poor' },
] as const;

function sentimentSplit(counts: Sentiments): Markup | undefined {
	const slices = SENTIMENTS.map((each) => ({ ...each, value: counts[each.tone] }));
	return split('Sentiment', slices);
}

/** By sentiment, where it is known. */
function* overTime(rows: readonly Row[], madeAt: number): Sections {
	const counts = sentimentsOf(rows);
	const known: Series[] = SENTIMENTS.filter(({ tone }) => counts[tone] > 0);
	yield yield* countColumns({
		title: 'Over time',
		rows,
		dateOf: ({ traits }) => traits.date,
		series: known.length > 0 ? known : [{ label: 'Posts', tone: 's1' }],
		toneOf: ({ traits }) => (known.length > 0 ? shown(traits.sentiment, sentimentTone) : 's1'),
		madeAt,
	});
}

/** A chart of fewer flags shows no pattern. */
const FEW_FLAGS = 5;
/** More are hard to tell apart; the others are one series more. */
const TONES: Tone[] = ['s1', 's2', 's3', 's4', 's5'];

const categoriesOf = ({ traits: { categories = '' } }: Row) =>
	categories.split(', ').filter(Boolean).map(inWords);

/** What was flagged, all together and over time, each category in one colour. */
export function* riskSections(posts: readonly Row[], madeAt: number): Sections {
	const flags = posts.flatMap((post) =>
		categoriesOf(post).map((category) => ({ category, date: post.traits.date })),
	);
	if (flags.length < FEW_FLAGS) return;
	const shares = counted(flags.map(({ category }) => category));
	const first = highest(shares, TONES.length, ({ value }) => value);
	const series = first.map<Series>(({ label }, at) => ({ label, tone: TONES[at] ?? 'quiet' }));
	const tones = new Map(series.map(({ label, tone }) => [label, tone]));
	const toneOf = (category: string) => tones.get(category) ?? 'quiet';
	if (shares.length > first.length) series.push({ label: 'Other', tone: 'quiet' });
	yield bars('Risk categories', shares, { toneOf });
	yield yield* countColumns({
		title: 'Risk categories over time',
		rows: flags,
		dateOf: ({ date }) => date,
		series,
		toneOf: ({ category }) => toneOf(category),
		madeAt,
	});
}

/** What a list is sorted by, as its heading says; rows without it come last. */
type Order = [title: string, rank: (row: Row) => number | undefined];

const likes = ({ traits }: Row) => traits.likes;
const likesWithIntent = ({ traits }: Row) =>
	traits.purchaseIntent === true ? (traits.likes ?? 0) : undefined;

/** The first that any row has. */
const ORDERS: Record<PostKind, Order[]> = {
	comments: [
		['Most relevant comments', ({ traits }) => asNumber(traits.relevance)],
		['Comments with purchase intent first', likesWithIntent],
		['Most liked comments', likes],
	],
	contents: [['Most liked posts', likes]],
	flagged: [
		['Flagged posts, highest risk first', riskScore],
		['Flagged posts, newest first', timeOf],
	],
	mentions: [['Mentions with the widest reach', ({ traits }) => traits.followers]],
};

/** About a page on paper is open; a few pages more are folded. */
const MAX_OPEN = 12;
const MAX_ENTRIES = 100;

export function postEntries(
	kind: PostKind,
	posts: readonly Row[],
	{ title, open = MAX_OPEN }: { title?: string; open?: number } = {},
): Markup | undefined {
	const unsorted: Order = [capitalised(`${WORDS[kind].noun}s`), () => 0];
	const isKnown = ([, rank]: Order) => posts.some((post) => rank(post) !== undefined);
	const [ordered, rank] = ORDERS[kind].find(isKnown) ?? unsorted;
	const first = highest(posts, MAX_ENTRIES, (post) => rank(post) ?? -Infinity);
	return entries({
		title: title ?? ordered,
		entries: first.map((post) => entryOf(post, kind)),
		open,
		more: posts.length - first.length,
	});
}

function risksOf({ json }: Row): IDataObject[] {
	return (Array.isArray(json.risks) ? json.risks : []).filter(isRecord);
}

/** The highest of a flagged post, where the service gives any. */
function riskScore(row: Row): number | undefined {
	const scores = risksOf(row).flatMap((risk) => asNumber(risk.score) ?? []);
	return scores.length === 0 ? undefined : maxOf(scores);
}

const MAX_TEXT_LENGTH = 400;
const shortened = (text: unknown) =>
	typeof text === 'string' ? cut(text, MAX_TEXT_LENGTH) : undefined;

function entryOf(post: Row, kind: PostKind): Entry {
	const { title, text, url, author, handle, platform, date } = post.traits;
	const names = ['likes', 'comments', 'views', kind === 'mentions' && 'followers'] as const;
	const numbers = names.map(
		(name) => name && shown(post.traits[name], (count) => `${shortNumber(count)} ${name}`),
	);
	const reasons = risksOf(post).map(({ reason }) => shortened(reason));
	const details = [author ?? shown(handle, atName), platform, shown(date, day)];
	return {
		title: shortened(title),
		text: text === title ? undefined : shortened(text),
		link: url,
		details: [...details, ...numbers, ...reasons].filter((each) => typeof each === 'string'),
		tags: tagsOf(post),
	};
}

function tagsOf(post: Row): Cell[] {
	const { sentiment, purchaseIntent, relevance } = post.traits;
	const score = typeof relevance === 'number' ? relevance : undefined;
	const tags: Array<Cell | false> = [
		...categoriesOf(post).map<Cell>((text) => ({ text, tone: 'poor' })),
		{ text: shown(sentiment, inWords), tone: sentimentTone(sentiment ?? '') },
		purchaseIntent === true && { text: 'Purchase intent', tone: 'accent' },
		{ text: shown(score, (value) => `Relevance ${scoreText(value)}`), tone: 'quiet' },
		post.json.is_sponsored === true && { text: 'Sponsored', tone: 'quiet' },
	];
	return tags.filter((tag) => tag !== false).filter(({ text }) => text !== undefined);
}
