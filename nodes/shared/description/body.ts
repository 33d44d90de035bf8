import type { INodeProperties } from 'n8n-workflow';

import type { CommonFields } from '../catalogue/vocabulary';
import { BODY_FIELDS_LABEL, BODY_JSON_LABEL } from '../request/body';
import { MAPPED_LABEL } from '../request/mappedFields';
import { commonFieldProperties } from './fields';

type DisplayOptions = INodeProperties['displayOptions'];

const MODES: INodeProperties['options'] = [
	{
		name: 'Fields',
		value: 'fields',
		description: 'Fill in the fields that such services commonly take, and add others by name',
	},
	{
		name: 'Input Item',
		value: 'input',
		description: 'Send the input item as it is, e.g. a row of a spreadsheet',
	},
	{
		name: 'JSON',
		value: 'json',
		description: 'Enter a JSON object',
	},
	{
		name: 'Service Fields',
		value: 'schema',
		description:
			"Fill in or map the fields that the service's own OpenAPI document names; the credential says where it is",
	},
];

const OF_THE_SERVICE: INodeProperties['typeOptions'] = {
	loadOptionsDependsOn: ['resource', 'operation', 'jobType'],
	resourceMapper: {
		resourceMapperMethod: 'getServiceFields',
		mode: 'add',
		addAllFields: true,
		supportAutoMap: true,
		valuesLabel: MAPPED_LABEL,
		fieldWords: { singular: 'field', plural: 'fields' },
		refreshStaleSchemaOnOpen: true,
	},
};

export function bodyProperties(
	displayOptions: DisplayOptions,
	fields: CommonFields,
): INodeProperties[] {
	const inMode = (mode: string): DisplayOptions => ({
		show: { ...displayOptions?.show, bodyMode: [mode] },
	});
	return [
		{
			displayName: 'Body',
			name: 'bodyMode',
			type: 'options',
			noDataExpression: true,
			default: 'fields',
			displayOptions,
			options: MODES,
			description: 'Where the body of the request comes from',
		},
		...commonFieldProperties(fields, inMode('fields')),
		{
			displayName: BODY_FIELDS_LABEL,
			name: 'bodyFields',
			type: 'assignmentCollection',
			default: {},
			displayOptions: inMode('fields'),
			description:
				'Fields under any other name; a dot in a name nests the field, and empty rows are not sent',
		},
		{
			displayName: 'Exclude Fields',
			name: 'excludeFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. row_number, notes',
			displayOptions: inMode('input'),
			description: 'Fields of the input item that are not sent, separated by commas',
		},
		{
			displayName: BODY_JSON_LABEL,
			name: 'bodyJson',
			type: 'json',
			default: '{}',
			displayOptions: inMode('json'),
			description: 'A JSON object, as text or from an expression',
			...fieldHint(fields),
		},
		{
			displayName: MAPPED_LABEL,
			name: 'mappedFields',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			displayOptions: inMode('schema'),
			typeOptions: OF_THE_SERVICE,
		},
	];
}

/** Names to begin with, where the user writes the fields by hand. */
function fieldHint({ main, more }: CommonFields): Pick<INodeProperties, 'hint'> {
	const names = [...main, ...more].map(({ name }) => name);
	if (names.length === 0) return {};
	return { hint: `Names are those of your service; common ones: ${names.join(', ')}` };
}
