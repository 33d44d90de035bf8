import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { useBench } from '../support/service';
import { chain, errorOf, fields, items, ours, start } from '../../../verify/harness/workflow';

const bench = useBench();

const SUBMISSION = { method: 'POST', path: '/screening' };
const POLLS = { method: 'GET', path: /^\/screening\// };

const waiting = (options: INodeParameters = {}) =>
	ours(
		'socialBackgroundCheck',
		{
			resource: 'screening',
			operation: 'submitAndWait',
			bodyFields: fields({ profile_url: '={{ $json.url }}' }),
			options: { pollInterval: 0.2, maxRetries: 0, ...options },
		},
		bench.credential,
	);

/** A 403 ends the wait; a temporary fault would not. */
const breakPolling = () =>
	bench.sandbox.faults.add({ kind: 'status', status: 403, path: '/screening/*', method: 'GET' });

const inputs = () => [bench.sample.creator, bench.sample.other].map(({ url }) => ({ url }));

it('"Retry execution" resumes the jobs that were submitted, and pays for none twice', async () => {
	breakPolling();
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
		[waiting({ pollInterval: 1, maxWait: 3_600 })],
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
