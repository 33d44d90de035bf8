import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunResult } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { nodeOf } from './areas';
import { TOKEN } from './calls';

type Answer = (request: { url: URL; body: IDataObject }) => unknown;

let answer: Answer;
let server: LoopbackServer;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (request, reply) => {
			const url = new URL(request.url, 'http://service');
			await reply
				.headers({ 'x-credits-remaining': '19000' })
				.send(answer({ url, body: (request.body ?? {}) as IDataObject }));
		});
	});
});
afterAll(async () => await server.close());

interface Run {
	operation: [node: string, resource: string, operation: string];
	parameters?: INodeParameters;
	items?: IDataObject[];
}

async function run(respond: Answer, { operation, parameters, items }: Run) {
	answer = respond;
	const [node, resource, name] = operation;
	return await runNode({
		node: nodeOf(node),
		credentials: { baseUrl: server.url, apiToken: TOKEN },
		parameters: { resource, operation: name, ...parameters },
		...(items && { items: items.map((json) => ({ json })) }),
	});
}

const hintsOf = ({ hints }: RunResult) => hints.map(({ message }) => message).join('\n');

describe('a word that contains one for an end', () => {
	it.each<[IDataObject, string, boolean]>([
		[{ status: '99% complete' }, 'pending', true],
		[{ status: 'step_1_of_3_done' }, 'pending', true],
		[{ status: 'partially_processed' }, 'pending', true],
		[{ status: 'failed_retrying' }, 'pending', true],
		[{ status: 'crawl_completed', stage: 'analysis_running' }, 'pending', false],
		[{ status: 'failed', will_retry: true }, 'pending', false],
		[{ status: 'JOB_STATE_SUCCEEDED' }, 'finished', false],
		[{ status: 'Job Completed' }, 'finished', false],
		[
			{ run: { id: 'e1', status: 'running' }, customer: { id: 'c1' }, usage: { left: 5 } },
			'pending',
			false,
		],
	])('%j is %s', async (said, state, isTold) => {
		const read = await run(() => ({ id: 'e1', ...said }), {
			operation: ['socialBackgroundCheck', 'mediaScreening', 'get'],
			parameters: { id: 'e1' },
		});
		expect(read.json[0]?.job).toMatchObject({ state });
		expect(hintsOf(read).includes(`'${String(said.status)}' is unknown`)).toBe(isTold);
	});
});

it.each<IDataObject>([
	{ success: true, data: null },
	{ data: {} },
	{ status: 'ok', data: null },
	{ status: 202, message: 'Accepted' },
	{ result: 'pending' },
	{ success: true, message: 'Still processing' },
])('a response that has no result yet is pending: %j', async (said) => {
	const read = await run(() => said, {
		operation: ['socialBackgroundCheck', 'mediaScreening', 'get'],
		parameters: { id: 'e1' },
	});
	expect(read.json[0]?.job).toMatchObject({ id: 'e1', state: 'pending' });
});

it('what is left of the credits is not what a request cost', async () => {
	const read = await run(() => ({ name: 'Ann' }), {
		operation: ['creatorSearch', 'contact', 'get'],
		parameters: { bodyMode: 'json', bodyJson: '{"a":1}', options: { explain: true } },
	});
	const recognised = (read.json[0]?.recognised ?? {}) as IDataObject;
	expect(recognised.summary).toBeDefined();
	expect(recognised.cost ?? null).toBeNull();
	expect(JSON.stringify(recognised.contract ?? {})).not.toContain('credits');
	expect(hintsOf(read)).not.toMatch(/used:? 19.?000/i);
});

describe('jobs are remembered one by one', () => {
	/** What each job says, poll by poll. */
	const POLLS: Record<string, unknown[]> = {
		a: [{ state: 'running' }, { state: 'running', success: true }, { state: 'done', n: 1 }],
		b: [{ progress: 10, success: true }, { items: [{ handle: 'x' }] }],
		c: [{ data: { status: 'queued' } }, { data: { status: 'done' }, state: 'odd' }],
		d: [{ status: 'queued' }, { name: 'The bare result' }],
	};
	const wait = async (names: string[]) => {
		const left = Object.fromEntries(Object.entries(POLLS).map(([id, said]) => [id, [...said]]));
		const respond: Answer = ({ url, body }) => {
			const id = url.pathname.split('/').at(-1) ?? '';
			const [said, ...later] = left[id] ?? [{ id: body.keyword }];
			if (later.length > 0) left[id] = later;
			return said;
		};
		const { json, error } = await run(respond, {
			operation: ['creatorSearch', 'audienceOverlap', 'submitAndWait'],
			parameters: {
				bodyMode: 'json',
				bodyJson: '={{ { keyword: $json.id } }}',
				options: { waiting: { values: { pollInterval: 0 } } },
			},
			items: names.map((id) => ({ id })),
		});
		expect(error).toBeUndefined();
		const texts = json.map(({ job, ...item }) => {
			const { id, state, rawState } = job as IDataObject;
			return JSON.stringify([id, state, rawState, item]);
		});
		return texts.sort();
	};

	it('in whichever order their responses arrive', async () => {
		const first = await wait(['a', 'b', 'c', 'd']);
		expect(first).toHaveLength(4);
		expect(first.every((text) => text.includes('finished'))).toBe(true);
		expect(await wait(['d', 'c', 'b', 'a'])).toEqual(first);
		expect(await wait(['c', 'a', 'd', 'b'])).toEqual(first);
	}, 120_000);
});
