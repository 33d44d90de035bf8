import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { useBench } from '../support/service';
import {
	chain,
	errorOf,
	execute,
	fields,
	items,
	node,
	ours,
	START,
	start,
} from '../../../verify/harness/workflow';

const bench = useBench();

const SUBMISSION = { method: 'POST', path: '/screening' };
const POLLS = { method: 'GET', path: /^\/screening\// };

const waiting = (settings = {}, options: INodeParameters = {}) =>
	ours(
		'socialBackgroundCheck',
		{
			resource: 'screening',
			operation: 'submitAndWait',
			bodyFields: fields({ profile_url: '={{ $json.url }}' }),
			options: { pollInterval: 0.2, maxRetries: 0, ...options },
		},
		bench.credential,
		settings,
	);

/** A 403 ends the wait; a temporary fault would not. */
const breakPolling = (times: number) =>
	bench.sandbox.faults.add({
		kind: 'status',
		status: 403,
		path: '/screening/*',
		method: 'GET',
		times,
	});

const inputs = () => [bench.sample.creator, bench.sample.other].map(({ url }) => ({ url }));

it('Retry On Fail resumes the jobs that were submitted, and pays for none twice', async () => {
	breakPolling(2);
	const execution = await execute(
		bench.n8n,
		chain(
			'Retry on fail',
			[waiting({ retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 })],
			inputs(),
		),
	);
	expect(execution.status).toBe('success');
	expect(items(execution, 'socialBackgroundCheck')).toHaveLength(2);
	expect(bench.sandbox.log.count({ ...POLLS, status: 403 })).toBe(2);
	expect(bench.sandbox.log.count(SUBMISSION)).toBe(2);
});

it('"Retry execution" resumes the jobs that were submitted, and pays for none twice', async () => {
	breakPolling(1000);
	const document = chain('Retry execution', [waiting()], inputs());
	const { id } = await start(bench.n8n, document);
	const first = await bench.n8n.waitFor(id);
	expect(first.status).toBe('error');
	expect(bench.sandbox.log.count(SUBMISSION)).toBe(2);
	const ids = bench.sandbox.jobs
		.list()
		.slice(0, 2)
		.map((job) => String(job.id));
	const { message, description } = errorOf(first);
	for (const job of ids) expect(`${message} ${description}`).toContain(job);

	bench.sandbox.faults.clear();
	const second = await bench.n8n.waitFor(await bench.n8n.retry(id));
	expect(second.status).toBe('success');
	expect(items(second, 'socialBackgroundCheck')).toHaveLength(2);
	expect(bench.sandbox.log.count(SUBMISSION)).toBe(2);
});

it('Stop ends a waiting node, and nothing continues in the background', async () => {
	const document = chain(
		'Stop',
		[waiting({}, { pollInterval: 1, maxWait: 3_600 })],
		[{ url: 'https://pictura.example/never-finishes' }],
	);
	const before = bench.sandbox.log.count(POLLS);
	const { id } = await start(bench.n8n, document);
	while (bench.sandbox.log.count(POLLS) === before) await sleep(50);
	await bench.n8n.stop(id);
	while ((await bench.n8n.status(id)) === 'running') await sleep(20);
	expect(await bench.n8n.status(id)).toBe('canceled');

	const polls = bench.sandbox.log.count(POLLS);
	await sleep(3000);
	expect(bench.sandbox.log.count(POLLS)).toBe(polls);
});

it('a loop submits once per round, even when all rounds send the same request', async () => {
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { options: {} }, { typeVersion: 3 });
	const document = chain(
		'Loop',
		[loop, waiting()],
		Array(3).fill({ url: bench.sample.creator.url }),
	);
	const main = (target: string) => [{ node: target, type: 'main' as const, index: 0 }];
	document.connections = {
		[START]: { main: [main('Loop')] },
		// The first output is "done".
		Loop: { main: [[], main('socialBackgroundCheck')] },
		socialBackgroundCheck: { main: [main('Loop')] },
	};
	const execution = await execute(bench.n8n, document);
	expect(execution.status).toBe('success');
	expect(bench.sandbox.log.count(SUBMISSION)).toBe(3);
	const runs = execution.data.resultData.runData.socialBackgroundCheck;
	const ids = runs.map((run) => JSON.stringify(run.data?.main[0]?.[0].json.job));
	expect(new Set(ids).size).toBe(3);
});

it('a job that does not finish in time is returned as pending', async () => {
	const execution = await execute(
		bench.n8n,
		chain(
			'Deadline',
			[waiting({}, { maxWait: 1, onTimeout: 'pending' })],
			[{ url: 'https://pictura.example/never-finishes' }],
		),
	);
	expect(items(execution, 'socialBackgroundCheck')).toEqual([
		expect.objectContaining({ job: expect.objectContaining({ state: 'pending' }) }),
	]);
});
