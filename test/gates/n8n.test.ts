import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as n8nWorkflow from 'n8n-workflow';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { functionNode, runNode } from '../support/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { projectRoot } from '../support/package';

/**
 * What the package relies on in n8n: a new version that changes one of these fails here first.
 * The tests of the nodes hold how executions, tries and polls behave.
 */
const EXPORTS = [
	'NodeApiError',
	'NodeConnectionTypes',
	'NodeOperationError',
	'deepCopy',
	'sleep',
	'validateFieldType',
];
const IN_EXECUTIONS = [
	'addExecutionHints',
	'continueOnFail',
	'evaluateExpression',
	'getContext',
	'getCredentials',
	'getExecutionCancelSignal',
	'getExecutionId',
	'getInputData',
	'getMode',
	'getNode',
	'getNodeParameter',
	'getWorkflow',
	'getWorkflowStaticData',
	'isToolExecution',
	'sendMessageToUI',
];
/** Of polls, pickers and the test of a credential; not all versions of n8n have the budget. */
const ELSEWHERE = ['getActivationMode', 'getCurrentNodeParameter', 'getPollBudgetMs'];
const HELPERS = [
	'checkProcessedAndRecord',
	'httpRequest',
	'httpRequestWithAuthentication',
	'prepareBinaryData',
	'removeProcessed',
];

const CREDENTIAL = 'creatorIntelligenceApi';

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.map((path) => readFileSync(join(projectRoot, folder, path), 'utf8')),
);
const found = (pattern: RegExp) =>
	new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name]) => name)));

describe('the list is complete', () => {
	it('for functions of a context', () => {
		const used = found(/\bcontext\??\.((?:get|is|add|send|continue|evaluate)\w+)/g);
		expect([...used].filter((name) => ![...IN_EXECUTIONS, ...ELSEWHERE].includes(name))).toEqual(
			[],
		);
	});

	it('for exports', () => {
		const imports = found(/import \{([^}]*)\} from 'n8n-workflow'/g);
		const names = [...imports]
			.flatMap((list) => list.split(','))
			.map((name) => name.trim().split(' as ')[0])
			.filter((name) => name !== '' && !name.startsWith('type '));
		expect(names.filter((name) => !EXPORTS.includes(name))).toEqual([]);
	});
});

it.each(EXPORTS)('n8n-workflow exports %s', (name) => {
	expect(n8nWorkflow).toHaveProperty(name);
});

describe('an execution', () => {
	let server: LoopbackServer;

	beforeAll(async () => {
		server = await startServer((app) => {
			app.get('/moved', async (_, reply) => await reply.redirect('/elsewhere'));
			app.get('/refused', async ({ headers }, reply) =>
				reply.code(401).send({ token: headers.authorization }),
			);
		});
	});
	afterAll(async () => await server.close());

	const within = async <T>(use: (context: IExecuteFunctions) => T | Promise<T>): Promise<T> => {
		let result: T | undefined;
		const node = functionNode(
			'use',
			async function () {
				result = await use(this);
				return [[]];
			},
			{ description: { credentials: [{ name: CREDENTIAL, required: true }] } },
		);
		const { error } = await runNode({
			node,
			credentials: { baseUrl: server.url, apiToken: 'token' },
		});
		expect(error).toBeUndefined();
		return result as T;
	};

	it('offers the functions and helpers', async () => {
		const isThere = await within((context) => [
			...IN_EXECUTIONS.map((name) => [name, name in context]),
			...HELPERS.map((name) => [name, name in context.helpers]),
		]);
		expect(isThere.filter(([, there]) => !there)).toEqual([]);
	});

	it.each([
		['/moved', 302, ''],
		['/refused', 401, '{"token":"token"}'],
	])(
		'returns %s unchanged, as a stream, with the token in its header',
		async (path, status, text) => {
			const options: IHttpRequestOptions = {
				url: `${server.url}${path}`,
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			};
			const [code, body] = await within(async (context) => {
				const { helpers } = context;
				const response = (await helpers.httpRequestWithAuthentication.call(
					context,
					CREDENTIAL,
					options,
				)) as { statusCode: number; body: AsyncIterable<Buffer> };
				const parts: Buffer[] = [];
				for await (const part of response.body) parts.push(part);
				return [response.statusCode, Buffer.concat(parts).toString()] as const;
			});
			expect([code, body]).toEqual([status, text]);
		},
	);

	it('aborts a request by a signal of its own', async () => {
		const stop = new AbortController();
		stop.abort();
		const options = {
			url: `${server.url}/refused`,
			get abortSignal() {
				return stop.signal;
			},
			set abortSignal(_) {},
		};
		const ended = await within(
			async ({ helpers }) => await helpers.httpRequest(options).catch((error: Error) => error.name),
		);
		expect(ended).toBe('CanceledError');
	});
});
