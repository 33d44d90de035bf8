import type { FastifyReply } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';

import { startServer, type LoopbackServer } from '../../support/http';
import { jobOf, newProcess, Trigger, type TriggerOptions } from './trigger';

/** What the service answers for a job, by its id. */
type Answers = (id: string, reply: FastifyReply) => unknown;

let server: LoopbackServer;
let answers: Answers;

beforeAll(async () => {
	server = await startServer((app) => {
		const job = async (request: { params: unknown }, reply: FastifyReply) =>
			await answers((request.params as { id: string }).id, reply);
		app.get('/screening/:id', job);
		app.post('/screening', async (_, reply) => await answers('', reply));
		app.get('/discovery-export/:id', job);
		app.get('/profile-analytics-async/:id', job);
		app.get('/file/:id', async (request, reply) => {
			if ((request.params as { id: string }).id === 'bad') return await reply.code(403).send('no');
			return await reply.type('application/pdf').send(Buffer.from('%PDF-1.4'));
		});
		app.get('/dictionary/languages', async () => ({ languages: [] }));
	});
});
afterAll(async () => await server.close());
beforeEach(newProcess);
afterEach(() => jest.restoreAllMocks());

const triggerOf = (parameters: INodeParameters, options: TriggerOptions = {}) =>
	new Trigger(
		{ token: 'token-123456', url: server.url },
		{ event: 'jobFinished', jobType: 'screening', ...parameters },
		options,
	);
const idsOf = ({ finished }: Trigger) => finished.map((json) => jobOf(json).id);
const rowsPath = { jobType: 'profileAnalyticsReport', options: { rowsPath: 'data.items' } };

describe('one bad response', () => {
	const withRows: Answers = (id) => ({
		status: 'SUCCESS',
		data: id.startsWith('bad') ? { other: 1 } : { items: [{ n: 1 }] },
	});
	/** On another host, as the token is sent to the one of the base URL only. */
	const withLink: Answers = (id) => ({
		status: 'SUCCESS',
		download_url: `${server.url.replace('127.0.0.1', 'localhost')}/file/${id}`,
	});
	const withoutLink: Answers = (id) =>
		id.startsWith('bad') ? { status: 'SUCCESS' } : withLink(id, {} as FastifyReply);
	const download = { options: { downloadFile: true } };

	it.each<[string, Answers, INodeParameters]>([
		["without a list at 'Rows Path'", withRows, rowsPath],
		['whose file is not handed out', withLink, download],
		['without a link', withoutLink, download],
	])(
		'%s: the workflow is activated, and the other jobs are emitted',
		async (_, received, parameters) => {
			answers = received;
			const good = Array.from({ length: 15 }, (__, n) => `good-${n}`);
			const options = { ...(parameters.options as INodeParameters), maxConcurrency: 1 };
			const trigger = triggerOf({ ...parameters, ids: ['bad', ...good].join(), options });
			const { error, logs } = await trigger.poll();
			expect(error).toBeUndefined();
			expect(JSON.stringify(logs)).toContain(' bad cannot be read');
			expect(idsOf(trigger)).toEqual(good);
			trigger.reactivate();
			expect((await trigger.poll()).error).toBeUndefined();
		},
	);

	it.each<[string, Answers, INodeParameters, RegExp]>([
		['rows', withRows, rowsPath, /bad, bad-2 cannot be read: There is no list at 'data\.items'/],
		['a link', withoutLink, download, /bad, bad-2 cannot be read: .*no link to a file/],
	])(
		'%s, if all responses are like that: reported at activation',
		async (_, received, more, message) => {
			answers = received;
			const { error } = await triggerOf({ ...more, ids: 'bad,bad-2' }).poll();
			expect(error?.message).toMatch(message);
		},
	);

	it('of a job that the trigger submitted: it is emitted as failed after a day', async () => {
		answers = withLink;
		const watched = [{ id: 'bad', path: '/screening', at: Date.now() - 90_000_000 }];
		const trigger = triggerOf(
			{ source: 'submit', bodyMode: 'json', bodyJson: '{"a":1}', ...download },
			{ staticData: { submissions: { watched, last: Date.now() } } },
		);
		await trigger.poll();
		expect(jobOf(trigger.finished[0])).toMatchObject({ id: 'bad', state: 'failed' });
	});
});
