import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { areaDescription, areaExecute, areaMethods } from '../area';
import { subtitle } from '../shared/description/subtitle';
import { socialListening } from './catalogue';

export class SocialListening implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Listening',
		name: 'socialListening',
		icon: {
			light: 'file:../../icons/socialListening.svg',
			dark: 'file:../../icons/socialListening.dark.svg',
		},
		subtitle: subtitle(socialListening),
		description: 'Understand the conversation around a brand on social media',
		defaults: { name: 'Social Listening' },
		usableAsTool: true,
		...areaDescription(socialListening, 'request'),
	};

	methods = areaMethods(socialListening);

	execute = areaExecute(socialListening);
}
