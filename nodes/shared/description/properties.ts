import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	callsService,
	hasBody,
	needsId,
	readsRows,
	type Area,
	type EndpointOperation,
	type Resource,
} from '../catalogue/vocabulary';
import { bodyProperties } from './body';
import { commonFieldProperties } from './fields';
import { optionProperties } from './options';
import { byName } from './order';
import { reportProperties, resultProperties } from './result';
import { showFor } from './visibility';

/** Everything below the credential in the node's panel, made from the catalogue. */
export function nodeProperties(area: Area, defaultResource: string): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: byName(area.map(({ name, value }) => ({ name, value }))),
			default: defaultResource,
		},
		...area.map(operationProperty),
		...area.flatMap(idProperty),
		...area.flatMap((resource) =>
			resource.operations.filter(callsService).flatMap((each) => inputs(resource, each)),
		),
		...area.flatMap(resultProperties),
		...area.flatMap(reportProperties),
		...optionProperties(area),
	];
}

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
		options: byName(options),
		default: usual,
	};
}

function idProperty(resource: Resource): INodeProperties[] {
	const operations = resource.operations.filter(needsId);
	if (operations.length === 0) return [];
	return [
		{
			displayName: resource.idLabel ?? 'ID',
			name: 'id',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 8f14e45f',
			displayOptions: showFor(resource, operations),
			description: 'The ID that the service gave, as text or a number',
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
		...(readsRows(operation) ? limitProperties(displayOptions) : []),
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
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
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
