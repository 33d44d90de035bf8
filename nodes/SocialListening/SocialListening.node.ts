import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { areaDescription, areaMethods } from '../area';
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
		credentials: [
			{
				name: 'creatorIntelligenceApi',
				required: true,
				testedBy: 'testCreatorIntelligenceApi',
			},
		],
		...areaDescription(socialListening, 'request'),
	};

	methods = areaMethods(socialListening);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded with the first execution: n8n loads all nodes at startup.
		const { execute } = await import('../shared/node/execute');
		return await execute(this, socialListening);
	}
}
