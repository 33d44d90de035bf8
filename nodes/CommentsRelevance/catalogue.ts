import { contentUrl } from '../shared/catalogue/commonFields';
import { text } from '../shared/catalogue/fields';
import { job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const ANALYSIS_ID = 'Analysis ID';

export const commentsRelevance: Area = [
	resource(
		'analysis',
		'Analysis',
		job('commentsRelevance', '/comments-relevance', {
			noun: 'comments relevance analysis',
			action: 'Find the comments that matter to a brand',
			comments: 'GET /comments-relevance/{id}/comments',
			fields: [contentUrl, text('brand_profile_url', 'Brand Profile URL', { about: 'The profile of the brand that the comments may be about', example: 'https://network.example/@brand' })],
		}),
		ANALYSIS_ID,
	),
	resource(
		'comment',
		'Comment',
		[
			list('getMany', 'GET /comments-relevance/{id}/comments', {
				name: 'Get Many',
				action: 'Get many analysed comments',
				description: 'Get the comments that a comments relevance analysis has read',
				more: [text('type', 'Comment Type', { about: 'The kind of comments to return', example: 'RELEVANT' })],
			}),
		],
		ANALYSIS_ID,
	),
];
