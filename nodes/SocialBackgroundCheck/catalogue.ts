import { endpoint, job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const SCREENING_ID = 'Screening ID';

export const socialBackgroundCheck: Area = [
	resource(
		'flaggedContent',
		'Flagged Content',
		[
			list('getMany', 'GET /screening/{id}/contents', { name: 'Get Many', action: 'Get many flagged content items', description: 'Get the content items that a screening flagged', hint: 'limit, offset, include_all' }),
			endpoint('unflag', 'PATCH /screening/{id}/contents/unflag', { name: 'Unflag', action: 'Unflag content items', description: 'Remove the flag from content items of a screening', hint: 'content_ids' }),
		],
		SCREENING_ID,
	),
	resource(
		'flaggingCriteria',
		'Flagging Criteria Set',
		[
			endpoint('create', 'POST /flagging-criteria', { name: 'Create', action: 'Create flagging criteria', description: 'Create a set of flagging criteria', hint: 'name, categories, keywords, time_period_in_months' }),
			endpoint('get', 'GET /flagging-criteria/{id}', { name: 'Get', action: 'Get flagging criteria', description: 'Get one set of flagging criteria' }),
			list('getMany', 'GET /flagging-criteria', { name: 'Get Many', action: 'Get many flagging criteria', description: 'Get many sets of flagging criteria', hint: 'limit, offset' }),
		],
		'Flagging Criteria ID',
	),
	resource('mediaScreening', 'Media Screening', job('mediaScreening', '/screening-media', { noun: 'media screening', hint: 'media_url, media_type, description' }), 'Media Screening ID'),
	resource(
		'screening',
		'Screening',
		[
			...job('screening', '/screening', { noun: 'screening', document: true, hint: 'profile_url or content_url, flagging_criteria_id' }),
			endpoint('enableMonitoring', 'POST /screening/continuous-monitoring', { name: 'Enable Monitoring', action: 'Enable continuous monitoring', description: 'Screen a profile continuously from now on', hint: 'profile_url, flagging_criteria_id' }),
			endpoint('generateReport', 'POST /screening/{id}/generate-report', { name: 'Generate Report', action: 'Generate a screening report', description: 'Generate the report of a screening', document: true }),
		],
		SCREENING_ID,
	),
];
