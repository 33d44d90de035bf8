import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_PAGE_SETTINGS } from '../../../nodes/shared/lists/scheme';
import { DEFAULTS, readSettings } from '../../../nodes/shared/settings';
import { thrownBy } from './responses';

describe('the options', () => {
	it('have defaults', () => {
		expect(readSettings({})).toMatchObject({
			maxConcurrency: 50,
			limits: { timeoutMs: DEFAULTS.timeout * 1_000, maxBytes: 100 * 1024 * 1024 },
			transport: {
				requestsPerSecond: 0,
				maxRetries: 3,
				maxRetryDelayMs: 60_000,
				retryUnsafe: false,
			},
			responseFormat: 'auto',
			outputFields: [],
			binaryProperty: 'data',
			maxPages: 0,
			pages: DEFAULT_PAGE_SETTINGS,
			failOnTimeout: false,
			includeComments: false,
			downloadFile: false,
			job: { finishedStates: [], failedStates: [] },
		});
		const { rowsPath, splitRows, linkPath } = readSettings({});
		expect([rowsPath, splitRows, linkPath]).toEqual([undefined, undefined, undefined]);
	});

	it.each<[IDataObject, object]>([
		[{ maxConcurrency: '4' }, { maxConcurrency: 4 }],
		[{ timeout: 0.5 }, { limits: { timeoutMs: 500 } }],
		[{ maxResponseSize: 0.5 }, { limits: { maxBytes: 512 * 1024 } }],
		[{ requestsPerSecond: 2.5 }, { transport: { requestsPerSecond: 2.5 } }],
		[{ maxRetries: 0 }, { transport: { maxRetries: 0 } }],
		[{ maxRetryDelay: 5 }, { transport: { maxRetryDelayMs: 5_000 } }],
		[{ retryUnsafe: true }, { transport: { retryUnsafe: true } }],
		[{ pollInterval: 2 }, { pollIntervalMs: 2_000 }],
		[{ maxWait: 60 }, { maxWaitMs: 60_000 }],
		[{ onTimeout: 'fail' }, { failOnTimeout: true }],
		[{ onTimeout: 'pending' }, { failOnTimeout: false }],
		[{ rowsPath: ' data.items ' }, { rowsPath: 'data.items' }],
		[{ splitRows: false }, { splitRows: false }],
		[{ outputFields: 'a, b.c' }, { outputFields: ['a', 'b.c'] }],
		[{ binaryProperty: ' ' }, { binaryProperty: 'data' }],
		[{ finishedStates: 'done, over' }, { job: { finishedStates: ['done', 'over'] } }],
		[{ failedStates: ['x'] }, { job: { failedStates: ['x'] } }],
		[{ idPath: 'a.b', statePath: '' }, { job: { idPath: 'a.b', statePath: undefined } }],
		[{ maxPages: null }, { maxPages: 0 }],
		[{ simplify: true }, { simplify: true, htmlReport: false }],
		[{ simplify: null }, { simplify: false }],
		[
			{ htmlReport: true, reportAsText: true },
			{ htmlReport: true, reportAsText: true },
		],
		[{ commentsAsItems: true }, { commentsAsItems: true }],
	])('are read: %j', (options, expected) => {
		expect(readSettings(options)).toMatchObject(expected);
	});

	it.each<[IDataObject, string]>([
		[{ maxConcurrency: 0 }, 'Max Concurrency'],
		[{ maxConcurrency: 'many' }, 'Max Concurrency'],
		[{ timeout: 0 }, 'Timeout'],
		[{ maxRetries: -1 }, 'Max Retries'],
		[{ maxRetries: '' }, 'Max Retries'],
		[{ requestsPerSecond: NaN }, 'Requests per Second'],
		[{ maxRetryDelay: Infinity }, 'Longest Retry Wait'],
		[{ maxPages: 'x' }, 'Max Pages'],
		[{ pollInterval: -1 }, 'Poll Interval'],
		[{ pagination: { settings: { pageSize: -1 } } }, 'Page Size'],
		[{ pagination: { settings: { firstPage: 'x' } } }, 'First Page'],
	])('that are no usable numbers name their field: %j', (options, label) => {
		expect(thrownBy(() => readSettings(options))).toMatchObject({
			details: { message: `'${label}' in Options is not a usable number` },
		});
	});

	it('stand in groups; a parameter of its own or a plain name counts as well, and that name wins', () => {
		const grouped = {
			output: { values: { outputFields: 'a', splitRows: 'auto' } },
			requests: { values: { maxRetries: 1, pagination: { settings: { scheme: 'page' } } } },
			waiting: {},
			timeout: 7,
		};
		const settings = readSettings(grouped, { maxWait: 5, downloadFile: true });
		expect(settings).toMatchObject({
			outputFields: ['a'],
			splitRows: undefined,
			transport: { maxRetries: 1 },
			limits: { timeoutMs: 7_000 },
			pages: { scheme: 'page' },
			maxWaitMs: 5_000,
			downloadFile: true,
		});
		const named = { ...grouped, maxRetries: 2, maxWait: 6, downloadFile: false };
		expect(readSettings(named, { maxWait: 5, downloadFile: true })).toMatchObject({
			transport: { maxRetries: 2 },
			maxWaitMs: 6_000,
			downloadFile: false,
		});
	});

	it('that stand beside Options are named without it', () => {
		expect(thrownBy(() => readSettings({}, { maxWait: 'x' }))).toMatchObject({
			details: { message: "'Max Wait' is not a usable number" },
		});
	});

	it('for pages keep the usual names where the fields are empty', () => {
		const settings = { scheme: 'page', pageName: '', pageSize: '20', firstPage: 0 };
		expect(readSettings({ pagination: { settings } }).pages).toEqual({
			...DEFAULT_PAGE_SETTINGS,
			scheme: 'page',
			pageSize: 20,
			firstPage: 0,
		});
	});
});
