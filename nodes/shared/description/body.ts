import type { INodeProperties } from 'n8n-workflow';

import { sendsBody, type EndpointOperation } from '../catalogue/types';
import { BODY_FIELDS_LABEL, BODY_JSON_LABEL, BODY_MODE_LABEL } from '../request/body';
import { MAPPED_LABEL } from '../request/mappedFields';
import { QUERY_LABEL } from '../request/draft';
import { fieldProperty } from './fields';
import { shownFor } from './merge';

const inMode = (...modes: string[]) => ({ show: { bodyMode: modes } });

/** What the operation is about: its main fields, or the body in another form. */
export function mainProperties(operation: EndpointOperation): INodeProperties[] {
	const fields = operation.fields.main.map(fieldProperty);
	if (!sendsBody(operation)) return fields;
	return [
		...fields.map((field) => shownFor(inMode('fields').show, field)),
		{
			displayName: 'Exclude Fields',
			name: 'excludeFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. row_number, notes',
			displayOptions: inMode('input'),
			description: 'Fields not to send, separated by commas',
		},
		{
			displayName: BODY_JSON_LABEL,
			name: 'bodyJson',
			type: 'json',
			default: '{}',
			displayOptions: inMode('json'),
		},
		mappedFields,
	];
}

const mappedFields: INodeProperties = {
	displayName: MAPPED_LABEL,
	name: 'mappedFields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	required: true,
	displayOptions: inMode('schema'),
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'operation', 'jobType'],
		resourceMapper: {
			resourceMapperMethod: 'getServiceFields',
			mode: 'add',
			addAllFields: true,
			supportAutoMap: true,
			valuesLabel: MAPPED_LABEL,
			refreshStaleSchemaOnOpen: true,
		},
	},
};

/** Add Field: what few fill in, and what has no place of its own. */
export function moreProperties(operation: EndpointOperation): INodeProperties[] {
	const isSent = sendsBody(operation);
	const { more } = operation.fields;
	const options = [...more.map(fieldProperty), ...(isSent ? [otherFields, queryParameters] : [])];
	if (options.length === 0) return [];
	return [
		{
			displayName: 'More Fields',
			name: 'moreFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			...(isSent && { displayOptions: inMode('fields') }),
			options,
		},
	];
}

const otherFields: INodeProperties = {
	displayName: BODY_FIELDS_LABEL,
	name: 'bodyFields',
	type: 'assignmentCollection',
	default: {},
	description: 'Additional body fields; use dots to nest',
};

const queryParameters: INodeProperties = {
	displayName: QUERY_LABEL,
	name: 'query',
	type: 'assignmentCollection',
	default: {},
	description: 'Parameters of the URL',
};

/** Where the body comes from, and query parameters. */
export function httpProperties(operation: EndpointOperation): INodeProperties[] {
	if (!sendsBody(operation)) return queryProperties;
	const { show } = inMode('input', 'json', 'schema');
	const [sendQuery, query] = queryProperties;
	return [bodyMode, shownFor(show, sendQuery), query];
}

export const queryProperties: [INodeProperties, INodeProperties] = [
	{
		displayName: 'Send Query Parameters',
		name: 'sendQuery',
		type: 'boolean',
		default: false,
		noDataExpression: true,
		description: 'Whether to add query parameters',
	},
	shownFor({ sendQuery: [true] }, queryParameters),
];

export const bodyMode: INodeProperties = {
	displayName: BODY_MODE_LABEL,
	name: 'bodyMode',
	type: 'options',
	noDataExpression: true,
	default: 'fields',
	options: [
		{ name: 'Using Fields Above', value: 'fields' },
		{
			name: 'Using Input Item',
			value: 'input',
			description: 'Send the input item as it is, e.g. a row of a spreadsheet',
		},
		{ name: 'Using JSON', value: 'json' },
		{
			name: 'Using Service Fields',
			value: 'schema',
			description: 'Fields of the OpenAPI document',
		},
	],
	description: 'Source of the request body',
};
