import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	hasBody,
	needsId,
	readsRows,
	type Area,
	type Operation,
	type Resource,
} from '../catalogue/vocabulary';
import { bodyProperties } from './body';
import { fieldHint } from './fieldHint';
import { optionProperties } from './options';
import { byName } from './order';
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
		...area.flatMap((resource) => resource.operations.flatMap((each) => inputs(resource, each))),
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

function inputs(resource: Resource, operation: Operation): INodeProperties[] {
	const displayOptions = showFor(resource, [operation]);
	return [
		...(hasBody(operation)
			? bodyProperties(displayOptions, operation.hint)
			: queryNotice(displayOptions, operation.hint)),
		queryProperty(operation, displayOptions),
		...(readsRows(operation) ? limitProperties(displayOptions) : []),
	];
}

export function queryProperty(
	operation: Operation,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties {
	return {
		displayName: 'Query Parameters',
		name: 'query',
		type: 'assignmentCollection',
		default: {},
		displayOptions,
		description:
			operation.kind === 'submitAndWait'
				? 'Sent with the requests that read the result; empty rows are not sent'
				: 'Sent in the address of the request; empty rows are not sent',
	};
}

/** Rows have no hint of their own in the panel. */
function queryNotice(
	displayOptions: INodeProperties['displayOptions'],
	hint?: string,
): INodeProperties[] {
	if (hint === undefined) return [];
	return [
		{
			displayName: fieldHint(hint),
			name: 'queryNotice',
			type: 'notice',
			default: '',
			displayOptions,
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
