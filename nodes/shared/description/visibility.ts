import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from '../catalogue/vocabulary';

export function showFor(
	resource: Resource,
	operations: readonly Operation[],
): INodeProperties['displayOptions'] {
	return {
		show: { resource: [resource.value], operation: operations.map(({ value }) => value) },
	};
}
