import type { Creator } from './creators';
import { hash, Random, round } from './random';
import { type RiskKind, riskKinds, spoken } from './vocabulary';

export interface Risk {
	category: string;
	reason: string;
	score: number;
}

export interface Content {
	id: string;
	creator: Creator;
	url: string;
	mediaUrl: string;
	type: string;
	title: string;
	description: string;
	hashtags: string[];
	mention?: string;
	publishedAt: number;
	likes: number;
	comments: number;
	views: number;
	sponsored: boolean;
	status: 'published' | 'pending' | 'failed';
	risks: Risk[];
}

const HOUR = 3_600_000;

/** Newest first; `anchor` is the moment that the world was opened at. */
export function makeContents(creator: Creator, seed: number, anchor: number): Content[] {
	const random = new Random(seed, 'contents', creator.key);
	const count = random.int(18, 64);
	let publishedAt = anchor - random.int(2, 60) * HOUR;
	return Array.from({ length: count }, (_, index) => {
		const content = makeContent(creator, seed, `c${index}`, publishedAt);
		publishedAt -= random.int(8, 300) * HOUR;
		return content;
	});
}

/** Contents that a monitored profile posts later: always risky, so that each one is news. */
export const makeMonitoredContent = (
	creator: Creator,
	seed: number,
	index: number,
	publishedAt: number,
): Content => makeContent(creator, seed, `m${index}`, publishedAt, 1);

/** A content that is known by its URL alone. */
export const makeContentAt = (
	creator: Creator,
	seed: number,
	url: string,
	anchor: number,
): Content => {
	const name = `u${hash(url)}`;
	const age = (hash(url) % 2000) * HOUR;
	return { ...makeContent(creator, seed, name, anchor - age), url };
};

const OPENINGS = [
	'Took me three tries to film this one.',
	'Long overdue {topic} update, sorry for the wait.',
	'You asked, so here is how I got into {topic}.',
	'Back home and straight into {topic} again.',
	'Not sponsored by my neighbours, who hate {topic}.',
];
const CLOSINGS = [
	'What should I try next?',
	'Save this for later!',
	'Link to the full version is in my profile.',
	'Tag somebody who needs to see this.',
];

function makeContent(
	creator: Creator,
	seed: number,
	name: string,
	publishedAt: number,
	riskiness = creator.riskiness,
): Content {
	const random = new Random(seed, 'content', creator.key, name);
	const interest = random.pick(creator.interests);
	const hashtag = random.pick(interest.topics);
	const topic = spoken(hashtag);
	const mention = random.chance(0.25) ? random.pick(interest.brands) : undefined;
	const kinds = random.chance(riskiness) ? random.some(riskKinds, random.chance(0.2) ? 2 : 1) : [];
	const likes = Math.round(creator.averageLikes * Math.exp(random.bell() * 0.5));
	const id = hash(creator.key, name).toString(36).padStart(7, '0') + name;
	const phrases = kinds.map((kind) => random.pick(kind.phrases));
	return {
		id,
		creator,
		url: `${creator.url}/posts/${id}`,
		mediaUrl: `https://media.${creator.platform.host}/${id}.${creator.platform.contentType === 'IMAGE' ? 'jpg' : 'mp4'}`,
		type: creator.platform.contentType,
		title: random.pick([
			`What I wish I knew about ${topic} a year ago`,
			`The ${topic} questions you keep asking me`,
			`My honest take on ${topic} in ${new Date(publishedAt).getUTCFullYear()}`,
			`One week, nothing but ${topic}`,
		]),
		description: [
			OPENINGS[hash(id) % OPENINGS.length].replace('{topic}', topic),
			...phrases,
			mention
				? `Thanks to @${mention.replace(/\W/g, '').toLowerCase()} for the support.`
				: CLOSINGS[hash(id) % CLOSINGS.length],
		].join(' '),
		hashtags: [
			hashtag,
			...random.some(
				creator.hashtags.filter((tag) => tag !== hashtag),
				2,
			),
		],
		mention,
		publishedAt,
		likes,
		comments: random.int(24, 160),
		views: Math.round(likes * random.between(6, 20)),
		sponsored: mention !== undefined && random.chance(0.5),
		status: random.weighted([
			['published', 90],
			['pending', 6],
			['failed', 4],
		] as const),
		risks: kinds.map((kind) => risk(random, kind)),
	};
}

const risk = (random: Random, kind: RiskKind): Risk => ({
	category: kind.category,
	reason: kind.reason,
	score: round(random.between(0.35, 0.99), 2),
});

/** Media that belong to no known creator get a verdict of their own, from their URL. */
export function mediaRisks(mediaUrl: string, seed: number): Risk[] {
	const random = new Random(seed, 'media', mediaUrl);
	const named = riskKinds.filter((kind) =>
		mediaUrl.toLowerCase().includes(kind.category.toLowerCase().replace('_', '-')),
	);
	const kinds = named.length > 0 ? named : random.chance(0.3) ? [random.pick(riskKinds)] : [];
	return kinds.map((kind) => risk(random, kind));
}
