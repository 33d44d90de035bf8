import { contentTypeField, contentUrl, profileUrl } from '../shared/catalogue/commonFields';
import { job, list, resource, resourceById } from '../shared/catalogue/builders';
import type { NodeCatalogue } from '../shared/catalogue/types';

const content = { fields: [profileUrl], more: [contentUrl, contentTypeField] };

export const contentAndComments: NodeCatalogue = [
	resource('content', 'Content', 'Posts of a profile, at once', [
		list(
			'get',
			'POST /public-content',
			'Get the posts of a profile at once',
			'Get the public content of a profile, or a single content item',
			content,
		),
	]),
	resource('comment', 'Comment', 'Comments on a post, at once', [
		list('getMany', 'POST /public-comments', 'Get many comments', 'Get the public comments of a content item', {
			fields: [contentUrl],
		}),
	]),
	resourceById('contentFetch', 'Content Fetch', 'Content Fetch ID', 'Posts of a profile, in a job', [
		...job('contentFetch', '/public-content-async', 'content fetch', 'Collect the posts of a profile in a job', {
			rows: true,
			...content,
		}),
	]),
	resourceById('professionalContent', 'Professional Content', 'Content Fetch ID', 'Posts of a professional network', [
		...job(
			'professionalContent',
			'/public-content-professional',
			'professional network content fetch',
			'Collect posts of a professional network',
			{ rows: true, fields: [profileUrl], more: [contentUrl] },
		),
	]),
	resourceById(
		'professionalComment',
		'Professional Comment',
		'Comments Fetch ID',
		'Comments of a professional network',
		[
			...job(
				'professionalComment',
				'/public-comments-professional',
				'professional network comments fetch',
				'Collect comments of a professional network',
				{ rows: true, fields: [contentUrl] },
			),
		],
	),
];
