import { job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const ANALYSIS_ID = 'Analysis ID';

export const commentsRelevance: Area = [
	resource('analysis', 'Analysis', job('commentsRelevance', '/comments-relevance', { noun: 'comments relevance analysis', comments: 'GET /comments-relevance/{id}/comments', hint: 'content_url, brand_profile_url' }), ANALYSIS_ID),
	resource('comment', 'Comment', [list('getMany', 'GET /comments-relevance/{id}/comments', { name: 'Get Many', action: 'Get many analysed comments', description: 'Get the comments that a comments relevance analysis has read', hint: 'type, limit, offset' })], ANALYSIS_ID),
];
