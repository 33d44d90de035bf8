import { job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const REQUEST_ID = 'Request ID';
const PERIOD = 'from_date, to_date, limit, offset';

export const socialListening: Area = [
	resource('insight', 'Insight', [list('getMany', 'GET /social-listening/{id}/fetch', { name: 'Get Many', action: 'Get many insights', description: 'Get the insights of a social listening request', hint: PERIOD })], REQUEST_ID),
	resource('request', 'Request', job('socialListening', '/social-listening', { noun: 'social listening request', rows: true, results: 'GET /social-listening/{id}/fetch', hint: 'keyword, hashtag or mention, items_limit', resultHint: PERIOD }), REQUEST_ID),
];
