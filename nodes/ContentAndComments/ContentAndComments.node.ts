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
import { contentAndComments } from './catalogue';

export class ContentAndComments implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Content and Comments',
		name: 'contentAndComments',
		icon: {
			light: 'file:../../icons/contentAndComments.svg',
			dark: 'file:../../icons/contentAndComments.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitle(contentAndComments),
		builderHint: builderHint(contentAndComments),
		description: 'Fetch the public content and comments of profiles and content items',
		defaults: { name: 'Content and Comments' },
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
		properties: nodeProperties(contentAndComments, 'content'),
	};

	methods = editorMethods(
		operationChosenIn(contentAndComments),
		async () => (await import('../endpoints')).ENDPOINTS,
	);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded with the first execution: n8n loads all nodes at startup.
		const { execute } = await import('../shared/node/execute');
		return await execute(this, contentAndComments);
	}
}
