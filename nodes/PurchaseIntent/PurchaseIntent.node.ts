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
import { purchaseIntent } from './catalogue';

export class PurchaseIntent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Purchase Intent',
		name: 'purchaseIntent',
		icon: {
			light: 'file:../../icons/purchaseIntent.svg',
			dark: 'file:../../icons/purchaseIntent.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitle(purchaseIntent),
		builderHint: builderHint(purchaseIntent),
		description: 'Learn from comments whether an audience is interested in buying',
		defaults: { name: 'Purchase Intent' },
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
		properties: nodeProperties(purchaseIntent, 'analysis'),
	};

	methods = editorMethods(
		operationChosenIn(purchaseIntent),
		async () => (await import('../endpoints')).ENDPOINTS,
	);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded with the first execution: n8n loads all nodes at startup.
		const { execute } = await import('../shared/node/execute');
		return await execute(this, purchaseIntent);
	}
}
