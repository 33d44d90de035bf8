import type { INodeProperties } from 'n8n-workflow';

import {
	callsService,
	changesContent,
	mayBeCharged,
	needsId,
	readsRows,
	takesJobId,
	wantsAllRows,
	type NodeCatalogue,
	type EndpointOperation,
	type Operation,
	type Resource,
} from '../catalogue/types';
import { httpProperties, mainProperties, moreProperties } from './body';
import { section, shownFor } from './merge';
import { optionCollections, ownProperties } from './options';
import { pickerControl } from './fields';

/** Everything below the credential in the node's panel, made from the catalogue. */
export function nodeProperties(
	catalogue: NodeCatalogue,
	defaultResource: string,
): INodeProperties[] {
	const part = (build: (operation: Operation, resource: Resource) => INodeProperties[]) =>
		section(catalogue, build).map(({ show, value }) => shownFor(show, value));
	const endpointPart = (build: (operation: EndpointOperation) => INodeProperties[]) =>
		part((operation) => (callsService(operation) ? build(operation) : []));
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: catalogue.map(({ name, value, about }) => ({ name, value, description: about })),
			default: defaultResource,
		},
		...catalogue.map(operationProperty),
		...part(idProperty),
		...endpointPart(mainProperties),
		...endpointPart(moreProperties),
		...endpointPart(limitProperties),
		...endpointPart(ownProperties),
		...part(({ kind }) => (kind === 'report' ? [reportTitle] : [])),
		includeInputFields,
		maxAnswerSize,
		...endpointPart(httpProperties),
		...part(optionCollections(catalogue)),
	];
}

/** Of an operation that makes a report of its input. */
const reportTitle: INodeProperties = {
	displayName: 'Report Title',
	name: 'reportTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Shortlist of March',
	description: 'The heading of the report; generated if empty',
};

/** In the Settings of the node, as it is about items and not about the request. */
const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'string',
	default: '',
	isNodeSetting: true,
	placeholder: 'e.g. Name, Email',
	description: 'Input fields to add to each result: their names, or all',
};

/** For the tools of AI agents: a response has to fit into the context of the model. */
const maxAnswerSize: INodeProperties = {
	displayName: 'Max Tool Response Size',
	name: 'maxAnswerSize',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 20000,
	displayOptions: { show: { '@tool': [true] } },
	description: 'Max characters for the model, 1000 or more; 0 for no limit',
};

function operationProperty({ value: resource, operations }: Resource): INodeProperties {
	const submitAndWait = operations.find(({ kind }) => kind === 'submitAndWait');
	const { value: usual = '' } = submitAndWait ?? operations[0] ?? {};
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ name, value, action, description }) => {
			return { name, value, action, description };
		}),
		default: usual,
	};
}

/** What items of Submit and of the trigger carry. */
const JOB_ID = '={{ $json.job?.id ?? $json.jobId }}';

function idProperty(operation: Operation, resource: Resource): INodeProperties[] {
	if (!needsId(operation)) return [];
	const { idLabel = 'ID', idPicker } = resource;
	// Of a job whose content is changed, nothing is pre-filled.
	const initial = takesJobId(operation) && !changesContent(operation) ? JOB_ID : '';
	return [
		{
			displayName: idLabel,
			name: 'id',
			type: 'string',
			default: initial,
			required: true,
			placeholder: 'e.g. 8f14e45f',
			...(idPicker !== undefined && pickerControl(idPicker, '8f14e45f')),
		},
	];
}

export function limitProperties(operation: EndpointOperation): INodeProperties[] {
	if (!readsRows(operation)) return [];
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			...(wantsAllRows(operation) && { default: true }),
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			// Each page of a paid list may be charged.
			...(operation.kind === 'list' && mayBeCharged(operation) && { default: 10 }),
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
	];
}
