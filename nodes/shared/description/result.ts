import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../catalogue/vocabulary';
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
