import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from '../catalogue/vocabulary';

export function byName<T extends { name: string }>(options: T[]): T[] {
	return sortedBy(options, ({ name }) => name);
}

/** Without `localeCompare`, whose first call costs more than loading all nodes. */
export function sortedBy<T>(all: readonly T[], read: (each: T) => string): T[] {
	const key = (each: T) => read(each).toLowerCase();
	return [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

export function showFor(
	resource: Resource,
	operations: readonly Operation[],
): INodeProperties['displayOptions'] {
	return {
		show: { resource: [resource.value], operation: operations.map(({ value }) => value) },
	};
}
