import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clock } from '../../../../nodes/shared/clock';
import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { NetworkError } from '../../../../nodes/shared/http/networkError';
import type { ServiceRequest } from '../../../../nodes/shared/http/types';
import { runOperation } from '../../../../nodes/shared/operations/runOperation';
import { ManualClock } from '../../../../sandbox/clock';
import { useVirtualClock } from '../../../support/virtualClock';
import { json } from '../responses';
import { openRun, operationAt, ran, service, type Circumstances, type Ran } from './runs';

const start = Date.parse('2026-01-01T00:00:00Z');
const time = useVirtualClock({ time: new ManualClock(start) });

const WAIT = 'submitAndWait /screening';
const POST = 'POST /screening';
const GET = 'GET /screening/j1';
const running = { status: 'running' };
const done = { status: 'done', risk_level: 'LOW' };

const jobsOf = ({ items = [] }: Pick<Ran, 'items'>) => items.map(({ json: { job } }) => job);
const wait = async (states: unknown[], more: Circumstances = {}) =>
	await ran(WAIT, { answer: service(states), ...more });

describe('Submit and Wait', () => {
	it('polls until the job has finished, and returns its result with the times', async () => {
		const result = await wait([running, running, done]);
		expect(result.sent).toEqual([POST, GET, GET, GET]);
		const [job] = jobsOf(result);
		expect(result.items).toMatchObject([{ json: { ...done, riskRating: 'LOW' } }]);
		expect(job).toMatchObject({
			type: 'screening',
			id: 'j1',
			state: 'finished',
			rawState: 'done',
			submittedAt: expect.any(String),
			finishedAt: new Date(time.now()).toISOString(),
		});
		expect(result.log).toEqual(['Submitted the job j1 for item 0']);
		expect(result.run.jobLog.describe()).toContain('j1 (item 0, finished)');
	});

	it('polls for the first time after the poll interval', async () => {
		const polledAt: number[] = [];
		const answer = (line: string) => {
			if (line === POST) return { id: 'j1' };
			polledAt.push(time.elapsed);
			return done;
		};
		await ran(WAIT, { answer, options: { pollInterval: 7 } });
		expect(polledAt).toEqual([7_000]);
	});

	it('does not poll before the time that the response to the submission asks for', async () => {
		const polledAt: number[] = [];
		await ran(WAIT, {
			answer: (line) => {
				if (line === POST)
					return {
						...json({ id: 'j1' }),
						headers: { 'content-type': 'application/json', 'retry-after': '50' },
					};
				polledAt.push(time.elapsed);
				return done;
			},
		});
		expect(polledAt).toEqual([50_000]);
	});

	describe('sends the query for the result', () => {
		const resultQuery = [{ name: 'expand', value: 'all' }];

		it('where the state and the result have one endpoint', async () => {
			const result = await wait([running, done], { item: { resultQuery } });
			expect(result.sent).toEqual([POST, `${GET}?expand=all`, `${GET}?expand=all`]);
		});

		it('not with polls where the results have an endpoint of their own', async () => {
			const fetch = 'GET /social-listening/j1/fetch';
			const { sent } = await ran('submitAndWait /social-listening', {
				answer: service([done], { [fetch]: { data: [{ n: 1 }] } }),
				item: { resultQuery },
			});
			expect(sent).toEqual([
				'POST /social-listening',
				'GET /social-listening/j1',
				`${fetch}?expand=all`,
			]);
		});
	});

	it('does not poll a job that failed at once', async () => {
		const { error, sent } = await ran(WAIT, {
			answer: () => ({ job_id: 'j1', status: 'failed', error: 'No' }),
			options: { onFailedJob: 'fail' },
		});
		expect(error).toMatchObject({ details: { kind: 'job', job: { id: 'j1' } } });
		expect(sent).toEqual([POST]);
	});
});

describe('a job that is still running at Max Wait', () => {
	const options = { maxWait: 30 };

	it('is returned as pending with its last response, and a hint names it', async () => {
		const { items, hints } = await wait([{ ...running, progress: 20 }], { options });
		expect(items).toMatchObject([
			{
				json: {
					...running,
					progress: 20,
					job: { id: 'j1', state: 'pending', rawState: 'running' },
				},
			},
		]);
		expect(items?.[0]?.json.job).not.toHaveProperty('finishedAt');
		expect(hints).toEqual([
			expect.stringMatching(
				/^Not finished within 'Max Wait' and still running: j1\..* import the two examples 'Run thousands over night'\.$/,
			),
		]);
		expect(time.elapsed).toBe(30_000);
	});

	it('is not polled any more 10 s after it, whatever is retried', async () => {
		let submittedAt = 0;
		const { requests } = await ran(WAIT, {
			options,
			answer: (line) => {
				if (line !== POST) return done;
				submittedAt = clock.monotonic();
				return { id: 'j1' };
			},
		});
		expect(requests.map(({ deadline }) => deadline)).toEqual([undefined, submittedAt + 40_000]);
	});

	it('is polled once more at the end', async () => {
		const polledAt: number[] = [];
		const answer = (line: string) => {
			if (line === POST) return { id: 'j1' };
			polledAt.push(time.elapsed);
			return time.elapsed < 30_000 ? running : done;
		};
		const { items } = await ran(WAIT, { answer, options });
		expect(jobsOf({ items })).toMatchObject([{ state: 'finished' }]);
		expect(polledAt.at(-1)).toBe(30_000);
	});

	it.each([
		[9_900, false],
		[10_100, true],
	])('is given up where its last poll takes longer than 10 s: %d ms', async (ms, isGivenUp) => {
		const answer = async (line: string) => {
			if (line === POST) return { id: 'j1' };
			await new Promise(setImmediate);
			if (time.elapsed < 30_000) return running;
			time.pass(ms);
			return done;
		};
		const { error, items } = await ran(WAIT, {
			answer,
			options: { ...options, onTimeout: 'fail' },
		});
		expect(items !== undefined).toBe(!isGivenUp);
		if (!isGivenUp) return;
		expect(error).toMatchObject({
			details: {
				description: expect.stringContaining(
					"The last poll failed: The service did not respond to GET /screening/{id} within 'Max Wait'.",
				),
				job: { id: 'j1' },
			},
		});
	});
});

const paused = (value: unknown, status = 200) => {
	const answer = json(value, status);
	return { ...answer, headers: { ...answer.headers, 'retry-after': '100' } };
};

describe('a poll that fails', () => {
	it.each<[string, unknown]>([
		['the service is down', json({}, 503)],
		['the connection breaks', new NetworkError('ECONNRESET', false, false)],
		['the job is not known yet', json({}, 404)],
		['there are too many requests', json({}, 429)],
	])('is repeated while the job may go on: %s', async (_, trouble) => {
		const { items, sent } = await wait([running, trouble, done]);
		expect(jobsOf({ items })).toMatchObject([{ state: 'finished' }]);
		expect(sent).toEqual([POST, GET, GET, GET]);
	});

	it.each<[string, unknown]>([
		['the token is not accepted', json({}, 401)],
		['the job is gone', json({}, 410)],
	])('ends the wait where it will not get better: %s', async (_, trouble) => {
		const { error, sent } = await wait([running, trouble, done]);
		expect(sent).toEqual([POST, GET, GET]);
		expect(error).toMatchObject({
			details: {
				description: expect.stringContaining('The job j1 was submitted and is still running'),
				job: { id: 'j1' },
			},
		});
	});

	it('keeps the last response of the job', async () => {
		const seen = { ...running, progress: 40 };
		const { items } = await wait([seen, json({}, 503)], { options: { maxWait: 10 } });
		expect(items).toMatchObject([{ json: { ...seen, job: { state: 'pending' } } }]);
	});

	it.each<[string, unknown[]]>([
		['with the failure', [paused({}, 503)]],
		['with the state', [paused(running)]],
		['with the state before it', [paused(running), new NetworkError('ECONNRESET', false, false)]],
	])('is repeated not before the time that the service asks for %s', async (_, states) => {
		const polledAt: number[] = [];
		await ran(WAIT, {
			answer: (line) => {
				if (line === POST) return { id: 'j1' };
				polledAt.push(time.elapsed);
				return states[polledAt.length - 1] ?? done;
			},
		});
		expect(polledAt).toEqual([0, ...states].map((__, at) => 1_000 + at * 100_000));
	});
});

describe('several jobs of one run', () => {
	/** Two items, whose jobs are `j0` and `j1`. */
	const both = async (
		answer: (id: string, line: string) => unknown,
		options: INodeParameters = {},
	) => {
		const operation = operationAt(WAIT);
		const { run, prepared, seen } = openRun({
			options,
			answer: (line, { body = '' }) =>
				line === POST
					? { id: (JSON.parse(body) as IDataObject).who }
					: answer(line.slice(-2), line),
		});
		await Promise.all(
			['j0', 'j1'].map(async (who, index) => {
				const item = prepared(operation);
				const draft = { ...item.draft, body: { who } };
				return await runOperation(run, operation, { ...item, draft, index });
			}),
		);
		return seen();
	};

	it('are submitted before one of them is polled', async () => {
		const { sent } = await both(() => done);
		expect(sent.map((line) => line.split(' ')[0])).toEqual(['POST', 'POST', 'GET', 'GET']);
	});

	it('are no longer waited for once they have ended', async () => {
		const { run } = await both(() => done);
		// The next one is the leader, as nobody else waits.
		expect(run.coordinator.join().role).not.toBe('waiting');
	});

	it('are polled when another has ended, but not before the time that the service asks for', async () => {
		for (const [pauseMs, state] of [
			[0, running],
			[100_000, paused(running)],
		] as const) {
			const polledAt: number[] = [];
			const from = time.elapsed;
			await both((id) => {
				const age = time.elapsed - from;
				if (id === 'j0') return age < 20_000 ? running : done;
				polledAt.push(age);
				return age < 20_000 ? state : done;
			});
			const [first, last = 0] = [polledAt[0], polledAt.at(-1)];
			if (pauseMs === 0) expect(last).toBeLessThan(25_000);
			else expect([polledAt.length, last - first >= pauseMs]).toEqual([2, true]);
		}
	});
});

describe('a job whose execution was stopped', () => {
	it('is named by a hint, which n8n logs', async () => {
		const stop = new AbortController();
		const states = [running, done];
		const { error, hints, sent } = await ran(WAIT, {
			stop,
			answer: (line) => {
				if (line === POST) return { id: 'j1' };
				stop.abort();
				return states.shift();
			},
		});
		expect(sent).toEqual([POST, GET]);
		expect(error).toBeInstanceOf(Cancelled);
		expect(hints).toEqual([
			expect.stringMatching(/^Stopped while these jobs were still running: j1\./),
		]);
	});
});

describe('a job of an earlier try', () => {
	it('is waited for until Max Wait after its submission, and polled at once', async () => {
		const context = {};
		const options = { maxWait: 60 };
		await ran(WAIT, { answer: service([json({}, 401)]), options, context });
		await time.sleep(45_000);
		const from = time.elapsed;
		const { sent, items } = await ran(WAIT, { answer: service([running]), options, context });
		expect(jobsOf({ items })).toMatchObject([{ state: 'pending' }]);
		expect(sent[0]).toBe(GET);
		expect(time.elapsed - from).toBe(14_000);
	});

	it('is as old as its request, not as long as that waited for the service', async () => {
		const context = {};
		let posts = 0;
		const states = service([json({}, 401)]);
		const answer = (line: string, request: ServiceRequest) =>
			line === POST && ++posts === 1 ? paused({}, 429) : states(line, request);
		const options = { maxWait: 60, maxRetries: 3, maxRetryDelay: 200 };
		await ran(WAIT, { answer, options, context });
		expect(time.elapsed).toBeGreaterThanOrEqual(100_000);
		const from = time.elapsed;
		const { items } = await ran(WAIT, { answer: service([running]), options, context });
		const [{ submittedAt }] = jobsOf({ items }) as IDataObject[];
		expect(Date.parse(String(submittedAt))).toBeGreaterThan(start + 99_000);
		expect(time.elapsed - from).toBeGreaterThan(50_000);
	});

	it('is polled once more where it is older than Max Wait, for up to 10 s', async () => {
		const context = {};
		const options = { maxWait: 60 };
		await ran(WAIT, { answer: service([json({}, 401)]), options, context });
		await time.sleep(300_000);
		const answer = async () => {
			await new Promise(setImmediate);
			time.pass(9_900);
			return done;
		};
		const { sent, items } = await ran(WAIT, { answer, options, context });
		expect(sent).toEqual([GET]);
		expect(jobsOf({ items })).toMatchObject([{ state: 'finished' }]);
	});

	it('is waited for no longer than Max Wait where the clock was set back', async () => {
		const context = {};
		const options = { maxWait: 60 };
		await ran(WAIT, { answer: service([json({}, 401)]), options, context });
		time.jump(-3_600_000);
		const from = time.elapsed;
		await ran(WAIT, { answer: service([running]), options, context });
		expect(time.elapsed - from).toBe(60_000);
	});

	it('is found by Submit, too, if Submit and Wait has submitted it', async () => {
		const context = {};
		await ran(WAIT, { answer: service([json({}, 401)]), context });
		const { items, sent } = await ran('submit /screening', { context });
		expect(sent).toEqual([]);
		expect(jobsOf({ items })).toMatchObject([{ id: 'j1', state: 'pending' }]);
	});
});

describe('Get', () => {
	const get = async (answer: unknown, item = {}) =>
		await ran('get /screening/{id}', { answer: () => answer, item });

	it.each([
		['pending', { ...running, data: [{ n: 1 }] }],
		['failed', { status: 'failed', error: 'No', data: [{ n: 1 }] }],
	])('returns a %s job as one item, not as a result', async (state, answer) => {
		for (const path of ['/screening', '/discovery-export']) {
			const { items, hints } = await ran(`get ${path}/{id}`, { answer: () => answer });
			const job: unknown = expect.objectContaining({ id: 'j1', state });
			expect(items).toEqual([{ json: { ...answer, job }, file: undefined }]);
			expect(hints).toEqual([]);
		}
	});

	it('trims the ID, and keeps a number', async () => {
		const { endpoint } = { endpoint: { method: 'GET', path: '/screening/{id}' } as const };
		for (const [id, expected] of [
			[' j2 ', 'j2'],
			[7, 7],
		] as const) {
			const { items } = await get(running, { draft: { endpoint, query: [], id } });
			expect(jobsOf({ items })).toMatchObject([{ id: expected }]);
		}
	});

	it.each([
		[500, true],
		[401, true],
		[404, false],
		[410, false],
	])('of a job, failing with %d: whether the failure names it', async (status, isNamed) => {
		const { error } = await get(json({}, status));
		expect(error).toMatchObject({ details: { status } });
		expect(error).toHaveProperty(
			'details',
			isNamed
				? expect.objectContaining({ job: expect.objectContaining({ id: 'j1', state: 'pending' }) })
				: expect.not.objectContaining({ job: expect.anything() }),
		);
	});
});
