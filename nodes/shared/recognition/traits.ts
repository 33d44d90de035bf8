import type { IDataObject } from 'n8n-workflow';

import { parseUrl } from '../http/baseUrl';
import { isRecord } from '../values/records';
import { keyTests, normalizeKey, words } from './keys';
import { type Container, containerOf, outlineOf } from './outline';
import { isRisk, RISK_RATING } from './rating';
import { collect, type KeyRule } from './rules';
import { asAddress, asCount, asDate, asFlag, asId, asNumber, asText } from './scalars';

const flag = (raw: unknown) => asFlag(raw);

const keys = <T>(names: string, read: KeyRule<T>['read']): KeyRule<T> => ({
	rule: 'trait.key',
	keys: words(names),
	read,
});

/**
 * What an item says of a creator, a content item, a comment or an analysis, and how services call
 * it, the surest first.
 */
const EVIDENCE = {
	name: [
		keys('full_name display_name creator_name profile_name channel_name', textOrNumber),
		keys('name nickname company_name page_name', textOrNumber),
	],
	handle: [
		keys('platform_username username handle screen_name user_handle', textOrNumber),
		keys('login vanity_name identifier unique_id', textOrNumber),
	],
	platform: [
		keys('work_platform platform platform_name network social_network', asName),
		keys('channel_type source_platform provider', asName),
	],
	url: [
		keys('profile_url creator_url profile_link account_url channel_url', asAddress),
		keys('content_url post_url media_page_url permalink comment_url', asAddress),
		keys('url link web_url page_url href media_url', asAddress),
	],
	followers: [
		keys('follower_count followers_count followers number_of_followers', asCount),
		keys('subscriber_count subscribers subscribers_count fans fan_count', asCount),
	],
	engagementRate: [
		keys('engagement_rate average_engagement_rate er engagement', asNumber),
		keys('engagement_rate_percent engagement_rate_percentage engagement_rate_pct', asNumber),
	],
	country: [
		keys('country country_name', asName),
		keys('location creator_location geo address region', asCountry),
		keys('country_code', textOrNumber),
	],
	language: [keys('language lang language_code creator_language', asName)],
	verified: [keys('is_verified verified is_account_verified', flag)],
	monitored: [keys('is_monitored monitored monitoring_enabled', flag)],
	email: [
		keys('email email_address contact_email business_email public_email', asEmail),
		keys('contact_details contacts contact emails', emailIn),
	],
	introduction: [keys('introduction bio biography about', textOrNumber)],
	credibility: [keys('credibility_score audience_credibility credibility authenticity', asNumber)],
	riskRating: [RISK_RATING, keys('overall_risk overall_rating rating', asNumberOrText)],
	flaggedCount: [keys('flagged_content_count flagged_count flagged_items total_flagged', asCount)],
	categories: [keys('risks flags risk_categories flagged_categories', asCategories)],
	contentCount: [
		keys('total_content_count content_count post_count posts_count media_count', asCount),
	],
	title: [keys('title headline subject', textOrNumber)],
	text: [
		keys('text comment_text caption comment body message content', textOrNumber),
		keys('description transcript snippet', textOrNumber),
	],
	author: [
		keys('commenter_username author_username commenter author author_name', asName),
		keys('posted_by owner_username commenter_name', asName),
	],
	sentiment: [keys('sentiment sentiment_label overall_sentiment mood', asLabel)],
	purchaseIntent: [keys('purchase_intent intent has_intent buying_intent', asScalar)],
	relevance: [keys('relevance_score relevance relevancy', asNumberOrText)],
	score: [keys('purchase_intent_score intent_score score overall_score', asNumber)],
	date: [
		keys('published_at posted_at publish_date date_published date_posted created_time', asDate),
		keys('commented_at taken_at timestamp created_at date', asDate),
	],
	likes: [keys('like_count likes likes_count reaction_count digg_count', asCount)],
	comments: [keys('comment_count comments_count comments reply_count', asCount)],
	views: [keys('view_count views play_count plays impressions', asCount)],
	commentCount: [
		keys('total_comment_count total_comments analyzed_comment_count', asCount),
		keys('analysed_comment_count comments_analyzed comments_analysed', asCount),
	],
	intentCount: [keys('purchase_intent_comment_count intent_comment_count', asCount)],
	relevantCount: [keys('relevant_comment_count relevant_count', asCount)],
	positiveCount: [keys('positive_comment_count positive_count positive', asCount)],
	neutralCount: [keys('neutral_comment_count neutral_count neutral', asCount)],
	negativeCount: [keys('negative_comment_count negative_count negative', asCount)],
	totalFollowers: [keys('total_follower_count total_followers combined_followers', asCount)],
	uniqueFollowers: [keys('unique_follower_count unique_followers total_unique_followers', asCount)],
	platformId: [
		keys('work_platform_id platform_id network_id social_network_id', asId),
		keys('work_platform platform network social_network', idIn),
	],
	platformProfileId: [
		keys('platform_profile_id platform_user_id platform_account_id platform_channel_id', asId),
	],
};

export type Trait = keyof typeof EVIDENCE;
type RuleOf<T extends Trait> = (typeof EVIDENCE)[T][number];
export type Traits = {
	[T in Trait]?: RuleOf<T> extends KeyRule<infer Value> ? Value : never;
};

const TRAITS = Object.keys(EVIDENCE) as Trait[];

const is = keyTests({
	/** Wrappers, and what the thing itself is called. */
	same: /^(data|result|response|payload|output|attributes|properties|body|report|lookup report|analysis|analytics|profile|profile info|creator|account|user|influencer|channel)$/,
	/** Objects that hold figures of the thing, but not who it is. */
	part: /^((.* )?(summary|information|stats|statistics|metrics|figures|counts|engagement|sentiment|sentiments|audience))$/,
});
/** Who or what it is: a summary names the link of a report, and an audience has countries. */
const OF_THE_THING_ITSELF: ReadonlySet<string> = new Set(
	words(
		'name handle platform platformId platformProfileId url country language verified email introduction title text author date',
	),
);

const MAX_DEPTH = 3;
const MAX_PLACES = 40;
const MAX_NAME_LENGTH = 200;

/** What is recognised of an item; nothing deeper than is safe, and never in the rows of a list. */
export const findTraits = (item: unknown): Traits => findSome(item, TRAITS);

/** Texts in the place of numbers that cannot be read as one: "12.345", "1.2M". */
export function findUnreadNumbers(item: unknown): Partial<Record<Trait, string>> {
	const places = placesIn(item);
	const found = TRAITS.map((trait) => {
		const rules: ReadonlyArray<KeyRule<unknown>> = EVIDENCE[trait];
		const isOfNumber = rules.some(({ read }) => read === asCount || read === asNumber);
		return [trait, isOfNumber ? first(places, rules.map(withDigits)) : undefined] as const;
	});
	return Object.fromEntries(found.filter(([, text]) => text !== undefined));
}

const withDigits = ({ rule, keys: named }: KeyRule<unknown>): KeyRule<string> => ({
	rule,
	keys: named,
	read: (raw) => (typeof raw === 'string' && /^[+-]?\d.{0,29}$/.test(raw) ? raw : undefined),
});

export function findSome(item: unknown, wanted: readonly Trait[]): Traits {
	const places = placesIn(item);
	const own = places.filter(({ path }) =>
		path.split('.').every((key) => key === '' || is.same(key)),
	);
	const found = wanted.map((trait) => {
		const within = OF_THE_THING_ITSELF.has(trait) ? own : places;
		return [trait, first<unknown>(within, EVIDENCE[trait])] as const;
	});
	return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** Whom a response is about: what the profile is called, and where it is. */
export function findProfile(item: unknown): { name?: string; url?: string } | undefined {
	// Not just any link: that of a job or a report is called `url` as well.
	const url = first(placesIn(item), EVIDENCE.url.slice(0, 2));
	const name = findTraits(item).name ?? profileName(item);
	if (name === undefined && url === undefined) return undefined;
	return { ...(name !== undefined && { name }), ...(url !== undefined && { url }) };
}

/** What a profile is called, for the name of a file: a handle, or the end of its address. */
export function profileName(item: unknown): string | undefined {
	const places = placesIn(item);
	const address = first(places, EVIDENCE.url.slice(0, 1));
	return (
		first(places, EVIDENCE.handle.slice(0, 1)) ??
		(address === undefined ? undefined : lastSegment(address)) ??
		first(places, EVIDENCE.name.slice(0, 1))
	);
}

function lastSegment(address: string): string | undefined {
	const { pathname = '', hostname } = parseUrl(address) ?? {};
	return pathname.split('/').filter(Boolean).at(-1)?.replace(/^@/, '') ?? hostname;
}

export function placesIn(item: unknown): Container[] {
	if (!isRecord(item)) return [];
	const isNear = ({ key, parent, entryOf, depth }: Container): boolean =>
		parent === undefined ||
		(depth <= MAX_DEPTH &&
			entryOf === undefined &&
			(is.same(key) || is.part(key)) &&
			!isOurs(key) &&
			isNear(parent));
	return outlineOf(item).containers.filter(isNear).slice(0, MAX_PLACES);
}

export function isTraitKey(key: string): boolean {
	return TRAIT_KEYS.has(normalizeKey(key)) || isRisk(key);
}

const TRAIT_KEYS = new Set(
	TRAITS.flatMap((trait) =>
		EVIDENCE[trait].flatMap(({ keys: named }) =>
			typeof named === 'function' ? [] : named.map(normalizeKey),
		),
	),
);

const OURS = ['job', 'recognised', 'serviceError', 'incomplete', 'reportView', 'reportHtml'];

/** What the node itself puts next to a response. */
export const isOurs = (key: string): boolean => OURS.includes(key);

function first<T>(places: readonly Container[], rules: ReadonlyArray<KeyRule<T>>): T | undefined {
	for (const place of places) {
		const [found] = collect([place], rules);
		if (found !== undefined) return found.value;
	}
	return undefined;
}

function textOrNumber(raw: unknown): string | undefined {
	return typeof raw === 'number' ? String(raw) : asText(raw);
}

function asLabel(raw: unknown): string | undefined {
	const text =
		typeof raw === 'string' ? asText(raw) : isRecord(raw) ? textOrNumber(raw.label) : undefined;
	return text === undefined || text.length > MAX_NAME_LENGTH ? undefined : text;
}

/** A name, or a thing that has one: `{ id, name }`. */
function asName(raw: unknown): string | undefined {
	if (!isRecord(raw)) return typeof raw === 'string' ? asLabel(raw) : undefined;
	return first([containerOf(raw)], NAMES);
}

const NAMES = [keys('name username platform_username handle title label code', textOrNumber)];

/** `{ city, state, country }`, `{ name }` or "Berlin, Germany". */
function asCountry(raw: unknown): string | undefined {
	if (!isRecord(raw))
		return typeof raw === 'string' ? asLabel(raw.split(',').at(-1)?.trim()) : undefined;
	return first([containerOf(raw)], COUNTRIES);
}

const COUNTRIES = [keys('country country_name', asName), keys('country_code name', textOrNumber)];

/** Of `{ id, name }`. */
function idIn(raw: unknown): string | number | undefined {
	return isRecord(raw) ? asId(raw.id) : undefined;
}

function asNumberOrText(raw: unknown): number | string | undefined {
	return asNumber(raw) ?? asLabel(raw);
}

function asScalar(raw: unknown): boolean | string | number | undefined {
	return typeof raw === 'boolean' ? raw : asNumberOrText(raw);
}

function asEmail(raw: unknown): string | undefined {
	return typeof raw === 'string' && /^[^\s@]+@[^\s@]+$/.test(raw.trim()) ? raw.trim() : undefined;
}

/** `[{ type: "email", value }]`, a list of addresses, or `{ email }`. */
function emailIn(raw: unknown): string | undefined {
	const entries: unknown[] = Array.isArray(raw) ? raw : [raw];
	return entries
		.slice(0, MAX_PLACES)
		.flatMap((each) => (isRecord(each) ? [each.email, each.value, each.address] : [each]))
		.map(asEmail)
		.find((each) => each !== undefined);
}

/** `[{ category, reason }]`, a list of words, or a map of words to counts. */
function asCategories(raw: unknown): string | undefined {
	const entries: unknown[] = Array.isArray(raw) ? raw : Object.keys(isRecord(raw) ? raw : {});
	const named = entries
		.slice(0, MAX_PLACES)
		.map((each) => (isRecord(each) ? asLabel(entryOf(each, CATEGORY_KEYS)) : asLabel(each)))
		.filter((each) => each !== undefined);
	return named.length === 0 ? undefined : [...new Set(named)].join(', ');
}

const CATEGORY_KEYS = ['category', 'name', 'type', 'label'];

export function entryOf(holder: IDataObject, names: readonly string[]): unknown {
	for (const name of names) {
		const key = Object.keys(holder).find((each) => normalizeKey(each) === normalizeKey(name));
		if (key !== undefined) return holder[key];
	}
	return undefined;
}
