import { type Static, Type } from '@sinclair/typebox';
import { portion } from '../jobs/portion';
import type { Job } from '../jobs/types';
import { list, type Rows } from '../outcome';
import { notFound } from '../problem';
import type { Service } from '../service';
import { commentView, contentView } from '../views';
import { profileOf } from './creatorSearch';
import { contentUrl, profileUrl } from './fields';
import { anyOfFields, area, jobPair, post } from './route';

const contentBody = Type.Object(
	{
		profile_url: Type.Optional(profileUrl),
		content_url: Type.Optional(contentUrl),
		content_type: Type.Optional(
			Type.String({ description: 'ALL (default), IMAGE, VIDEO, REELS, POST or ARTICLE' }),
		),
	},
	anyOfFields('profile_url', 'content_url'),
);
const commentsBody = Type.Object({ content_url: contentUrl });

function contents({ world }: Service, input: Static<typeof contentBody>, job?: Job): Rows {
	const { profile_url: profile, content_url: single, content_type: type = 'ALL' } = input;
	const address = single ?? profile ?? '';
	const creator = profileOf(world, address);
	const one = single === undefined ? undefined : world.content(single);
	const all = one ? [one] : world.contents(creator);
	const wanted = all.filter((content) => type === 'ALL' || content.type === type.toUpperCase());
	return list('contents', job ? portion(job, wanted) : wanted, contentView);
}

function comments(
	{ world }: Service,
	{ content_url: address }: Static<typeof commentsBody>,
	job?: Job,
): Rows {
	profileOf(world, address);
	const content = world.content(address);
	if (!content) throw notFound(`The content ${address}`);
	const all = world.comments(content);
	return list('comments', job ? portion(job, all) : all, commentView);
}

export const contentRoutes = area('Content and comments', [
	post(
		'/public-content',
		'Get public content for a profile or a single item',
		contentBody,
		({ service, body }) => contents(service, body),
		{ paged: true, example: ({ creator }) => ({ profile_url: creator.url }) },
	),
	...jobPair({
		type: 'contentFetch',
		path: '/public-content-async',
		submit: 'Create a content fetch request (async)',
		fetch: 'Retrieve content data (async)',
		body: contentBody,
		example: ({ creator }) => ({ profile_url: creator.url }),
		gives: 'rows',
		result: (service, job, input) => contents(service, input, job),
	}),
	...jobPair({
		type: 'professionalContent',
		path: '/public-content-professional',
		submit: 'Create a content fetch request for the professional network',
		fetch: 'Retrieve professional-network content data',
		body: contentBody,
		example: ({ professional }) => ({ profile_url: professional.url }),
		gives: 'rows',
		result: (service, job, input) => contents(service, input, job),
	}),
	post(
		'/public-comments',
		'Get public comments for a single content item',
		commentsBody,
		({ service, body }) => comments(service, body),
		{ paged: true, example: ({ content }) => ({ content_url: content.url }) },
	),
	...jobPair({
		type: 'professionalComment',
		path: '/public-comments-professional',
		submit: 'Create a comments fetch request for a professional-network item',
		fetch: 'Retrieve professional-network comments data',
		body: commentsBody,
		example: ({ professionalContent }) => ({ content_url: professionalContent.url }),
		gives: 'rows',
		result: (service, job, input) => comments(service, input, job),
	}),
]);
