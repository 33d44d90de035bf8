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
import { commentsRelevance } from './catalogue';

export class CommentsRelevance implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Comments Relevance',
		name: 'commentsRelevance',
		icon: {
			light: 'file:../../icons/commentsRelevance.svg',
			dark: 'file:../../icons/commentsRelevance.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitle(commentsRelevance),
		builderHint: builderHint(commentsRelevance),
		description: 'Find the comments on a post that are relevant to a product or service',
		defaults: { name: 'Comments Relevance' },
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
		properties: nodeProperties(commentsRelevance, 'analysis'),
	};

	methods = editorMethods(
		operationChosenIn(commentsRelevance),
		async () => (await import('../endpoints')).ENDPOINTS,
	);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded with the first execution: n8n loads all nodes at startup.
		const { execute } = await import('../shared/node/execute');
		return await execute(this, commentsRelevance);
	}
}
