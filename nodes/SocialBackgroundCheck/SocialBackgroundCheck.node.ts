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
import { socialBackgroundCheck } from './catalogue';

export class SocialBackgroundCheck implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Background Check',
		name: 'socialBackgroundCheck',
		icon: {
			light: 'file:../../icons/socialBackgroundCheck.svg',
			dark: 'file:../../icons/socialBackgroundCheck.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitle(socialBackgroundCheck),
		builderHint: builderHint(socialBackgroundCheck),
		description: 'Screen public profiles, content and media for risks, and monitor them',
		defaults: { name: 'Social Background Check' },
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
		properties: nodeProperties(socialBackgroundCheck, 'screening'),
	};

	methods = editorMethods(
		operationChosenIn(socialBackgroundCheck),
		async () => (await import('../endpoints')).ENDPOINTS,
	);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Imported at the first execution, to keep n8n's startup fast: n8n loads all nodes then.
		const { execute } = await import('../shared/node/execute');
		return await execute(this, socialBackgroundCheck);
	}
}
