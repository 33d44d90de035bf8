import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	callsService,
	hasBody,
	needsId,
	readsRows,
	takesJobId,
	wantsAllRows,
	type Area,
	type EndpointOperation,
	type Resource,
} from '../catalogue/vocabulary';
import { bodyProperties } from './body';
import { commonFieldProperties } from './fields';
import { optionProperties, ownProperties } from './options';
import { pickerControl } from './pickers';
import { reportProperties } from './result';
import { showFor } from './panel';

/** Everything below the credential in the node's panel, made from the catalogue. */
export function nodeProperties(area: Area, defaultResource: string): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: area.map(({ name, value }) => ({ name, value })),
			default: defaultResource,
		},
		...area.map(operationProperty),
		...area.flatMap((resource) => idProperties(area, resource)),
		...area.flatMap((resource) =>
			resource.operations.filter(callsService).flatMap((each) => inputs(resource, each)),
		),
		...area.flatMap(reportProperties),
		includeInputFields,
		maxAnswerSize,
		...optionProperties(area),
	];
}

const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. Name, Email',
	description:
		'Fields of the input item to put into each of its results, separated by commas, or * for all of them. Where the result has a field of the same name, the one of the input is called input_ and its name.',
};

/** For the tools of AI agents: a response has to fit into the context of the model. */
const maxAnswerSize: INodeProperties = {
	displayName: 'Max Tool Response Size',
	name: 'maxAnswerSize',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 20000,
	displayOptions: { show: { '@tool': [true] } },
	description:
		'Maximum number of characters that the model gets of one call; 0 for no limit. Longer responses are shortened, and say so.',
};

function operationProperty(resource: Resource): INodeProperties {
	const options: INodePropertyOptions[] = resource.operations.map(
		({ name, value, action, description }) => ({ name, value, action, description }),
	);
	const usual =
		resource.operations.find(({ kind }) => kind === 'submitAndWait')?.value ??
		resource.operations[0]?.value ??
		'';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options,
		default: usual,
	};
}

function idProperties(area: Area, resource: Resource): INodeProperties[] {
	const operations = resource.operations.filter(callsService).filter(needsId);
	const ofJobs = operations.filter((each) => takesJobId(area, each));
	const others = operations.filter((each) => !ofJobs.includes(each));
	return [
		...idProperty(resource, ofJobs, {
			initial: JOB_ID,
			description: `${ID_DESCRIPTION}. Items of a job carry it in their field job.`,
		}),
		...idProperty(resource, others, { initial: '', description: ID_DESCRIPTION }),
	];
}

const ID_DESCRIPTION = 'The ID that the service gave, as text or a number';

/** What items of Submit and of the trigger carry. */
const JOB_ID = '={{ $json.job.id }}';

function idProperty(
	resource: Resource,
	operations: Resource['operations'],
	{ initial, description }: { initial: string; description: string },
): INodeProperties[] {
	if (operations.length === 0) return [];
	return [
		{
			displayName: resource.idLabel ?? 'ID',
			name: 'id',
			type: 'string',
			default: initial,
			required: true,
			placeholder: 'e.g. 8f14e45f',
			displayOptions: showFor(resource, operations),
			description,
			...(resource.idPicker !== undefined && pickerControl(resource.idPicker, '8f14e45f')),
		},
	];
}

function inputs(resource: Resource, operation: EndpointOperation): INodeProperties[] {
	const displayOptions = showFor(resource, [operation]);
	return [
		...(hasBody(operation)
			? bodyProperties(displayOptions, operation.fields)
			: commonFieldProperties(operation.fields, displayOptions)),
		...queryProperties(operation, displayOptions),
		...limitProperties(operation, displayOptions),
		...ownProperties(operation, displayOptions),
	];
}

/** Behind a toggle, as in the HTTP Request node: few need it. */
export function queryProperties(
	operation: EndpointOperation,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties[] {
	const whatFor =
		operation.kind === 'submitAndWait'
			? 'the requests that read the result'
			: 'the address of the request';
	return [
		{
			displayName: 'Send Query Parameters',
			name: 'sendQuery',
			type: 'boolean',
			default: false,
			noDataExpression: true,
			displayOptions,
			description: `Whether to send further parameters with ${whatFor}`,
		},
		{
			displayName: 'Query Parameters',
			name: 'query',
			type: 'assignmentCollection',
			default: {},
			displayOptions: { show: { ...displayOptions?.show, sendQuery: [true] } },
			description: 'Empty rows are not sent',
		},
	];
}

export function limitProperties(
	operation: EndpointOperation,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties[] {
	if (!readsRows(operation)) return [];
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			...(wantsAllRows(operation) && { default: true }),
			displayOptions,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { ...displayOptions?.show, returnAll: [false] } },
			description: 'Max number of results to return',
		},
	];
}
