import { contentUrl } from '../shared/catalogue/commonFields';
import { text } from '../shared/catalogue/fields';
import { job, list, resourceById } from '../shared/catalogue/builders';
import type { NodeCatalogue } from '../shared/catalogue/types';

const ANALYSIS_ID = 'Analysis ID';

export const commentsRelevance: NodeCatalogue = [
	resourceById('analysis', 'Comments Relevance Analysis', ANALYSIS_ID, 'Comments that matter to a brand', [
		...job(
			'commentsRelevance',
			'/comments-relevance',
			'comments relevance analysis',
			'Find the comments that matter to a brand',
			{
				comments: 'GET /comments-relevance/{id}/comments',
				fields: [
					contentUrl,
					text(
						'brand_profile_url',
						'Brand Profile URL',
						'The URL of the profile of the brand',
						'https://network.example/@brand',
					),
				],
			},
		),
	]),
	resourceById('comment', 'Comment', ANALYSIS_ID, 'Analysed comments', [
		list(
			'getMany',
			'GET /comments-relevance/{id}/comments',
			'Get many analysed comments',
			'Get the comments of a comments relevance analysis',
			{
				of: 'commentsRelevance',
				more: [text('type', 'Comment Type', 'The type of comments to return', 'RELEVANT')],
			},
		),
	]),
];
