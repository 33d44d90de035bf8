import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { binaryDataService } from '../engine/binary';
import {
	retryExecution,
	runNode,
	runWorkflow,
	type RunNodeOptions,
	type RunResult,
} from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { entries, nodeOf } from './areas';
import { TOKEN } from './calls';
import { queryOf } from './parameters';
import { loop } from './loop';

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

let server: LoopbackServer;
let post: Answer;
let get: Answer;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/*', async (request, reply) => await get(request, reply));
		app.route({
			method: ['POST', 'PATCH'],
			url: '/*',
			handler: async (request, reply) => await post(request, reply),
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	post = () => ({ id: `made-${sent().length}` });
	get = () => ({ status: 'done', score: 5 });
});

const sent = () => server.requests.filter(({ method }) => method !== 'GET');
const sentFor = (who: string) => sent().filter(({ body }) => (body as IDataObject).who === who);
const fails = (reply: FastifyReply, status: number, body: unknown = {}) =>
	reply.code(status).send(body);

const RETRY = { maxTries: 3, waitBetweenTries: 1 };

type Extra = Omit<Partial<RunNodeOptions>, 'node'> & { options?: INodeParameters };

const optionsOf = (
	[node, resource, operation]: [string, string, string],
	{ options = {}, parameters = {}, items, ...rest }: Extra = {},
): RunNodeOptions => ({
	node: nodeOf(node),
	credentials: { baseUrl: server.url, apiToken: TOKEN },
	items: items ?? [{ json: { who: 'good' } }],
	...rest,
	parameters: {
		resource,
		operation,
		bodyMode: 'input',
		// Flat: runNode moves each option into its group, see verify/harness/options.ts.
		options: { pollInterval: 0.01, maxRetries: 0, ...options },
		...parameters,
	},
});

const CONTACT: [string, string, string] = ['creatorSearch', 'contact', 'get'];
const SEARCH: [string, string, string] = ['creatorSearch', 'creator', 'search'];
const REPORT: [string, string, string] = ['socialBackgroundCheck', 'screening', 'generateReport'];
const SCREEN: [string, string, string] = ['socialBackgroundCheck', 'screening', 'submitAndWait'];
const SUBMIT: [string, string, string] = ['socialBackgroundCheck', 'screening', 'submit'];

const run = async (what: [string, string, string], extra?: Extra) =>
	await runNode(optionsOf(what, extra));
/** A run that fails, and the same taken up with "Retry execution" after a correction. */
const runAndRetry = async (what: [string, string, string], extra: Extra, corrected: Extra = {}) => {
	const failed = await run(what, extra);
	expect(failed.error).toBeDefined();
	return await retryExecution(failed, optionsOf(what, { ...extra, ...corrected }));
};
const jobOf = (json: IDataObject) => json.job as IDataObject;
const errorOf = (json: IDataObject) => json.error as IDataObject;

const two = [{ json: { who: 'good' } }, { json: { who: 'bad' } }];

describe('every operation that may be charged', () => {
	const paid = entries
		.filter(({ operation }) => operation.endpoint.method !== 'GET')
		.map(
			({ node, resource, operation }) =>
				[node.description.name, resource, operation.value] as [string, string, string],
		);

	it('is covered', () => expect(paid.length).toBeGreaterThan(30));

	describe.each(paid)('%s: %s: %s', (...what) => {
		const parameters = { id: 's1' };

		it('is sent once for an item whose neighbour is rejected', async () => {
			let rejections = 0;
			post = ({ body }, reply) => {
				if ((body as IDataObject).who === 'good') return { id: 'g', data: [{ n: 1 }] };
				rejections += 1;
				return rejections <= 2 ? fails(reply, 422) : { id: 'b', data: [{ n: 2 }] };
			};
			const result = await run(what, { items: two, parameters, retryOnFail: RETRY });
			expect(result.error).toBeUndefined();
			expect(sentFor('good')).toHaveLength(1);
			expect(sentFor('bad')).toHaveLength(3);
			expect(result.items[0].map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 1 },
			]);
			expect(result.context).toEqual({ creatorIntelligencePaid: 2 });
		});

		it('is not sent again after a lost response', async () => {
			post = (_, reply) => reply.hijack().raw.destroy();
			const { error } = await run(what, { parameters, retryOnFail: RETRY });
			expect(sent()).toHaveLength(1);
			expect(error?.message).toMatch(
				/again, because an earlier attempt may have succeeded \[item 0\]$/,
			);
		});
	});
});

describe('the response of an earlier attempt is returned again', () => {
	it('unchanged: data, text and files', async () => {
		const bodies: Record<string, [string, string | Buffer]> = {
			data: ['application/json', '{"n":12345678901234567890,"s":"ä"}'],
			text: ['text/plain; charset=latin1', Buffer.from('ä', 'latin1')],
			file: ['application/pdf', Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0xff, 0x00])],
		};
		let isRejecting = true;
		post = ({ body }, reply) => {
			const { who } = body as { who: string };
			if (who === 'bad') return isRejecting ? fails(reply, 422) : {};
			const [type, content] = bodies[who];
			return reply.type(type).send(content);
		};
		const items = ['data', 'text', 'file', 'bad'].map((who) => ({ json: { who } }));
		const extra = { items };
		const failed = await run(CONTACT, extra);
		expect(failed.error?.description).toMatch(/Requests that got a response: 3\. .* retry/);
		isRejecting = false;
		const { json, items: output, error } = await retryExecution(failed, optionsOf(CONTACT, extra));
		expect(error).toBeUndefined();
		expect(json.slice(0, 2)).toEqual([{ n: '12345678901234567890', s: 'ä' }, { data: 'ä' }]);
		expect(output[0][2].binary?.data.mimeType).toBe('application/pdf');
		expect(sent()).toHaveLength(5);
	});

	it('for a submission, with the response of the service', async () => {
		post = ({ body }, reply) =>
			(body as IDataObject).who === 'bad' && sent().length < 3
				? fails(reply, 422)
				: { id: 'j1', eta: 7 };
		const { json } = await run(SUBMIT, { items: two, retryOnFail: RETRY });
		expect(json[0]).toMatchObject({ id: 'j1', eta: 7, job: { id: 'j1', state: 'pending' } });
		expect(sentFor('good')).toHaveLength(1);
	});

	it('and an expression with another value in each attempt is the same request', async () => {
		let isRejecting = true;
		post = ({ body }, reply) =>
			(body as IDataObject).who === 'bad' && isRejecting ? fails(reply, 422) : { id: 'x' };
		const extra = {
			items: two,
			parameters: {
				bodyMode: 'json',
				bodyJson: '={{ { who: $json.who, at: String(Math.random()) } }}',
			},
		};
		const failed = await run(CONTACT, extra);
		isRejecting = false;
		await retryExecution(failed, optionsOf(CONTACT, extra));
		expect(sentFor('good')).toHaveLength(1);
	});

	it('is not used for a request that the user has changed', async () => {
		let isRejecting = true;
		post = ({ body }, reply) =>
			(body as IDataObject).who === 'bad' && isRejecting ? fails(reply, 422) : { id: 'x' };
		const of = (extra: IDataObject) => ({
			items: two,
			parameters: {
				bodyMode: 'json',
				bodyJson: `={{ Object.assign({}, $json, ${JSON.stringify(extra)}) }}`,
			},
		});
		const failed = await run(CONTACT, of({ a: 1 }));
		isRejecting = false;
		await retryExecution(failed, optionsOf(CONTACT, of({ a: 2 })));
		expect(sentFor('good').map(({ body }) => (body as IDataObject).a)).toEqual([1, 2]);
	});

	it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'after Stop in the middle (on error: %s)',
		async (onError) => {
			const controller = new AbortController();
			post = async ({ body }) => {
				const { who } = body as { who: string };
				if (who !== 'slow') return { id: who };
				controller.abort();
				return await new Promise(() => undefined);
			};
			const items = ['quick', 'slow', 'waiting'].map((who) => ({ json: { who } }));
			const options = optionsOf(CONTACT, { items, options: { maxConcurrency: 1 }, onError });
			const stopped = await runNode({ ...options, signal: controller.signal });
			expect(stopped.stopped).toBe(true);
			expect(JSON.stringify(stopped.context)).toContain('quick');
			const warnings = stopped.logs.map(({ message }) => message).join();
			expect(warnings).toMatch(/those of the items 1 may have been processed/);

			await retryExecution(stopped, options);
			expect([sentFor('quick').length, sentFor('slow').length]).toEqual([1, 1]);
		},
	);

	it('after Stop before any response', async () => {
		const controller = new AbortController();
		post = async () => {
			controller.abort();
			return await new Promise(() => undefined);
		};
		const items = [{ json: { who: 'slow' } }];
		const options = optionsOf(CONTACT, { items, onError: 'continueRegularOutput' });
		const stopped = await runNode({ ...options, signal: controller.signal });
		// n8n does not wait for a node that it stops.
		for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
		expect(JSON.stringify(stopped.context)).toContain('creatorIntelligence');
		expect(sentFor('slow')).toHaveLength(1);
	});

	it('rounds of a loop with equal items are separate requests', async () => {
		post = ({ body }, reply) =>
			(body as IDataObject).who === 'bad' ? fails(reply, 422) : { id: `g${sent().length}` };
		const { node, credentials, parameters } = optionsOf(CONTACT, {
			parameters: { bodyMode: 'json', bodyJson: '={{ { who: $itemIndex ? "bad" : "good" } }}' },
		});
		const contact = {
			...{ name: 'Contact', type: node, credentials, parameters },
			...{ onError: 'continueRegularOutput' as const, retryOnFail: true },
		};
		const result = await runWorkflow({ ...loop(contact, 3), items: two });
		expect(result.runData.Contact).toHaveLength(3);
		expect(sentFor('good')).toHaveLength(3);
		// The ledger drops the responses of earlier rounds of the loop.
		expect(JSON.stringify(result.context).match(/"accepted"/g)).toHaveLength(1);
	});
});

describe('the error of one item', () => {
	it('names the others whose response was lost', async () => {
		post = ({ body }, reply) =>
			(body as IDataObject).who === 'bad' ? fails(reply, 422) : fails(reply, 500);
		const items = ['bad', 'lost', 'lost too'].map((who) => ({ json: { who } }));
		const { error } = await run(CONTACT, { items });
		expect(error?.message).toMatch(/invalid values .*\[item 0\]$/);
		expect(error?.description).toMatch(
			/got no usable response: 1, 2\. The requests may have .* charged/,
		);
	});

	it('does not mention its own item twice', async () => {
		post = (_, reply) => fails(reply, 500);
		const { error } = await run(CONTACT);
		expect(error?.description).toMatch(/may have been processed and charged/);
		expect(error?.description).not.toMatch(/no usable response/);
	});

	it.each([
		[CONTACT, ['bad'], true],
		[CONTACT, ['good', 'bad'], false],
		[SUBMIT, ['bad'], true],
		[SUBMIT, ['good', 'bad'], false],
	])('of %j with %j advises another execution: %s', async (what, whos, isAdvised) => {
		post = ({ body }, reply) =>
			(body as IDataObject).who === 'bad' ? fails(reply, 402) : { id: 'x' };
		const items = whos.map((who) => ({ json: { who } }));
		const { json } = await run(what, { items, onError: 'continueRegularOutput' });
		expect(/run the workflow again/i.test(JSON.stringify(json))).toBe(isAdvised);
	});
});

describe('after an item has failed', () => {
	it.each([[CONTACT], [SUBMIT], [SCREEN]])('%j sends no further request', async (what) => {
		post = (_, reply) => fails(reply, 422);
		const items = ['bad', 'good', 'good'].map((who) => ({ json: { who } }));
		const { error } = await run(what, { items, options: { maxConcurrency: 1 } });
		expect(error).toBeDefined();
		expect(sent()).toHaveLength(1);
	});
});

describe('the ledger stores', () => {
	const rejecting: Answer = ({ body }, reply) =>
		(body as IDataObject).who === 'bad' ? fails(reply, 422) : { id: 'x' };

	it.each([
		['nothing if the workflow continues and there is no retry', 'continueRegularOutput', false, 0],
		['responses if n8n may retry', 'continueRegularOutput', true, 1],
		['responses if the execution fails', undefined, false, 1],
	] as const)('%s', async (_, onError, retries, kept) => {
		post = rejecting;
		const { context } = await run(CONTACT, {
			items: two,
			onError,
			...(retries && { retryOnFail: RETRY }),
		});
		expect(JSON.stringify(context).match(/"accepted"/g) ?? []).toHaveLength(kept);
	});

	it('never the token', async () => {
		post = ({ body, headers }, reply) =>
			(body as IDataObject).who === 'bad' ? fails(reply, 422) : { seen: headers.authorization };
		const { context } = await run(CONTACT, { items: two });
		expect(JSON.stringify(context)).toContain('token removed');
		expect(JSON.stringify(context)).not.toContain(TOKEN);
	});
});

describe('responses that are too large to be stored', () => {
	const large = 'x'.repeat(6_000_000);

	it('are not requested again, and the error says so', async () => {
		post = ({ body }, reply) =>
			(body as IDataObject).who === 'bad' ? fails(reply, 422) : { large };
		const items = ['a', 'b', 'c', 'bad'].map((who) => ({ json: { who } }));
		const failed = await run(CONTACT, { items, options: { maxConcurrency: 1 } });
		expect(failed.error?.description).toMatch(/too large to store: 1\./);
		expect(JSON.stringify(failed.context).length).toBeLessThan(16_500_000);

		post = () => ({ id: 'x' });
		const extra = { items, onError: 'continueRegularOutput' as const };
		const { json } = await retryExecution(failed, optionsOf(CONTACT, extra));
		expect(json.map((each) => Object.keys(each))).toEqual([
			['large'],
			['large'],
			['error'],
			['id'],
		]);
		expect(errorOf(json[2]).message).toMatch(
			/POST \/contact-info was not sent again, because an earlier attempt got a response.*too large to store/,
		);
		expect(errorOf(json[2]).outcomeUnknown).toBe(true);
		expect(sentFor('c')).toHaveLength(1);
	});

	it('are requested again where the user chooses so', async () => {
		post = ({ body }, reply) =>
			(body as IDataObject).who === 'bad' ? fails(reply, 422) : { large: large.repeat(3) };
		const failed = await run(CONTACT, { items: two });
		post = () => ({ id: 'x' });
		const extra = { items: two, options: { retryUnsafe: true } };
		const { error } = await retryExecution(failed, optionsOf(CONTACT, extra));
		expect(error).toBeUndefined();
		expect(sentFor('good')).toHaveLength(2);
	});
});

describe('pages of a list that is read over POST', () => {
	const pages = (failing: (page: number) => boolean, status = 422): void => {
		post = ({ body }, reply) => {
			const page = Number((body as IDataObject).cursor ?? 1);
			if (failing(page)) return fails(reply, status);
			const next = page < 4 ? { next_cursor: String(page + 1) } : {};
			return { data: [{ page }], ...next };
		};
	};
	const pagesSent = () => sent().map(({ body }) => Number((body as IDataObject).cursor ?? 1));
	const parameters = { returnAll: true };

	it('are not requested again after a lost response; the rows before it are returned', async () => {
		pages((page) => page === 3, 500);
		const extra = { parameters, onError: 'continueRegularOutput' as const };
		const failed = await run(SEARCH, { parameters });
		const { json } = await retryExecution(failed, optionsOf(SEARCH, extra));
		expect(json.slice(0, 2)).toEqual([{ page: 1 }, { page: 2 }]);
		expect(errorOf(json[2])).toMatchObject({ outcomeUnknown: true, status: 500 });
		expect(pagesSent()).toEqual([1, 2, 3]);
	});

	it('with identical requests are distinguished', async () => {
		// A scroll: the cursor stays the same while the pages differ.
		let isBroken = true;
		let scrolled = 0;
		post = ({ body }, reply) => {
			if ((body as IDataObject).who === 'bad' && isBroken) return fails(reply, 422);
			scrolled += 1;
			return { data: [{ n: scrolled }], next_cursor: 'same', has_more: scrolled < 3 };
		};
		const extra = { parameters, items: two, options: { maxConcurrency: 1 } };
		const failed = await run(SEARCH, extra);
		const read = scrolled;
		isBroken = false;
		scrolled = 10;
		const { json } = await retryExecution(failed, optionsOf(SEARCH, extra));
		expect(json.slice(0, read).map(({ n }) => n)).toEqual(
			Array.from({ length: read }, (_, at) => at + 1),
		);
	});

	it('are the same pages after a change of Limit', async () => {
		let isBroken = true;
		pages((page) => page === 2 && isBroken);
		const failed = await run(SEARCH, { parameters: { limit: 2 } });
		isBroken = false;
		const corrected = optionsOf(SEARCH, { parameters: { limit: 3 } });
		const { json } = await retryExecution(failed, corrected);
		expect(json).toHaveLength(3);
		expect(pagesSent()).toEqual([1, 2, 2, 3]);
	});
});

describe('a correction that does not change what is submitted', () => {
	const row = (id: string, name: string, value: string) => ({ id, name, value, type: 'string' });
	const body = (...assignments: INodeParameters[]): INodeParameters => ({
		bodyMode: 'fields',
		bodyFields: { assignments },
	});
	const a = row('1', 'profile_url', '={{ $json.who }}');
	const b = row('2', 'note', 'n');

	const cases: Array<[string, INodeParameters, INodeParameters, INodeParameters?]> = [
		[
			'a query parameter of the result',
			{ ...body(a), ...queryOf({ x: 1 }) },
			{ ...body(a), ...queryOf({ x: 2 }) },
		],
		['a row that was entered anew', body(a, b), body(b, { ...a, id: 'new' })],
		['an empty row', body(a), body(a, row('3', '', ''))],
		['an option', body(a), body(a), { maxWait: 77, timeout: 9 }],
		[
			'the same in the words of another mode',
			body(a),
			{ bodyMode: 'json', bodyJson: '={{ { profile_url: $json.who } }}' },
		],
		['a value in the place of an expression', body(a), body(row('1', 'profile_url', 'good'))],
		[
			'what is entered for another mode',
			body(a),
			{ ...body(a), bodyJson: '{"x": 1}', excludeFields: 'y' },
		],
	];

	it.each(cases)('%s is the same submission', async (_, before, after, options = {}) => {
		get = (_request, reply) => fails(reply, 403);
		post = () => ({ id: 'j1' });
		const failed = await run(SCREEN, { parameters: before });
		expect(failed.error?.description).toContain('j1');
		get = () => ({ status: 'done' });
		const result = await retryExecution(failed, optionsOf(SCREEN, { parameters: after, options }));
		expect(result.error).toBeUndefined();
		expect(jobOf(result.json[0])).toMatchObject({ id: 'j1', state: 'finished' });
		expect(sent()).toHaveLength(1);
	});

	it.each<[string, INodeParameters, INodeParameters]>([
		['another value', body(a), body(row('1', 'profile_url', 'other'))],
		['another type', body(row('1', 'n', '1')), body({ ...row('1', 'n', '1'), type: 'number' })],
		['another row', body(a), body(a, b)],
	])('%s is another one', async (_, before, after) => {
		get = (_request, reply) => fails(reply, 403);
		const failed = await run(SCREEN, { parameters: before });
		get = () => ({ status: 'done' });
		await retryExecution(failed, optionsOf(SCREEN, { parameters: after }));
		expect(sent()).toHaveLength(2);
	});

	it('a query that is sent with the request is part of its fingerprint', async () => {
		post = ({ body: sentBody }, reply) =>
			(sentBody as IDataObject).who === 'bad' ? fails(reply, 422) : { id: 'x' };
		const failed = await run(CONTACT, { items: two, parameters: { ...queryOf({ x: 1 }) } });
		post = () => ({ id: 'x' });
		const other = { items: two, parameters: { ...queryOf({ x: 2 }) } };
		await retryExecution(failed, optionsOf(CONTACT, other));
		expect(sentFor('good').map(({ url }) => url)).toEqual([
			'/contact-info?x=1',
			'/contact-info?x=2',
		]);
	});
});

describe('paid responses are returned whatever else fails', () => {
	const report = { report_id: 'r1', report_url: '/files/r1.pdf' };
	const options = { downloadFile: true };
	const parameters = { id: 's1' };

	beforeEach(() => {
		post = () => report;
		get = (_, reply) => fails(reply, 503);
	});

	it('the response with the report link is in the error, and a retry downloads only the file', async () => {
		const failed = await run(REPORT, { parameters, options });
		expect(failed.error).toMatchObject({ context: { details: { response: report, status: 503 } } });
		expect(failed.error?.description).not.toMatch(/run the workflow again/i);
		get = (_, reply) => reply.type('application/pdf').send(Buffer.from('%PDF-1.7'));
		const { json, items } = await retryExecution(
			failed,
			optionsOf(REPORT, { parameters, options }),
		);
		expect(json[0]).toMatchObject(report);
		expect(json[0].incomplete).toBeUndefined();
		expect(items[0][0].binary?.data).toBeDefined();
		expect(sent()).toHaveLength(1);
	});

	it('or in an item, along with the failure', async () => {
		const result = await run(REPORT, {
			parameters,
			options: { ...options, outputFields: 'report_id' },
			onError: 'continueRegularOutput',
			retryOnFail: RETRY,
		});
		expect(result.json[0]).toEqual({
			report_id: 'r1',
			incomplete: 'The linked file could not be downloaded',
			job: { type: 'screening', id: 's1' },
		});
		expect(errorOf(result.json[1])).toMatchObject({ status: 503, response: report });
		expect(errorOf(result.json[1]).description).not.toMatch(/run the workflow again/i);
		expect(sent()).toHaveLength(1);
	});

	it('on the error output, only the failure is returned', async () => {
		const { items } = await run(REPORT, { parameters, options, onError: 'continueErrorOutput' });
		expect(items.map((output) => output.length)).toEqual([1, 1]);
		expect(items[0][0].json).toMatchObject(report);
	});

	it('a full disk leads to no second payment, and loses only the file', async () => {
		get = (_, reply) => reply.type('application/pdf').send(Buffer.from('%PDF-1.7'));
		const store = jest
			.spyOn(await binaryDataService(), 'store')
			.mockRejectedValue(new Error('ENOSPC: no space left on device'));
		const extra = { parameters, options, retryOnFail: RETRY };
		const { error } = await run(REPORT, extra);
		expect(error?.message).toBe('n8n could not store the file [item 0]');
		expect(error?.description).toMatch(/ENOSPC.*Requests that got a response: 1\./);
		expect(sent()).toHaveLength(1);
		const { json } = await run(REPORT, { ...extra, onError: 'continueRegularOutput' });
		expect(json[0]).toMatchObject({ ...report, incomplete: 'The file could not be stored' });
		expect(errorOf(json[1]).message).toMatch(/could not store/);
		store.mockRestore();
	});

	it('a response with invalid JSON can be read as text afterwards', async () => {
		post = (_, reply) => reply.type('application/json').send('{"contact": "a@b.c", "x');
		const result = await runAndRetry(CONTACT, {}, { options: { responseFormat: 'text' } });
		expect(result.json).toEqual([{ data: '{"contact": "a@b.c", "x' }]);
		expect(sent()).toHaveLength(1);
	});

	it('a response whose rows were not found can be read with another path', async () => {
		post = () => ({ found: { people: [{ n: 1 }] } });
		const extra = { options: { rowsPath: 'nobody' } };
		const result = await runAndRetry(SEARCH, extra, { options: { rowsPath: 'found.people' } });
		expect(result.json).toEqual([{ n: 1 }]);
		expect(sent()).toHaveLength(1);
	});
});

describe('a failed item of a job contains the job', () => {
	const onError = 'continueRegularOutput' as const;
	const EXPORT: [string, string, string] = ['creatorSearch', 'creatorExport', 'submitAndWait'];
	const INTENT: [string, string, string] = ['purchaseIntent', 'analysis', 'submitAndWait'];

	beforeEach(() => {
		post = () => ({ id: 'j1' });
	});

	const last = ({ json }: RunResult) => json[json.length - 1];
	const finished = { id: 'j1', state: 'finished' };

	it('when a later page failed', async () => {
		get = ({ query }, reply) =>
			(query as IDataObject).cursor === undefined
				? { status: 'done', data: [{ n: 1 }], next_cursor: 'c' }
				: fails(reply, 500);
		const result = await run(EXPORT, { onError, parameters: { returnAll: true } });
		expect(result.json[0]).toMatchObject({ n: 1, job: finished });
		expect(last(result)).toMatchObject({ job: finished, error: { job: finished, status: 500 } });
		expect(errorOf(last(result)).description).not.toMatch(/run the workflow again/i);
	});

	it.each([1, 2])('when page %i of the comments failed', async (page) => {
		get = ({ url, query }, reply) => {
			if (!url.includes('/comments')) return { status: 'done', score: 5 };
			const isSecond = (query as IDataObject).cursor !== undefined;
			if (page === (isSecond ? 2 : 1)) return fails(reply, 500);
			return { data: [{ text: 'nice' }], next_cursor: 'c' };
		};
		const result = await run(INTENT, { onError, options: { includeComments: true } });
		expect(result.json[0]).toMatchObject({
			score: 5,
			job: finished,
			incomplete: 'Not all comments could be read',
		});
		expect(result.json[0].comments).toEqual(page === 1 ? undefined : [{ text: 'nice' }]);
		expect(last(result)).toMatchObject({ job: finished });
	});

	it('when the file failed; the comments are still returned', async () => {
		get = ({ url }, reply) => {
			if (url.startsWith('/files')) return fails(reply, 404);
			return { status: 'done', report_url: '/files/1' };
		};
		const options = { downloadFile: true };
		const result = await run(SCREEN, { onError, options });
		expect(result.json[0]).toMatchObject({ report_url: '/files/1', job: finished });
		expect(last(result)).toMatchObject({ job: finished, error: { status: 404 } });
	});

	it('when a poll failed, of Submit and Wait or of Get', async () => {
		get = (_, reply) => fails(reply, 403);
		const pending = { id: 'j1', state: 'pending' };
		expect(last(await run(SCREEN, { onError }))).toMatchObject({ job: pending });
		const got = await run(['socialBackgroundCheck', 'screening', 'get'], {
			onError,
			parameters: { id: 'j1' },
		});
		expect(last(got)).toMatchObject({ job: pending });
	});

	it.each([404, 410])(
		'but not where the service responds with %i that there is none',
		async (status) => {
			get = (_, reply) => fails(reply, status);
			const got = await run(['socialBackgroundCheck', 'screening', 'get'], {
				onError,
				parameters: { id: 'j1' },
			});
			expect(last(got)).not.toHaveProperty('job');
		},
	);

	it('on the error output, within the error', async () => {
		get = (_, reply) => fails(reply, 403);
		const { items } = await run(SCREEN, { onError: 'continueErrorOutput' });
		expect(items.map((output) => output.length)).toEqual([0, 1]);
		expect(items[1][0].json).toMatchObject({ error: { job: { id: 'j1' } } });
	});
});

describe('a submission whose response says that it failed', () => {
	const rejected: Array<[IDataObject, RegExp]> = [
		[{ success: false, message: 'no credit', request_id: 'trace' }, /rejected .*: no credit/],
		[{ status: 'error', message: 'no credit' }, /rejected .*: no credit/],
		[{ status: 'failed', request_id: 'trace' }, /rejected POST \/screening/],
	];

	it.each(rejected)(
		'%j is a rejection: it is not waited for, and may be sent again',
		async (body, message) => {
			post = () => (sent().length === 1 ? body : { id: 'j1' });
			const failed = await run(SCREEN);
			expect(failed.error?.message).toMatch(message);
			expect(failed.error).not.toMatchObject({ context: { details: { outcomeUnknown: true } } });
			expect(server.requests).toHaveLength(1);
			const { json } = await retryExecution(failed, optionsOf(SCREEN));
			expect(jobOf(json[0]).id).toBe('j1');
			expect(sent()).toHaveLength(2);
		},
	);

	it.each([SCREEN, SUBMIT])('one with an id is a job (%s %s %s)', async (...what) => {
		post = () => ({ id: 'j1', status: 'failed', message: 'no such profile' });
		get = post;
		const { json } = await run(what, { retryOnFail: RETRY });
		const job = { id: 'j1', state: 'failed', reason: 'no such profile' };
		expect(json).toMatchObject([{ job }]);
		expect(sent()).toHaveLength(1);
	});
});

describe('saved data of earlier attempts that is damaged', () => {
	const damaged = (failed: RunResult): RunResult => {
		const { execution } = failed;
		const data = execution.executionData;
		for (const each of Object.values(data?.contextData ?? {})) {
			for (const name of Object.keys(each)) Object.assign(each, { [name]: 'garbage' });
		}
		return failed;
	};

	it.each([SCREEN, SUBMIT, SEARCH])('sends nothing again (%s %s %s)', async (...what) => {
		post = (_, reply) => fails(reply, 500);
		const failed = damaged(await run(what));
		post = () => ({ id: 'j1', data: [] });
		const { error } = await retryExecution(failed, optionsOf(what));
		expect(error?.message).toMatch(/not (submitted|sent) again, because the data .* is damaged/);
		expect(error?.description).toMatch(/may have been processed and charged/);
		expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
		expect(sent()).toHaveLength(1);
		const options = { retryUnsafe: true };
		expect((await retryExecution(failed, optionsOf(what, { options }))).error).toBeUndefined();
		expect(sent()).toHaveLength(2);
	});
});

describe('the response to a submission is never lost', () => {
	const answers: Array<[string, Answer]> = [
		[
			'JSON that is cut off',
			(_, reply) => reply.type('application/json').send('{"id": "job-77", "st'),
		],
		['a web page', (_, reply) => reply.type('text/html').send('<html><b>job-77</b></html>')],
		['an unknown place', () => ({ made: { number: 'job-77' } })],
		['a failure of the service', (_, reply) => fails(reply, 500, { made: 'job-77' })],
		['a redirect to nowhere', (_, reply) => reply.code(303).send({ made: 'job-77' })],
	];

	it.each(answers)('%s', async (_, answer) => {
		post = answer;
		for (const retryOnFail of [undefined, RETRY]) {
			server.requests.length = 0;
			const { error, context } = await run(SCREEN, { retryOnFail });
			expect(JSON.stringify(error)).toContain('job-77');
			expect(JSON.stringify(context)).toContain('job-77');
			expect(error).toMatchObject({ context: { details: { outcomeUnknown: true } } });
			expect(sent()).toHaveLength(1);
		}
	});

	it.each<[string, Answer, RegExp | undefined]>([
		['fails', (_, reply) => fails(reply, 503), /not available|was not submitted/],
		['has no id', () => ({ made: true, at: 'x' }), undefined],
	])('a redirect to the job, where the target %s', async (_, target, message) => {
		post = (_request, reply) => reply.code(303).header('location', '/screening/job-77').send();
		let polls = 0;
		get = (request, reply) => {
			polls += 1;
			return polls === 1 ? target(request, reply) : { status: 'done' };
		};
		const { json, error } = await run(SCREEN, { retryOnFail: RETRY });
		expect(JSON.stringify([json, error])).toContain('job-77');
		if (message === undefined) expect(jobOf(json[0]).id).toBe('job-77');
		else expect(error?.message).toMatch(message);
		expect(sent()).toHaveLength(1);
	});

	it('a conflict may name the existing job', async () => {
		post = (_, reply) => fails(reply, 409, { message: 'exists', id: 'job-77' });
		const { error } = await run(SCREEN);
		expect(error).toMatchObject({ context: { details: { response: { id: 'job-77' } } } });
	});

	it('and returns the job once the user sets its path', async () => {
		post = () => ({ made: { number: 'job-77' } });
		const corrected = { options: { idPath: 'made.number' } };
		const { json, error } = await runAndRetry(SCREEN, {}, corrected);
		expect(error).toBeUndefined();
		expect(jobOf(json[0])).toMatchObject({ id: 'job-77', state: 'finished' });
		expect(sent()).toHaveLength(1);
	});

	it.each([300, 302, 303, 304])(
		'a %i without a usable target is not sent again',
		async (status) => {
			post = (_, reply) => reply.code(status).send();
			const { error } = await run(SCREEN, { retryOnFail: RETRY });
			expect(error?.message).toMatch(/not submitted again/);
			expect(sent()).toHaveLength(1);
		},
	);
});
