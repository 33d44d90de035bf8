import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { retryExecution, runNode, type RunNodeOptions } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { nodeOf } from './areas';
import { TOKEN } from './calls';
import { newProcess, Trigger } from './CreatorIntelligenceTrigger/trigger';

let server: LoopbackServer;
let answers: Record<string, (count: number) => unknown>;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async ({ method, url }) => {
			const label = `${method} ${url.split('?')[0]}`;
			return (answers[label] ?? (() => ({})))(sent(label).length);
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	newProcess();
	server.requests.length = 0;
	answers = { 'GET /dictionary/languages': () => ({ languages: [] }) };
});

const sent = (label: string) =>
	server.requests.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === label);

const CONTRACT = {
	version: 1,
	endpoints: {
		'POST /screening': { id: 'data.ref', fields: { profile_url: 'subject.link' } },
		'GET /screening/{id}': {
			state: { path: 'data.phase', pending: 'going', finished: 'through', failed: 'bad' },
			rating: 'data.verdict',
			reason: 'data.why',
		},
		'POST /discovery': {
			rows: 'data.people',
			next: { scheme: 'cursor', path: 'data.more', name: 'from' },
			fields: { follower_count: 'followers' },
		},
	},
};

const optionsOf = (
	[node, resource, operation]: [string, string, string],
	parameters: INodeParameters,
	{ strictContract = false, ...more }: Partial<RunNodeOptions> & { strictContract?: boolean } = {},
): RunNodeOptions => ({
	node: nodeOf(node),
	parameters: { resource, operation, bodyMode: 'json', bodyJson: '{"a": 1}', ...parameters },
	credentials: {
		baseUrl: server.url,
		apiToken: TOKEN,
		responseContract: JSON.stringify(CONTRACT),
		strictContract,
	},
	...more,
});
const SCREEN: [string, string, string] = ['socialBackgroundCheck', 'screening', 'submitAndWait'];
const GET: [string, string, string] = ['socialBackgroundCheck', 'screening', 'get'];
const SEARCH: [string, string, string] = ['creatorSearch', 'creator', 'search'];
const soon = { options: { waiting: { values: { pollInterval: 0.01 } } } };

const messagesOf = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message).filter((message) => message.includes('contract'));

describe('a contract', () => {
	it('is overridden by options of the node', async () => {
		answers['GET /screening/7'] = () => ({
			data: { phase: 'parked', verdict: 'red' },
			now: 'through',
		});
		const recognition = (values: INodeParameters) => ({
			id: '7',
			options: { recognition: { values } },
		});
		const stateWith = async (values: INodeParameters) =>
			await runNode(optionsOf(GET, recognition(values), { strictContract: true }));
		const path = await stateWith({
			statePath: 'now',
			finishedStates: 'through',
		});
		expect(path.json).toMatchObject([{ job: { state: 'finished' } }]);
		expect((await stateWith({ pendingStates: 'parked' })).json).toMatchObject([
			{ job: { state: 'pending' } },
		]);
		expect((await stateWith({})).error?.message).toContain("the state 'parked' at 'data.phase'");
	});

	it('that cannot be used is an error before anything is sent', async () => {
		const options = optionsOf(SEARCH, {});
		const { error } = await runNode({
			...options,
			credentials: { ...options.credentials, responseContract: '{"version": 3}' },
		});
		expect(error?.message).toContain('version is 3');
		expect(server.requests).toEqual([]);
	});
});

describe('a list that changes while it is read', () => {
	const pages: Record<string, unknown>[] = [
		{ data: { people: [{ n: 1 }, { n: 2 }], more: 'a' } },
		{ results: [{ n: 3 }, { n: 4 }], next_cursor: 'b' },
		{ results: [{ n: 5 }], next_cursor: null },
	];
	beforeEach(() => {
		answers['POST /discovery'] = (count) => pages[count - 1];
	});
	const asked = () => sent('POST /discovery').map(({ body }) => body as IDataObject);

	it('is read to its end, and a hint says what changed', async () => {
		const result = await runNode(optionsOf(SEARCH, { returnAll: true }));
		expect(result.json).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })));
		expect(asked().slice(0, 2)).toEqual([{ a: 1 }, { a: 1, from: 'a' }]);
		expect(messagesOf(result)).toEqual([
			expect.stringContaining("the list is not at 'data.people'"),
		]);
	});

	it('ends at the change where the contract is strict, and a retry pays for nothing again', async () => {
		const options = optionsOf(SEARCH, { returnAll: true }, { strictContract: true });
		const failed = await runNode({ ...options, retryOnFail: { maxTries: 2, waitBetweenTries: 1 } });
		expect(failed.error?.message).toContain(
			"the list is not at 'data.people'; it is now at 'results'",
		);
		expect(asked()).toHaveLength(2);
		const lenient = optionsOf(SEARCH, { returnAll: true });
		expect((await retryExecution(failed, lenient)).json).toHaveLength(5);
		expect(asked()).toHaveLength(3);
	});

	it('keeps its first rows where the workflow continues on fail', async () => {
		const strict = { strictContract: true, onError: 'continueRegularOutput' as const };
		const { json } = await runNode(optionsOf(SEARCH, { returnAll: true }, strict));
		expect(json).toMatchObject([{ n: 1 }, { n: 2 }, { error: { response: pages[1] } }]);
	});
});

describe('a path of the rows', () => {
	const read = async (response: unknown, parameters: INodeParameters = {}) => {
		answers['POST /discovery'] = () => response;
		return await runNode(optionsOf(SEARCH, { returnAll: true, ...parameters }));
	};

	it.each<[string, unknown, unknown[], boolean]>([
		['null', { data: { people: null } }, [], false],
		['an empty list', { data: { people: [] }, results: [{ n: 1 }] }, [], false],
		['null beside other rows', { data: { people: null }, results: [{ n: 1 }] }, [{ n: 1 }], true],
		['a text', { data: { people: 'none' }, results: [{ n: 1 }] }, [{ n: 1 }], true],
	])('with %s', async (_, response, json, isReported) => {
		const result = await read(response);
		expect(result.json).toEqual(json);
		expect(messagesOf(result)).toHaveLength(Number(isReported));
	});

	it('and a cursor that ends', async () => {
		for (const more of [0, '0', '-1', null, false, '', 'null']) {
			server.requests.length = 0;
			await read({ data: { people: [{ n: 1 }], more } });
			expect(sent('POST /discovery')).toHaveLength(1);
		}
	});

	it('from the contract is explained as such, and learned as recognised', async () => {
		const { json } = await read({ data: { people: [{ n: 1 }] } }, { options: { explain: true } });
		expect(json[0].recognised).toMatchObject({
			rows: { path: 'data.people', rule: 'contract' },
			contract: { 'POST /discovery': { rows: 'data.people', fields: expect.anything() } },
		});
	});
});

describe('a submission that differs from a strict contract', () => {
	beforeEach(() => {
		answers['POST /screening'] = () => ({ job_id: 'j-1' });
		answers['GET /screening/j-1'] = () => ({ data: { phase: 'through', verdict: 'red' } });
	});

	it('is an error with the response and the ID, and a retry submits nothing', async () => {
		const strict = optionsOf(SCREEN, soon, {
			strictContract: true,
			retryOnFail: { maxTries: 3, waitBetweenTries: 1 },
		});
		const failed = await runNode(strict);
		expect(failed.error).toMatchObject({
			message: expect.stringContaining("the ID is not at 'data.ref'; it is now at 'job_id'"),
			description: expect.stringContaining('The ID of the job may be j-1'),
			context: {
				job: { type: 'screening', id: 'j-1', state: 'pending' },
				details: { response: { job_id: 'j-1' }, outcomeUnknown: true },
			},
		});
		const again = await retryExecution(failed, strict);
		expect(again.error?.message).toContain('differs from the contract');
		const { json } = await retryExecution(again, optionsOf(SCREEN, soon));
		expect(json).toMatchObject([{ riskRating: 'red', job: { id: 'j-1', state: 'finished' } }]);
		expect(sent('POST /screening')).toHaveLength(1);
	});

	it('that the service rejects is a rejection, not a change', async () => {
		answers['POST /screening'] = () => ({ error: { code: 402, message: 'No credit left' } });
		const { error } = await runNode(optionsOf(SCREEN, soon, { strictContract: true }));
		expect(error?.message).toContain('No credit left');
	});
});

describe('the trigger', () => {
	const triggerOf = (parameters: INodeParameters, strictContract = false) =>
		new Trigger(
			{ token: TOKEN, url: server.url },
			{ event: 'jobFinished', jobType: 'screening', ...parameters },
			{ credential: { responseContract: JSON.stringify(CONTRACT), strictContract } },
		);
	const logged = ({ logs }: { logs: Array<{ message: string }> }) =>
		logs.filter(({ message }) => message.includes('contract')).map(({ message }) => message);

	it('reads nothing that differs from a strict contract', async () => {
		answers['GET /screening/7'] = () => ({ data: { phase: 'going' } });
		const trigger = triggerOf({ ids: '7' }, true);
		await trigger.poll();
		answers['GET /screening/7'] = () => ({ status: 'SUCCESS' });
		expect(logged(await trigger.poll())).toEqual([
			expect.stringContaining('differs from the contract in the credential'),
		]);
		expect(logged(await trigger.poll())).toEqual([]);
		expect(trigger.finished).toEqual([]);
		answers['GET /screening/7'] = () => ({ data: { phase: 'through', verdict: 1 } });
		await trigger.poll();
		expect(trigger.finished).toMatchObject([{ riskRating: 1, job: { id: '7' } }]);
	});

	it('names the fields of the form, and submits once', async () => {
		answers['POST /screening'] = () => ({ job_id: 'j-1' });
		const submits = { source: 'submit', bodyMode: 'fields', profileUrl: 'https://a.example/b' };
		const trigger = triggerOf(submits, true);
		for (let polls = 0; polls < 4; polls++) await trigger.poll();
		expect(sent('POST /screening').map(({ body }) => body)).toEqual([
			{ subject: { link: 'https://a.example/b' } },
		]);
		expect(JSON.stringify(trigger.submitted)).toContain('j-1');
	});
});
