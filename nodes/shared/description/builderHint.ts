import type { IBuilderHintVariation, INodeTypeDescription } from 'n8n-workflow';

import {
	callsService,
	readsRows,
	type NodeCatalogue,
	type Operation,
	type Resource,
} from '../catalogue/types';

/**
 * What n8n's AI builder cannot read from the parameters: the output. Of operations with the same
 * name, it takes the description of the first resource, so the others say theirs here.
 */
export function builderHint(catalogue: NodeCatalogue): INodeTypeDescription['builderHint'] {
	const described = new Set<string>();
	const variations = catalogue.flatMap((resource) =>
		resource.operations.map((operation) => {
			const isFirst = !described.has(operation.value);
			described.add(operation.value);
			return variation(resource, operation, isFirst ? '' : `${aboutOf(operation)}. `);
		}),
	);
	return { extraTypeDefContent: merged(variations) };
}

function variation(
	resource: Resource,
	operation: Operation,
	about: string,
): Required<IBuilderHintVariation> {
	return {
		content: `${about}Returns ${outputOf(operation)}`,
		displayOptions: { show: { resource: [resource.value], operation: [operation.value] } },
	};
}

/** The steps of all jobs are the same. */
function aboutOf(operation: Operation): string {
	return 'job' in operation ? `Of a job: ${operation.job.noun}` : operation.description;
}

function outputOf(operation: Operation): string {
	const { kind } = operation;
	if (kind === 'contract') return 'one item: the contract';
	if (!callsService(operation)) return 'one item with the file in binary field "report"';
	if (kind === 'submit') return 'one item: the response, with job.id and job.state';
	const rows = readsRows(operation) ? 'one item per row' : 'one item: the response';
	return 'job' in operation ? `${rows}, with job.id and job.state` : rows;
}

/** The same words for several operations of a resource stand once. */
function merged(variations: Array<Required<IBuilderHintVariation>>): IBuilderHintVariation[] {
	const known = new Map<string, Required<IBuilderHintVariation>>();
	for (const each of variations) {
		const key = JSON.stringify([each.content, each.displayOptions.show?.resource]);
		const same = known.get(key);
		if (same === undefined) known.set(key, each);
		else same.displayOptions.show?.operation?.push(...(each.displayOptions.show?.operation ?? []));
	}
	return [...known.values()];
}
