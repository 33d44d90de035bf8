import { number, text } from '../shared/catalogue/fields';
import { job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const REQUEST_ID = 'Request ID';
const period = [text('from_date', 'From', { about: 'The first day', example: '2026-01-01' }), text('to_date', 'To', { about: 'The last day', example: '2026-01-31' })];

export const socialListening: Area = [
	resource(
		'request',
		'Request',
		job('socialListening', '/social-listening', {
			noun: 'social listening request',
			action: 'Hear what people say about a brand',
			rows: true,
			results: 'GET /social-listening/{id}/fetch',
			fields: [text('keyword', 'Keyword', { about: 'What people talk about, e.g. a brand', example: 'Acme', picker: 'brands' })],
			more: [
				text('hashtag', 'Hashtag', { about: 'A hashtag, instead of a keyword', example: 'acme' }),
				text('mention', 'Mention', { about: 'A handle that people mention, instead of a keyword', example: '@acme' }),
				number('items_limit', 'Max Posts', { about: 'The most posts to read' }),
			],
		}),
		REQUEST_ID,
	),
	resource('insight', 'Insight', [list('getMany', 'GET /social-listening/{id}/fetch', { name: 'Get Many', action: 'Get many insights', description: 'Get the insights of a social listening request', more: period })], REQUEST_ID),
];
