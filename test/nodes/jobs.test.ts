import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	dialectNames,
	ManualClock,
	startSandbox,
	type DialectName,
	type Sandbox,
} from '../../sandbox';
import { runNode, runWorkflow, type RunNodeOptions, type RunResult } from '../engine/engine';
import { useVirtualClock } from '../support/virtualClock';
import { nodeOf } from './areas';
import { loop } from './loop';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
useVirtualClock({ time });

const MINUTE = 60_000;

describe.each(dialectNames)('jobs in the dialect %s', (dialect: DialectName) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, clock: time, durations: { screening: 2 * MINUTE } });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => {
		sandbox.log.clear();
		sandbox.faults.clear();
	});

	type Extra = Partial<RunNodeOptions> & { options?: INodeParameters; id?: string | number };

	const optionsFor = (
		operation: string,
		bodies: IDataObject[],
		{ options = {}, id = '', ...rest }: Extra = {},
	): RunNodeOptions => ({
		node: nodeOf('socialBackgroundCheck'),
		credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
		items: bodies.map((json) => ({ json })),
		...rest,
		parameters: {
			resource: 'screening',
			operation,
			bodyMode: 'input',
			id,
			options,
			...rest.parameters,
		},
	});
	const screening = async (operation: string, bodies: IDataObject[], extra?: Extra) =>
		await runNode(optionsFor(operation, bodies, extra));
	const wait = async (bodies: IDataObject[], extra?: Extra) =>
		await screening('submitAndWait', bodies, extra);

	const posts = () => sandbox.log.count({ method: 'POST', path: '/screening' });
	const profile = (n = 0) => ({ profile_url: sandbox.world.creators[n].url });
	const special = (word: string) => ({ profile_url: `https://vidora.example/${word}` });
	const jobs = ({ json }: RunResult) => json.map(({ job }) => job as IDataObject);

	describe('submit and get', () => {
		it('submit returns the job along with the response; get follows it to its end', async () => {
			const submitted = await screening('submit', [profile()]);
			const [job] = jobs(submitted);
			expect(job).toMatchObject({ type: 'screening', state: 'pending' });
			expect(job.submittedAt).toBe(new Date(time.now()).toISOString());
			const { job: told, ...answer } = submitted.json[0];
			// An answer that has a job of its own is kept in ours; one dialect names it in a header only.
			const kept = JSON.stringify([answer, (told as IDataObject).raw]);
			if (dialect !== 'linked') expect(kept).toContain(String(job.id));

			const id = job.id as string;
			const running = await screening('get', [{}], { id });
			expect(jobs(running)).toMatchObject([{ type: 'screening', id, state: 'pending' }]);
			time.advance(3 * MINUTE);
			const finished = await screening('get', [{}], { id });
			expect(jobs(finished)).toMatchObject([
				{ id, state: 'finished', rawState: expect.any(String) },
			]);
			expect(JSON.stringify(finished.json[0])).toContain('risk_rating');
			expect(posts()).toBe(1);
		});

		it('get shows a failed job as an item to branch on', async () => {
			const [{ id }] = jobs(await screening('submit', [special('fails-always')]));
			time.advance(3 * MINUTE);
			const failed = await screening('get', [{}], { id: id as string });
			expect(failed.error).toBeUndefined();
			expect(jobs(failed)).toMatchObject([{ id, state: 'failed', reason: expect.any(String) }]);
			expect(failed.json[0].error ?? null).toBeNull();
		});
	});

	it.each(['resetAfter', 'status'] as const)(
		'a submission whose response was lost (%s) is not repeated',
		async (kind) => {
			sandbox.faults.add({ kind, method: 'POST', times: 1 });
			const { error } = await wait([profile()], {
				retryOnFail: { maxTries: 3, waitBetweenTries: 1 },
			});
			expect(posts()).toBe(1);
			expect(error?.message).toMatch(
				/not submitted again, because an earlier attempt may have succeeded/,
			);
			expect(error?.description).toMatch(/may have been processed.*check with the service/);
		},
	);

	// What follows is the same in every dialect: the state machine, not the answers.
	if (dialect !== dialectNames[0]) return;

	it('submit and wait returns the results in input order, paired, all jobs in parallel', async () => {
		const start = time.now();
		const result = await wait([profile(1), profile(2), profile(3)]);
		expect(result.error).toBeUndefined();
		expect(jobs(result).map(({ state }) => state)).toEqual(['finished', 'finished', 'finished']);
		expect(result.items[0].map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		const urls = [1, 2, 3].map((n) => profile(n).profile_url);
		result.json.forEach((json, n) => expect(JSON.stringify(json)).toContain(urls[n]));
		// Two minutes each, not six: and noticed within 15 %.
		expect(time.now() - start).toBeLessThan(2 * MINUTE * 1.16);
		expect(posts()).toBe(3);
		expect(result.context).not.toHaveProperty('creatorIntelligence');
	});

	it('a failed job is returned in its position, and a hint counts it with its reason', async () => {
		const result = await wait([profile(1), special('fails-always'), profile(2)]);
		expect(result.error).toBeUndefined();
		expect(jobs(result).map(({ state }) => state)).toEqual(['finished', 'failed', 'finished']);
		const { reason } = jobs(result)[1];
		expect(reason).toEqual(expect.any(String));
		expect(result.json[1].error ?? null).toBeNull();
		const hints = result.hints.map(({ message }) => message).join();
		expect(hints).toContain(`1 of 3 jobs failed at the service: ${String(reason)}.`);
	});

	describe('submit and wait', () => {
		it('polls rarely, and only pending jobs', async () => {
			await wait([profile()]);
			const polls = sandbox.log.count({ method: 'GET' });
			// ln(120 s / 1 s) / ln(1.1)
			expect(polls).toBeGreaterThan(20);
			expect(polls).toBeLessThanOrEqual(52);
		});

		it('an error of the node names every job and its outcome', async () => {
			const bodies = [profile(1), special('fails-always'), special('never-finishes')];
			const { error } = await wait(bodies, { options: { onFailedJob: 'fail' } });
			const ids = sandbox.jobs.list('screening', 3).map(({ id }) => String(id));
			for (const id of ids) expect(error?.description).toContain(id);
			expect(error?.description).toMatch(/\(item 1, failed\)/);
			expect(error?.description).toMatch(/\(item 2, pending\)/);
		});
	});

	describe('a job is never paid twice', () => {
		it('only rejected requests are submitted again', async () => {
			sandbox.faults.add({ kind: 'status', status: 422, method: 'POST', skip: 1, times: 1 });
			const options = { maxConcurrency: 1 };
			const result = await wait([profile(1), profile(2)], {
				options,
				retryOnFail: { maxTries: 2, waitBetweenTries: 1 },
			});
			expect(result.error).toBeUndefined();
			expect(posts()).toBe(3);
			expect(new Set(jobs(result).map(({ id }) => id)).size).toBe(2);
			const made = sandbox.log.find({ method: 'POST', status: 422 });
			expect(made).toHaveLength(1);
		});

		it('with continue on fail as well, where a failed first item makes n8n retry', async () => {
			const result = await wait([special('fails-always'), profile(2)], {
				continueOnFail: true,
				retryOnFail: { maxTries: 3, waitBetweenTries: 1 },
				options: { onFailedJob: 'fail' },
			});
			expect(jobs(result).map(({ state }) => state)).toEqual(['failed', 'finished']);
			expect(posts()).toBe(2);
		});

		it('also when an expression returns another value with each attempt', async () => {
			sandbox.faults.add({ kind: 'status', status: 403, method: 'GET', times: 1 });
			const result = await wait([profile(1)], {
				parameters: {
					bodyMode: 'json',
					bodyJson: '={{ { profile_url: $json.profile_url, note: String(Math.random()) } }}',
				},
				retryOnFail: { maxTries: 3, waitBetweenTries: 1 },
			});
			expect(result.error).toBeUndefined();
			expect(posts()).toBe(1);
		});

		it('submit alone is safe in the same way', async () => {
			sandbox.faults.add({ kind: 'status', status: 422, method: 'POST', skip: 2, times: 1 });
			const result = await screening('submit', [profile(1), profile(2), profile(3)], {
				options: { maxConcurrency: 1 },
				retryOnFail: { maxTries: 2, waitBetweenTries: 1 },
			});
			expect(result.error).toBeUndefined();
			expect(new Set(jobs(result).map(({ id }) => id)).size).toBe(3);
			expect(posts()).toBe(4);
		});

		it('the stored data is small', async () => {
			sandbox.faults.add({ kind: 'status', status: 403, method: 'GET' });
			const bodies = Array.from({ length: 100 }, (_, n) => profile(n));
			const { context } = await wait(bodies);
			const size = JSON.stringify(context).length;
			expect(size).toBeGreaterThan(100);
			expect(size / 100).toBeLessThan(150);
		});

		it('rounds of a loop with equal items are separate jobs', async () => {
			const rounds = 3;
			const body = profile(5);
			const { parameters, node, credentials } = optionsFor('submitAndWait', []);
			const bodyJson = JSON.stringify(body);
			const screen = {
				...{ name: 'Screen', type: node, credentials },
				parameters: { ...parameters, bodyMode: 'json', bodyJson },
			};
			const result = await runWorkflow(loop(screen, rounds));
			expect(result.error).toBeUndefined();
			expect(result.runData.Screen).toHaveLength(rounds);
			expect(posts()).toBe(rounds);
			expect(result.context).not.toHaveProperty('creatorIntelligence');
		});
	});
});
