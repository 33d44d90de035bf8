import type { INodeType } from 'n8n-workflow';

import type { Picker } from '../catalogue/fields';
import { DICTIONARIES, searchMethod } from '../pickers/dictionaries';
import type { OperationOf } from './serviceFields';
import { callsService, findOperation, type NodeCatalogue } from '../catalogue/types';
import { textOf } from '../values/text';

type Methods = NonNullable<INodeType['methods']>;
type SearchMethod = NonNullable<Methods['listSearch']>[string];

/**
 * What the editor asks of a node while somebody fills it in. Each loads its code with its first use.
 * `endpoints` are all of the service: a contract may name those of other nodes.
 */
export function editorMethods(operationOf: OperationOf, endpoints: ReadonlySet<string>): Methods {
	return {
		credentialTest: {
			async testCreatorIntelligenceApi(credential) {
				const { testCredential } = await import('./credentialTest');
				return await testCredential(this, credential, endpoints);
			},
		},
		resourceMapping: {
			async getServiceFields() {
				const { serviceFields } = await import('./serviceFields');
				return await serviceFields(this, operationOf);
			},
		},
		listSearch: Object.fromEntries(PICKERS.map((picker) => [searchMethod(picker), search(picker)])),
	};
}

const PICKERS = Object.keys(DICTIONARIES) as Picker[];

function search(picker: Picker): SearchMethod {
	return async function (filter, paginationToken) {
		const { searchDictionary } = await import('./search');
		return await searchDictionary(this, picker, filter, paginationToken);
	};
}

export function operationChosenIn(catalogue: NodeCatalogue): OperationOf {
	return (parameter) => {
		const [resource, operation] = ['resource', 'operation'].map((name) => textOf(parameter(name)));
		const found = findOperation(catalogue, resource ?? '', operation ?? '');
		return found !== undefined && callsService(found) ? found : undefined;
	};
}
