import type { INodeProperties } from 'n8n-workflow';

import type { EndpointOperation, Resource } from '../catalogue/vocabulary';
import { showFor } from './panel';

/** Of an operation that makes a report of its input. */
export function reportProperties(resource: Resource): INodeProperties[] {
	const operations = resource.operations.filter(({ kind }) => kind === 'report');
	if (operations.length === 0) return [];
	return [
		{
			displayName: 'Report Title',
			name: 'reportTitle',
			type: 'string',
			default: '',
			placeholder: 'e.g. Shortlist of March',
			displayOptions: showFor(resource, operations),
			description: 'The heading of the report; if empty, it says what the report is about',
		},
	];
}

/** On by default where a model reads the answer. */
export function simplifyProperties(
	operation: EndpointOperation,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties[] {
	if (operation.kind === 'submit' || operation.dictionary) return [];
	const simplify: INodeProperties = {
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: false,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	};
	return [
		{ ...simplify, displayOptions: { show: { ...displayOptions?.show, '@tool': [false] } } },
		{
			...simplify,
			default: true,
			displayOptions: { show: { ...displayOptions?.show, '@tool': [true] } },
		},
	];
}
