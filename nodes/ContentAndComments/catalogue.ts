import { contentType, contentUrl, profileUrl } from '../shared/catalogue/commonFields';
import { job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const content = { fields: [profileUrl, contentUrl], more: [contentType] };

export const contentAndComments: Area = [
	resource('content', 'Content', [list('get', 'POST /public-content', { name: 'Get', action: 'Get the posts of a profile', description: 'Get the public content of a profile, or a single content item', ...content })]),
	resource('comment', 'Comment', [list('getMany', 'POST /public-comments', { name: 'Get Many', action: 'Get many comments', description: 'Get the public comments of a content item', fields: [contentUrl] })]),
	resource('contentFetch', 'Content Fetch', job('contentFetch', '/public-content-async', { noun: 'content fetch', action: 'Collect the posts of a profile', rows: true, ...content }), 'Content Fetch ID'),
	resource(
		'professionalContent',
		'Professional Content',
		job('professionalContent', '/public-content-professional', { noun: 'professional network content fetch', action: 'Collect posts of a professional network', rows: true, fields: [profileUrl, contentUrl] }),
		'Content Fetch ID',
	),
	resource('professionalComment', 'Professional Comment', job('professionalComment', '/public-comments-professional', { noun: 'professional network comments fetch', action: 'Collect comments of a professional network', rows: true, fields: [contentUrl] }), 'Comments Fetch ID'),
];
