import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { areaDescription, areaMethods } from '../area';
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
		subtitle: subtitle(commentsRelevance),
		description: 'Find the comments on a post that are relevant to a product or service',
		defaults: { name: 'Comments Relevance' },
		usableAsTool: true,
		credentials: [
			{
				name: 'creatorIntelligenceApi',
				required: true,
				testedBy: 'testCreatorIntelligenceApi',
			},
		],
		...areaDescription(commentsRelevance, 'analysis'),
	};

	methods = areaMethods(commentsRelevance);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded with the first execution: n8n loads all nodes at startup.
		const { execute } = await import('../shared/node/execute');
		return await execute(this, commentsRelevance);
	}
}
