import type { INodeProperties } from 'n8n-workflow';

import { callsService, type Resource } from '../catalogue/vocabulary';
import { showFor } from './visibility';

/** What the user decides about the result often enough for a place in the form. */
export function resultProperties(resource: Resource): INodeProperties[] {
	const reading = resource.operations.filter(callsService).filter(({ kind }) => kind !== 'submit');
	return [...(reading.length === 0 ? [] : simplifyProperties(showFor(resource, reading)))];
}

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
function simplifyProperties(displayOptions: INodeProperties['displayOptions']): INodeProperties[] {
	return [false, true].map((isTool) => ({
		...simplifyProperty({ show: { ...displayOptions?.show, '@tool': [isTool] } }),
		default: isTool,
	}));
}

export function simplifyProperty(
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties {
	return {
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: false,
		displayOptions,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	};
}
