import {
	callsService,
	jobToRead,
	mayBeCharged,
	readsRows,
	type Operation,
	type OperationKind,
} from '../catalogue/types';
import { inputFailure } from '../failure/Failure';
import { DEFAULT_MAX_CONCURRENCY } from '../transport/limiter/concurrencyLimit';
import type { PageScheme } from '../lists/scheme';
import {
	choiceOption,
	booleanOption,
	listed,
	names,
	numberOption,
	textOption,
	type Options,
} from './option';
import { assertName } from '../values/nesting';

const ofKind =
	(...kinds: OperationKind[]) =>
	({ kind }: Operation) =>
		kinds.includes(kind);
const waits = ofKind('submitAndWait');
const readsState = ofKind('submit', 'get', 'submitAndWait');
const makesReport = ofKind('report');
const returnsData = (operation: Operation) =>
	callsService(operation) && operation.kind !== 'submit';
const hasComments = (operation: Operation) => jobToRead(operation)?.comments !== undefined;
/** Results at an endpoint of their own. */
const hasResults = (operation: Operation) => jobToRead(operation)?.results !== undefined;
const hasPages = (operation: Operation) => readsRows(operation) || hasComments(operation);
/** The trigger adds it to its own panel. */
const forTriggerAlone = () => false;

export const DEFAULT_BINARY_PROPERTY = 'data';

const REPORT_CHOICES = listed({ file: 'File', fileAndText: 'File and Text' });

/**
 * All options, by the place and name under which n8n saves them, in the order of the panel. n8n fills in
 * all defaults of a group that is opened, so a default must behave as if the option were not set.
 * Descriptions are short, because an AI builder reads all of them for every operation.
 */
export const OPTIONS = {
	/** Parameters of the node, for settings that many users change. */
	parameters: {
		maxWait: numberOption('Max Wait', 600, {
			unit: 'Seconds',
			for: waits,
			about: 'Seconds to wait after the submission',
		}),
		includeInsights: booleanOption(
			'Include Insights',
			{ for: hasResults, about: 'Whether to read the insights of a finished request' },
			true,
		),
		includeComments: choiceOption<boolean | 'rows'>(
			'Include Comments',
			false,
			[
				{ value: 'rows', name: 'As Rows', description: 'One item per comment' },
				{ value: true, name: 'In the Result', description: 'As a field "comments"' },
				{ value: false, name: 'No' },
			],
			{ for: hasComments, about: 'Whether to read the analysed comments too' },
		),
		downloadFile: booleanOption('Download File', {
			for: (operation) => callsService(operation) && operation.document === true,
			// The document is the whole result.
			varies: ({ kind }) => ({ default: kind === 'call' }),
			about: 'Whether to download the file that the response links to',
		}),
		simplify: booleanOption('Simplify', {
			for: (operation) =>
				returnsData(operation) && !(callsService(operation) && operation.dictionary),
			about:
				'Whether to return flat rows, with jobId, jobState and jobReason instead of job. To keep input fields, see Include Input Fields in Settings.',
		}),
	},
	/** Directly in Options. One that is added is on: an option that does nothing is taken for broken. */
	ungrouped: {
		report: choiceOption('HTML Report', 'none', [...listed({ none: 'None' }), ...REPORT_CHOICES], {
			whenAdded: 'fileAndText',
			for: (operation) => returnsData(operation) || makesReport(operation),
			varies: (operation) => (makesReport(operation) ? { options: [...REPORT_CHOICES] } : {}),
			about: 'In the first item, if set: binary "report", text "reportHtml"',
		}),
		dryRun: booleanOption('Dry Run', {
			whenAdded: true,
			about: 'Whether to return requests without sending; only if set',
		}),
		maxPaidRequests: numberOption('Max Paid Requests', 0, {
			for: mayBeCharged,
			noDataExpression: true,
			about: 'Per execution, 0 for all; the rest fail (MAX_PAID_REQUESTS): continue on error',
		}),
		skipProcessed: booleanOption('Skip Already Processed', {
			whenAdded: true,
			for: mayBeCharged,
			noDataExpression: true,
			about:
				'Whether to drop items sent by an earlier execution; only if set, in published workflows',
		}),
		processedKey: textOption('Processed Key', {
			for: mayBeCharged,
			placeholder: 'e.g. {{ $json.url }}',
			about: 'Expression that tells items apart; else the request',
		}),
		outputFields: names(
			'Output Fields',
			{
				for: returnsData,
				placeholder: 'e.g. username, location.country',
				about: 'Output fields to keep, separated by commas',
			},
			(name) => {
				for (const part of name.split('.')) assertName(part.trim(), name, 'Output Fields');
			},
		),
		explain: booleanOption('Explain Recognition', {
			whenAdded: true,
			noDataExpression: true,
			about: 'Whether to say where values were found; only if set',
		}),
		emptyExecutions: booleanOption(
			'Save State With Empty Executions',
			{
				for: forTriggerAlone,
				about:
					'Whether to save the state with executions without items; if off, a crash can lose a result or pay twice',
			},
			true,
		),
	},
	requests: {
		maxConcurrency: numberOption('Max Concurrency', DEFAULT_MAX_CONCURRENCY, { min: 1 }),
		requestsPerSecond: numberOption('Requests per Second', 0, { about: '0 adapts to the service' }),
		timeout: numberOption('Timeout', 120, { unit: 'Seconds', min: 0.001 }),
		maxRetries: numberOption('Max Retries', 3, {}),
		maxRetryDelay: numberOption('Max Retry Delay', 60, {
			unit: 'Seconds',
			about: 'Seconds; 0 counts as 0.5',
		}),
		retryUnsafe: booleanOption('Retry Unsafe', {
			for: mayBeCharged,
			about: 'Whether to resend lost requests; may pay twice',
		}),
		idempotencyHeader: textOption(
			'Idempotency Header',
			{
				for: mayBeCharged,
				placeholder: 'e.g. Idempotency-Key',
				about: 'If ignored, retries may be charged',
			},
			headerName,
		),
		maxResponseSize: numberOption('Max Response Size', 100, { unit: 'MB', min: 0.001 }),
		responseFormat: choiceOption(
			'Response Format',
			'auto',
			listed({ auto: 'Auto', file: 'File', json: 'JSON', text: 'Text' }),
			{ for: returnsData },
		),
		binaryProperty: textOption(
			'Put File in Field',
			{ for: returnsData, whenAdded: DEFAULT_BINARY_PROPERTY },
			(name) => {
				assertName(name, name, 'Put File in Field');
				return name;
			},
		),
	},
	waiting: {
		pollInterval: numberOption('Poll Interval', 1, {
			unit: 'Seconds',
			for: waits,
			about: 'Seconds until the first poll; then more',
		}),
		onTimeout: choiceOption(
			'On Timeout',
			'pending',
			listed({ fail: 'Fail', pending: 'Return as Pending' }),
			{ for: waits },
		),
		onFailedJob: choiceOption(
			'On Failed Job',
			'return',
			listed({ fail: 'Fail', return: 'Return the Item' }),
			{ for: waits },
		),
	},
	recognition: {
		idPath: textOption('ID Path', {
			for: ofKind('submit', 'submitAndWait'),
			placeholder: 'e.g. data.job.key or headers.location',
		}),
		statePath: textOption('State Path', {
			for: readsState,
			placeholder: 'e.g. data.progress.status',
		}),
		pendingStates: names('More Pending States', { for: readsState }),
		finishedStates: names('More Finished States', { for: readsState }),
		failedStates: names('More Failed States', { for: readsState }),
		ignoredFields: names('Ignored Fields', {
			for: forTriggerAlone,
			placeholder: 'e.g. checks_count, progress',
			about: 'Fields whose changes to ignore, separated by commas',
		}),
		rowsPath: textOption('Rows Path', { for: returnsData, placeholder: 'e.g. data.items' }),
		pagination: choiceOption<PageScheme>(
			'Pagination',
			'auto',
			listed({
				auto: 'Auto',
				cursor: 'Cursor',
				nextUrl: 'Next URL',
				none: 'None',
				offset: 'Offset',
				page: 'Page Number',
			}),
			{ for: hasPages },
		),
		maxPages: numberOption('Max Pages', 0, { for: hasPages, about: '0 for all' }),
	},
} satisfies Record<string, Options>;

/** Their options are saved under `options.<group>.values`. */
export const OPTION_GROUPS = ['requests', 'waiting', 'recognition'] as const;
/**
 * Of the options in groups, those that take an expression, for another value in each item. Whether a crash leaves
 * a request in doubt depends on the idempotency header: a workflow has to decide both in one place.
 */
export const PER_ITEM: readonly string[] = [
	...'timeout maxRetries retryUnsafe maxResponseSize responseFormat binaryProperty'.split(' '),
	'idempotencyHeader',
];
export type OptionGroup = (typeof OPTION_GROUPS)[number];

/** What the panel calls it. */
export function groupLabel(group: OptionGroup): string {
	return group.charAt(0).toUpperCase() + group.slice(1);
}

/** Headers that the node or n8n sets itself: another value would break the request. */
const OWN_HEADERS =
	/^(accept.*|authorization|connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i;
/** n8n's HTTP client does not send headers of these names. */
const LOST_HEADERS = /^(common|delete|get|head|patch|post|put|constructor|prototype|__proto__)$/i;

function headerName(name: string, where: string): string {
	const isUsable = /^[\w!#$%&'*+.^`|~-]+$/.test(name);
	if (isUsable && !OWN_HEADERS.test(name) && !LOST_HEADERS.test(name)) return name;
	throw inputFailure(
		`${where} is not a valid header name`,
		`It is '${name}'. Enter the name that the service documents, e.g. Idempotency-Key. Headers such as Authorization, Host and Content-Type cannot be used.`,
	);
}
