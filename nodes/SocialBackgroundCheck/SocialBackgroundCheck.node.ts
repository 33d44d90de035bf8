import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { areaDescription, areaExecute, areaMethods } from '../area';
import { subtitle } from '../shared/description/subtitle';
import { socialBackgroundCheck } from './catalogue';

export class SocialBackgroundCheck implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Background Check',
		name: 'socialBackgroundCheck',
		icon: {
			light: 'file:../../icons/socialBackgroundCheck.svg',
			dark: 'file:../../icons/socialBackgroundCheck.dark.svg',
		},
		subtitle: subtitle(socialBackgroundCheck),
		description: 'Screen public profiles, content and media for risks, and monitor them',
		defaults: { name: 'Social Background Check' },
		usableAsTool: true,
		...areaDescription(socialBackgroundCheck, 'screening'),
	};

	methods = areaMethods(socialBackgroundCheck);

	execute = areaExecute(socialBackgroundCheck);
}
