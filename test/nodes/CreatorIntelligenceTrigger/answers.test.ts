import type { FastifyReply } from 'fastify';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startServer, type LoopbackServer } from '../../support/http';
import { jobOf, newProcess, Trigger } from './trigger';

/** What the service answers for a job, by its id. */
type Answers = (id: string, reply: FastifyReply) => unknown;

let server: LoopbackServer;
let answers: Answers;
let contents: Answers;

beforeAll(async () => {
	server = await startServer((app) => {
		const job = async (request: { params: unknown }, reply: FastifyReply) =>
			await answers((request.params as { id: string }).id, reply);
		app.get('/screening/:id', job);
		app.get('/discovery-export/:id', job);
		app.get('/profile-analytics-async/:id', job);
		app.get(
			'/screening/:id/contents',
			async (request, reply) => await contents((request.params as { id: string }).id, reply),
		);
		app.get('/file/:id', async (request, reply) => {
			if ((request.params as { id: string }).id === 'bad') return await reply.code(403).send('no');
			return await reply.type('application/pdf').send(Buffer.from('%PDF-1.4'));
		});
		app.get('/dictionary/languages', async () => ({ languages: [] }));
	});
});
afterAll(async () => await server.close());
beforeEach(newProcess);

const INIT = { activation: 'init' as const };
const triggerOf = (parameters: INodeParameters, staticData?: IDataObject) =>
	new Trigger(
		{ token: 'token-123456', url: server.url },
		{ event: 'jobFinished', jobType: 'screening', ...parameters },
		{ staticData },
	);
const idsOf = ({ finished }: Trigger) => finished.map((json) => jobOf(json).id);
const rowsPath = { jobType: 'profileAnalyticsReport', options: { rowsPath: 'data.items' } };

describe('one bad answer', () => {
	const withRows: Answers = (id) => ({
		status: 'SUCCESS',
		data: id.startsWith('bad') ? null : { items: [{ n: 1 }] },
	});
	/** On another host, as the token is sent to the one of the base URL only. */
	const withLink: Answers = (id) => ({
		status: 'SUCCESS',
		download_url: `${server.url.replace('127.0.0.1', 'localhost')}/file/${id}`,
	});
	const withoutLink: Answers = (id) =>
		id.startsWith('bad') ? { status: 'SUCCESS' } : withLink(id, {} as FastifyReply);
	const forbidden: Answers = async (id, reply) =>
		id.startsWith('bad')
			? await reply.code(403).send({ message: 'not yours' })
			: { status: id === 'open' ? 'PENDING' : 'SUCCESS' };
	const download = { options: { downloadFile: true } };

	it.each<[string, Answers, INodeParameters]>([
		["without a list at 'Rows Path'", withRows, rowsPath],
		['whose file is not handed out', withLink, download],
		['without a link', withoutLink, download],
	])('%s: the workflow is activated, and the others come out', async (_, answer, parameters) => {
		answers = answer;
		const good = Array.from({ length: 15 }, (__, n) => `good-${n}`);
		const options = { ...(parameters.options as INodeParameters), maxConcurrency: 1 };
		const trigger = triggerOf({ ...parameters, ids: ['bad', ...good].join(), options });
		const { error, logs } = await trigger.poll();
		expect(error).toBeUndefined();
		expect(JSON.stringify(logs)).toContain(' bad cannot be read');
		expect(idsOf(trigger)).toEqual(good);
		trigger.reactivate();
		expect((await trigger.poll()).error).toBeUndefined();
	});

	it.each<[string, Answers, INodeParameters, RegExp]>([
		['rows', withRows, rowsPath, /bad, bad-2 cannot be read: There is no list at 'data\.items'/],
		['a link', withoutLink, download, /bad, bad-2 cannot be read: .*no link to a file/],
	])('%s, if it is the answer of all: told at activation', async (_, answer, more, message) => {
		answers = answer;
		const { error } = await triggerOf({ ...more, ids: 'bad,bad-2' }).poll();
		expect(error?.message).toMatch(message);
	});

	it('a setting that does not fit is told once, also if the job ends later', async () => {
		answers = () => ({ status: 'PENDING' });
		const trigger = triggerOf({ ...rowsPath, ids: 'bad,good' });
		await trigger.poll();
		answers = withRows;
		const errors: unknown[] = [];
		for (let polls = 0; polls < 6; polls++) errors.push((await trigger.poll()).error?.message);
		expect(errors.filter((each) => each !== undefined)).toEqual([
			expect.stringContaining("There is no list at 'data.items'"),
		]);
		expect(idsOf(trigger)).toEqual(['good']);
	});

	it('a job that the token has no right to: named at activation, later passed over', async () => {
		answers = forbidden;
		const parameters = { ids: 'bad,bad-2,good,open', options: { maxConcurrency: 1 } };
		const { error } = await triggerOf(parameters).poll();
		expect(error?.message).toMatch(/does not take the ID bad, bad-2 of/);
		const trigger = triggerOf(parameters);
		for (let polls = 0; polls < 3; polls++) {
			expect((await trigger.poll(INIT)).error).toBeUndefined();
		}
		expect(idsOf(trigger)).toEqual(['good']);
	});

	it('a token that has no right to any job is told as such, and not tried on all', async () => {
		answers = forbidden;
		const ids = Array.from({ length: 50 }, (_, n) => `bad-${n}`).join();
		server.requests.length = 0;
		const { error } = await triggerOf({ ids, options: { maxConcurrency: 1 } }).poll();
		expect(error?.message).toMatch(/token is not allowed/);
		expect(server.requests).toHaveLength(3);
	});

	it('an id that cannot be sent', async () => {
		answers = forbidden;
		const { error } = await triggerOf({ ids: '..,good' }).poll();
		expect(error?.message).toMatch(/does not take the ID \.\. of/);
		const trigger = triggerOf({ ids: '..,good' });
		await trigger.poll(INIT);
		expect(idsOf(trigger)).toEqual(['good']);
	});

	it('of a screening', async () => {
		answers = () => ({ status: 'SUCCESS', risk_rating: 'LOW' });
		contents = (id) => (id === 'bad' ? {} : { found: [] });
		const trigger = triggerOf({
			event: 'screeningChanged',
			ids: 'bad,good',
			firstSight: 'emit',
			options: { rowsPath: 'found', maxConcurrency: 1 },
		});
		expect((await trigger.poll()).error).toBeUndefined();
		expect(idsOf(trigger)).toEqual(['good']);
	});

	it('of a job of its own: it comes out as failed after a day', async () => {
		answers = withLink;
		const watched = [{ id: 'bad', path: '/screening', at: Date.now() - 90_000_000 }];
		const trigger = triggerOf(
			{ source: 'submit', bodyMode: 'json', bodyJson: '{}', ...download },
			{ submissions: { watched, last: Date.now() } },
		);
		await trigger.poll();
		expect(jobOf(trigger.finished[0])).toMatchObject({ id: 'bad', state: 'failed' });
	});
});

it('a result of very many rows comes out', async () => {
	const count = 150_000;
	answers = () => ({ status: 'SUCCESS', data: Array.from({ length: count }, (_, n) => ({ n })) });
	const trigger = triggerOf({ jobType: 'creatorExport', ids: 'x', returnAll: true });
	const { items, error } = await trigger.poll();
	expect(error).toBeUndefined();
	expect(items?.[0]).toHaveLength(count);
}, 60_000);
