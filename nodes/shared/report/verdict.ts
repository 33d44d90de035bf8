import type { Moment, Share } from '../recognition/breakdowns';
import { findTraits, type Traits } from '../recognition/traits';
import { maxOf, minOf } from '../values/numbers';
import { isRecord } from '../values/records';
import { mapInSteps, type Steps } from '../values/steps';
import type { Tone, Verdict } from './document';
import type { Group, Kind, Row, Subject } from './kind';
import { counted } from './parts/common';
import {
	asWord,
	capitalised,
	day,
	endOfAddress,
	fullNumber,
	month,
	percent,
	ratingTone,
	scorePercent,
	sentimentTone,
	shortNumber,
	wholePercent,
} from './format';

/** What the data comes to, or nothing where it does not carry a verdict. */
export function* verdictOf(group: Group): Steps<Verdict | undefined> {
	const made = VERDICTS[group[0].kind]?.(group);
	return made !== undefined && 'next' in made ? yield* made : made;
}

type Made = Verdict | undefined;

const VERDICTS: Partial<Record<Kind, (group: Group) => Made | Steps<Made>>> = {
	screening: ([subject, ...flagged]) => ofScreening(subject, flagged),
	change: ([subject]) => ofChange(subject),
	analytics: ([subject]) => ofAnalytics(subject),
	overlap: ([{ traits }]) => ofOverlap(traits),
	purchaseIntent: ([subject]) => ofComments(subject) ?? ofRows('comments', subject.lists.comments),
	commentsRelevance: ([subject]) =>
		ofComments(subject) ?? ofRows('comments', subject.lists.comments),
	comments: (group) => ofRows('comments', group),
	mentions: (group) => ofRows('mentions', group),
};

/** `clear` or `high risk`; a number is no verdict, as its scale is unknown. */
function riskOf({ riskRating }: Traits): string | undefined {
	if (typeof riskRating !== 'string') return undefined;
	const word = asWord(riskRating).toLowerCase();
	if (/^(no|none|minimal|safe|clear|green|clean|pass|passed|ok)\b/.test(word)) return 'clear';
	return word.includes('risk') ? word : `${word} risk`;
}

function ofScreening({ traits, lists }: Subject, flagged: readonly Row[]): Verdict | undefined {
	const { riskRating, flaggedCount = flagged.length || undefined, contentCount } = traits;
	const risk = riskOf(traits);
	if (flaggedCount === undefined) {
		return risk === undefined
			? undefined
			: { text: capitalised(`${risk}.`), tone: ratingTone(riskRating ?? '') };
	}
	const top = flaggedCount > 0 ? mostOften(lists.categories) : '';
	const reason = `${flagText(flaggedCount, contentCount)}${top}.`;
	const plainTone = flaggedCount === 0 ? 'good' : 'accent';
	return {
		text: capitalised(risk === undefined ? reason : `${risk}: ${reason}`),
		tone: risk === undefined ? plainTone : ratingTone(riskRating ?? ''),
		reason: capitalised(reason),
	};
}

function flagText(flagged: number, checked: number | undefined): string {
	const of = checked === undefined ? '' : ` of ${fullNumber(checked)}`;
	if (flagged === 0) return of === '' ? 'no post is flagged' : `none${of} posts is flagged`;
	const isOne = flagged === 1;
	const posts = isOne && of === '' ? 'post' : 'posts';
	return `${fullNumber(flagged)}${of} ${posts} ${isOne ? 'is' : 'are'} flagged`;
}

function mostOften(categories: readonly Share[]): string {
	const [first, second] = [...categories].sort((a, b) => b.value - a.value);
	if (first === undefined || first.value === second?.value) return '';
	const name = asWord(first.label).toLowerCase();
	return second === undefined
		? `, for ${name}`
		: `, most often for ${name} (${fullNumber(first.value)})`;
}

const SEVERITY: Tone[] = ['good', 'accent', 'fair', 'poor'];

/** The higher, the more a reader should look at it. */
export function severityOf({ riskRating, flaggedCount = 0, contentCount = 0 }: Traits): number {
	const share = contentCount > 0 ? Math.min(1, flaggedCount / contentCount) : 0;
	return SEVERITY.indexOf(ratingTone(riskRating ?? 0)) + share;
}

/** "1 of 4 creators is clear, 3 have a high risk." */
export function verdictOnAll(creators: readonly Traits[]): Verdict | undefined {
	const rated = creators
		.filter((each) => riskOf(each) !== undefined)
		.sort((a, b) => severityOf(a) - severityOf(b));
	if (rated.length < 2) return undefined;
	const counts = counted(rated.map(riskOf));
	const whose = rated.length < creators.length ? 'rated creators' : 'creators';
	const clauses = counts.map(({ label: risk, value: count }, at) => {
		const all = count === 2 ? 'Both' : `All ${fullNumber(count)}`;
		const some = `${fullNumber(count)} of ${fullNumber(rated.length)}`;
		const first = `${counts.length === 1 ? all : some} ${whose}`;
		return `${at === 0 ? first : fullNumber(count)} ${riskClause(risk, count === 1)}`;
	});
	return { text: `${clauses.join(', ')}.`, tone: ratingTone(rated.at(-1)?.riskRating ?? '') };
}

function riskClause(risk: string, isOne: boolean): string {
	if (risk === 'clear') return isOne ? 'is clear' : 'are clear';
	return `${isOne ? 'has' : 'have'} ${/^[aeiou]/.test(risk) ? 'an' : 'a'} ${risk}`;
}

function ofChange({ json }: Subject): Verdict | undefined {
	const [now, before] = [json.current, json.previous].map((each) => findTraits(each));
	const { added } = isRecord(json.changed) ? json.changed : {};
	const count = Array.isArray(added) ? added.length : 0;
	const [riskNow, riskBefore] = [now, before].map((each) => riskOf(each ?? {}));
	const isKnown = riskNow !== undefined && riskBefore !== undefined;
	const isOther = isKnown && riskNow !== riskBefore;
	const risk = isOther ? `From ${riskBefore} to ${riskNow}` : isKnown && `Still ${riskNow}`;
	const posts =
		count > 0 && `${fullNumber(count)} ${count === 1 ? 'post is' : 'posts are'} newly flagged`;
	const said = [risk, posts].filter((each) => typeof each === 'string').join(': ');
	return said === '' ? undefined : { text: `${said}.`, tone: ratingTone(now?.riskRating ?? '') };
}

export function growthOf(history: readonly Moment[]): { grown: number; since: string } | undefined {
	const first = history[0];
	const last = history.at(-1);
	if (first === undefined || last === undefined || first === last || first.value === 0)
		return undefined;
	return { grown: (last.value / first.value - 1) * 100, since: month(first.date) };
}

/** Followers come and go: less is no growth. */
const HARDLY = 1;
/** Up to a quarter of doubtful followers is common; where it is half, reach says little. */
const CREDIBLE = { high: 75, medium: 50 };

function ofAnalytics({ traits, lists }: Subject): Verdict | undefined {
	const growth = growthOf(lists.history);
	const credibility =
		traits.credibility === undefined ? undefined : scorePercent(traits.credibility);
	const said = [
		growth && growthText(growth),
		credibility !== undefined &&
			`Audience credibility is ${credibilityWord(credibility)} (${percent(credibility)}).`,
	].filter((each) => typeof each === 'string');
	if (said.length === 0) return undefined;
	const isShrinking = growth !== undefined && growth.grown <= -HARDLY;
	const level = credibilityWord(credibility ?? CREDIBLE.high);
	const tone = level === 'low' ? 'poor' : level === 'medium' || isShrinking ? 'fair' : 'good';
	return { text: said.join(' '), tone };
}

function growthText({ grown, since }: { grown: number; since: string }): string {
	if (Math.abs(grown) < HARDLY) return `The number of followers has hardly changed since ${since}.`;
	const verb = grown > 0 ? 'grown' : 'fallen';
	return `The number of followers has ${verb} by ${percent(Math.abs(grown))} since ${since}.`;
}

function credibilityWord(credibility: number): string {
	if (credibility >= CREDIBLE.high) return 'high';
	return credibility >= CREDIBLE.medium ? 'medium' : 'low';
}

/** Of all followers together, in percent. */
export function duplicatedShare({ totalFollowers = 0, uniqueFollowers }: Traits) {
	if (totalFollowers <= 0 || uniqueFollowers === undefined) return undefined;
	return (1 - uniqueFollowers / totalFollowers) * 100;
}

/** From here on, a campaign with all of them reaches noticeably fewer people than it pays for. */
const OVERLAPPING = { partly: 10, strongly: 30 };

function ofOverlap(traits: Traits): Verdict | undefined {
	const share = duplicatedShare(traits);
	if (share === undefined || share < 0) return undefined;
	const { partly, strongly } = OVERLAPPING;
	const [how, tone]: [string, Tone] =
		share < partly
			? ['hardly', 'good']
			: share < strongly
				? ['partly', 'fair']
				: ['strongly', 'poor'];
	const reach = `${percent(share)} of the reach is duplicated`;
	const unique = `the unique reach is ${shortNumber(traits.uniqueFollowers ?? 0)}`;
	return { text: `The audiences ${how} overlap: ${reach}, ${unique}.`, tone };
}

/** The response to what was asked: how many comments show it. */
function ofComments({ kind, json, traits }: Subject): Verdict | undefined {
	const isIntent = kind === 'purchaseIntent';
	const count = isIntent ? traits.intentCount : traits.relevantCount;
	const { commentCount = 0, positiveCount, negativeCount } = traits;
	if (count === undefined || commentCount === 0) return undefined;
	const brand = typeof json.brand_profile_url === 'string' && endOfAddress(json.brand_profile_url);
	const what = isIntent ? 'show purchase intent' : `are relevant${brand ? ` to ${brand}` : ''}`;
	const share = (value: number) => wholePercent((value / commentCount) * 100);
	const answer = `${fullNumber(count)} of ${fullNumber(commentCount)} comments (${share(count)}) ${what}.`;
	const isCounted = positiveCount !== undefined && negativeCount !== undefined;
	const mood =
		isCounted && ` ${share(positiveCount)} are positive, ${share(negativeCount)} negative.`;
	return { text: `${answer}${mood || ''}`, tone: 'accent' };
}

/** Of fewer, one more or less would turn the verdict. */
const ENOUGH = 10;
/** Percentage points that are more than chance among a few dozen. */
const CLEARLY = 10;

function* balanceOf(rows: readonly Row[]) {
	const counts = new Map<Tone, number>();
	let count = 0;
	for (const { traits } of rows) {
		yield;
		if (traits.sentiment === undefined) continue;
		const tone = sentimentTone(traits.sentiment);
		counts.set(tone, (counts.get(tone) ?? 0) + 1);
		count += 1;
	}
	const share = (tone: Tone) => ((counts.get(tone) ?? 0) / Math.max(1, count)) * 100;
	return { count, positive: share('good'), negative: share('poor') };
}

function* ofRows(kind: 'comments' | 'mentions', rows: readonly Row[]): Steps<Made> {
	const all = yield* balanceOf(rows);
	const intents = rows.filter(({ traits }) => traits.purchaseIntent === true).length;
	if (all.count < ENOUGH) return undefined;
	const lead = all.positive - all.negative;
	const [mood, tone]: [string, Tone] =
		lead >= CLEARLY
			? ['Mostly positive', 'good']
			: lead <= -CLEARLY
				? ['Mostly negative', 'poor']
				: ['Mixed', 'quiet'];
	const balance = `${mood}: ${wholePercent(all.positive)} of ${fullNumber(all.count)} ${kind} are positive, ${wholePercent(all.negative)} negative.`;
	const intent =
		intents > 0 ? ` ${wholePercent((intents / rows.length) * 100)} show purchase intent.` : '';
	return { text: `${balance}${intent}${yield* changeText(rows)}`, tone };
}

/** How the balance changed between the first and the second half of the time. */
function* changeText(rows: readonly Row[]): Steps<string> {
	const times = yield* mapInSteps(rows, ({ traits: { date = '' } }) => Date.parse(date));
	const known = times.filter((time) => !Number.isNaN(time));
	const middle = (minOf(known) + maxOf(known)) / 2;
	const timeAt = (at: number) => times[at] ?? NaN;
	const before = yield* balanceOf(rows.filter((_, at) => timeAt(at) < middle));
	const after = yield* balanceOf(rows.filter((_, at) => timeAt(at) >= middle));
	if (before.count < ENOUGH || after.count < ENOUGH) return '';
	const since = day(new Date(middle).toISOString());
	const [most] = (['positive', 'negative'] as const)
		.map((what) => ({ what, was: before[what], is: after[what] }))
		.sort((a, b) => Math.abs(b.is - b.was) - Math.abs(a.is - a.was));
	if (most === undefined || Math.abs(most.is - most.was) < CLEARLY)
		return ` The balance has hardly changed since ${since}.`;
	const verb = most.is > most.was ? 'rose' : 'fell';
	return ` The ${most.what} share ${verb} from ${wholePercent(most.was)} before ${since} to ${wholePercent(most.is)} since then.`;
}
