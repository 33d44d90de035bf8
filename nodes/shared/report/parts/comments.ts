import type { PartDraft, Section, Slice } from '../document';
import type { Subject } from '../kind';
import { fullNumber, percent, scorePercent } from '../format';
import { figure, figureSection, missing, profileHead } from './common';
import { furtherFields } from './other';
import { entriesSection, MAX_ENTRIES, sentimentSection, timeSection } from './posts';

const WORDS = {
	purchaseIntent: { what: 'Purchase intent', score: 'Purchase intent score' },
	commentsRelevance: { what: 'Comments relevance', score: 'Relevance score' },
};

/** An analysis of comments, with the comments if there are any. */
export function commentsPart(kind: keyof typeof WORDS, subject: Subject): PartDraft {
	const { traits, lists } = subject;
	const { what, score } = WORDS[kind];
	const comments = lists.comments.map((each) => each.traits);
	return {
		what,
		...profileHead(traits, what),
		sections: [
			() => missing([subject]),
			() =>
				figureSection([
					figure(score, traits.score, (value) => percent(scorePercent(value)), { tone: 'accent' }),
					figure('Comments analyzed', traits.commentCount, fullNumber),
				]),
			() => countedSentiment(subject) ?? sentimentSection(comments),
			() => timeSection(comments),
			() => entriesSection('comments', lists.comments, MAX_ENTRIES),
			() => furtherFields(subject),
		],
	};
}

function countedSentiment({ traits }: Subject): Section[] | undefined {
	const { positiveCount, neutralCount, negativeCount } = traits;
	const slices: Slice[] = [
		{ label: 'Positive', value: positiveCount ?? 0, tone: 'good' },
		{ label: 'Neutral', value: neutralCount ?? 0, tone: 'quiet' },
		{ label: 'Negative', value: negativeCount ?? 0, tone: 'poor' },
	];
	const isCounted = slices.some(({ value }) => value > 0);
	return isCounted ? [{ kind: 'split', title: 'Sentiment', slices }] : undefined;
}
