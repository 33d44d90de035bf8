const engine = (...names) => names.map((name) => `test/nodes/${name}.test.js`);
const trigger = (...names) => engine(...names.map((name) => `CreatorIntelligenceTrigger/${name}`));

/** The folders that are tried, with further tests beside those that mirror them: on n8n's engine, where few others are. */
export const FOLDERS = {
	'nodes/shared/failure': [],
	'nodes/shared/values': [],
	'nodes/shared/jobs': [],
	'nodes/shared/lists': [],
	'nodes/shared/recognition': [],
	'nodes/shared/request': [],
	'nodes/shared/response': [],
	'nodes/shared/transport': engine('token', 'secureConnections'),
	'nodes/shared/http': [],
	'nodes/shared/schema': [],
	'nodes/shared/pickers': engine('pickers'),
	'nodes/shared/operations': engine(
		'jobs',
		'jobResults',
		'lists',
		'endpoints',
		'dryRun',
		'explain',
		'warnings',
		'linkedFiles',
		'responses',
		'jobAnswers',
		'lostSubmissions',
		'retries',
	),
	'nodes/CreatorIntelligenceTrigger/submit': trigger('submit', 'submitOnce'),
	'nodes/CreatorIntelligenceTrigger/memory': trigger('jobs', 'emptyExecutions'),
	'nodes/CreatorIntelligenceTrigger/watch': trigger(
		'jobs',
		'screenings',
		'news',
		'problems',
		'submit',
		'hangingService',
		'answers',
	),
};
