import type { FastifyReply } from 'fastify';
import type { INodeParameters } from 'n8n-workflow';

import { startServer, type LoopbackServer } from '../../support/http';
import { useVirtualClock } from '../../support/virtualClock';
import { jobOf, limitPolls, newProcess, Trigger, type TriggerOptions } from './trigger';

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
		app.post('/screening', async (_, reply) => await answers('', reply));
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
afterEach(() => jest.restoreAllMocks());

const INIT = { activation: 'init' as const };
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
	const forbidden: Answers = async (id, reply) =>
		id.startsWith('bad')
			? await reply.code(403).send({ message: 'not yours' })
			: { status: id === 'open' ? 'PENDING' : 'SUCCESS' };
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

	it('a setting that does not match is reported once, even if the job ends later', async () => {
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

	it('a job that the token may not access: named at activation, skipped later', async () => {
		answers = forbidden;
		const parameters = { ids: 'bad,bad-2,good,open', options: { maxConcurrency: 1 } };
		const { error } = await triggerOf(parameters).poll();
		expect(error?.message).toMatch(/rejected the ID bad, bad-2 of/);
		const trigger = triggerOf(parameters);
		for (let polls = 0; polls < 3; polls++) {
			expect((await trigger.poll(INIT)).error).toBeUndefined();
		}
		expect(idsOf(trigger)).toEqual(['good']);
	});

	it('a token that may not access any job is reported as such, and not tried on all', async () => {
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
		expect(error?.message).toMatch(/rejected the ID \.\. of/);
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

it('a result with very many rows is emitted', async () => {
	const count = 150_000;
	answers = () => ({ status: 'SUCCESS', data: Array.from({ length: count }, (_, n) => ({ n })) });
	const trigger = triggerOf({ jobType: 'creatorExport', ids: 'x', returnAll: true });
	const { items, error } = await trigger.poll();
	expect(error).toBeUndefined();
	expect(items?.[0]).toHaveLength(count);
});

describe.each([
	['the default engine', false],
	['the queue', true],
])('responses that take longer than a poll on %s', (_, isFromQueue) => {
	const time = useVirtualClock();
	/** As short as the first poll of an activation, so that all have as much time. */
	beforeEach(() => limitPolls(20_000));
	/** The logs of some polls. */
	const polls = async (trigger: Trigger, count: number) => {
		const logs: string[] = [];
		for (let at = 0; at < count; at++) {
			const result = await trigger.poll(INIT);
			expect(result.error).toBeUndefined();
			for (const { message } of result.logs) logs.push(message);
		}
		return logs.filter((message) => message.includes('takes longer to read'));
	};
	const onlySlow = [expect.stringContaining(' slow takes longer')];

	it('are not requested twice in a poll, and are logged once', async () => {
		answers = (id) => {
			if (id === 'slow') time.pass(10_000);
			return { status: 'SUCCESS' };
		};
		const trigger = triggerOf(
			{ ids: 'slow,good', options: { maxConcurrency: 1 } },
			{ isFromQueue },
		);
		server.requests.length = 0;
		expect(await polls(trigger, 2)).toEqual(onlySlow);
		expect(idsOf(trigger)).toEqual(['good']);
		const asked = server.requests.filter(({ url }) => url.endsWith('/slow'));
		expect(asked).toHaveLength(2);
	});

	it('rows are emitted as far as they were read, at the second attempt', async () => {
		answers = () => {
			time.pass(1_000);
			return {
				status: 'SUCCESS',
				data: [{ n: Math.random() }],
				next_cursor: String(Math.random()),
			};
		};
		const parameters = { jobType: 'creatorExport', ids: 'long', returnAll: true };
		const trigger = triggerOf(parameters, { isFromQueue });
		await trigger.poll();
		expect(trigger.finished).toEqual([]);
		await trigger.poll();
		expect(trigger.finished.length).toBeGreaterThan(1);
		expect(jobOf(trigger.finished[0])).toMatchObject({ id: 'long', partial: true });
	});

	it('rows that an outage interrupts do not count as partly read', async () => {
		let isDown = false;
		answers = async (id, reply) => {
			if (id !== 'long') return isDown ? await reply.code(500).send() : { status: 'PENDING' };
			time.pass(1_000);
			return {
				status: 'SUCCESS',
				data: [{ n: Math.random() }],
				next_cursor: String(Math.random()),
			};
		};
		const trigger = triggerOf(
			{
				jobType: 'creatorExport',
				ids: 'long,a,b,c',
				returnAll: true,
				options: { maxRetries: 0 },
			},
			{ isFromQueue },
		);
		for (isDown of [false, true]) {
			await trigger.poll();
			expect(trigger.finished).toEqual([]);
		}
		isDown = false;
		await trigger.poll();
		expect(jobOf(trigger.finished[0])).toMatchObject({ partial: true });
	});

	it('of one screening do not delay the others', async () => {
		answers = () => ({ status: 'SUCCESS', risk_rating: 'LOW' });
		contents = (id) => {
			if (id !== 'slow') return { data: [] };
			time.pass(1_000);
			return { data: [{ id: Math.random() }], next_cursor: String(Math.random()) };
		};
		const trigger = triggerOf(
			{
				event: 'screeningChanged',
				ids: 'slow,good,good-2',
				firstSight: 'emit',
				options: { maxConcurrency: 1 },
			},
			{ isFromQueue },
		);
		expect(await polls(trigger, 4)).toEqual(onlySlow);
		expect(idsOf(trigger)).toEqual(['good', 'good-2']);
	});
});

describe('a request that may be charged', () => {
	const time = useVirtualClock();

	it('may take the time of a whole poll, even at activation', async () => {
		answers = (id) => {
			if (id !== '') return { status: 'PENDING' };
			time.pass(45_000);
			return { id: 'job-1' };
		};
		const trigger = triggerOf({
			source: 'submit',
			bodyMode: 'json',
			bodyJson: '{"a": 1}',
			options: { emptyExecutions: false },
		});
		await trigger.poll();
		expect(trigger.submitted.map((json) => jobOf(json).id)).toEqual(['job-1']);
	});
});
