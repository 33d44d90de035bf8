/** The folders that are tried, with further tests beside those that mirror them. */
export const FOLDERS = {
	'nodes/shared/failure': [],
	'nodes/shared/values': [],
	'nodes/shared/jobs': [],
	'nodes/shared/lists': [],
	'nodes/shared/recognition': [],
	'nodes/shared/request': [],
	'nodes/shared/response': [],
	'nodes/shared/transport': [],
	'nodes/shared/http': [],
	'nodes/shared/schema': [],
	'nodes/shared/pickers': [],
	'nodes/shared/operations': [],
	'nodes/CreatorIntelligenceTrigger/submit': [],
	'nodes/CreatorIntelligenceTrigger/memory': [],
	'nodes/CreatorIntelligenceTrigger/watch': [],
};
