import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { ENDPOINTS } from './endpoints';
import { callsService, type NodeCatalogue } from './shared/catalogue/types';
import { builderHint } from './shared/description/builderHint';
import { nodeProperties } from './shared/description/properties';
import { editorMethods, operationChosenIn } from './shared/editor/methods';

/** What the descriptions of the six nodes have in common, or take from their catalogues. */
export function areaDescription(catalogue: NodeCatalogue, defaultResource: string) {
	const offline = catalogue.filter(({ operations }) => !operations.some(callsService));
	const hide = { resource: offline.map(({ value }) => value) };
	return {
		credentials: [
			{
				name: 'creatorIntelligenceApi',
				required: true,
				testedBy: 'testCreatorIntelligenceApi',
				...(offline.length > 0 && { displayOptions: { hide } }),
			},
		],
		group: ['input'],
		version: 1,
		builderHint: builderHint(catalogue),
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: nodeProperties(catalogue, defaultResource),
	} satisfies Partial<INodeTypeDescription>;
}

export function areaMethods(catalogue: NodeCatalogue) {
	return editorMethods(operationChosenIn(catalogue), ENDPOINTS);
}

export function areaExecute(catalogue: NodeCatalogue): NonNullable<INodeType['execute']> {
	return async function () {
		// Loaded with the first execution: n8n loads all nodes at startup.
		const { execute } = await import('./shared/node/execute');
		return await execute(this, catalogue);
	};
}
