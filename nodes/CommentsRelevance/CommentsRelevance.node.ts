import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { areaDescription, areaExecute, areaMethods } from '../area';
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
		...areaDescription(commentsRelevance, 'analysis'),
	};

	methods = areaMethods(commentsRelevance);

	execute = areaExecute(commentsRelevance);
}
