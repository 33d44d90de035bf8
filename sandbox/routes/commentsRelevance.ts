import { Type } from '@sinclair/typebox';
import { portion } from '../jobs/portion';
import type { Job } from '../jobs/types';
import { list, record } from '../outcome';
import { notFound } from '../problem';
import type { Service } from '../service';
import { relevanceView } from '../views';
import type { Comment } from '../world/comments';
import { contentUrl, url } from './fields';
import { reportOn } from './purchaseIntent';
import { area, get, jobPair, ofFinished } from './route';

const isRelevant = ({ relevance }: Comment): boolean => relevance >= 0.5;

function commentsOf({ world }: Service, job: Job): Comment[] {
	const address = String(job.input.content_url);
	const content = world.content(address);
	if (!content) throw notFound(`The content ${address}`);
	return portion(job, world.comments(content));
}

export const commentsRelevanceRoutes = area('Comments relevance', [
	...jobPair({
		type: 'commentsRelevance',
		path: '/comments-relevance',
		submit: 'Create a comments relevance analysis request',
		fetch: 'Get comments relevance insights',
		body: Type.Object({
			content_url: contentUrl,
			brand_profile_url: Type.Optional(url('URL of the profile of the promoted brand')),
		}),
		example: ({ content, other }) => ({ content_url: content.url, brand_profile_url: other.url }),
		gives: 'record',
		result: (service, job, input) =>
			record({
				content_url: input.content_url,
				brand_profile_url: input.brand_profile_url ?? null,
				report_information: reportOn(
					commentsOf(service, job),
					'relevant_comment_count',
					isRelevant,
				),
			}),
	}),
	get(
		'/comments-relevance/{id}/comments',
		'Get the stream of analysed comments',
		Type.Object({
			type: Type.Optional(Type.String({ enum: ['RELEVANT', 'IRRELEVANT', 'ALL'] })),
		}),
		(call) =>
			ofFinished('commentsRelevance', ({ service }, job) => {
				const { type = 'ALL' } = call.query;
				const wanted = commentsOf(service, job).filter(
					(comment) => type === 'ALL' || isRelevant(comment) === (type === 'RELEVANT'),
				);
				return list('comments', wanted, relevanceView, { as: 'stream' });
			})(call),
		{ paged: true },
	),
]);
