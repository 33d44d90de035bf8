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
import { creatorSearch } from './catalogue';

export class CreatorSearch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Creator Search',
		name: 'creatorSearch',
		icon: {
			light: 'file:../../icons/creatorSearch.svg',
			dark: 'file:../../icons/creatorSearch.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitle(creatorSearch),
		builderHint: builderHint(creatorSearch),
		description: 'Find creators, analyse their profiles and audiences, and look up contacts',
		defaults: { name: 'Creator Search' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [
			{
				name: 'creatorIntelligenceApi',
				required: true,
				testedBy: 'testCreatorIntelligenceApi',
				displayOptions: { hide: { resource: ['report', 'contract'] } },
			},
		],
		properties: nodeProperties(creatorSearch, 'creator'),
	};

	methods = editorMethods(
		operationChosenIn(creatorSearch),
		async () => (await import('../endpoints')).ENDPOINTS,
	);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded with the first execution: n8n loads all nodes at startup.
		const { execute } = await import('../shared/node/execute');
		return await execute(this, creatorSearch);
	}
}
