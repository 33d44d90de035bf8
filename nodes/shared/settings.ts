import type { IDataObject } from 'n8n-workflow';

import { inputFailure } from './failure/Failure';
import type { JobOverrides } from './recognition/stateWords';
import { DEFAULT_PAGE_SETTINGS, type PageSettings } from './lists/scheme';
import type { ResponseFormat } from './response/decode';
import { USUAL_CEILING } from './transport/pace/window';
import type { RequestSettings } from './transport/Transport';
import { isRecord } from './values/records';
import { splitNames } from './values/text';
import { readBoolean, readNumber, readText } from './values/readers';

/** Defaults of the options, here and in the node's description. */
export const DEFAULTS = {
	maxConcurrency: USUAL_CEILING,
	requestsPerSecond: 0,
	timeout: 120,
	maxResponseSize: 100,
	maxRetries: 3,
	maxRetryDelay: 60,
	maxPages: 0,
	pollInterval: 1,
	maxWait: 600,
	onTimeout: 'pending',
	responseFormat: 'auto',
	binaryProperty: 'data',
} as const;

/** Options are shown in groups. */
export const OPTION_GROUPS = ['output', 'waiting', 'requests', 'recognition'] as const;

export type OptionGroup = (typeof OPTION_GROUPS)[number];

/** Parameters of the node that stand beside Options. */
export const OWN_PARAMETERS = ['maxWait', 'includeComments', 'downloadFile', 'simplify'] as const;

const MEGABYTE = 1024 * 1024;

export interface Settings {
	/** Of the whole run, as is `requestsPerSecond`: those of the first item. */
	maxConcurrency: number;
	/** 0 for no limit of the user's own. */
	requestsPerSecond: number;
	requests: RequestSettings;
	/** Carries a key per paid request. */
	idempotencyHeader?: string;
	responseFormat: ResponseFormat;
	rowsPath?: string;
	/** `undefined` leaves it to the kind of operation. */
	splitRows?: boolean;
	outputFields: string[];
	binaryProperty: string;
	maxPages: number;
	pages: PageSettings;
	pollIntervalMs: number;
	maxWaitMs: number;
	failOnTimeout: boolean;
	includeComments: boolean;
	downloadFile: boolean;
	linkPath?: string;
	ratingPath?: string;
	flaggedCountPath?: string;
	/** Flat rows of what is recognised. */
	simplify: boolean;
	commentsAsItems: boolean;
	/** Adds a report to the items, or its text as well. */
	htmlReport: boolean;
	reportAsText: boolean;
	/** Add to each item what was recognised, and where. */
	explain: boolean;
	/** Send nothing, and tell what would be sent. */
	dryRun: boolean;
	job: JobOverrides;
}

/** All that is set: by parameters beside Options, in its groups, or, which wins, by name alone. */
export function flatOptions(entered: IDataObject, own: IDataObject = {}): IDataObject {
	const flat = { ...own };
	for (const group of OPTION_GROUPS) Object.assign(flat, valuesOf(entered[group]));
	for (const [name, value] of Object.entries(entered)) {
		if (!isGroup(name)) flat[name] = value;
	}
	return flat;
}

function valuesOf(group: unknown): IDataObject {
	return isRecord(group) && isRecord(group.values) ? group.values : {};
}

function isGroup(name: string): boolean {
	return OPTION_GROUPS.some((group) => group === name);
}

export function readSettings(entered: IDataObject, own: IDataObject = {}): Settings {
	const options = flatOptions(entered, own);
	const where = (name: string, label: string) =>
		OWN_PARAMETERS.some((each) => each === name) ? `'${label}'` : `'${label}' in Options`;
	const number = (name: keyof typeof DEFAULTS, label: string, least = 0) =>
		readNumber(options[name] ?? DEFAULTS[name], where(name, label), least);
	const flag = (name: string, label: string) => readBoolean(options[name], where(name, label));
	const splitRows = options.splitRows ?? 'auto';
	return {
		maxConcurrency: number('maxConcurrency', 'Max Concurrency', 1),
		requestsPerSecond: number('requestsPerSecond', 'Requests per Second'),
		idempotencyHeader: readHeaderName(options.idempotencyHeader),
		requests: {
			timeoutMs: number('timeout', 'Timeout', 0.001) * 1_000,
			maxBytes: number('maxResponseSize', 'Max Response Size', 0.001) * MEGABYTE,
			maxRetries: number('maxRetries', 'Max Retries'),
			maxRetryDelayMs: number('maxRetryDelay', 'Longest Retry Wait') * 1_000,
			retryUnsafe: flag('retryUnsafe', 'Retry Unsafe Requests'),
		},
		responseFormat: (options.responseFormat ?? DEFAULTS.responseFormat) as ResponseFormat,
		rowsPath: readText(options.rowsPath),
		splitRows: splitRows === 'auto' ? undefined : flag('splitRows', 'Split Rows'),
		outputFields: splitNames(options.outputFields),
		binaryProperty: readText(options.binaryProperty) ?? DEFAULTS.binaryProperty,
		maxPages: number('maxPages', 'Max Pages'),
		pages: readPageSettings(options.pagination),
		pollIntervalMs: number('pollInterval', 'Poll Interval') * 1_000,
		maxWaitMs: number('maxWait', 'Max Wait') * 1_000,
		failOnTimeout: options.onTimeout === 'fail',
		includeComments: flag('includeComments', 'Include Comments'),
		downloadFile: flag('downloadFile', 'Download File'),
		linkPath: readText(options.linkPath),
		ratingPath: readText(options.ratingPath),
		flaggedCountPath: readText(options.flaggedCountPath),
		simplify: flag('simplify', 'Simplify'),
		commentsAsItems: flag('commentsAsItems', 'Comments as Items'),
		htmlReport: flag('htmlReport', 'Add Report (HTML)'),
		reportAsText: flag('reportAsText', 'Add Report as Text'),
		explain: flag('explain', 'Explain Recognition'),
		dryRun: flag('dryRun', 'Dry Run'),
		job: {
			idPath: readText(options.idPath),
			statePath: readText(options.statePath),
			reasonPath: readText(options.reasonPath),
			pendingStates: splitNames(options.pendingStates),
			finishedStates: splitNames(options.finishedStates),
			failedStates: splitNames(options.failedStates),
		},
	};
}

function readPageSettings(entered: unknown): PageSettings {
	const given = isRecord(entered) && isRecord(entered.settings) ? entered.settings : {};
	const filled = Object.entries(given).filter(([, value]) => value !== '' && value !== undefined);
	const settings = { ...DEFAULT_PAGE_SETTINGS, ...Object.fromEntries(filled) };
	return {
		...settings,
		pageSize: readNumber(settings.pageSize, "'Page Size' in Options", 0),
		firstPage: readNumber(settings.firstPage, "'First Page' in Options", 0),
	};
}

/** Headers that the node or n8n sets itself: another value would break the request. */
const OWN_HEADERS =
	/^(accept|authorization|connection|content-.*|cookie|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

function readHeaderName(entered: unknown): string | undefined {
	const name = readText(entered);
	if (name === undefined) return undefined;
	if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && !OWN_HEADERS.test(name)) return name;
	throw inputFailure(
		"'Idempotency Header' in Options is not a usable name for a header",
		`It is '${name}'. Enter the name that the service documents, e.g. Idempotency-Key. Headers such as Authorization, Host and Content-Type cannot be used.`,
	);
}
