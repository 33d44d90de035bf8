import { contentUrl, criteriaId, profileUrl } from '../shared/catalogue/commonFields';
import { flag, json, listOf, number, text } from '../shared/catalogue/fields';
import { endpoint, job, list, resourceById } from '../shared/catalogue/builders';
import type { NodeCatalogue } from '../shared/catalogue/types';

const SCREENING_ID = 'Screening ID';

export const socialBackgroundCheck: NodeCatalogue = [
	resourceById('screening', 'Screening', SCREENING_ID, 'Risks of a profile or a post', [
		...job('screening', '/screening', 'screening', 'Check a profile for risks', {
			hasRiskRating: true,
			document: true,
			fields: [profileUrl],
			more: [contentUrl, criteriaId],
		}),
		endpoint(
			'enableMonitoring',
			'POST /screening/continuous-monitoring',
			'Monitor a profile for risks',
			'Screen a profile continuously from now on',
			{
				of: 'screening',
				fields: [profileUrl],
				more: [text('screening_id', 'Screening ID', 'The screening to continue, instead of a profile'), criteriaId],
			},
		),
		{
			...endpoint(
				'generateReport',
				'POST /screening/{id}/generate-report',
				'Create the PDF of a screening',
				'Create the PDF of a finished screening',
				{ of: 'screening', document: true },
			),
			name: 'Create PDF',
		},
	]),
	resourceById('flaggedContent', 'Flagged Content', SCREENING_ID, 'What a screening flagged', [
		list(
			'getMany',
			'GET /screening/{id}/contents',
			'Get many flagged content items',
			'Get the content items that a screening flagged',
			{
				of: 'screening',
				more: [flag('include_all', 'Include All', 'Whether to also return items that are not flagged')],
			},
		),
		endpoint(
			'unflag',
			'PATCH /screening/{id}/contents/unflag',
			'Unflag content items',
			'Remove the flag from content items of a screening',
			{
				of: 'screening',
				fields: [listOf('content_ids', 'Content IDs', 'The IDs of the flagged items', '8f14e45f, c9f0f895')],
				more: [listOf('content_urls', 'Content URLs', 'The URLs of the flagged items')],
			},
		),
	]),
	resourceById('mediaScreening', 'Media Screening', 'Media Screening ID', 'Risks of an image or a video', [
		...job('mediaScreening', '/screening-media', 'media screening', 'Check an image or a video for risks', {
			hasRiskRating: true,
			fields: [text('media_url', 'Media URL', 'The URL of the image or video', 'https://files.example/video.mp4')],
			more: [
				text('media_type', 'Media Type', 'The type of media', 'VIDEO'),
				text('description', 'Description', 'The caption of the media'),
			],
		}),
	]),
	resourceById(
		'flaggingCriteria',
		'Flagging Criteria Set',
		'Flagging Criteria ID',
		'What screenings look for',
		[
			endpoint('create', 'POST /flagging-criteria', 'Create flagging criteria', 'Create a set of flagging criteria', {
				createsNamed: true,
				fields: [
					text('name', 'Name', 'The name of the set', 'Alcohol and gambling'),
					listOf('categories', 'Categories', 'The risks to look for', 'ALCOHOL, GAMBLING'),
				],
				more: [
					json('keywords', 'Keywords', 'Words to look for, as a JSON list', '[{"term": "casino"}]'),
					number('time_period_in_months', 'Period in Months', 'How far back to look'),
				],
			}),
			endpoint('get', 'GET /flagging-criteria/{id}', 'Get flagging criteria', 'Get one set of flagging criteria'),
			list('getMany', 'GET /flagging-criteria', 'Get many flagging criteria', 'Get many sets of flagging criteria'),
		],
		'flaggingCriteria',
	),
];
