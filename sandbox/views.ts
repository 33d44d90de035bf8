import type { JsonObject } from './json';
import type { Overlap } from './world/audience';
import type { Comment } from './world/comments';
import type { Content } from './world/contents';
import type { Creator } from './world/creators';
import type { World } from './world/world';

/** How creators, posts and comments look in a response of the sandbox. */

export const iso = (ms: number): string => new Date(ms).toISOString();

const platformView = ({ platform }: Creator): JsonObject => ({
	id: platform.id,
	name: platform.name,
});

export const handleView = (creator: Creator): JsonObject => ({
	platform_username: creator.username,
	full_name: creator.fullName,
	follower_count: creator.followers,
	work_platform: platformView(creator),
});

export const contactView = ({ email, phone }: Creator): JsonObject[] => [
	...(email ? [{ type: 'email', value: email }] : []),
	...(phone ? [{ type: 'phone', value: phone }] : []),
];

/** `status` is the account's, not a job's. */
export const creatorView = (creator: Creator): JsonObject => ({
	id: creator.id,
	work_platform: platformView(creator),
	platform_username: creator.username,
	url: creator.url,
	image_url: `https://media.${creator.platform.host}/avatars/${creator.id}.jpg`,
	full_name: creator.fullName,
	introduction: creator.introduction,
	status: 'active',
	is_verified: creator.verified,
	follower_count: creator.followers,
	following_count: creator.following,
	content_count: creator.contentCount,
	engagement_rate: creator.engagementRate,
	average_likes: creator.averageLikes,
	average_comments: creator.averageComments,
	average_views: creator.averageViews,
	gender: creator.gender,
	age_group: creator.ageGroup,
	language: creator.language,
	location: { ...creator.place },
	interests: creator.interests.map(({ name }) => ({ name })),
	top_hashtags: creator.hashtags.map((name) => ({ name })),
	contact_details: contactView(creator),
});

export const quickView = (creator: Creator): JsonObject => ({
	id: creator.id,
	work_platform: platformView(creator),
	platform_username: creator.username,
	url: creator.url,
	full_name: creator.fullName,
	is_verified: creator.verified,
	follower_count: creator.followers,
});

export const contentView = (content: Content): JsonObject => ({
	id: content.id,
	url: content.url,
	media_url: content.mediaUrl,
	type: content.type,
	title: content.title,
	description: content.description,
	hashtags: content.hashtags,
	mentions: content.mention ? [content.mention] : [],
	published_at: iso(content.publishedAt),
	status: content.status,
	is_sponsored: content.sponsored,
	engagement: {
		like_count: content.likes,
		comment_count: content.comments,
		view_count: content.views,
	},
});

export const commentView = (comment: Comment): JsonObject => ({
	id: comment.id,
	text: comment.text,
	commenter_username: comment.author,
	like_count: comment.likes,
	published_at: iso(comment.publishedAt),
	status: comment.status,
});

export const intentView = (comment: Comment): JsonObject => ({
	...commentView(comment),
	sentiment: comment.sentiment,
	purchase_intent: comment.intent,
});

export const relevanceView = (comment: Comment): JsonObject => ({
	...commentView(comment),
	sentiment: comment.sentiment,
	type: comment.relevance >= 0.5 ? 'RELEVANT' : 'IRRELEVANT',
	relevance_score: comment.relevance,
});

export function analyticsView(world: World, creator: Creator, now: number): JsonObject {
	const audience = world.panel.audience(creator);
	const contents = world.contents(creator);
	const top = [...contents].sort((a, b) => b.likes - a.likes).slice(0, 5);
	const price = Math.round(20 + creator.averageViews * 0.012);
	return {
		profile: creatorView(creator),
		reputation_history: history(creator, now),
		top_contents: top.map(contentView),
		sponsored_contents: contents
			.filter(({ sponsored }) => sponsored)
			.slice(0, 5)
			.map(contentView),
		audience: {
			countries: audience.countries.map(({ name, share }) => ({ name, value: percent(share) })),
			gender_age_distribution: audience.genderAge.map(({ gender, ageGroup, share }) => ({
				gender,
				age_range: ageGroup,
				value: percent(share),
			})),
			interests: audience.interests.map(({ name, share }) => ({ name, value: percent(share) })),
			credibility_score: audience.credibility,
		},
		pricing: {
			currency: 'USD',
			post_type: { [creator.platform.contentType.toLowerCase()]: { min: price, max: price * 2 } },
		},
	};
}

const percent = (share: number): number => Math.round(share * 10_000) / 100;

/** Twelve months that end at the follower count of today. */
function history(creator: Creator, now: number): JsonObject[] {
	const date = new Date(now);
	return Array.from({ length: 12 }, (_, i) => {
		const back = 11 - i;
		const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1));
		return {
			month: month.toISOString().slice(0, 7),
			follower_count: Math.round(creator.followers / (1 + creator.monthlyGrowth) ** back),
			average_likes: Math.round(creator.averageLikes / (1 + creator.monthlyGrowth) ** back),
		};
	});
}

export const overlapView = ({ total, unique, profiles }: Overlap): JsonObject => ({
	total_follower_count: total,
	unique_follower_count: unique,
	profiles: profiles.map(({ creator, overlap, unique: own }) => ({
		username: creator.username,
		url: creator.url,
		follower_count: creator.followers,
		overlap_percentage: overlap,
		unique_percentage: own,
	})),
});
