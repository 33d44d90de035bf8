import { Type } from '@sinclair/typebox';
import { portion } from '../jobs/portion';
import type { Job } from '../jobs/types';
import type { JsonObject } from '../json';
import { list, record } from '../outcome';
import type { Service } from '../service';
import { intentView } from '../views';
import type { Comment } from '../world/comments';
import { round } from '../world/random';
import { profileOf } from './creatorSearch';
import { profileUrl } from './fields';
import { area, get, jobPair, noParameters, ofFinished } from './route';

const CONTENTS_READ = 5;

function commentsOf({ world }: Service, job: Job): Comment[] {
	const { profile_url: address } = job.input;
	const creator = profileOf(world, String(address));
	const contents = world.contents(creator).slice(0, CONTENTS_READ);
	return portion(
		job,
		contents.flatMap((content) => world.comments(content)),
	);
}

/** The figures on some comments: their sentiments, and the share of those that count. */
export function reportOn(
	comments: Comment[],
	countName: string,
	counts: (comment: Comment) => boolean,
): JsonObject {
	const ofSentiment = (sentiment: Comment['sentiment']) =>
		comments.filter((comment) => comment.sentiment === sentiment).length;
	const counted = comments.filter(counts).length;
	return {
		total_comment_count: comments.length,
		positive_comment_count: ofSentiment('POSITIVE'),
		negative_comment_count: ofSentiment('NEGATIVE'),
		neutral_comment_count: ofSentiment('NEUTRAL'),
		[countName]: counted,
		score: round((counted / Math.max(1, comments.length)) * 100, 1),
	};
}

export const purchaseIntentRoutes = area('Purchase intent', [
	...jobPair({
		type: 'purchaseIntent',
		path: '/purchase-intent',
		submit: 'Create a purchase intent analysis request',
		fetch: 'Get purchase intent insights',
		body: Type.Object({ profile_url: profileUrl }),
		example: ({ creator }) => ({ profile_url: creator.url }),
		gives: 'record',
		result: (service, job, input) =>
			record({
				profile_url: input.profile_url,
				report_information: reportOn(
					commentsOf(service, job),
					'purchase_intent_comment_count',
					({ intent }) => intent,
				),
			}),
	}),
	get(
		'/purchase-intent/{id}/comments',
		'Get the stream of analysed comments',
		noParameters,
		ofFinished('purchaseIntent', ({ service }, job) =>
			list('comments', commentsOf(service, job), intentView, { as: 'stream' }),
		),
		{ paged: true },
	),
]);
