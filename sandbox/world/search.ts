import { type Static, Type } from '@sinclair/typebox';
import type { Creator } from './creators';
import { locations } from './dictionaries';
import type { World } from './world';

const range = Type.Object({
	min: Type.Optional(Type.Number()),
	max: Type.Optional(Type.Number()),
});
const share = (name: string) =>
	Type.Object({
		[name]: Type.String(),
		percentage_value: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
	});

const sortFields = {
	FOLLOWER_COUNT: (creator: Creator) => creator.followers,
	ENGAGEMENT_RATE: (creator: Creator) => creator.engagementRate,
	AVERAGE_LIKES: (creator: Creator) => creator.averageLikes,
	AVERAGE_VIEWS: (creator: Creator) => creator.averageViews,
	CONTENT_COUNT: (creator: Creator) => creator.contentCount,
} as const;

export const SearchFilters = Type.Object({
	work_platform_id: Type.Optional(Type.String({ description: 'One network only' })),
	keyword: Type.Optional(Type.String({ description: 'In the name, handle or introduction' })),
	follower_count: Type.Optional(range),
	engagement_rate: Type.Optional(range),
	average_likes: Type.Optional(range),
	content_count: Type.Optional(range),
	creator_gender: Type.Optional(
		Type.Union([Type.Literal('FEMALE'), Type.Literal('MALE'), Type.Literal('ORGANIZATION')]),
	),
	creator_age_group: Type.Optional(Type.String({ examples: ['25-34'] })),
	creator_language: Type.Optional(Type.Object({ code: Type.String() })),
	creator_locations: Type.Optional(
		Type.Array(Type.String(), { description: 'Names or ids of the locations dictionary' }),
	),
	creator_interests: Type.Optional(Type.Array(Type.String())),
	audience_locations: Type.Optional(Type.Array(share('location'))),
	audience_interests: Type.Optional(Type.Array(share('name'))),
	audience_gender: Type.Optional(
		Type.Object({
			type: Type.Union([Type.Literal('FEMALE'), Type.Literal('MALE')]),
			percentage_value: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
		}),
	),
	audience_credibility_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
	hashtags: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
	is_verified: Type.Optional(Type.Boolean()),
	has_contact_details: Type.Optional(Type.Boolean()),
	sort_by: Type.Optional(
		Type.Object({
			field: Type.Union([
				Type.Literal('FOLLOWER_COUNT'),
				Type.Literal('ENGAGEMENT_RATE'),
				Type.Literal('AVERAGE_LIKES'),
				Type.Literal('AVERAGE_VIEWS'),
				Type.Literal('CONTENT_COUNT'),
			]),
			order: Type.Optional(Type.Union([Type.Literal('ASCENDING'), Type.Literal('DESCENDING')])),
		}),
	),
});
export type SearchFilters = Static<typeof SearchFilters>;

type Test = (creator: Creator) => boolean;

export function search(world: World, filters: SearchFilters): Creator[] {
	const tests = testsOf(world, filters);
	const found = world.creators.filter((creator) => tests.every((test) => test(creator)));
	const { field = 'FOLLOWER_COUNT', order = 'DESCENDING' } = filters.sort_by ?? {};
	const figure = sortFields[field];
	const sign = order === 'ASCENDING' ? 1 : -1;
	return found.sort(
		(a, b) => sign * (figure(a) - figure(b)) || a.username.localeCompare(b.username),
	);
}

/** Cheap tests first: audiences are counted only for the creators that pass all others. */
function testsOf(world: World, filters: SearchFilters): Test[] {
	const tests: Test[] = [];
	const add = <T>(wanted: T | undefined, test: (creator: Creator, wanted: T) => boolean): void => {
		if (wanted !== undefined) tests.push((creator) => test(creator, wanted));
	};
	add(filters.work_platform_id, (creator, id) => creator.platform.id === id);
	add(filters.keyword?.toLowerCase(), mentions);
	add(filters.follower_count, (creator, wanted) => within(creator.followers, wanted));
	add(filters.engagement_rate, (creator, wanted) => within(creator.engagementRate, wanted));
	add(filters.average_likes, (creator, wanted) => within(creator.averageLikes, wanted));
	add(filters.content_count, (creator, wanted) => within(creator.contentCount, wanted));
	add(filters.creator_gender, (creator, gender) => creator.gender === gender);
	add(filters.creator_age_group, (creator, group) => creator.ageGroup === group);
	add(filters.creator_language, (creator, { code }) => creator.language === code.toLowerCase());
	add(filters.is_verified, (creator, verified) => creator.verified === verified);
	add(filters.has_contact_details, (creator, has) => (creator.email !== undefined) === has);
	add(filters.creator_interests, (creator, names) =>
		creator.interests.some(({ name }) => names.includes(name)),
	);
	add(filters.hashtags, (creator, tags) =>
		tags.some(({ name }) => creator.hashtags.includes(name.replace(/^#/, '').toLowerCase())),
	);
	add(filters.creator_locations?.map(placeName), (creator, names) =>
		names.some((name) => livesIn(creator, name)),
	);
	const audience = (creator: Creator) => world.panel.audience(creator);
	add(filters.audience_locations, (creator, wanted) =>
		wanted.every(({ location, percentage_value = 10 }) => {
			const name = placeName(String(location));
			const found = audience(creator).countries.find((country) => country.name === name);
			return found !== undefined && found.share * 100 >= Number(percentage_value);
		}),
	);
	add(filters.audience_interests, (creator, wanted) =>
		wanted.every(({ name, percentage_value = 10 }) => {
			const found = audience(creator).interests.find((interest) => interest.name === name);
			return found !== undefined && found.share * 100 >= Number(percentage_value);
		}),
	);
	add(filters.audience_gender, (creator, { type, percentage_value = 50 }) => {
		const shares = audience(creator).genderAge.filter(({ gender }) => gender === type);
		return shares.reduce((sum, { share: part }) => sum + part, 0) * 100 >= percentage_value;
	});
	add(
		filters.audience_credibility_score,
		(creator, least) => audience(creator).credibility >= least,
	);
	return tests;
}

export const mentions = (creator: Creator, text: string): boolean =>
	[creator.username, creator.fullName, creator.introduction].some((part) =>
		part.toLowerCase().includes(text),
	);

const within = (
	value: number,
	{ min = -Infinity, max = Infinity }: Static<typeof range>,
): boolean => value >= min && value <= max;

const placeName = (nameOrId: string): string =>
	locations.find(({ id }) => id === nameOrId)?.name ?? nameOrId;

function livesIn({ place }: Creator, name: string): boolean {
	const full = `${place.city}, ${place.state}, ${place.country}`;
	return full === name || full.endsWith(`, ${name}`) || place.city === name || place.state === name;
}
