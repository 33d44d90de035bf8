import type { FastifyReply } from 'fastify';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { binaryDataService } from '../engine/binary';
import { runTool } from '../support/agent';
import { retryExecution, runNode, type RunNodeOptions } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { useProcessedStore } from '../support/processed';
import { useVirtualClock } from '../support/virtualClock';
import { nodeOf } from './areas';
import { TOKEN } from './calls';
import type { Chosen } from './inNode';
import { rows } from './parameters';

const CONTACT: Chosen = { node: 'creatorSearch', resource: 'contact', operation: 'get' };
const SUBMIT: Chosen = {
	node: 'socialBackgroundCheck',
	resource: 'screening',
	operation: 'submit',
};
const WAIT: Chosen = { ...SUBMIT, operation: 'submitAndWait' };
const REPORT: Chosen = { ...SUBMIT, operation: 'generateReport' };
const CONTINUE = { onError: 'continueRegularOutput' } as const;

const time = useVirtualClock();
useProcessedStore();
let server: LoopbackServer;
let post: (who: unknown, reply: FastifyReply) => unknown;
let get: () => unknown;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/*', async () => await get());
		app.post('/*', async ({ body }, reply) => await post((body as IDataObject).who, reply));
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	post = (who) => ({ id: who });
	get = () => ({ status: 'done' });
});
afterEach(() => jest.restoreAllMocks());

const sent = () =>
	server.requests.flatMap(({ method, body }) =>
		method === 'POST' ? [(body as IDataObject).who] : [],
	);
const itemsOf = (...whos: string[]) => whos.map((who) => ({ json: { who } }));
const rejected = (reply: FastifyReply) => reply.code(422).send({});
const pairs = (items: INodeExecutionData[][]) => items[0].map(({ pairedItem }) => pairedItem);
const errorsIn = (json: IDataObject[]) =>
	json.map(({ error }) => error as { message: string; description: string } | undefined);

interface Extra extends Omit<Partial<RunNodeOptions>, 'parameters'> {
	options?: INodeParameters;
	parameters?: INodeParameters;
	/** More of the credential. */
	credential?: Record<string, string>;
}

const optionsOf = (
	{ node, resource, operation }: Chosen,
	{ options, parameters, credential, ...rest }: Extra = {},
): RunNodeOptions => ({
	node: nodeOf(node),
	credentials: { baseUrl: server.url, apiToken: TOKEN, ...credential },
	...rest,
	parameters: {
		...{ resource, operation, bodyMode: 'input' },
		...parameters,
		options: { maxRetries: 0, maxConcurrency: 1, pollInterval: 1, ...options },
	},
});
const run = async (chosen: Chosen, extra?: Extra) => await runNode(optionsOf(chosen, extra));

describe('a run that cannot begin', () => {
	const items = itemsOf('a', 'b');
	const options = { maxRetries: '={{ $json.nothing }}' };

	it('fails for the first item, and sends nothing', async () => {
		const { error } = await run(CONTACT, { items, options });
		expect(error?.message).toMatch(/'Max Retries' in 'Options' returned nothing \[item 0\]$/);
		expect(sent()).toEqual([]);
	});

	it('returns an error for each item where the workflow continues', async () => {
		const result = await run(CONTACT, { items, options, ...CONTINUE });
		expect(result.error).toBeUndefined();
		expect(errorsIn(result.json)).toEqual(
			[0, 1].map((at) => expect.objectContaining({ message: expect.stringContaining(`${at}]`) })),
		);
		expect(pairs(result.items)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(sent()).toEqual([]);
	});

	it('hides the token that was entered in the wrong place', async () => {
		const { error } = await runTool({
			...optionsOf(CONTACT, { parameters: { maxAnswerSize: `={{ '${TOKEN}' }}` } }),
			items: undefined,
		});
		expect(error?.message).toMatch(/not a whole number.*\[token removed\]/s);
		expect(error?.message).not.toContain(TOKEN);
	});
});

it('an agent gets to read no more than its model can take in, be it results or errors', async () => {
	post = () => ({ text: 'x'.repeat(5_000) });
	const sizeOf = async (extra: Extra) => {
		const parameters = { maxAnswerSize: 1_000, simplify: false };
		const options = optionsOf(CONTACT, { ...extra, ...CONTINUE, parameters });
		const { answer } = await runTool({ ...options, items: undefined, args: { who: 'a' } });
		expect(answer).toHaveLength(1);
		return JSON.stringify(answer).length;
	};
	expect(await sizeOf({})).toBeLessThanOrEqual(1_000);
	expect(await sizeOf({ options: { maxRetries: '={{ $json.nothing }}' } })).toBeLessThanOrEqual(
		1_000,
	);
});

it.each([
	['-1', true],
	['1.5', true],
	['999', true],
	['1000', false],
	['0', false],
])(
	"an agent's limit of %s characters is rejected before anything is sent: %s",
	async (size, isRejected) => {
		const parameters = { maxAnswerSize: `={{ ${size} }}` };
		const options = optionsOf(CONTACT, { parameters });
		const { error } = await runTool({ ...options, items: undefined, args: { who: 'a' } });
		expect(error?.message.includes(`It is '${size}'. Correct it; 0 means no limit.`) ?? false).toBe(
			isRejected,
		);
		expect(sent()).toHaveLength(isRejected ? 0 : 1);
	},
);

it('an item that cannot be sent does not show the token either', async () => {
	const { json } = await run(CONTACT, {
		...CONTINUE,
		parameters: { bodyMode: 'fields', bodyFields: rows({ [`${TOKEN}.constructor`]: 'x' }) },
	});
	expect(JSON.stringify(json)).toContain('[token removed]');
	expect(JSON.stringify(json)).not.toContain(TOKEN);
});

describe('a failed item', () => {
	beforeEach(() => {
		post = (who, reply) => (who === 'bad' ? rejected(reply) : { id: who });
	});

	it('ends the run before further requests', async () => {
		const { error } = await run(CONTACT, { items: itemsOf('a', 'bad', 'b', 'c', 'd') });
		expect(error?.message).toMatch(/\[item 1\]$/);
		expect(sent()).toEqual(['a', 'bad']);
	});

	it('ends nothing where the workflow continues', async () => {
		const { json } = await run(CONTACT, { items: itemsOf('a', 'bad', 'b', 'c'), ...CONTINUE });
		expect(json.map(({ id }) => id)).toEqual(['a', undefined, 'b', 'c']);
		expect(sent()).toEqual(['a', 'bad', 'b', 'c']);
	});

	it("that 'Max Paid Requests' prevented does not end the wait for jobs", async () => {
		let polls = 0;
		get = () => ({ status: ++polls < 3 ? 'running' : 'done' });
		const { error } = await run(WAIT, {
			items: itemsOf('a', 'b'),
			options: { maxPaidRequests: 1, maxConcurrency: 2 },
		});
		expect(polls).toBe(3);
		expect(error?.description).toMatch(/Requests sent that may be charged: 1\. Not sent .*: 1\./);
	});

	it('says what is wrong with its token', async () => {
		post = (_, reply) => reply.code(401).send({});
		const { error } = await run(CONTACT, {
			items: itemsOf('a'),
			credential: { apiToken: `Bearer ${TOKEN}` },
		});
		expect(error?.description).toMatch(/^Enter the token without "Bearer"/);
	});
});

describe('Stop', () => {
	/** The node, and what it returned: n8n keeps nothing of a node that was stopped. */
	const watched = (name: string) => {
		const { description, execute } = nodeOf(name);
		let end: (outcome: { items?: INodeExecutionData[]; error?: unknown }) => void;
		const ended = new Promise<{ items?: INodeExecutionData[]; error?: unknown }>((resolve) => {
			end = resolve;
		});
		const node: INodeType = {
			description,
			async execute() {
				try {
					const output = await execute?.call(this);
					end({ items: Array.isArray(output) ? (output[0] ?? []) : [] });
					return [[]];
				} catch (error) {
					end({ error });
					throw error;
				}
			},
		};
		return { node, ended };
	};

	/** Stopped while the request of 'slow' is under way. */
	const stopped = async (whos: string[], extra: Extra = {}) => {
		const stop = new AbortController();
		post = async (who) => {
			if (who !== 'slow') return { id: who };
			stop.abort();
			return await new Promise(() => undefined);
		};
		const { node, ended } = watched(CONTACT.node);
		const options = optionsOf(CONTACT, { ...extra, items: itemsOf(...whos), signal: stop.signal });
		const result = await runNode({ ...options, node });
		return { ...(await ended), context: result.context, logs: result.logs };
	};

	it('is an error that n8n recognises, and keeps what is known for "Retry execution"', async () => {
		const { error, context, logs } = await stopped(['a', 'slow', 'b']);
		expect(String(error)).toMatch(/The execution was canceled/);
		expect(logs.map(({ message }) => message).join()).toMatch(/items 1 may have been processed/);
		expect(JSON.stringify(context)).toMatch(/"accepted".*"lost"/);
	});

	it('is an error for each item that has no result where the workflow continues', async () => {
		const { items = [], context } = await stopped(['slow', 'b'], CONTINUE);
		expect(errorsIn(items.map(({ json }) => json))).toHaveLength(2);
		expect(JSON.stringify(context)).toContain('"lost"');
	});
});

describe('a file that n8n cannot store', () => {});

it('a file is not stored where another item has failed', async () => {
	post = (who, reply) =>
		who === 'bad' ? rejected(reply) : reply.type('application/pdf').send(Buffer.from('%PDF-1.7'));
	const stored = jest.spyOn(await binaryDataService(), 'store');
	const extra = { items: itemsOf('a', 'bad'), parameters: { id: 's1' } };
	const failed = await run(REPORT, extra);
	expect(failed.error?.message).toMatch(/\[item 1\]$/);
	expect(stored).not.toHaveBeenCalled();
	await run(REPORT, { ...extra, ...CONTINUE });
	expect(stored).toHaveBeenCalledTimes(1);
});

it('the report of an item is a file of it', async () => {
	post = () => ({ full_name: 'Ada', followers: 1 });
	const { items } = await run(CONTACT, { items: itemsOf('a'), options: { report: 'file' } });
	expect(items[0][0].binary?.report).toMatchObject({ mimeType: 'text/html' });
});

it('a report of all items has the title that the user entered, and sends nothing', async () => {
	const parameters = { resource: 'report', operation: 'create', reportTitle: ' Shortlist ' };
	const items = itemsOf('a', 'b');
	const result = await runNode({ node: nodeOf('creatorSearch'), parameters, items });
	expect(result.json).toMatchObject([{ title: 'Shortlist', itemCount: 2 }]);
	expect(pairs(result.items)).toEqual([[{ item: 0 }, { item: 1 }]]);
	expect(server.requests).toHaveLength(0);
});

describe('the file of a document', () => {
	it.each([
		[REPORT, 'report-ada.pdf'],
		[CONTACT, 'x.pdf'],
	])('is named after the profile of its item: %j', async (chosen, name) => {
		post = (_, reply) =>
			reply
				.header('content-disposition', 'attachment; filename="x.pdf"')
				.type('application/pdf')
				.send(Buffer.from('%PDF-1.7'));
		const items = [{ json: { who: 'a', username: 'ada' } }];
		const result = await run(chosen, { items, parameters: { id: 's1' } });
		expect(result.items[0][0].binary?.data.fileName).toBe(name);
	});
});

describe('the hints of a run', () => {
	it('tell how long the service made requests wait, in the log as well', async () => {
		let count = 0;
		post = (who, reply) =>
			++count === 1 ? reply.code(429).header('retry-after', '20').send({}) : { id: who };
		const { hints, logs } = await run(CONTACT, {
			items: itemsOf('a'),
			options: { maxRetries: 3 },
		});
		expect(time.elapsed).toBeGreaterThanOrEqual(20_000);
		const hint = /^The rate limit of the service made requests wait for up to 2\d s/;
		expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(hint)]);
		expect(logs).toContainEqual(
			expect.objectContaining({ level: 'info', message: expect.stringMatching(hint) }),
		);
	});

	it('leave out names that the contract gives', async () => {
		const messages = async (endpoint: string) => {
			const endpoints = { [endpoint]: { fields: { identifier: 'identifer' } } };
			const responseContract = JSON.stringify({ version: 1, endpoints });
			const { hints } = await run(CONTACT, {
				items: [{ json: { identifer: 'x' } }],
				credential: { responseContract },
			});
			return hints.map(({ message }) => message);
		};
		expect(await messages('POST /contact-info')).toEqual([]);
		expect(await messages('POST /screening')).toEqual([
			expect.stringMatching(/'identifer' is not a known field/),
		]);
	});
});

describe('the journal', () => {
	const rejecting = () => {
		post = (who, reply) => (who === 'bad' ? rejected(reply) : { id: who });
	};
	const RETRY = { retryOnFail: { maxTries: 1, waitBetweenTries: 1 } };

	it.each<[string, Extra, boolean]>([
		['is cleared after a run without failures', { items: itemsOf('a') }, false],
		['is cleared where n8n continues', { items: itemsOf('a', 'bad'), ...CONTINUE }, false],
		['is kept for a retry by n8n', { items: itemsOf('a', 'bad'), ...CONTINUE, ...RETRY }, true],
		['is cleared where nothing failed', { items: itemsOf('a'), ...CONTINUE, ...RETRY }, false],
		['is kept after a failure', { items: itemsOf('a', 'bad') }, true],
	])('%s', async (_, extra, isKept) => {
		rejecting();
		const { context } = await run(CONTACT, extra);
		expect('creatorIntelligence' in context).toBe(isKept);
	});

	it('is not cleared by a dry run', async () => {
		rejecting();
		const items = itemsOf('a', 'bad');
		const failed = await run(CONTACT, { items });
		const dry = await retryExecution(
			failed,
			optionsOf(CONTACT, { items, options: { dryRun: true } }),
		);
		expect(dry.context).toEqual(failed.context);
		expect(dry.json).toMatchObject([
			{ paidRequests: { atMost: 0 } },
			{ paidRequests: { atMost: 1 } },
		]);
	});
});
