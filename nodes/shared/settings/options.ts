import {
	callsService,
	hasBody,
	readsRows,
	type Operation,
	type OperationKind,
} from '../catalogue/vocabulary';
import { inputFailure } from '../failure/Failure';
import { USUAL_CEILING } from '../transport/pace/window';
import { choice, collection, flag, names, number, optionalText, text } from './option';
import type { Options } from './option';
import { pageOptions } from './pagination';

const ofKind =
	(...kinds: OperationKind[]) =>
	({ kind }: Operation) =>
		kinds.includes(kind);
const waits = ofKind('submitAndWait');
const readsState = ofKind('submit', 'get', 'submitAndWait');
const makesReport = ofKind('report');
const returnsData = (operation: Operation) =>
	callsService(operation) && operation.kind !== 'submit';
const returnsDocument = (operation: Operation) =>
	callsService(operation) && operation.document === true;
const hasComments = (operation: Operation) =>
	(operation.kind === 'get' || operation.kind === 'submitAndWait') &&
	operation.job.comments !== undefined;
const hasPages = (operation: Operation) => readsRows(operation) || hasComments(operation);
const isRated = (operation: Operation) =>
	(operation.kind === 'get' || operation.kind === 'submitAndWait') && operation.job.rated === true;
/** The trigger adds it to its own panel. */
const forTriggerAlone = () => false;

const REPORT_CHOICES = [
	{
		value: 'file',
		name: 'File',
		description: 'A self-contained HTML file in the binary field "report"',
	},
	{
		value: 'fileAndText',
		name: 'File and Text',
		description: 'The file, and its HTML in the field "reportHtml", e.g. for the HTML node',
	},
] as const;

/**
 * Every option, once: by where n8n saves it, and by its name there. n8n fills in all defaults of a
 * group that is opened, so a default leaves things as they are without the option.
 */
export const OPTIONS = {
	/** Parameters of the node, for what many change. */
	parameters: {
		maxWait: number('Max Wait', 600, {
			for: waits,
			about: 'How long to wait for a job, in seconds from its submission',
		}),
		includeComments: flag('Include Comments', {
			for: hasComments,
			about: 'Whether to read the analysed comments too and put them into the item as "comments"',
		}),
		downloadFile: flag('Download File', {
			for: returnsDocument,
			// The document is the whole result.
			varies: ({ kind }) => ({ default: kind === 'call' }),
			about:
				'Whether to download the file that the response links to, e.g. a report; the token is not sent to other hosts',
		}),
		simplify: flag('Simplify', {
			for: (operation) =>
				returnsData(operation) && !(callsService(operation) && operation.dictionary),
			about: 'Whether to return a simplified version of the response instead of the raw data',
		}),
	},
	/** Directly in Options. */
	alone: {
		commentsAsItems: flag('Comments as Items', {
			for: hasComments,
			about:
				'Whether to output one item per comment, with the result in its field "analysis"; reads the comments as Include Comments does',
		}),
		dryRun: flag('Dry Run', {
			about:
				'Whether to send nothing and to output each request as it would be sent, without the token; for jobs with what an earlier try has submitted',
		}),
		emptyExecutions: flag(
			'Save State With Empty Executions',
			{
				for: forTriggerAlone,
				about:
					'Whether to start an execution without items before a request is submitted and after results were emitted. n8n saves the state of a trigger only together with an execution. Without these executions, a crash at the wrong moment can lose a result or submit a request twice.',
			},
			true,
		),
		explain: flag('Explain Recognition', {
			about:
				'Whether to add a field "recognised" to each item: where the ID, the state, the rows, the next page and so on were found, by which rule, and what else could have been meant',
		}),
		outputFields: names('Output Fields', {
			for: returnsData,
			placeholder: 'e.g. platform_username, follower_count, location.country',
			about:
				'The fields to keep in each item, separated by commas; keeps the responses of an AI tool short',
		}),
		report: choice(
			'Report',
			'none',
			[...REPORT_CHOICES, { value: 'none', name: 'None', description: 'Add no report' }],
			{
				for: (operation) => returnsData(operation) || makesReport(operation),
				varies: (operation) =>
					makesReport(operation) ? { default: 'file', options: [...REPORT_CHOICES] } : {},
				about: 'A report to look at, mail or print, in the first item for each input item',
			},
		),
		splitRows: choice<'auto' | boolean>(
			'Split Rows',
			'auto',
			[
				{
					value: 'auto',
					name: 'Automatic',
					description: 'One item per row where the operation returns a list',
				},
				{ value: true, name: 'One Item per Row' },
				{ value: false, name: 'Whole Response', description: 'One item for the whole response' },
			],
			{ for: returnsData, about: 'Whether each row of the response becomes an item' },
		),
	},
	requests: {
		binaryProperty: text('Put Output File in Field', 'data', {
			for: returnsData,
			hint: 'The name of the output binary field to put the file in',
			about: 'The binary field for a response that is a file, e.g. a PDF report',
		}),
		idempotencyHeader: optionalText(
			'Idempotency Header',
			{
				for: hasBody,
				placeholder: 'e.g. Idempotency-Key',
				about:
					'Name of a header that carries a key per paid request, the same over all its retries. A lost response is then requested again. A service that ignores the header may charge each retry.',
			},
			headerName,
		),
		maxConcurrency: number('Max Concurrency', USUAL_CEILING, {
			least: 1,
			noDataExpression: true,
			about:
				'Maximum number of parallel requests of this node. Reduced automatically when the service throttles. Holds for all items, so it takes no expression.',
		}),
		maxResponseSize: number('Max Response Size', 100, {
			least: 0.001,
			about:
				'Maximum size of a response in MB, after decompression; n8n keeps each response in memory',
		}),
		maxRetries: number('Max Retries', 3, {
			about:
				'Maximum number of retries after a temporary error; 0 for none. While the service is down, a read is retried for up to 90 seconds. Rate-limit rejections do not count while other requests succeed.',
		}),
		maxRetryDelay: number('Max Retry Delay', 60, {
			about:
				'Maximum wait before one retry, in seconds. If the service asks for more, the item fails at once.',
		}),
		requestsPerSecond: number('Requests per Second', 0, {
			noDataExpression: true,
			about:
				'Maximum number of requests per second; 0 adapts to the service. Holds for all items, so it takes no expression.',
		}),
		responseFormat: choice(
			'Response Format',
			'auto',
			[
				{ value: 'auto', name: 'Auto', description: 'Recognise what the response is' },
				{ value: 'file', name: 'File', description: 'Put the response into a binary field' },
				{ value: 'json', name: 'JSON', description: 'Read any response as JSON' },
				{ value: 'text', name: 'Text', description: 'Put the response into a text field' },
			],
			{
				for: returnsData,
				about: 'How to read the result; IDs and states of jobs are recognised in any format',
			},
		),
		retryUnsafe: flag('Retry Unsafe Requests', {
			for: hasBody,
			about:
				'Whether to repeat a POST or PATCH whose response was lost. It may have been carried out, so that you pay twice.',
		}),
		timeout: number('Timeout', 120, {
			least: 0.001,
			about: 'How long to wait for the response to one request, in seconds',
		}),
	},
	waiting: {
		onTimeout: choice(
			'On Timeout',
			'pending',
			[
				{ value: 'fail', name: 'Fail', description: 'Fail with an error that names the job' },
				{
					value: 'pending',
					name: 'Output as Pending',
					description: 'Output an item whose job.state is pending',
				},
			],
			{ for: waits, about: 'What to do with a job that has not finished within Max Wait' },
		),
		pollInterval: number('Poll Interval', 1, {
			for: waits,
			about: 'When to poll a job for the first time, in seconds; the interval then grows',
		}),
	},
	recognition: {
		failedStates: names('Failed States', {
			for: readsState,
			placeholder: 'e.g. broken, gave up',
			about:
				'Additional status values that mean the job has failed, separated by commas; case, spaces, - and _ do not matter',
		}),
		finishedStates: names('Finished States', {
			for: readsState,
			placeholder: 'e.g. archived, delivered',
			about:
				'Additional status values that mean the job has finished, separated by commas; a usual one that means something else belongs under that state, e.g. ready under Pending States',
		}),
		flaggedCountPath: optionalText('Flagged Count Path', {
			for: isRated,
			placeholder: 'e.g. report.flagged.total',
			about:
				'Path to the number of flagged items in the result, or to their list, if it is not recognised',
		}),
		idPath: optionalText('ID Path', {
			for: ofKind('submit', 'submitAndWait'),
			placeholder: 'e.g. data.job.key or headers.location',
			about:
				'Path to the job ID in the response to the submission, if it is not recognised; headers.location takes the ID at the end of the link, headers.location /jobs\\/([^/]+)/ what a pattern finds',
		}),
		ignoredFields: names('Ignored Fields', {
			for: forTriggerAlone,
			placeholder: 'e.g. checks_count, progress',
			about:
				'Fields whose changes do not matter, separated by commas. Times, links and counters never matter.',
		}),
		linkPath: optionalText('Link Path', {
			for: returnsDocument,
			placeholder: 'e.g. report.url',
			about: 'Path to the link of the file in the response, if it is not recognised',
		}),
		maxPages: number('Max Pages', 0, {
			for: hasPages,
			about: 'Maximum number of pages to read for an item; 0 for no limit',
		}),
		pagination: collection('Pagination', {
			for: hasPages,
			inner: 'settings',
			heading: 'Settings',
			parts: pageOptions,
			placeholder: 'Set how to request pages',
			about:
				'How to request the next page; fields are sent in the body of a POST and in the query of a GET',
		}),
		pendingStates: names('Pending States', {
			for: readsState,
			placeholder: 'e.g. throttled, on hold',
			about: 'Additional status values that mean the job is still running, separated by commas',
		}),
		ratingPath: optionalText('Rating Path', {
			for: isRated,
			placeholder: 'e.g. report.risk.level',
			about: 'Path to the risk rating in the result, if it is not recognised',
		}),
		reasonPath: optionalText('Reason Path', {
			for: readsState,
			placeholder: 'e.g. data.failure.text',
			about: 'Path to the reason in the response for a failed job, if it is not recognised',
		}),
		rowsPath: optionalText('Rows Path', {
			for: returnsData,
			placeholder: 'e.g. data.items',
			about: 'Path to the rows in the response, if they are not recognised',
		}),
		statePath: optionalText('State Path', {
			for: readsState,
			placeholder: 'e.g. data.progress.status',
			about: 'Path to the state of the job in a response, if it is not recognised',
		}),
	},
} satisfies Record<string, Options>;

/** Their options are saved under `options.<group>.values`. */
export const OPTION_GROUPS = ['requests', 'waiting', 'recognition'] as const;

/** Headers that the node or n8n sets itself: another value would break the request. */
const OWN_HEADERS =
	/^(accept.*|authorization|connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i;
/** n8n's HTTP client does not send headers of these names. */
const LOST_HEADERS = /^(common|delete|get|head|patch|post|put|constructor|prototype|__proto__)$/i;

function headerName(name: string, where: string): string {
	const isUsable = /^[\w!#$%&'*+.^`|~-]+$/.test(name);
	if (isUsable && !OWN_HEADERS.test(name) && !LOST_HEADERS.test(name)) return name;
	throw inputFailure(
		`${where} is not a usable name for a header`,
		`It is '${name}'. Enter the name that the service documents, e.g. Idempotency-Key. Headers such as Authorization, Host and Content-Type cannot be used.`,
	);
}
