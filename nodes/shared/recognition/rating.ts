import { isStateKey } from './jobSigns';
import { keyTests, lastKey, matchesKey, normalizeKey, words } from './keys';
import { type Container, coreOf, outlineOf } from './outline';
import { hasRole, isOfOther } from './roles';
import { bySureness, collect, collectBy, weighed } from './rules';
import type { Candidate, Found, KeyRule } from './rules';
import { asCount, asNumber } from './scalars';
import { meaningOf, NO_OVERRIDES } from './stateWords';

export type Rating = string | number | null;

const VERDICT =
	/^(clear|cleared|clean|approved|approve|rejected|reject|declined|decline|denied|deny|red|amber|yellow|green|suspected|suspicious|elevated|high|medium|moderate|low|critical|severe|minimal|veryhigh|verylow|safe|unsafe|consider|review|manualreview|refer|referred|flagged|pass|passed|block|blocked|allow|match|nomatch|potentialmatch|truematch|falsepositive|eligible|noteligible|trusted|untrusted)$/;
const isRisk = matchesKey(
	/^(?=.* (?:rating|level|score|grade|category|band|class|tier|label|verdict|index|value|rank)$)(.* )?(risk|fraud|threat|safety|trust) |^risk( (?!categor|flag|factor|count|reason|id|type|detail|term|description)\w+)?$/,
);
const is = keyTests({
	overall:
		/^(?!max(imum)? score$)((overall|highest|max|maximum|final|aggregate|total|worst|screening|check) (risk|rating|score|level|severity|grade|verdict|decision|result|recommendation)|rating|verdict|decision|recommendation|disposition|adjudication|(review )?answer)$/,
	outcome:
		/^(result|outcome|assessment|conclusion|(match|review|screening|check) (status|result|outcome))$/,
	verdictPlace:
		/^(.* )?(risk|fraud|verdict|decision|assessment|rating|recommendation|adjudication|review result)$/,
	summary:
		/^(.* )?(summary|report|risk|fraud|assessment|overall|scores?|verdicts?|decisions?|screen|screening|result|outcome|analysis|evaluation|safety|review)$|^(status|state)$/,
	/** The worst of several, or the end of a scale. */
	most: /(^| )max(imum)?( |$)/,
	/** Where a verdict word may stand: other keys say the same words of consent, payment or reach. */
	verdictKey:
		/^((overall|final|current|screening|check|review|moderation|brand|((brand|content) )?(safety|suitability)) )?(status|state|overall|action|answer|result|outcome|label|fit|(content )?(safety|suitability)|classification|check)$/,
	scores: /(^| )scores$/,
	flaggedCount:
		/(^| )(flagged|flag|violation|issue)( (content|item|post|media|result)s?)? counts?$|(^| )(total|number of|num|count of) (flagged|flags|violations|issues)( (content|item|post|media|result)s?)?$/,
	flaggedList: /^(flagged|flags|violations)( (content|item|post|media|result)s?)?$/,
});
const SCORE_KEYS = words('level severity grade score');
const INNER_KEYS = words('value level rating label result status outcome type name answer score');
const MAX_WORD_LENGTH = 40;
const SUMMARY_DEPTH = 2;

export const RISK_RATING: KeyRule<string | number> = {
	rule: 'rating.risk',
	keys: (key) => isRisk(key) && !hasRole(key, 'other'),
	read: asRating,
};

export function findRating(value: unknown): Found<string | number> | undefined {
	const all = outlineOf(value).filter(
		(each) => each.entryOf === undefined && !each.isWithin((key) => hasRole(key, 'input', 'never')),
	);
	const summaries = summariesIn(value);
	// `{ status, reach: { level } }`: what is alone there may still be something else.
	const own = summaries.filter(
		({ key, parent }) => !parent || is.summary(key) || hasRole(key, 'envelope', 'job'),
	);
	const places = all.filter(({ key }) => is.verdictPlace(key));
	const scored = all.filter(({ parent }) => parent?.isWithin(is.scores) === true);
	const isInner = (key: string) => INNER_KEYS.includes(normalizeKey(key));
	const scores = collectBy(scored, 'rating.score', words('score value'), asNumber);
	const ranked = bySureness([
		...collectBy(all, 'rating.risk', isRiskKey, asRating).map((each) => {
			const isNear = each.container !== undefined && summaries.includes(each.container);
			return weighed(each, [[!isNear, -2]]);
		}),
		...collectBy(summaries, 'rating.overall', is.overall, asRating),
		...collectBy(places, 'rating.overall', isInner, asVerdict),
		...collectBy(summaries, 'rating.outcome', is.outcome, asWord).map((each) =>
			weighed(each, [[!isVerdict(each.value) && isState(each.value), -4]]),
		),
		...collectBy(own, 'rating.score', SCORE_KEYS, (raw, { key }) =>
			// `{ status: { name: "finished", level: "info" } }`
			isStateKey(key) ? asVerdict(raw) : asRating(raw),
		),
		...(scores.length === 1 ? scores : []),
		...collectBy(own, 'rating.word', is.verdictKey, asVerdict),
	]);
	const sure = ranked.filter(({ path }) => !is.most(lastKey(path)) && !isOfOther(path));
	const [best, ...others] = sure.length > 0 ? sure : ranked;
	const isRival = ({ rule, tier, value: other, container }: Candidate<unknown>) =>
		rule === best?.rule &&
		tier === best.tier &&
		other !== best.value &&
		(container !== best.container || rule === 'rating.word' || sure.length === 0) &&
		container?.depth === best.container?.depth;
	// Where parts have a rating each, and nothing sums them up, none is the rating of the whole.
	return others.some(isRival) ? undefined : best;
}

/** Where a response sums a screening up: where it speaks of itself, and in summaries there. */
function summariesIn(value: unknown): Container[] {
	const core = coreOf(outlineOf(value));
	const inner = (container: Container, depth: number): Container[] =>
		depth === 0
			? []
			: container.children
					.filter(({ key, entryOf }) => is.summary(key) && !entryOf && !hasRole(key, 'other'))
					.flatMap((child) => [child, ...inner(child, depth - 1)]);
	return [...new Set(core.flatMap((each) => [each, ...inner(each, SUMMARY_DEPTH)]))];
}

const isVerdict = (value: string | number) => VERDICT.test(normalizeKey(String(value)));

const isState = (value: string | number) => meaningOf(String(value), NO_OVERRIDES) !== undefined;

function asVerdict(raw: unknown): string | number | undefined {
	const word = asRating(raw) ?? '';
	// A number with its scale.
	const isOfScale = /^\d+(\.\d+)?\s*(\/|out of)\s*\d+$/.test(String(word).trim());
	return isVerdict(word) || isOfScale ? word : undefined;
}

const isRiskKey = (key: string) => isRisk(key) && !hasRole(key, 'never');

const asWord = (raw: unknown) => (typeof raw === 'string' ? asRating(raw) : undefined);

function asRating(raw: unknown): string | number | undefined {
	const isWord = typeof raw === 'string' && raw !== '' && raw.length <= MAX_WORD_LENGTH;
	return isWord || typeof raw === 'number' ? raw : undefined;
}

const asLengthOrCount = (raw: unknown) => (Array.isArray(raw) ? raw.length : asWholeCount(raw));

export function findFlaggedCount(value: unknown): Found<number> | undefined {
	const found = collect(summariesIn(value), [
		{ rule: 'flagged.count', keys: is.flaggedCount, read: asWholeCount },
		{ rule: 'flagged.list', keys: is.flaggedList, read: asLengthOrCount },
	]);
	return bySureness(found).find(({ path }) => !hasRole(lastKey(path), 'other'));
}

const asWholeCount = (raw: unknown): number | undefined =>
	Number.isInteger(asCount(raw)) ? asCount(raw) : undefined;
