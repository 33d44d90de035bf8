import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { areaDescription, areaExecute, areaMethods } from '../area';
import { subtitle } from '../shared/description/subtitle';
import { purchaseIntent } from './catalogue';

export class PurchaseIntent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Purchase Intent',
		name: 'purchaseIntent',
		icon: {
			light: 'file:../../icons/purchaseIntent.svg',
			dark: 'file:../../icons/purchaseIntent.dark.svg',
		},
		subtitle: subtitle(purchaseIntent),
		description: 'Learn from comments whether an audience is interested in buying',
		defaults: { name: 'Purchase Intent' },
		usableAsTool: true,
		...areaDescription(purchaseIntent, 'analysis'),
	};

	methods = areaMethods(purchaseIntent);

	execute = areaExecute(purchaseIntent);
}
