import { keyTests, matchesKey, normalizeKey, words } from './keys';
import { type Container, coreOf, outlineOf } from './outline';
import { hasRole } from './roles';
import { bySureness, collect, collectBy, weighed, type Found, type KeyRule } from './rules';
import { asCount, asNumber } from './scalars';
import { meaningOf, NO_OVERRIDES } from './stateWords';

export type Rating = string | number | null;

const VERDICTS = new Set(
	words(
		'clear cleared clean approved approve rejected reject declined decline denied deny red amber yellow',
		'green suspected suspicious elevated high medium moderate low critical severe minimal veryhigh verylow',
		'safe unsafe consider review manualreview refer referred flagged pass passed block blocked allow match',
		'nomatch potentialmatch truematch falsepositive eligible noteligible trusted untrusted',
	),
);
const isRisk = matchesKey(
	/^(?=.* (?:rating|level|score|grade|category|band|class|tier|label|verdict|index|value|rank)$)(.* )?(risk|fraud|threat|safety|trust) |^risk( (?!categor|flag|factor|count|reason|id|type|detail|term|description)\w+)?$/,
);
const is = keyTests({
	overall:
		/^((overall|highest|max|maximum|final|aggregate|total|worst|screening|check) (risk|rating|score|level|severity|grade|verdict|decision|result|recommendation)|rating|verdict|decision|recommendation|disposition|adjudication|(review )?answer)$/,
	outcome:
		/^(result|outcome|assessment|conclusion|(match|review|screening|check) (status|result|outcome))$/,
	verdictPlace:
		/^(.* )?(risk|fraud|verdict|decision|assessment|rating|recommendation|adjudication|review result)$/,
	summary:
		/^(.* )?(summary|report|risk|fraud|assessment|overall|scores?|verdicts?|decisions?|screening|result|outcome|analysis|evaluation|safety|review)$/,
	other:
		/^(.* )?(priority|quality|confidence|volume|resolution|visibility|privacy|plan|color|colour|mode|type|kind|currency|language|network status)$/,
	scores: /(^| )scores$/,
});
const SCORE_KEYS = words('level severity grade score');
const INNER_KEYS = words('value level rating label result status outcome type name answer score');
const MAX_WORD_LENGTH = 40;
const SUMMARY_DEPTH = 2;

export const RISK_RATING: KeyRule<string | number> = {
	rule: 'rating.risk',
	keys: isRisk,
	read: asRating,
};

export function findRating(value: unknown): Found<string | number> | undefined {
	const all = outlineOf(value).filter(
		(each) => each.entryOf === undefined && !each.isWithin((key) => hasRole(key, 'input')),
	);
	const summaries = summariesIn(value);
	const places = all.filter(({ key }) => is.verdictPlace(key));
	const scored = all.filter(({ parent }) => parent?.isWithin(is.scores) === true);
	const isInner = (key: string) => INNER_KEYS.includes(normalizeKey(key));
	const scores = collectBy(scored, 'rating.score', words('score value'), asNumber);
	const found = [
		...collect(all, [RISK_RATING]).map((each) => {
			const isNear = each.container !== undefined && summaries.includes(each.container);
			return weighed(each, [[!isNear, -2]]);
		}),
		...collectBy(summaries, 'rating.overall', is.overall, asRating),
		...collectBy(places, 'rating.overall', isInner, asVerdict),
		...collectBy(summaries, 'rating.outcome', is.outcome, asWord).map((each) =>
			weighed(each, [[!isVerdict(each.value) && isState(each.value), -4]]),
		),
		...collectBy(summaries, 'rating.score', SCORE_KEYS, asRating),
		...(scores.length === 1 ? scores : []),
		...collectBy(all, 'rating.word', isOwn, asVerdict),
	];
	return bySureness(found)[0];
}

/** Where a response sums a screening up: where it speaks of itself, and in summaries there. */
function summariesIn(value: unknown): Container[] {
	const core = coreOf(outlineOf(value));
	const inner = (container: Container, depth: number): Container[] =>
		depth === 0
			? []
			: container.children
					.filter(({ key, entryOf }) => is.summary(key) && entryOf === undefined)
					.flatMap((child) => [child, ...inner(child, depth - 1)]);
	return [...new Set(core.flatMap((each) => [each, ...inner(each, SUMMARY_DEPTH)]))];
}

const isOwn = (key: string) =>
	!hasRole(key, 'identity', 'time', 'trace', 'input') && !is.other(key);

const isVerdict = (value: string | number) =>
	typeof value === 'string' && VERDICTS.has(normalizeKey(value));

const isState = (value: string | number) => meaningOf(String(value), NO_OVERRIDES) !== undefined;

function asVerdict(raw: unknown): string | number | undefined {
	const word = asRating(raw) ?? '';
	// A number with its scale.
	const isOfScale = /^\d+(\.\d+)?\s*(\/|out of)\s*\d+$/.test(String(word).trim());
	return isVerdict(word) || isOfScale ? word : undefined;
}

const asWord = (raw: unknown) => (typeof raw === 'string' ? asRating(raw) : undefined);

function asRating(raw: unknown): string | number | undefined {
	const isWord = typeof raw === 'string' && raw !== '' && raw.length <= MAX_WORD_LENGTH;
	return isWord || typeof raw === 'number' ? raw : undefined;
}

const FLAGGED: Array<KeyRule<number>> = [
	{
		rule: 'flagged.count',
		keys: matchesKey(
			/(^| )(flagged|flag|violation|issue)( (content|item|post|media|result)s?)? counts?$|(^| )(total|number of|num|count of) (flagged|flags|violations|issues)( (content|item|post|media|result)s?)?$/,
		),
		read: asWholeCount,
	},
	{
		rule: 'flagged.list',
		keys: matchesKey(/^(flagged|flags|violations)( (content|item|post|media|result)s?)?$/),
		read: (raw) => (Array.isArray(raw) ? raw.length : asWholeCount(raw)),
	},
];

export function findFlaggedCount(value: unknown): Found<number> | undefined {
	return bySureness(collect(summariesIn(value), FLAGGED))[0];
}

function asWholeCount(raw: unknown): number | undefined {
	const count = asCount(raw);
	return count !== undefined && Number.isInteger(count) ? count : undefined;
}
