import '../engine/logs';

import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeParameters,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import { createAdditionalData } from '../engine/additional-data';
import { buildWorkflow } from '../engine/workflow';

export interface Asking {
	node: INodeType;
	parameters?: INodeParameters;
	credentials?: ICredentialDataDecryptedObject | null;
	/** Where the editor asks for a parameter. */
	path?: string;
}

/** What n8n's server makes for a question of the editor. */
async function contextOf(asking: Asking): Promise<ILoadOptionsFunctions> {
	const { node, parameters = {}, credentials, path = 'parameters.id' } = asking;
	const { workflow, base, credentialsHelper } = await buildWorkflow({
		nodes: [{ name: 'Node', type: node, parameters, credentials }],
	});
	const placed = workflow.getNode('Node');
	if (placed === null) throw new Error('The node is not part of the workflow');
	const additionalData = {
		...createAdditionalData({ base, credentialsHelper, mode: 'internal' }),
		currentNodeParameters: parameters,
	};
	return new LoadOptionsContext(workflow, placed, additionalData, path);
}

/** Opens a picker, types into it, or scrolls to its end. */
export async function searchList(
	asking: Asking & { method: string; filter?: string; paginationToken?: string },
): Promise<INodeListSearchResult> {
	const { node, method, filter, paginationToken } = asking;
	const search = node.methods?.listSearch?.[method];
	if (search === undefined) throw new Error(`There is no method ${method}`);
	return await search.call(await contextOf(asking), filter, paginationToken);
}

/** Opens a resource mapper. */
export async function mappingFields(
	asking: Asking & { method: string },
): Promise<ResourceMapperFields> {
	const { node, method } = asking;
	const load = node.methods?.resourceMapping?.[method];
	if (load === undefined) throw new Error(`There is no method ${method}`);
	return await load.call(await contextOf(asking));
}
