import type { Content } from './contents';
import { Random, round } from './random';

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
	text: string;
	sentiment: Sentiment;
	intent: boolean;
	about: boolean;
}

const templates: readonly Template[] = [
	{ text: 'Where can I buy this {topic} set?', sentiment: 'POSITIVE', intent: true, about: true },
	{
		text: 'Just ordered from {brand}, thank you!',
		sentiment: 'POSITIVE',
		intent: true,
		about: true,
	},
	{
		text: 'Is there a discount code for {brand}?',
		sentiment: 'NEUTRAL',
		intent: true,
		about: true,
	},
	{ text: 'I need this in my life', sentiment: 'POSITIVE', intent: true, about: false },
	{ text: 'Love your {topic} videos', sentiment: 'POSITIVE', intent: false, about: true },
	{
		text: 'This changed how I think about {topic}',
		sentiment: 'POSITIVE',
		intent: false,
		about: true,
	},
	{ text: 'You look great', sentiment: 'POSITIVE', intent: false, about: false },
	{ text: 'First!', sentiment: 'NEUTRAL', intent: false, about: false },
	{ text: 'What camera is that?', sentiment: 'NEUTRAL', intent: false, about: false },
	{ text: 'Does {topic} work for beginners?', sentiment: 'NEUTRAL', intent: false, about: true },
	{ text: '{brand} broke after a week, avoid', sentiment: 'NEGATIVE', intent: false, about: true },
	{ text: 'Too many ads lately', sentiment: 'NEGATIVE', intent: false, about: false },
	{
		text: 'I do not agree about {topic} at all',
		sentiment: 'NEGATIVE',
		intent: false,
		about: true,
	},
];

const MINUTE = 60_000;

export function makeComments(content: Content, seed: number): Comment[] {
	const random = new Random(seed, 'comments', content.id);
	const mood = random.between(-0.5, 1);
	const weights = templates.map((template) => {
		const liked = { POSITIVE: 1 + mood, NEUTRAL: 1, NEGATIVE: Math.max(0.1, 1 - mood) };
		return [template, liked[template.sentiment]] as const;
	});
	const [topic] = content.hashtags;
	const brand = content.mention ?? content.creator.interests[0].brands[0];
	let publishedAt = content.publishedAt;
	return Array.from({ length: content.comments }, (_, index) => {
		const template = random.weighted(weights);
		publishedAt += random.int(1, 45) * MINUTE;
		return {
			id: `${content.id}-${index}`,
			text: template.text.replace('{topic}', topic).replace('{brand}', brand),
			author: `user${random.int(1000, 99_999)}`,
			publishedAt,
			likes: Math.round(Math.exp(random.between(0, 5))),
			sentiment: template.sentiment,
			intent: template.intent,
			relevance: round(template.about ? random.between(0.55, 1) : random.between(0, 0.45), 2),
			status: random.weighted([
				['visible', 92],
				['pending', 5],
				['rejected', 3],
			] as const),
		};
	});
}
