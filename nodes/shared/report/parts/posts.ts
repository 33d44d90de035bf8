import { iso } from '../../clock';
import { asNumber } from '../../recognition/scalars';
import { day, month } from '../../values/dates';
import { maxOf, minOf } from '../../values/numbers';
import { bySeverity, categoriesOf, categoryTone, isSevere, riskScore, risksOf } from '../checks';
import {
	contradiction,
	countOf,
	fullNumber,
	percent,
	shareCell,
	shortNumber,
	shown,
	counted,
	ordered,
	sumOf,
	type Orders,
} from '../numbers';
import { asName, atName, capitalised, cut, inWords } from '../words';
import type { Row, RowKind } from '../../recognition/itemKind';
import type { Markup } from '../markup';
import type { Blocks, PartKind, Scope, Verdict } from '../part';
import {
	bars,
	columns,
	countItem,
	entries,
	type Cell,
	type Entry,
	type Item,
	type Series,
} from '../render/blocks';
import { judged, sentimentTone, type Levels, type Tone } from '../tones';

type PostKind = Exclude<RowKind, 'creators'>;

const DAY = 86_400_000;

/** Days, months or years, by how much of a date says which: so many that a chart has room for them. */
const PERIODS = [
	{ name: 'day', upTo: 62 * DAY, length: 10, label: (date: string) => day(date).slice(0, -5) },
	{ name: 'month', upTo: 731 * DAY, length: 7, label: month },
	{ name: 'year', upTo: 100 * 366 * DAY, length: 4, label: (year: string) => year },
];

/** What is counted: the series by their tones, and in which of them a row is. */
interface Course {
	title: string;
	labels: Partial<Record<Tone, string>>;
	toneOf: (row: Row) => Tone | undefined;
}

/** A chart of fewer shows no pattern. */
const MIN_DATED = 5;

/** How many rows of each series there are in each period; those without a certain date are in none. */
function* overTime(rows: readonly Row[], course: Course, madeAt: number): Blocks {
	const dated = rows.flatMap((row) => (row.time === undefined ? [] : { row, time: row.time }));
	yield;
	const times = dated.map(({ time }) => time);
	const [first, last] = [minOf(times), maxOf(times)];
	const unit = PERIODS.find(({ upTo }) => last - first <= upTo);
	if (unit === undefined || dated.length < MIN_DATED) return;
	const nameOf = (time: number) => iso(time).slice(0, unit.length);
	const periods = new Map<string, Row[]>();
	for (let time = first; time < last + DAY; time += DAY)
		periods.set(nameOf(Math.min(time, last)), []);
	for (const { row, time } of dated) {
		periods.get(nameOf(time))?.push(row);
		yield;
	}
	const missing = rows.length - dated.length;
	yield columns({
		title: `${course.title} per ${unit.name}${missing > 0 ? `, without ${countOf(missing, 'undated one')}` : ''}`,
		series: counts([], course),
		columns: [...periods].map(([name, own]) => ({
			label: unit.label(name),
			values: counts(own, course).map(({ value }) => value),
		})),
		isLastOpen: nameOf(last) >= nameOf(madeAt),
	});
}

/** Parts of a whole, with their counts; without shares if they are more than `most`. */
function split(title: string, shares: ReadonlyArray<Series & { value: number }>, most = Infinity) {
	const whole = sumOf(shares.map(({ value }) => value));
	if (whole > most) return bars({ title: contradiction(title), shares, isSorted: true });
	const format = (value: number) => `${fullNumber(value)} (${percent((value / whole) * 100)})`;
	return whole === 0 ? undefined : bars({ title, shares, isSorted: true, whole, format });
}

const SENTIMENTS: Course = {
	title: 'by sentiment',
	labels: { good: 'Positive', quiet: 'Neutral or mixed', poor: 'Negative' },
	toneOf: ({ traits }) => shown(traits.sentiment, sentimentTone),
};

const INTENT: Course = {
	title: 'by purchase intent',
	labels: { s1: 'Purchase intent', quiet: 'No purchase intent' },
	toneOf: ({ traits: { purchaseIntent } }) =>
		typeof purchaseIntent === 'boolean' ? (purchaseIntent ? 's1' : 'quiet') : undefined,
};

const PLAIN: Course = { title: '', labels: { s1: 'Count' }, toneOf: () => 's1' };

const SEVERITY: Course = {
	title: 'Flagged posts by severity',
	labels: { poor: 'Severe category', fair: 'Other categories' },
	toneOf: (row) => (categoriesOf(row).some(isSevere) ? 'poor' : 'fair'),
};

/** The series, each with how many rows are in it. */
function counts(rows: readonly Row[], { labels, toneOf }: Course) {
	const all = counted(rows.map(toneOf));
	return (Object.keys(labels) as Tone[]).map((tone) => {
		const value = all.find(({ label }) => label === tone)?.value ?? 0;
		return { label: labels[tone] ?? '', tone, value };
	});
}

/** Intent and sentiment, as the service counts them or else in the rows; and one of them over time. */
export function* opinionBlocks(
	rows: readonly Row[],
	noun: string,
	{ madeAt }: Scope,
	ofService: { intents?: number[]; moods?: number[]; all?: number } = {},
): Blocks {
	const [intents = [], moods = []] = [INTENT, SENTIMENTS].map((course) => counts(rows, course));
	const isSaid = (series: typeof moods) => series.some(({ value }) => value > 0);
	const course = isSaid(intents) ? INTENT : isSaid(moods) ? SENTIMENTS : PLAIN;
	const title = `${capitalised(`${noun}s`)} ${course.title}`.trim();
	const orOf = (series: typeof moods, totals: number[] = []) =>
		sumOf(totals) > 0 ? series.map((each, at) => ({ ...each, value: totals[at] ?? 0 })) : series;
	yield split('Purchase intent', orOf(intents, ofService.intents), ofService.all);
	yield split('Sentiment', orOf(moods, ofService.moods), ofService.all);
	yield* overTime(rows, { ...course, title }, madeAt);
}

/** Of fewer, one more or less would turn the verdict. */
const ENOUGH = 10;
/** Ten percentage points are more than chance among a few dozen. */
const MOODS: Levels = [
	[10, 'Mostly positive', 'good'],
	[-10, 'Mixed', 'quiet'],
	[-Infinity, 'Mostly negative', 'poor'],
];
export const MOOD_RULE = `Mostly positive or negative: a lead of 10 points, among ${ENOUGH} or more.`;

export function moodOf(noun: string, rows: readonly Row[]): Verdict | undefined {
	const [good = 0, quiet = 0, poor = 0] = counts(rows, SENTIMENTS).map(({ value }) => value);
	const count = good + quiet + poor;
	const share = (value: number) => (value / count) * 100;
	return judged(count < ENOUGH ? undefined : share(good - poor), MOODS, (word) => {
		const shares = `${percent(share(good))} are positive, ${percent(share(poor))} negative`;
		return `${word}: of ${countOf(count, noun)}, ${shares}`;
	});
}

/** Worth a chart only where they differ. */
function platformBars(rows: readonly Row[]): Markup | undefined {
	const shares = counted(rows.map(({ traits }) => shown(traits.platform, asName)));
	return shares.length < 2 ? undefined : bars({ title: 'Mentions by platform', shares });
}

/** What was flagged, all together and over time: severe categories first, each in its colour. */
export function* riskBlocks(
	rows: readonly Row[],
	{ madeAt }: Scope,
	ofService = counted([]),
): Blocks {
	const all = rows.length > 0 ? counted(rows.flatMap(categoriesOf)) : ofService;
	const shares = all
		.map(({ label, value }) => ({ label: inWords(label), value, tone: categoryTone(label) }))
		.sort(bySeverity);
	// The tags of the posts say as much where there is one.
	if (shares.length > 1 || rows.length === 0)
		yield bars({ title: 'Risk categories, flagged posts', shares, isSorted: true });
	yield* overTime(rows, SEVERITY, madeAt);
}

const ORDERS: Record<PostKind, Orders<Row>> = {
	comments: {
		'Most relevant comments': ({ traits }) => asNumber(traits.relevance),
		'Comments with purchase intent first, by likes': ({ traits }) =>
			traits.purchaseIntent === true ? (traits.likes ?? 0) : undefined,
		'Most liked comments': ({ traits }) => traits.likes,
		Comments: () => 0,
	},
	contents: { 'Most liked posts': ({ traits }) => traits.likes, Posts: () => 0 },
	flagged: {
		'Flagged posts, highest risk first': riskScore,
		'Flagged posts, newest first': ({ time }) => time,
		'Flagged posts': () => 0,
	},
	mentions: {
		'Mentions with the widest reach': ({ traits }) => traits.followers,
		Mentions: () => 0,
	},
};

/** About a page on paper is open; a few pages more are folded. */
const MAX_OPEN = 12;
export const MAX_ENTRIES = 100;

export function postEntries(
	kind: PostKind,
	rows: readonly Row[],
	scope: Scope,
	{ title, open = MAX_OPEN }: { title?: string; open?: number } = {},
): Markup | undefined {
	const order = ordered(rows, MAX_ENTRIES, ORDERS[kind]);
	if (order === undefined) return undefined;
	const drawn = order.rows.map((row) => entryOf(row, kind, scope));
	return entries(title ?? order.title, drawn, { open, more: rows.length - drawn.length });
}

const MAX_TEXT_LENGTH = 400;
const shortened = (text: unknown) =>
	typeof text === 'string' ? cut(text, MAX_TEXT_LENGTH) : undefined;

function entryOf(row: Row, kind: PostKind, scope: Scope): Entry {
	const { title, text, url, author, handle, platform, date } = row.traits;
	const names = ['likes', 'comments', 'views', kind === 'mentions' && 'followers'] as const;
	const numbers = names.map(
		(name) =>
			name && shown(row.traits[name], (count) => countOf(count, name.slice(0, -1), shortNumber)),
	);
	const reasons = risksOf(row.json).map(({ reason }) => shortened(reason));
	const details = [author ?? shown(handle, atName), platform, shown(date, day)];
	return {
		title: shortened(title),
		text: text === title ? undefined : shortened(text),
		link: url,
		details: [...details, ...numbers, ...reasons].filter((each) => typeof each === 'string'),
		tags: tagsOf(row, scope),
	};
}

function tagsOf(row: Row, { units }: Scope): Cell[] {
	const { sentiment, relevance, purchaseIntent } = row.traits;
	const score = typeof relevance === 'number' ? shareCell(units.relevance, relevance) : undefined;
	const tags: Cell[] = [
		...categoriesOf(row).map((text) => ({ text, tone: categoryTone(text) })),
		{ text: shown(riskScore(row), (risk) => `Risk score ${risk}`), tone: 'quiet' },
		{ text: shown(sentiment, inWords), tone: sentimentTone(sentiment ?? '') },
		{ text: purchaseIntent === true ? 'Purchase intent' : undefined, tone: 'accent' },
		{ text: score && `Relevance ${score.text}`, tone: 'quiet' },
		{ text: row.json.is_sponsored === true ? 'Sponsored' : undefined, tone: 'quiet' },
	];
	return tags.filter(({ text }) => text !== undefined);
}

/** Rows of one kind, all together. */
export function postsKind(kind: PostKind, label: string, noun: string): PartKind {
	const hasMood = kind === 'comments' || kind === 'mentions';
	return {
		label,
		noun,
		figures: (_, rows) => [totalItem('Likes', rows, 'likes'), totalItem('Views', rows, 'views')],
		...(hasMood && { thresholds: MOOD_RULE, verdicts: (_, rows) => [moodOf(noun, rows)] }),
		*blocks(_, rows, scope) {
			yield* kind === 'flagged' ? riskBlocks(rows, scope) : opinionBlocks(rows, noun, scope);
			if (kind === 'mentions') yield platformBars(rows);
			yield postEntries(kind, rows, scope);
		},
	};
}

type Counted = 'followers' | 'likes' | 'views';

export function totalItem(label: string, rows: readonly Row[], trait: Counted): Item {
	return countItem(label, sumOf(rows.map(({ traits }) => traits[trait])) || undefined);
}
