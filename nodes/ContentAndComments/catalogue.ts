import { job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const CONTENT = 'profile_url or content_url, content_type, offset';

export const contentAndComments: Area = [
	resource('comment', 'Comment', [list('getMany', 'POST /public-comments', { name: 'Get Many', action: 'Get many comments', description: 'Get the public comments of a content item', hint: 'content_url, offset' })]),
	resource('content', 'Content', [list('get', 'POST /public-content', { name: 'Get', action: 'Get content', description: 'Get the public content of a profile, or a single content item', hint: CONTENT })]),
	resource('contentFetch', 'Content Fetch', job('contentFetch', '/public-content-async', { noun: 'content fetch', rows: true, hint: CONTENT, resultHint: 'limit, offset' }), 'Content Fetch ID'),
	resource('professionalComment', 'Professional Comment', job('professionalComment', '/public-comments-professional', { noun: 'professional network comments fetch', rows: true, hint: 'content_url', resultHint: 'limit, offset' }), 'Comments Fetch ID'),
	resource('professionalContent', 'Professional Content', job('professionalContent', '/public-content-professional', { noun: 'professional network content fetch', rows: true, hint: 'profile_url or content_url', resultHint: 'limit, offset' }), 'Content Fetch ID'),
];
