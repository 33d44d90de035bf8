import { profileUrl } from '../shared/catalogue/commonFields';
import { job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const ANALYSIS_ID = 'Analysis ID';

export const purchaseIntent: Area = [
	resource('analysis', 'Analysis', job('purchaseIntent', '/purchase-intent', { noun: 'purchase intent analysis', action: 'Find out whether an audience wants to buy', comments: 'GET /purchase-intent/{id}/comments', fields: [profileUrl] }), ANALYSIS_ID),
	resource('comment', 'Comment', [list('getMany', 'GET /purchase-intent/{id}/comments', { name: 'Get Many', action: 'Get many analysed comments', description: 'Get the comments that a purchase intent analysis has read' })], ANALYSIS_ID),
];
