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
import { DEFAULTS, OPTION_GROUPS, type OptionGroup } from '../settings';
import { paginationOption } from './pagination';
import { sortedBy, showFor } from './panel';

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

/** A parameter of its own beside Options, for what many change. */
interface OwnParameter {
	appliesTo: (operation: Operation) => boolean;
	property: INodeProperties;
}

/**
 * An option. n8n fills in all defaults of a group once it is opened: each default leaves things as
 * they are without the option.
 */
export interface Option extends OwnParameter {
	group: OptionGroup;
}

const GROUP_LABELS: Record<OptionGroup, string> = {
	output: 'Output',
	recognition: 'Recognition',
	requests: 'Requests',
	waiting: 'Waiting',
};

const all = callsService;
const ofKind =
	(...kinds: OperationKind[]) =>
	({ kind }: Operation) =>
		kinds.includes(kind);
const returnsData = (operation: Operation) =>
	callsService(operation) && operation.kind !== 'submit';
const returnsDocument = (operation: Operation) =>
	callsService(operation) && operation.document === true;
/** The document is the result, and not something beside it. */
const isDocument = (operation: Operation) =>
	operation.kind === 'call' && returnsDocument(operation);
const hasComments = (operation: Operation) =>
	(operation.kind === 'get' || operation.kind === 'submitAndWait') &&
	operation.job.comments !== undefined;
const readsState = ofKind('submit', 'get', 'submitAndWait');
const isRated = (operation: Operation) =>
	(operation.kind === 'get' || operation.kind === 'submitAndWait') && operation.job.rated === true;

const downloadFile: INodeProperties = {
	displayName: 'Download File',
	name: 'downloadFile',
	type: 'boolean',
	default: false,
	description:
		'Whether to download the file that the response links to, e.g. a report; the token is not sent to other hosts',
};

const OWN_PARAMETERS: OwnParameter[] = [
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
		appliesTo: hasComments,
		property: {
			displayName: 'Include Comments',
			name: 'includeComments',
			type: 'boolean',
			default: false,
			description:
				'Whether to read the analysed comments too and put them into the item as "comments"',
		},
	},
	{
		appliesTo: (operation) => returnsDocument(operation) && !isDocument(operation),
		property: downloadFile,
	},
	{ appliesTo: isDocument, property: { ...downloadFile, default: true } },
];

const OPTIONS: Option[] = [
	{
		group: 'output',
		appliesTo: (operation) => returnsData(operation) || operation.kind === 'report',
		property: {
			displayName: 'Add Report as Text',
			name: 'reportAsText',
			type: 'boolean',
			default: false,
			description:
				'Whether to add the HTML of the report to the item as "reportHtml", e.g. for the HTML node, which shows it in the editor',
		},
	},
	{
		group: 'output',
		appliesTo: returnsData,
		property: {
			displayName: 'Add Report (HTML)',
			name: 'htmlReport',
			type: 'boolean',
			default: false,
			description:
				'Whether to add a report to look at, mail or print: an HTML file in the binary field "report" of the first item for each input item',
		},
	},
	{
		group: 'output',
		appliesTo: hasComments,
		property: {
			displayName: 'Comments as Items',
			name: 'commentsAsItems',
			type: 'boolean',
			default: false,
			description:
				'Whether to output one item per comment, with the result beside it as "analysis"; the comments are read as with Include Comments',
		},
	},
	{
		group: 'recognition',
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
		group: 'recognition',
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
		group: 'output',
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
		group: 'output',
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
		group: 'output',
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
		group: 'output',
		appliesTo: returnsData,
		property: {
			displayName: 'Split Rows',
			name: 'splitRows',
			type: 'options',
			default: 'auto',
			options: [
				{
					name: 'Automatic',
					value: 'auto',
					description: 'One item per row where the operation returns a list',
				},
				{ name: 'One Item per Row', value: true },
				{ name: 'Whole Response', value: false, description: 'One item for the whole response' },
			],
			description: 'Whether rows of the response become items of their own',
		},
	},
	{
		group: 'waiting',
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
		group: 'waiting',
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
		group: 'requests',
		appliesTo: all,
		property: {
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to send nothing and to output each request as it would go out, without the token; for jobs with what an earlier try has submitted',
		},
	},
	{
		group: 'requests',
		appliesTo: hasBody,
		property: {
			displayName: 'Idempotency Header',
			name: 'idempotencyHeader',
			type: 'string',
			default: '',
			placeholder: 'e.g. Idempotency-Key',
			description:
				'Name of a header that carries a key per paid request, the same over all its retries. A lost response is then requested again. A service that ignores the header charges twice.',
		},
	},
	{
		group: 'requests',
		appliesTo: all,
		property: {
			displayName: 'Longest Retry Wait',
			name: 'maxRetryDelay',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: maxRetryDelay,
			description:
				'Maximum wait before one retry, in seconds. If the service asks for more, the item fails at once.',
		},
	},
	{
		group: 'requests',
		appliesTo: all,
		property: {
			displayName: 'Max Concurrency',
			name: 'maxConcurrency',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: maxConcurrency,
			noDataExpression: true,
			description:
				'Maximum number of parallel requests of this node. Reduced automatically when the service throttles. Holds for all items, so it takes no expression.',
		},
	},
	{
		group: 'requests',
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
		group: 'requests',
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
		group: 'requests',
		appliesTo: all,
		property: {
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: maxRetries,
			description:
				'Maximum number of retries after a temporary error; 0 for none. While the service is down, a read is retried for up to 90 seconds. Rate-limit rejections do not count while other requests succeed.',
		},
	},
	{
		group: 'requests',
		appliesTo: (operation) => readsRows(operation) || hasComments(operation),
		property: paginationOption,
	},
	{
		group: 'requests',
		appliesTo: all,
		property: {
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: requestsPerSecond,
			noDataExpression: true,
			description:
				'Maximum number of requests per second; 0 adapts to the service. Holds for all items, so it takes no expression.',
		},
	},
	{
		group: 'requests',
		appliesTo: hasBody,
		property: {
			displayName: 'Retry Unsafe Requests',
			name: 'retryUnsafe',
			type: 'boolean',
			default: false,
			description:
				'Whether to repeat a POST or PATCH whose response was lost. It may have been carried out, so that you pay twice.',
		},
	},
	{
		group: 'requests',
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
	{
		group: 'recognition',
		appliesTo: all,
		property: {
			displayName: 'Explain Recognition',
			name: 'explain',
			type: 'boolean',
			default: false,
			description:
				'Whether to add a field "recognised" to each item: where the ID, the state, the rows, the next page and so on were found, by which rule, and what else could have been meant',
		},
	},
	{
		group: 'recognition',
		appliesTo: readsState,
		property: {
			displayName: 'Failed States',
			name: 'failedStates',
			type: 'string',
			default: '',
			placeholder: 'e.g. broken, gave up',
			description:
				'Additional status values that mean the job has failed, separated by commas; case, spaces, - and _ do not matter',
		},
	},
	{
		group: 'recognition',
		appliesTo: readsState,
		property: {
			displayName: 'Finished States',
			name: 'finishedStates',
			type: 'string',
			default: '',
			placeholder: 'e.g. archived, delivered',
			description:
				'Additional status values that mean the job has finished, separated by commas; a usual one that means something else belongs under that state, e.g. ready under Pending States',
		},
	},
	{
		group: 'recognition',
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
		group: 'recognition',
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
		group: 'recognition',
		appliesTo: readsState,
		property: {
			displayName: 'Pending States',
			name: 'pendingStates',
			type: 'string',
			default: '',
			placeholder: 'e.g. throttled, on hold',
			description:
				'Additional status values that mean the job is still running, separated by commas',
		},
	},
	{
		group: 'recognition',
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
		group: 'recognition',
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
		group: 'recognition',
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
];

/** The parameters beside Options that apply to an operation. */
export function ownProperties(
	operation: Operation,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties[] {
	return ownParametersFor(operation).map((property) => ({ ...property, displayOptions }));
}

/** One Options collection per set of operations that have the same options. */
export function optionProperties(area: Area): INodeProperties[] {
	return area.flatMap((resource) =>
		sameOptions(resource).map(({ operations, options, own }) =>
			optionCollection(options, own, showFor(resource, operations)),
		),
	);
}

/** The options that apply to an operation. */
export function optionsFor(operation: Operation): Option[] {
	return OPTIONS.filter(({ appliesTo }) => appliesTo(operation));
}

export function ownParametersFor(operation: Operation): INodeProperties[] {
	return OWN_PARAMETERS.filter(({ appliesTo }) => appliesTo(operation)).map(
		({ property }) => property,
	);
}

/** Options in groups. */
export function optionCollection(
	options: ReadonlyArray<Pick<Option, 'group' | 'property'>>,
	own: readonly INodeProperties[],
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties {
	const groups = OPTION_GROUPS.map((group) =>
		groupProperty(
			group,
			options.filter((each) => each.group === group).map(({ property }) => property),
		),
	).filter((group) => group !== undefined);
	const flat = [...options.map(({ property }) => property), ...own].map(flatProperty);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions,
		options: sortedBy([...groups, ...flat], ({ displayName }) => displayName),
	};
}

function groupProperty(
	group: OptionGroup,
	properties: INodeProperties[],
): INodeProperties | undefined {
	if (properties.length === 0) return undefined;
	const displayName = GROUP_LABELS[group];
	return {
		displayName,
		name: group,
		type: 'fixedCollection',
		// With an empty object, the group would open with one more click.
		default: { values: {} },
		options: [
			{
				displayName,
				name: 'values',
				values: sortedBy(properties, ({ displayName: label }) => label),
			},
		],
	};
}

/** The editor offers groups only; workflows that are written by hand may name an option directly. */
function flatProperty({ displayName, name }: INodeProperties): INodeProperties {
	return { displayName, name, type: 'hidden', default: '' };
}

function sameOptions(resource: Resource) {
	const found = new Map<
		string,
		{ operations: Operation[]; options: Option[]; own: INodeProperties[] }
	>();
	for (const operation of resource.operations) {
		const options = optionsFor(operation);
		const own = ownParametersFor(operation);
		const key = [...options.map(({ property }) => property), ...own].map(({ name }) => name).join();
		const same = found.get(key) ?? { operations: [], options, own };
		same.operations.push(operation);
		found.set(key, same);
	}
	return [...found.values()];
}
