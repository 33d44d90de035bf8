import { Type } from '@sinclair/typebox';
import { portion } from '../jobs/portion';
import { specialInputsOf } from '../jobs/specialInputs';
import { list, record } from '../outcome';
import { notFound, Problem } from '../problem';
import {
	analyticsView,
	contactView,
	creatorView,
	handleView,
	overlapView,
	quickView,
} from '../views';
import { overlap } from '../world/audience';
import type { Creator } from '../world/creators';
import * as dictionaries from '../world/dictionaries';
import { mentions, search, SearchFilters } from '../world/search';
import { platforms } from '../world/vocabulary';
import type { World } from '../world/world';
import { identifier, platformId, profileUrl } from './fields';
import { area, get, jobPair, post } from './route';

const named = Type.Object({ identifier, work_platform_id: Type.Optional(platformId) });

/** Synchronous requests have no job that could fail, so they refuse at once. */
export function profileOf(world: World, name: string, platform?: string): Creator {
	if (specialInputsOf(name).has('fails-always')) {
		throw new Problem(400, 'profile_unavailable', 'The network refused to hand out the profile');
	}
	const creator = world.find(name, platform);
	if (!creator) throw notFound(`The profile ${name}`);
	return creator;
}

const exportBody = Type.Intersect([
	SearchFilters,
	Type.Object({ max_results: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
]);

const quickBody = Type.Object({
	query: Type.Optional(Type.String()),
	identifier: Type.Optional(Type.String()),
	work_platform_id: Type.Optional(platformId),
});

const professional = platforms.find((platform) => platform.professional)?.id;

const profiles = [
	post(
		'/discovery',
		'Search public profiles of creators',
		SearchFilters,
		({ service, body }) => list('creators', search(service.world, body), creatorView),
		{
			paged: true,
			example: () => ({ follower_count: { min: 50_000 }, sort_by: { field: 'ENGAGEMENT_RATE' } }),
		},
	),
	post(
		'/discovery-quick',
		'Quick search of public profiles',
		quickBody,
		({ service, body }) => {
			const text = (body.query ?? body.identifier ?? '').replace(/^@/, '').toLowerCase();
			const found = search(service.world, { work_platform_id: body.work_platform_id });
			return list(
				'creators',
				found.filter((creator) => mentions(creator, text)),
				quickView,
			);
		},
		{ paged: true, example: () => ({ query: 'yoga' }) },
	),
	...jobPair({
		type: 'creatorExport',
		path: '/discovery-export',
		submit: 'Asynchronous export of creator profiles (submit)',
		fetch: 'Fetch the results of a creator search export',
		body: exportBody,
		example: () => ({ follower_count: { min: 100_000 }, max_results: 200 }),
		gives: 'rows',
		result: ({ world }, job, { max_results: most = 10_000, ...filters }) => {
			const found = portion(job, search(world, filters).slice(0, most));
			return list('creators', found, creatorView, { as: 'export' });
		},
	}),
	post(
		'/contact-info',
		'Get direct contact details for a handle',
		named,
		({ service, body }) => {
			const creator = profileOf(service.world, body.identifier, body.work_platform_id);
			return record({
				platform_username: creator.username,
				url: creator.url,
				full_name: creator.fullName,
				contact_details: contactView(creator),
			});
		},
		{ example: ({ creator }) => ({ identifier: creator.username }) },
	),
	...jobPair({
		type: 'emailLookup',
		path: '/email-lookup',
		submit: 'Reverse e-mail lookup (submit)',
		fetch: 'Reverse e-mail lookup (results)',
		body: Type.Object({
			emails: Type.Array(Type.String({ format: 'email' }), { minItems: 1, maxItems: 1000 }),
		}),
		example: ({ email }) => ({ emails: [email, 'nobody@mailbox.example'] }),
		gives: 'rows',
		result: ({ world }, job, { emails }) =>
			list('lookups', portion(job, emails), (email) => {
				const creator = world.findByEmail(email);
				return creator
					? { email, status: 'found', profiles: [quickView(creator)] }
					: { email, status: 'failed', profiles: [] };
			}),
	}),
	...jobPair({
		type: 'audienceOverlap',
		path: '/audience-overlap',
		submit: 'Find audience overlap (submit)',
		fetch: 'Fetch audience overlap',
		body: Type.Object({
			identifiers: Type.Array(identifier, { minItems: 2, maxItems: 10 }),
			work_platform_id: Type.Optional(platformId),
		}),
		example: ({ creator, other }) => ({ identifiers: [creator.url, other.url] }),
		gives: 'record',
		result: ({ world }, _job, { identifiers, work_platform_id: platform }) => {
			const creators = identifiers.flatMap((name) => world.find(name, platform) ?? []);
			return record(overlapView(overlap(world.panel, creators)));
		},
	}),
	post(
		'/profile-analytics',
		'Get public analytics of a profile',
		named,
		({ service: { world, clock }, body }) => {
			const creator = profileOf(world, body.identifier, body.work_platform_id);
			return record(analyticsView(world, creator, clock.now()));
		},
		{ example: ({ creator }) => ({ identifier: creator.username }) },
	),
	...jobPair({
		type: 'profileAnalyticsReport',
		path: '/profile-analytics-async',
		submit: 'Create a public profile analytics request',
		fetch: 'Fetch the public analytics report of a profile',
		body: named,
		example: ({ creator }) => ({ identifier: creator.username }),
		gives: 'record',
		result: ({ world, clock }, _job, body) =>
			record(
				analyticsView(world, profileOf(world, body.identifier, body.work_platform_id), clock.now()),
			),
	}),
	post(
		'/profile-analytics-professional',
		'Get public analytics of a professional-network profile',
		Type.Object({ profile_url: profileUrl }),
		({ service: { world, clock }, body }) =>
			record(analyticsView(world, profileOf(world, body.profile_url, professional), clock.now())),
		{ example: (sample) => ({ profile_url: sample.professional.url }) },
	),
	get(
		'/profiles',
		'Basic profile info (live follower count, bio, verification)',
		named,
		({ service: { world }, query }) => {
			const creator = profileOf(world, query.identifier, query.work_platform_id);
			return record({
				platform_username: creator.username,
				url: creator.url,
				full_name: creator.fullName,
				follower_count: creator.followers,
				bio: creator.introduction,
				is_verified: creator.verified,
			});
		},
		{ example: ({ creator }) => ({ identifier: creator.username }) },
	),
];

const searchable = Type.Object({
	search_string: Type.Optional(Type.String()),
	query_text: Type.Optional(Type.String()),
});
type Searched = { search_string?: string; query_text?: string };
const textOf = ({ search_string, query_text }: Searched): string =>
	search_string ?? query_text ?? '';

const asDictionary = { dictionary: true, pageSize: 100 };

/** A word list whose entries are shown as they are. */
const wordList = (
	name: string,
	summary: string,
	entries: ReadonlyArray<{ name: string; [key: string]: string }>,
	text: string,
) =>
	get(
		`/dictionary/${name}`,
		summary,
		searchable,
		({ query }) =>
			list(
				name,
				dictionaries.matching(entries, textOf(query)),
				(entry) => ({ ...entry }),
				asDictionary,
			),
		{ paged: true, example: () => ({ search_string: text }) },
	);

const locationEntries = dictionaries.locations.map(({ id, name, type }) => ({ id, name, type }));

const dictionaryRoutes = [
	get(
		'/dictionary/userhandles',
		'Auto-complete user handles',
		Type.Object({
			...searchable.properties,
			identifier: Type.Optional(Type.String()),
			work_platform_id: Type.Optional(platformId),
		}),
		({ service: { world }, query }) => {
			const text = (query.identifier ?? textOf(query)).replace(/^@/, '');
			const found = dictionaries.handles(world, text, query.work_platform_id);
			return list('userhandles', found, handleView, { dictionary: true, pageSize: 10 });
		},
		{ paged: true, example: ({ creator }) => ({ identifier: creator.username.slice(0, 3) }) },
	),
	wordList('locations', 'Locations dictionary', locationEntries, 'united'),
	wordList(
		'languages',
		'Languages dictionary',
		dictionaries.languages.map((entry) => ({ ...entry })),
		'sp',
	),
	wordList('brands', 'Brands dictionary', dictionaries.brands, 'a'),
	wordList('interests', 'Interests dictionary', dictionaries.interestNames, 'f'),
	get(
		'/dictionary/topics',
		'Topics dictionary',
		Type.Object({ ...searchable.properties, identifier: Type.Optional(Type.String()) }),
		({ service: { world }, query }) => {
			const found = dictionaries.topics(world, query.identifier ?? textOf(query));
			return list('topics', found, (topic) => ({ ...topic }), asDictionary);
		},
		{ paged: true, example: () => ({ search_string: 'run' }) },
	),
	get(
		'/dictionary/topics/relevance',
		'Topic tag weight / relevance',
		Type.Object({ ...searchable.properties, identifier: Type.Optional(Type.String()) }),
		({ service: { world }, query }) => {
			const topic = (query.identifier ?? textOf(query)).replace(/^#/, '');
			const found = dictionaries.topicRelevance(world, topic);
			return list('topics', found, (tag) => ({ ...tag }), asDictionary);
		},
		{ paged: true, example: () => ({ identifier: 'running' }) },
	),
];

export const creatorSearchRoutes = area('Creator search and analytics', [
	...profiles,
	...dictionaryRoutes,
]);
