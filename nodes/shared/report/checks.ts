import type { IDataObject } from 'n8n-workflow';

import type { Share } from '../recognition/breakdowns';
import { jobOf, missingReason, type Row, type Subject } from '../recognition/itemKind';
import { memoize } from '../recognition/keys';
import { asNumber } from '../recognition/scalars';
import type { Traits } from '../recognition/traits';
import { day } from '../values/dates';
import { maxOf } from '../values/numbers';
import { isRecord } from '../values/records';
import { contradiction, countOf, fullNumber, shown } from './numbers';
import { capitalised, cut, inWords } from './words';
import { isUnrated, ratingTone, riskOf, type Tone } from './tones';

/** What a check of a creator came to. */
export interface Check {
	/** `High risk`, `Clear`, `Not checked`. */
	level: string;
	tone: Tone;
	reason: string;
	/** The higher, the more a reader should look at it. */
	rank: number;
	/** Also if another check of the creator has no result. */
	isUnchecked?: boolean;
	date?: string;
	/** Of the posts that were checked, how many were flagged: 0 to 1. */
	share?: number;
}

/** Categories that a brand can hardly stand next to, however rare they are. */
const SEVERE =
	/hate|racis|discriminat|harass|bully|violen|gore|graphic|terror|extremis|weapon|crim|illegal|abuse|child|minor|sex|adult|nud|porn|explicit|self.?harm|suicid|drug/i;

export const isSevere = memoize((category: string): boolean => SEVERE.test(category));

/** One colour for a category, wherever it stands in a report. */
export const categoryTone = (category: string): Tone => (isSevere(category) ? 'poor' : 'fair');

/** Severe ones first, then those that are frequent. */
export const bySeverity = (a: Share, b: Share): number =>
	Number(isSevere(b.label)) - Number(isSevere(a.label)) || b.value - a.value;

export const categoriesOf = ({ traits: { categories = '' } }: Row) => categoriesIn(categories);

const categoriesIn = memoize((text: string): readonly string[] =>
	text.split(', ').filter(Boolean).map(inWords),
);

export const risksOf = ({ risks }: IDataObject): IDataObject[] =>
	(Array.isArray(risks) ? risks : []).filter(isRecord);

/** The highest of a flagged post, where the service gives any. */
export function riskScore({ json }: Row): number | undefined {
	const scores = risksOf(json).flatMap(({ score }) => asNumber(score) ?? []);
	return scores.length === 0 ? undefined : maxOf(scores);
}

/** How much was flagged. Counts that contradict each other have a note, and no share. */
export function countsOf(
	{ flaggedCount, contentCount }: Traits,
	rows: number,
): { text?: string; share?: number; note?: string; isEmpty?: boolean } {
	const flagged = flaggedCount ?? (rows || undefined);
	if (contentCount === 0 && !flagged) return { text: 'no posts were checked', isEmpty: true };
	if (flagged === undefined) return {};
	if (contentCount === undefined) return { text: `${countOf(flagged, 'item')} flagged` };
	if (flagged > contentCount) {
		const counts = `${countOf(flagged, 'post')} flagged, ${fullNumber(contentCount)} checked`;
		const text = contradiction(counts);
		return { text, note: `As received: ${text}.` };
	}
	const text = `${fullNumber(flagged)} of ${countOf(contentCount, 'post')} flagged`;
	return { text, share: flagged / contentCount };
}

const MAX_REASON_LENGTH = 200;
const RANKS: Tone[] = ['good', 'accent', 'fair', 'poor'];

/** Of a screening, with the posts that it flagged, or of a job without a result. */
export function checkOf(subject: Subject, flagged: readonly Row[]): Check {
	const { finishedAt } = jobOf(subject.json);
	const date = typeof finishedAt === 'string' ? finishedAt : undefined;
	const { riskRating, flaggedCount } = subject.traits;
	const counts = countsOf(subject.traits, flagged.length);
	const ratedTone = ratingTone(riskRating);
	const isSafe = ratedTone !== 'poor' && ratedTone !== 'fair';
	const nothing = isUnrated(riskRating) ? 'the result has no rating' : undefined;
	const missing =
		missingReason(subject) ??
		(counts.isEmpty && isSafe ? counts.text : undefined) ??
		(counts.text === undefined ? nothing : undefined);
	if (missing !== undefined) {
		const reason = cut(missing, MAX_REASON_LENGTH);
		return { level: 'Not checked', tone: 'fair', rank: -1, isUnchecked: true, reason, date };
	}
	const unrated = flaggedCount === 0 ? 'nothing flagged' : 'not rated';
	const level = riskOf(riskRating) ?? (nothing === undefined ? 'rated by number' : unrated);
	// Good only where the counts agree with it.
	const isDoubtful = counts.note !== undefined || (nothing !== undefined && flaggedCount !== 0);
	const judged = isDoubtful && isSafe ? 'fair' : ratedTone;
	const tone = riskRating === undefined && counts.share === 0 ? 'good' : judged;
	const scale = typeof riskRating === 'number' && `${riskRating}, on a scale that is unknown`;
	const isFlagged = (flaggedCount ?? flagged.length) > 0;
	const top = isFlagged && reasonsIn(subject.lists.categories);
	const reason = [scale, counts.text, top].filter(Boolean).join(', ');
	const isMore = /^(low|very high|severe|critical|extreme)/.test(level);
	const rank = RANKS.indexOf(tone) + (isMore ? 0.5 : 0) + (counts.share ?? 0) / 3;
	return { level: capitalised(level), tone, reason, rank, date, share: counts.share };
}

/** More names are no reason at a glance. */
const MAX_NAMED = 5;

/** `for drugs (3), alcohol (6)`: severe ones first. */
function reasonsIn(shares: readonly Share[]): string | undefined {
	const sorted = shares.filter(({ value }) => value > 0).sort(bySeverity);
	const all = sorted.map(
		({ label, value }) => `${inWords(label).toLowerCase()} (${fullNumber(value)})`,
	);
	const more = all.length > MAX_NAMED ? ` + ${all.length - MAX_NAMED} more` : '';
	return all.length === 0 ? undefined : `for ${all.slice(0, MAX_NAMED).join(', ')}${more}`;
}

/** Why there is no result begins with a word and a colon of its own. */
export const checkText = ({ level, reason, rank }: Check): string =>
	`${rank < 0 ? `${level} (${reason})` : [level, reason].filter(Boolean).join(': ')}.`;

/** Of several checks of one creator the most severe counts, and the others are named. */
export function worstOf(checks: readonly Check[]): Check | undefined {
	const [worst, ...others] = [...checks].sort((a, b) => b.rank - a.rank);
	if (worst === undefined || others.length === 0) return worst;
	const on = ({ date }: Check) => shown(date, (at) => ` on ${day(at)}`) ?? '';
	const rest = others.map((each) =>
		[`also ${each.level.toLowerCase()}${on(each)}`, each.reason].filter(Boolean).join(': '),
	);
	const first = [on(worst).trim(), worst.reason].filter(Boolean).join(', ');
	const reason = [first, ...new Set(rest)].filter(Boolean).join('; ');
	return { ...worst, reason, isUnchecked: checks.some(({ isUnchecked }) => isUnchecked) };
}
