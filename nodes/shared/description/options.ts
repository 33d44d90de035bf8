import type { INodeProperties } from 'n8n-workflow';

import {
	callsService,
	hasBody,
	readsRows,
	type Area,
	type Operation,
	type OperationKind,
	type Resource,
} from '../catalogue/vocabulary';
import { DEFAULTS } from '../settings';
import { paginationOption } from './pagination';
import { sortedBy } from './order';
import { showFor } from './visibility';

// Plain names, as n8n's linter does not see a default behind a dot.
const {
	binaryProperty,
	maxConcurrency,
	maxPages,
	maxResponseSize,
	maxRetries,
	maxRetryDelay,
	maxWait,
	onTimeout,
	pollInterval,
	requestsPerSecond,
	responseFormat,
	timeout,
} = DEFAULTS;

interface Option {
	appliesTo: (operation: Operation) => boolean;
	property: INodeProperties;
}

const all = callsService;
const ofKind =
	(...kinds: OperationKind[]) =>
	({ kind }: Operation) =>
		kinds.includes(kind);
const returnsData = (operation: Operation) =>
	callsService(operation) && operation.kind !== 'submit';
const returnsDocument = (operation: Operation) =>
	callsService(operation) && operation.document === true;
const hasComments = (operation: Operation) =>
	(operation.kind === 'get' || operation.kind === 'submitAndWait') &&
	operation.job.comments !== undefined;
const readsState = ofKind('submit', 'get', 'submitAndWait');
const isRated = (operation: Operation) =>
	(operation.kind === 'get' || operation.kind === 'submitAndWait') && operation.job.rated === true;

const OPTIONS: Option[] = [
	{
		appliesTo: (operation) => returnsData(operation) || operation.kind === 'report',
		property: {
			displayName: 'Add Report as Text',
			name: 'reportAsText',
			type: 'boolean',
			default: true,
			description:
				'Whether to add the HTML of the report to the item as "reportHtml", e.g. for the HTML node, which shows it in the editor',
		},
	},
	{
		appliesTo: returnsData,
		property: {
			displayName: 'Add Report (HTML)',
			name: 'htmlReport',
			type: 'boolean',
			default: true,
			description:
				'Whether to add a report to look at, mail or print: an HTML file in the binary field "report" of the first item for each input item',
		},
	},
	{
		// A parameter of its own today; n8n keeps the value of workflows that have it here.
		appliesTo: returnsDocument,
		property: {
			displayName: 'Download Linked File',
			name: 'downloadFile',
			type: 'hidden',
			default: '',
		},
	},
	{
		appliesTo: hasComments,
		property: {
			displayName: 'Comments as Items',
			name: 'commentsAsItems',
			type: 'boolean',
			default: true,
			description:
				'Whether to output one item per comment, with the result beside it as "analysis"; the comments are read as with Include Comments',
		},
	},
	{
		appliesTo: all,
		property: {
			displayName: 'Explain Recognition',
			name: 'explain',
			type: 'boolean',
			default: true,
			description:
				'Whether to add a field "recognised" to each item: where the ID, the state, the rows, the next page and so on were found, by which rule, and what else could have been meant',
		},
	},
	{
		appliesTo: readsState,
		property: {
			displayName: 'Failed States',
			name: 'failedStates',
			type: 'string',
			default: '',
			placeholder: 'e.g. broken, gave up',
			description:
				'Further words of the service for a failed job, separated by commas; case, spaces, - and _ do not matter',
		},
	},
	{
		appliesTo: readsState,
		property: {
			displayName: 'Finished States',
			name: 'finishedStates',
			type: 'string',
			default: '',
			placeholder: 'e.g. archived, delivered',
			description:
				'The words of the service for a finished job, separated by commas; they replace the usual ones',
		},
	},
	{
		appliesTo: isRated,
		property: {
			displayName: 'Flagged Count Path',
			name: 'flaggedCountPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. report.flagged.total',
			description:
				'The way to the number of flagged items in the result, or to their list, if it is not recognised',
		},
	},
	{
		appliesTo: ofKind('submit', 'submitAndWait'),
		property: {
			displayName: 'ID Path',
			name: 'idPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.job.key or headers.location',
			description:
				'The way to the job ID in the answer to the submission, if it is not recognised; headers.location takes the ID at the end of the link, headers.location /jobs\\/([^/]+)/ what a pattern finds',
		},
	},
	{
		appliesTo: hasComments,
		property: {
			displayName: 'Include Comments',
			name: 'includeComments',
			type: 'boolean',
			default: true,
			description:
				'Whether to read the analysed comments too and put them into the item as "comments"',
		},
	},
	{
		appliesTo: returnsDocument,
		property: {
			displayName: 'Link Path',
			name: 'linkPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. report.url',
			description: 'The way to the link of the file in the response, if it is not recognised',
		},
	},
	{
		appliesTo: all,
		property: {
			displayName: 'Longest Retry Wait',
			name: 'maxRetryDelay',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: maxRetryDelay,
			description:
				'The longest wait before a retry, in seconds; if the service asks for more, the item fails at once',
		},
	},
	{
		appliesTo: all,
		property: {
			displayName: 'Max Concurrency',
			name: 'maxConcurrency',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: maxConcurrency,
			description:
				'The most requests that are under way at once; there are fewer where the service takes no more',
		},
	},
	{
		appliesTo: (operation) => readsRows(operation) || hasComments(operation),
		property: {
			displayName: 'Max Pages',
			name: 'maxPages',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: maxPages,
			description: 'The most pages that are read for an item; 0 for no limit',
		},
	},
	{
		appliesTo: all,
		property: {
			displayName: 'Max Response Size',
			name: 'maxResponseSize',
			type: 'number',
			typeOptions: { minValue: 0.001 },
			default: maxResponseSize,
			description:
				'The largest answer that is read, in MB as it is after unpacking; n8n keeps each answer in memory',
		},
	},
	{
		appliesTo: all,
		property: {
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: maxRetries,
			description:
				'How often a request is repeated after trouble that passes; requests that may have taken effect are not, and refusals do not count while the service takes other requests',
		},
	},
	{
		appliesTo: ofKind('submitAndWait'),
		property: {
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: maxWait,
			description: 'How long to wait for a job, in seconds from its submission',
		},
	},
	{
		appliesTo: ofKind('submitAndWait'),
		property: {
			displayName: 'On Timeout',
			name: 'onTimeout',
			type: 'options',
			default: onTimeout,
			options: [
				{
					name: 'Fail',
					value: 'fail',
					description: 'Fail with an error that names the job',
				},
				{
					name: 'Output as Pending',
					value: 'pending',
					description: 'Go on with an item whose job.state is pending',
				},
			],
			description: 'What to do with a job that has not finished within Max Wait',
		},
	},
	{
		appliesTo: returnsData,
		property: {
			displayName: 'Output Fields',
			name: 'outputFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. platform_username, follower_count, location.country',
			description:
				'The fields to keep in each item, separated by commas; keeps the answers of an AI tool short',
		},
	},
	{
		appliesTo: (operation) => readsRows(operation) || hasComments(operation),
		property: paginationOption,
	},
	{
		appliesTo: readsState,
		property: {
			displayName: 'Pending States',
			name: 'pendingStates',
			type: 'string',
			default: '',
			placeholder: 'e.g. throttled, on hold',
			description: 'Further words of the service for a job that goes on, separated by commas',
		},
	},
	{
		appliesTo: ofKind('submitAndWait'),
		property: {
			displayName: 'Poll Interval',
			name: 'pollInterval',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: pollInterval,
			description:
				'When to look at a job for the first time, in seconds; later looks come at growing intervals',
		},
	},
	{
		appliesTo: returnsData,
		property: {
			displayName: 'Put Output File in Field',
			name: 'binaryProperty',
			type: 'string',
			default: binaryProperty,
			hint: 'The name of the output binary field to put the file in',
			description: 'The binary field for an answer that is a file, e.g. a PDF report',
		},
	},
	{
		appliesTo: isRated,
		property: {
			displayName: 'Rating Path',
			name: 'ratingPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. report.risk.level',
			description: 'The way to the risk rating in the result, if it is not recognised',
		},
	},
	{
		appliesTo: readsState,
		property: {
			displayName: 'Reason Path',
			name: 'reasonPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.failure.text',
			description: 'The way to the reason in the answer for a failed job, if it is not recognised',
		},
	},
	{
		appliesTo: all,
		property: {
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: requestsPerSecond,
			description:
				'The most requests that are sent per second, over all items; with 0 the node finds out what the service takes',
		},
	},
	{
		appliesTo: returnsData,
		property: {
			displayName: 'Response Format',
			name: 'responseFormat',
			type: 'options',
			default: responseFormat,
			options: [
				{ name: 'Auto', value: 'auto', description: 'Recognise what the response is' },
				{ name: 'File', value: 'file', description: 'Put the response into a binary field' },
				{
					name: 'JSON',
					value: 'json',
					description: 'Read the response as JSON, whatever its type',
				},
				{ name: 'Text', value: 'text', description: 'Put the response into a text field' },
			],
			description: 'How to read the result; IDs and states of jobs are recognised in any format',
		},
	},
	{
		appliesTo: hasBody,
		property: {
			displayName: 'Retry Unsafe Requests',
			name: 'retryUnsafe',
			type: 'boolean',
			default: false,
			description:
				'Whether to repeat a request whose answer was lost; it may have taken effect, so that you pay twice',
		},
	},
	{
		appliesTo: returnsData,
		property: {
			displayName: 'Rows Path',
			name: 'rowsPath',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.items',
			description: 'The way to the rows in the response, if they are not recognised',
		},
	},
	{
		appliesTo: returnsData,
		property: {
			displayName: 'Split Rows',
			name: 'splitRows',
			type: 'boolean',
			default: true,
			description: 'Whether to output one item per row, or else the whole response as one item',
		},
	},
	{
		appliesTo: readsState,
		property: {
			displayName: 'State Path',
			name: 'statePath',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.progress.status',
			description: 'The way to the state of the job in a response, if it is not recognised',
		},
	},
	{
		appliesTo: all,
		property: {
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: timeout,
			description: 'How long to wait for the answer to one request, in seconds',
		},
	},
];

/** One Options collection per set of operations that have the same options. */
export function optionProperties(area: Area): INodeProperties[] {
	return area.flatMap((resource) =>
		groups(resource).map(({ operations, options }) => ({
			displayName: 'Options',
			name: 'options',
			type: 'collection' as const,
			placeholder: 'Add option',
			default: {},
			displayOptions: showFor(resource, operations),
			options: sortedBy(options, ({ displayName }) => displayName),
		})),
	);
}

/** The options that apply to an operation. */
export function optionsFor(operation: Operation): INodeProperties[] {
	return OPTIONS.filter(({ appliesTo }) => appliesTo(operation)).map(({ property }) => property);
}

function groups(resource: Resource) {
	const found = new Map<string, { operations: Operation[]; options: INodeProperties[] }>();
	for (const operation of resource.operations) {
		const options = optionsFor(operation);
		const key = options.map(({ name }) => name).join();
		const group = found.get(key) ?? { operations: [], options };
		group.operations.push(operation);
		found.set(key, group);
	}
	return [...found.values()];
}
