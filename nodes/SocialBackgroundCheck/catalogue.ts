import { contentUrl, criteriaId, profileUrl } from '../shared/catalogue/commonFields';
import { flag, json, listOf, number, text } from '../shared/catalogue/fields';
import { endpoint, job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const SCREENING_ID = 'Screening ID';

export const socialBackgroundCheck: Area = [
	resource(
		'screening',
		'Screening',
		[
			...job('screening', '/screening', { noun: 'screening', action: 'Check a profile for risks', rated: true, document: true, fields: [profileUrl, contentUrl], more: [criteriaId] }),
			endpoint('enableMonitoring', 'POST /screening/continuous-monitoring', {
				name: 'Enable Monitoring',
				action: 'Monitor a profile for risks',
				description: 'Screen a profile continuously from now on',
				fields: [profileUrl],
				more: [text('screening_id', 'Screening ID', { about: 'The screening to continue, instead of a profile' }), criteriaId],
			}),
			endpoint('generateReport', 'POST /screening/{id}/generate-report', { name: 'Generate Report', action: 'Create a report of a screening', description: 'Generate the report of a screening', document: true }),
		],
		SCREENING_ID,
	),
	resource(
		'flaggedContent',
		'Flagged Content',
		[
			list('getMany', 'GET /screening/{id}/contents', {
				name: 'Get Many',
				action: 'Get many flagged content items',
				description: 'Get the content items that a screening flagged',
				more: [flag('include_all', 'Include All', { about: 'Whether to return the items that are not flagged, too' })],
			}),
			endpoint('unflag', 'PATCH /screening/{id}/contents/unflag', {
				name: 'Unflag',
				action: 'Unflag content items',
				description: 'Remove the flag from content items of a screening',
				fields: [listOf('content_ids', 'Content IDs', { about: 'The IDs of the flagged items', example: '8f14e45f, c9f0f895' })],
				more: [listOf('content_urls', 'Content URLs', { about: 'The addresses of the flagged items' })],
			}),
		],
		SCREENING_ID,
	),
	resource(
		'mediaScreening',
		'Media Screening',
		job('mediaScreening', '/screening-media', {
			noun: 'media screening',
			action: 'Check an image or a video for risks',
			rated: true,
			fields: [text('media_url', 'Media URL', { about: 'The address of the image or video', example: 'https://files.example/video.mp4' })],
			more: [text('media_type', 'Media Type', { about: 'The kind of media', example: 'VIDEO' }), text('description', 'Description', { about: 'The text beside the media' })],
		}),
		'Media Screening ID',
	),
	resource(
		'flaggingCriteria',
		'Flagging Criteria Set',
		[
			endpoint('create', 'POST /flagging-criteria', {
				name: 'Create',
				action: 'Create flagging criteria',
				description: 'Create a set of flagging criteria',
				fields: [text('name', 'Name', { about: 'What the set is called', example: 'Alcohol and gambling' }), listOf('categories', 'Categories', { about: 'The risks to look for', example: 'ALCOHOL, GAMBLING' })],
				more: [json('keywords', 'Keywords', { about: 'Words to look for, as a JSON list', example: '[{"term": "casino"}]' }), number('time_period_in_months', 'Period in Months', { about: 'How far back to look' })],
			}),
			endpoint('get', 'GET /flagging-criteria/{id}', { name: 'Get', action: 'Get flagging criteria', description: 'Get one set of flagging criteria' }),
			list('getMany', 'GET /flagging-criteria', { name: 'Get Many', action: 'Get many flagging criteria', description: 'Get many sets of flagging criteria' }),
		],
		'Flagging Criteria ID',
		'flaggingCriteria',
	),
];
