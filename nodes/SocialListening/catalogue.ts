import { number, text } from '../shared/catalogue/fields';
import { job, list, resourceById } from '../shared/catalogue/builders';
import type { NodeCatalogue } from '../shared/catalogue/types';

const REQUEST_ID = 'Request ID';
const period = [
	text('from_date', 'From', 'The first day', '2026-01-01'),
	text('to_date', 'To', 'The last day', '2026-01-31'),
];

export const socialListening: NodeCatalogue = [
	resourceById('request', 'Listening Request', REQUEST_ID, 'What people say about a brand', [
		...job('socialListening', '/social-listening', 'social listening request', 'Hear what people say about a brand', {
			rows: true,
			returnAllByDefault: true,
			results: 'GET /social-listening/{id}/fetch',
			fields: [text('keyword', 'Keyword', 'What people talk about, e.g. a brand', 'Acme')],
			more: [
				text('hashtag', 'Hashtag', 'A hashtag, instead of a keyword', 'acme'),
				text('mention', 'Mention', 'A handle that people mention, instead of a keyword', '@acme'),
				number('items_limit', 'Max Posts', 'Max posts to read'),
			],
		}),
	]),
	resourceById('insight', 'Insight', REQUEST_ID, 'Posts that a request found', [
		list(
			'getMany',
			'GET /social-listening/{id}/fetch',
			'Get many insights',
			'Get the insights of a social listening request',
			{ of: 'socialListening', more: period },
		),
	]),
];
