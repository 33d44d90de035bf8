import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { builderHint } from '../shared/description/builderHint';
import { nodeProperties } from '../shared/description/properties';
import { editorMethods, operationChosenIn } from '../shared/editor/methods';
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
		group: ['input'],
		version: 1,
		subtitle: subtitle(socialListening),
		builderHint: builderHint(socialListening),
		description: 'Understand the conversation around a brand on social media',
		defaults: { name: 'Social Listening' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [
			{
				name: 'creatorIntelligenceApi',
				required: true,
				testedBy: 'testCreatorIntelligenceApi',
			},
		],
		properties: nodeProperties(socialListening, 'request'),
	};

	methods = editorMethods(
		operationChosenIn(socialListening),
		async () => (await import('../endpoints')).ENDPOINTS,
	);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded with the first execution: n8n loads all nodes at startup.
		const { execute } = await import('../shared/node/execute');
		return await execute(this, socialListening);
	}
}
