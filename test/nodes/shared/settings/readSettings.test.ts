import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { findOperation } from '../../../../nodes/shared/catalogue/types';
import { DEFAULT_PAGE_SETTINGS } from '../../../../nodes/shared/lists/scheme';
import { readSettings } from '../../../../nodes/shared/settings/readSettings';
import { socialBackgroundCheck } from '../../../../nodes/SocialBackgroundCheck/catalogue';
import { settingsOf } from '../../../support/options';
import { areas } from '../../areas';
import { thrownBy } from '../responses';

/** Read by others, with a reader of their own. */
const PARAMETERS = ['returnAll', 'sendQuery'];

function valuesOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((each) => ('values' in each ? each.values : []));
}

function namedOptions({ name, options = [] }: INodeProperties): INodeProperties[] {
	if (name !== 'options') return [];
	return options.flatMap((each) => ('type' in each ? [each, ...valuesOf(each)] : []));
}

describe('the options', () => {
	it('have defaults', () => {
		expect(readSettings({})).toEqual({
			maxConcurrency: 50,
			requestsPerSecond: 0,
			requests: {
				timeoutMs: 120_000,
				maxBytes: 100 * 1024 * 1024,
				maxRetries: 3,
				maxRetryDelayMs: 60_000,
				retryUnsafe: false,
			},
			responseFormat: 'auto',
			outputFields: [],
			binaryProperty: 'data',
			maxPages: 0,
			pages: DEFAULT_PAGE_SETTINGS,
			pollIntervalMs: 1_000,
			maxWaitMs: 600_000,
			failOnTimeout: false,
			failOnFailedJob: false,
			includeComments: false,
			includeInsights: true,
			downloadFile: false,
			simplify: false,
			emptyExecutions: true,
			ignoredFields: [],
			report: 'none',
			explain: false,
			dryRun: false,
			maxPaidRequests: 0,
			skipProcessed: false,
			overrides: { pendingStates: [], finishedStates: [], failedStates: [] },
		});
	});

	it.each([
		'Authorization',
		'HOST',
		'content-type',
		'content-length',
		'cookie',
		'expect',
		'post',
		'__proto__',
		'X Y',
		'a:b',
		'ä',
	])('reject %s as the name of the Idempotency Header', (idempotencyHeader) => {
		expect(() => settingsOf({ idempotencyHeader })).toThrow(/not a valid header name/);
	});

	it.each<[INodeParameters, object]>([
		[{ maxConcurrency: '4' }, { maxConcurrency: 4 }],
		[{ timeout: 0.5 }, { requests: { timeoutMs: 500 } }],
		[{ maxResponseSize: 0.5 }, { requests: { maxBytes: 512 * 1024 } }],
		[{ requestsPerSecond: 2.5 }, { requestsPerSecond: 2.5 }],
		[{ maxRetries: 0 }, { requests: { maxRetries: 0 } }],
		[{ maxRetryDelay: 5 }, { requests: { maxRetryDelayMs: 5_000 } }],
		[{ retryUnsafe: true }, { requests: { retryUnsafe: true } }],
		[{ idempotencyHeader: ' Idempotency-Key ' }, { idempotencyHeader: 'Idempotency-Key' }],
		[{ pollInterval: 2 }, { pollIntervalMs: 2_000 }],
		[{ maxWait: 60 }, { maxWaitMs: 60_000 }],
		[{ onTimeout: 'fail' }, { failOnTimeout: true }],
		[{ onTimeout: 'pending' }, { failOnTimeout: false }],
		[{ onFailedJob: 'fail' }, { failOnFailedJob: true }],
		[{ rowsPath: ' data.items ' }, { rowsPath: 'data.items' }],
		[{ outputFields: 'a, b.c' }, { outputFields: ['a', 'b.c'] }],
		[{ binaryProperty: ' ' }, { binaryProperty: 'data' }],
		[{ finishedStates: 'done, over' }, { overrides: { finishedStates: ['done', 'over'] } }],
		[{ failedStates: ['x'] }, { overrides: { failedStates: ['x'] } }],
		[{ idPath: 'a.b', statePath: '' }, { overrides: { idPath: 'a.b', statePath: undefined } }],
		[{ maxPages: null }, { maxPages: 0 }],
		[{ simplify: true }, { simplify: true, report: 'none' }],
		[{ simplify: null }, { simplify: false }],
		[{ report: 'fileAndText' }, { report: 'fileAndText' }],
		[{ report: ' FILE ' }, { report: 'file' }],
		[{ report: '' }, { report: 'none' }],
		[{ emptyExecutions: false }, { emptyExecutions: false }],
		[{ ignoredFields: 'a,b' }, { ignoredFields: ['a', 'b'] }],
		[{ explain: true }, { explain: true }],
		[{ dryRun: true }, { dryRun: true }],
		[
			{ dryRun: 'true', explain: ' FALSE ' },
			{ dryRun: true, explain: false },
		],
		[{ includeInsights: 'False' }, { includeInsights: false }],
		[{ includeComments: true }, { includeComments: true }],
		[{ includeComments: 'True' }, { includeComments: true }],
		[{ includeComments: 'rows' }, { includeComments: 'rows' }],
		[{ responseFormat: 'text' }, { responseFormat: 'text' }],
		[{ pendingStates: 'queued' }, { overrides: { pendingStates: ['queued'] } }],
		[{ rowsPath: 7 }, { rowsPath: '7' }],
		[{ timeout: 0.001 }, { requests: { timeoutMs: 1 } }],
		[{ requests: 'x', waiting: { values: 'x' } }, { maxConcurrency: 50 }],
		[{ pagination: 'page' }, { pages: { ...DEFAULT_PAGE_SETTINGS, scheme: 'page' } }],
		[{ pagination: '' }, { pages: DEFAULT_PAGE_SETTINGS }],
	])('are read: %j', (options, expected) => {
		expect(settingsOf(options)).toMatchObject(expected);
	});

	it.each<[INodeParameters, string]>([
		[{ maxConcurrency: 0 }, 'Max Concurrency'],
		[{ maxConcurrency: 'many' }, 'Max Concurrency'],
		[{ timeout: 0 }, 'Timeout'],
		[{ maxResponseSize: 0 }, 'Max Response Size'],
		[{ maxRetries: -1 }, 'Max Retries'],
		[{ maxRetries: '' }, 'Max Retries'],
		[{ requestsPerSecond: NaN }, 'Requests per Second'],
		[{ maxRetryDelay: Infinity }, 'Max Retry Delay'],
		[{ maxPages: 'x' }, 'Max Pages'],
		[{ pollInterval: -1 }, 'Poll Interval'],
	])('that are invalid numbers name their field: %j', (options, label) => {
		expect(thrownBy(() => settingsOf(options))).toMatchObject({
			details: {
				message: expect.stringMatching(`^'${label}' in Options > \\w+ is not a valid number`),
			},
		});
	});

	const flags = areas
		.flatMap(({ node }) => node.description.properties)
		.flatMap((property) => [property, ...namedOptions(property)])
		.filter(({ type, name }) => type === 'boolean' && !PARAMETERS.includes(name));

	it.each([...new Map(flags.map((each) => [each.name, each.displayName]))])(
		'%s is true or false',
		(name, label) => {
			for (const entered of ['yes', '', 1, 0, {}, []]) {
				expect(thrownBy(() => settingsOf({ [name]: entered }))).toMatchObject({
					details: {
						kind: 'input',
						message: expect.stringMatching(
							new RegExp(
								`^'${label.replace(/[()]/g, '\\$&')}'( in Options( > \\w+)?)? is neither true nor false$`,
							),
						),
					},
				});
			}
		},
	);

	it.each([
		['screening', 'generateReport', true],
		['screening', 'get', false],
		['screening', 'enableMonitoring', false],
	])('have the default of the operation: %s, %s', (resource, name, downloadFile) => {
		const operation = findOperation(socialBackgroundCheck, resource, name);
		for (const own of [{}, { downloadFile: null }]) {
			expect(readSettings({}, own, operation)).toMatchObject({ downloadFile });
		}
		expect(readSettings({}, { downloadFile: false }, operation).downloadFile).toBe(false);
	});

	it('are read from their own location only', () => {
		const entered = {
			outputFields: 'a',
			maxRetries: 2,
			maxWait: 6,
			requests: { values: { maxRetries: 1, dryRun: true } },
			recognition: { values: { pagination: 'page' } },
			waiting: {},
		};
		expect(readSettings(entered, { maxWait: 5, explain: true })).toMatchObject({
			outputFields: ['a'],
			requests: { maxRetries: 1 },
			pages: { scheme: 'page' },
			maxWaitMs: 5_000,
			dryRun: false,
			explain: false,
		});
	});

	it.each<[INodeParameters, string]>([
		[{ report: 'pdf' }, "'HTML Report' in Options cannot be 'pdf'"],
		[{ includeComments: 'some' }, "'Include Comments' cannot be 'some'"],
		[{ pagination: 'x' }, "'Pagination' in Options > Recognition cannot be 'x'"],
	])('that are not among their choices are named: %j', (options, message) => {
		expect(thrownBy(() => settingsOf(options))).toMatchObject({ details: { message } });
	});

	it.each<[INodeParameters, string]>([
		[{ maxConcurrency: 0.5 }, "It is '0.5'. Enter a number of 1 or more."],
		[{ maxRetries: ' ' }, "It is ' '. Enter a number of 0 or more."],
		[{ timeout: 'x' }, "It is 'x'. Enter a number of 0.001 or more."],
		[
			{ idempotencyHeader: 'a:b' },
			"It is 'a:b'. Enter the name that the service documents, e.g. Idempotency-Key. Headers such as Authorization, Host and Content-Type cannot be used.",
		],
	])('that are invalid say what is valid: %j', (options, description) => {
		expect(thrownBy(() => settingsOf(options))).toMatchObject({ details: { description } });
	});
});
