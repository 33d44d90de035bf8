import { profileUrl } from '../shared/catalogue/commonFields';
import { text } from '../shared/catalogue/fields';
import { job, list, resourceById } from '../shared/catalogue/builders';
import type { NodeCatalogue } from '../shared/catalogue/types';

const ANALYSIS_ID = 'Analysis ID';

export const purchaseIntent: NodeCatalogue = [
	resourceById('analysis', 'Purchase Intent Analysis', ANALYSIS_ID, 'Whether an audience wants to buy', [
		...job(
			'purchaseIntent',
			'/purchase-intent',
			'purchase intent analysis',
			'Find out whether an audience wants to buy',
			{
				comments: 'GET /purchase-intent/{id}/comments',
				fields: [profileUrl, text('product', 'Product', 'The product, brand or service to buy', 'Yoga mat')],
			},
		),
	]),
	resourceById('comment', 'Comment', ANALYSIS_ID, 'Analysed comments', [
		list(
			'getMany',
			'GET /purchase-intent/{id}/comments',
			'Get many analysed comments',
			'Get the comments of a purchase intent analysis',
			{ of: 'purchaseIntent' },
		),
	]),
];
