import type { IDataObject } from 'n8n-workflow';

import { parseUrl } from '../http/baseUrl';
import { isRecord } from '../values/records';
import { keyTests, memoize, normalizeKey, words } from './keys';
import { type Container, containerOf, outlineOf } from './outline';
import { RISK_RATING } from './rating';
import { collect, type KeyRule } from './rules';
import { asAddress, asCount, asDate, asFlag, asId, asNumber, asText } from './scalars';

const keys = <T>(read: KeyRule<T>['read'], names: string): Array<KeyRule<T>> => [
	{ rule: 'trait.key', keys: words(names), read },
];

const asBoolean = (raw: unknown) => asFlag(raw);
const asWord = (raw: unknown) => (typeof raw === 'number' ? String(raw) : asText(raw));
const asLabel = (raw: unknown) => (isRecord(raw) ? asWord(raw.label) : asText(raw));
const asNumberOrText = (raw: unknown) => asNumber(raw) ?? asLabel(raw);
const asScalar = (raw: unknown) => (typeof raw === 'boolean' ? raw : asNumberOrText(raw));
/** Of `{ id, name }`. */
const idIn = (raw: unknown) => (isRecord(raw) ? asId(raw.id) : undefined);
const asEmail = (raw: unknown) => /^[^\s@]+@[^\s@]+$/.exec(asText(raw) ?? '')?.[0];

const HANDLE = keys(asWord, 'platform_username username handle screen_name user_handle');
const NAME = keys(asWord, 'full_name display_name creator_name profile_name channel_name');
const PROFILE_URL = keys(asAddress, 'profile_url creator_url profile_link account_url channel_url');
const CONTENT_URL = keys(asAddress, 'content_url post_url media_page_url permalink comment_url');

/**
 * What an item says of a creator, a content item, a comment or an analysis, and how services call
 * it, the surest first.
 */
const EVIDENCE = {
	name: [...NAME, ...keys(asWord, 'name nickname company_name page_name')],
	handle: [...HANDLE, ...keys(asWord, 'login vanity_name identifier unique_id')],
	platform: keys(asName, 'work_platform platform platform_name network social_network provider'),
	url: [...PROFILE_URL, ...CONTENT_URL, ...keys(asAddress, 'url link web_url href media_url')],
	followers: [
		...keys(asCount, 'follower_count followers_count followers number_of_followers'),
		...keys(asCount, 'subscriber_count subscribers subscribers_count fans fan_count'),
	],
	engagementRate: [
		...keys(asNumber, 'engagement_rate average_engagement_rate er engagement'),
		...keys(asNumber, 'engagement_rate_percent engagement_rate_percentage engagement_rate_pct'),
	],
	country: [
		...keys(asName, 'country country_name'),
		...keys(asCountry, 'location creator_location geo address region'),
		...keys(asWord, 'country_code'),
	],
	language: keys(asName, 'language lang language_code creator_language'),
	verified: keys(asBoolean, 'is_verified verified is_account_verified'),
	monitored: keys(asBoolean, 'is_monitored monitored monitoring_enabled'),
	email: [
		...keys(asEmail, 'email email_address contact_email business_email public_email'),
		...keys(emailIn, 'contact_details contacts contact emails'),
	],
	introduction: keys(asWord, 'introduction bio biography about'),
	credibility: keys(asNumber, 'credibility_score audience_credibility credibility authenticity'),
	riskRating: [RISK_RATING, ...keys(asNumberOrText, 'overall_risk overall_rating rating')],
	flaggedCount: keys(asCount, 'flagged_content_count flagged_count flagged_items total_flagged'),
	categories: keys(asCategories, 'risks flags risk_categories flagged_categories'),
	contentCount: keys(
		asCount,
		'total_content_count content_count post_count posts_count media_count',
	),
	title: keys(asWord, 'title headline subject'),
	text: keys(
		asWord,
		'text comment_text caption comment body message content description transcript',
	),
	author: [
		...keys(asName, 'commenter_username author_username commenter author author_name'),
		...keys(asName, 'posted_by owner_username commenter_name'),
	],
	sentiment: keys(asLabel, 'sentiment sentiment_label overall_sentiment mood'),
	purchaseIntent: keys(asScalar, 'purchase_intent intent has_intent buying_intent'),
	relevance: keys(asNumberOrText, 'relevance_score relevance relevancy'),
	score: keys(asNumber, 'purchase_intent_score intent_score score overall_score'),
	date: [
		...keys(asDate, 'published_at posted_at publish_date date_published date_posted created_time'),
		...keys(asDate, 'commented_at taken_at timestamp created_at date'),
	],
	likes: keys(asCount, 'like_count likes likes_count reaction_count digg_count'),
	comments: keys(asCount, 'comment_count comments_count comments reply_count'),
	views: keys(asCount, 'view_count views play_count plays impressions'),
	commentCount: [
		...keys(asCount, 'total_comment_count total_comments analyzed_comment_count'),
		...keys(asCount, 'analysed_comment_count comments_analyzed comments_analysed'),
	],
	intentCount: keys(asCount, 'purchase_intent_comment_count intent_comment_count'),
	relevantCount: keys(asCount, 'relevant_comment_count relevant_count'),
	positiveCount: keys(asCount, 'positive_comment_count positive_count positive'),
	neutralCount: keys(asCount, 'neutral_comment_count neutral_count neutral'),
	negativeCount: keys(asCount, 'negative_comment_count negative_count negative'),
	totalFollowers: keys(asCount, 'total_follower_count total_followers combined_followers'),
	uniqueFollowers: keys(asCount, 'unique_follower_count unique_followers total_unique_followers'),
	platformId: [
		...keys(asId, 'work_platform_id platform_id network_id social_network_id'),
		...keys(idIn, 'work_platform platform network social_network'),
	],
	platformProfileId: keys(asId, 'platform_profile_id platform_user_id platform_account_id'),
};

export type Trait = keyof typeof EVIDENCE;
export type Traits = {
	[T in Trait]?: (typeof EVIDENCE)[T][number] extends KeyRule<infer Value> ? Value : never;
};

const TRAITS = Object.keys(EVIDENCE) as Trait[];

const is = keyTests({
	/** Wrappers, and what the thing itself is called. */
	same: /^(data|result|response|payload|output|attributes|properties|body|report|lookup report|analysis|analytics|profile|profile info|creator|account|user|influencer|channel)$/,
	/** Objects that hold figures of the thing, but not who it is. */
	part: /^((.* )?(summary|information|stats|statistics|metrics|figures|counts|engagement|sentiment|sentiments|audience))$/,
});
/** Who or what it is: a summary names the link of a report, and an audience has countries. */
const OF_THE_THING_ITSELF =
	/^(name|handle|platform|platformId|platformProfileId|url|country|language|verified|email|introduction|title|text|author|date)$/;

const MAX_DEPTH = 3;
const MAX_ENTRIES = 40;

/** What is recognised of an item; nothing deeper than is safe, and never in the rows of a list. */
export function findTraits(item: unknown): Traits {
	const places = placesIn(item);
	const own = places.filter(({ path }) =>
		path.split('.').every((key) => key === '' || is.same(key)),
	);
	return eachTrait(places, (trait) =>
		first<unknown>(OF_THE_THING_ITSELF.test(trait) ? own : places, EVIDENCE[trait]),
	) as Traits;
}

/** Texts in the place of numbers that cannot be read as one: "12.345", "1.2M". */
export function findUnreadNumbers(item: unknown): Partial<Record<Trait, string>> {
	const places = placesIn(item);
	const read = (raw: unknown) =>
		typeof raw === 'string' && /^[+-]?\d.{0,29}$/.test(raw) ? raw : undefined;
	return eachTrait(places, (trait) => {
		const rules: ReadonlyArray<KeyRule<unknown>> = EVIDENCE[trait];
		const ofNumbers = rules.filter((rule) => rule.read === asCount || rule.read === asNumber);
		const unread = ofNumbers.map((rule) => ({ ...rule, read }));
		return first(places, unread);
	});
}

/** Looks only for traits that a field is named after: rows are many, and have few fields. */
function eachTrait<T>(
	places: readonly Container[],
	find: (trait: Trait) => T | undefined,
): Partial<Record<Trait, T>> {
	const named = new Set(places.flatMap(({ fields }) => fields.flatMap(({ key }) => traitsOf(key))));
	const possible = TRAITS.filter((trait) => named.has(trait));
	const found = possible.map((trait) => [trait, find(trait)] as const);
	return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

const traitsOf = memoize((key: string): readonly Trait[] =>
	TRAITS.filter((trait) =>
		EVIDENCE[trait].some(({ keys: named }) =>
			typeof named === 'function'
				? named(key)
				: named.map(normalizeKey).includes(normalizeKey(key)),
		),
	),
);

/** Whom a response is about: what the profile is called, and where it is. */
export function findProfile(item: unknown): { name?: string; url?: string } | undefined {
	// Not just any link: that of a job or a report is called `url` as well.
	const url = first(placesIn(item), [...PROFILE_URL, ...CONTENT_URL]);
	const name = findTraits(item).name ?? profileName(item);
	if (name === undefined && url === undefined) return undefined;
	return { ...(name !== undefined && { name }), ...(url !== undefined && { url }) };
}

/** What a profile is called, for the name of a file: a handle, or the end of its address. */
export function profileName(item: unknown): string | undefined {
	const places = placesIn(item);
	const { pathname = '', hostname } = parseUrl(first(places, PROFILE_URL) ?? '') ?? {};
	const lastPart = pathname.split('/').filter(Boolean).at(-1)?.replace(/^@/, '');
	return first(places, HANDLE) ?? lastPart ?? hostname ?? first(places, NAME);
}

export function placesIn(item: unknown): Container[] {
	if (!isRecord(item)) return [];
	const isNear = ({ key, parent, entryOf, depth }: Container): boolean =>
		parent === undefined ||
		(depth <= MAX_DEPTH &&
			entryOf === undefined &&
			(is.same(key) || is.part(key)) &&
			isNear(parent));
	return outlineOf(item).filter(isNear);
}

export const isTraitKey = (key: string): boolean => traitsOf(key).length > 0;

const OURS = ['job', 'recognised', 'serviceError', 'incomplete', 'reportView', 'reportHtml'];

/** What the node itself puts next to a response. */
export const isOurs = (key: string): boolean => OURS.includes(key);

function first<T>(places: readonly Container[], rules: ReadonlyArray<KeyRule<T>>): T | undefined {
	return collect(places, rules)[0]?.value;
}

/** A name, or a thing that has one: `{ id, name }`. */
function asName(raw: unknown): string | undefined {
	return isRecord(raw) ? first([containerOf(raw)], NAMES) : asText(raw);
}

const NAMES = keys(asWord, 'name username platform_username handle title label code');

/** `{ city, state, country }`, `{ name }` or "Berlin, Germany". */
function asCountry(raw: unknown): string | undefined {
	if (isRecord(raw)) return first([containerOf(raw)], COUNTRIES);
	return typeof raw === 'string' ? asText(raw.split(',').at(-1)) : undefined;
}

const COUNTRIES = keys(asName, 'country country_name country_code name');

/** `[{ type: "email", value }]`, a list of addresses, or `{ email }`. */
function emailIn(raw: unknown): string | undefined {
	const entries: unknown[] = Array.isArray(raw) ? raw : [raw];
	return entries
		.slice(0, MAX_ENTRIES)
		.flatMap((each) => (isRecord(each) ? [each.email, each.value, each.address] : [each]))
		.map(asEmail)
		.find(Boolean);
}

/** `[{ category, reason }]`, a list of words, or a map of words to counts. */
function asCategories(raw: unknown): string | undefined {
	const entries: unknown[] = Array.isArray(raw) ? raw : Object.keys(isRecord(raw) ? raw : {});
	const named = entries
		.slice(0, MAX_ENTRIES)
		.map((each) => (isRecord(each) ? asLabel(entryOf(each, CATEGORY_KEYS)) : asLabel(each)))
		.filter((each) => each !== undefined);
	return named.length === 0 ? undefined : [...new Set(named)].join(', ');
}

const CATEGORY_KEYS = ['category', 'name', 'type', 'label'];

export function entryOf(holder: IDataObject, names: readonly string[]): unknown {
	const entries = Object.entries(holder).map(([key, value]) => [normalizeKey(key), value] as const);
	for (const name of names) {
		const found = entries.find(([key]) => key === normalizeKey(name));
		if (found !== undefined) return found[1];
	}
	return undefined;
}
