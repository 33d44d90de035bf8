import type { PartDraft, Section, Slice } from '../document';
import type { Subject } from '../kind';
import { fullNumber, percent, scorePercent } from '../words';
import { aboutProfile, figureSection, nameOf, missing } from './common';
import { furtherFields } from './other';
import { entriesSection, sentimentSection, timeSection } from './posts';

/** About a page on paper. */
const MOST_COMMENTS = 12;

/** What an analysis of comments is called, and what its score means. */
const WORDS = {
	purchaseIntent: { what: 'Purchase intent', score: 'Purchase intent' },
	commentsRelevance: { what: 'Comments relevance', score: 'Relevance' },
};

/** An analysis of comments, with the comments where they came along. */
export function commentsPart(kind: keyof typeof WORDS, subject: Subject): PartDraft {
	const { traits, lists } = subject;
	const { what, score: label } = WORDS[kind];
	const comments = lists.comments.map((each) => each.traits);
	const { score, commentCount } = traits;
	return {
		what,
		title: nameOf(traits) ?? what,
		link: traits.url,
		about: aboutProfile(traits),
		sections: [
			() => missing([subject]),
			() =>
				figureSection([
					score === undefined
						? undefined
						: {
								label,
								value: percent(scorePercent(score)),
								tone: 'accent',
								note: 'Of all comments',
							},
					commentCount === undefined
						? undefined
						: { label: 'Comments read', value: fullNumber(commentCount) },
					traits.intentCount === undefined
						? undefined
						: { label: 'With purchase intent', value: fullNumber(traits.intentCount) },
					traits.relevantCount === undefined
						? undefined
						: { label: 'Relevant', value: fullNumber(traits.relevantCount) },
				]),
			() => countedSentiment(subject) ?? sentimentSection(comments),
			() => timeSection(comments),
			() => entriesSection('Comments that stand out', lists.comments, MOST_COMMENTS),
			() => furtherFields(subject),
		],
	};
}

/** As the service counts it. */
function countedSentiment({ traits }: Subject): Section[] | undefined {
	const { positiveCount, neutralCount, negativeCount } = traits;
	const slices = [
		{ label: 'Positive', value: positiveCount ?? 0, tone: 'good' },
		{ label: 'Neutral', value: neutralCount ?? 0, tone: 'quiet' },
		{ label: 'Negative', value: negativeCount ?? 0, tone: 'poor' },
	] satisfies Slice[];
	const isCounted = slices.some(({ value }) => value > 0);
	return isCounted ? [{ kind: 'split', title: 'Sentiment', slices }] : undefined;
}
