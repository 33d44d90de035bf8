import type { Content } from './contents';
import { Random, round } from './random';
import { spoken } from './vocabulary';

export type Sentiment = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL';

export interface Comment {
	id: string;
	text: string;
	author: string;
	publishedAt: number;
	likes: number;
	sentiment: Sentiment;
	/** Wants to buy what is shown. */
	intent: boolean;
	/** 0 to 1: speaks about the content and the brand, not about something else. */
	relevance: number;
	/** Moderation of the comment, not the state of any job. */
	status: 'visible' | 'pending' | 'rejected';
}

interface Template {
	texts: string[];
	sentiment: Sentiment;
	intent: boolean;
	about: boolean;
}

const template = (
	[sentiment, intent, about]: [Sentiment, boolean, boolean],
	...texts: string[]
): Template => ({ texts, sentiment, intent, about });

const templates: readonly Template[] = [
	template(
		['POSITIVE', true, true],
		'Where can I buy the {topic} set you use?',
		'Need the link to this {topic} kit, please!',
	),
	template(
		['POSITIVE', true, true],
		'Just ordered from {brand}, thank you!',
		'My {brand} order arrives tomorrow, so excited',
	),
	template(
		['NEUTRAL', true, true],
		'Is there a discount code for {brand}?',
		'Does {brand} ship to Canada?',
	),
	template(['POSITIVE', true, false], 'I need this in my life', 'Okay, adding this to my cart'),
	template(
		['POSITIVE', false, true],
		'Love your {topic} videos',
		'Best {topic} advice I have heard in a while',
	),
	template(
		['POSITIVE', false, true],
		'This changed how I think about {topic}',
		'Finally somebody who explains {topic} properly',
	),
	template(['POSITIVE', false, false], 'You look great', 'That smile at the end, haha'),
	template(['NEUTRAL', false, false], 'First!', 'Who else is watching this at work?'),
	template(['NEUTRAL', false, false], 'What camera is that?', 'Which city is this?'),
	template(
		['NEUTRAL', false, true],
		'Does {topic} work for beginners?',
		'How long did it take you to get into {topic}?',
	),
	template(
		['NEGATIVE', false, true],
		'{brand} broke after a week, avoid',
		'Still waiting for my refund from {brand}',
	),
	template(['NEGATIVE', false, false], 'Too many ads lately', 'Unfollowing, this got boring'),
	template(
		['NEGATIVE', false, true],
		'I do not agree about {topic} at all',
		'Sorry, but this is not how {topic} works',
	),
];

const AUTHORS = ['maya', 'tom', 'lena', 'raj', 'sofia', 'ben', 'aiko', 'luis', 'nora', 'emre'];

const authorOf = (number: number) => `${AUTHORS[number % AUTHORS.length]}.${number}`;

const MINUTE = 60_000;

export function makeComments(content: Content, seed: number): Comment[] {
	const random = new Random(seed, 'comments', content.id);
	const mood = random.between(-0.5, 1);
	const weights = templates.map((each) => {
		const liked = { POSITIVE: 1 + mood, NEUTRAL: 1, NEGATIVE: Math.max(0.1, 1 - mood) };
		return [each, liked[each.sentiment]] as const;
	});
	const topic = spoken(content.hashtags[0]);
	const brand = content.mention ?? content.creator.interests[0].brands[0];
	let publishedAt = content.publishedAt;
	return Array.from({ length: content.comments }, (_, index) => {
		const { texts, sentiment, intent, about } = random.weighted(weights);
		publishedAt += random.int(1, 45) * MINUTE;
		return {
			id: `${content.id}-${index}`,
			text: texts[index % texts.length].replace('{topic}', topic).replace('{brand}', brand),
			author: authorOf(random.int(1000, 99_999)),
			publishedAt,
			likes: Math.round(Math.exp(random.between(0, 5))),
			sentiment,
			intent,
			relevance: round(about ? random.between(0.55, 1) : random.between(0, 0.45), 2),
			status: random.weighted([
				['visible', 92],
				['pending', 5],
				['rejected', 3],
			] as const),
		};
	});
}
