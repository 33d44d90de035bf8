import { randomUUID } from 'node:crypto';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { sampleOf, type Sample } from '../../../sandbox/routes/sample';
import type { Credential, N8nClient, Workflow } from '../../../scripts/n8n/client';
import { enter } from '../../../verify/harness/login';
import { createCredential } from '../../../verify/harness/service';
import { activated, emitted, eventsOf, trigger } from '../../../verify/harness/trigger';
import { MINUTE, until } from '../../../verify/harness/time';
import { submitted } from '../../../verify/harness/service';
import { fields, items, node, ours, row } from '../../../verify/harness/workflow';
import { Cluster, MAIN, WORKERS } from '../../../verify/harness/Cluster';
import { hooked } from '../support/hook';

const SUBMISSION = { method: 'POST', path: '/screening' };

let cluster: Cluster;
let n8n: N8nClient;
let sandbox: Sandbox;
let sample: Sample;
let credential: Credential;

beforeAll(async () => {
	// A dead worker is noticed within seconds, not minutes.
	const env = {
		QUEUE_WORKER_LOCK_DURATION: '15000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
	};
	cluster = await Cluster.open(env);
	// Jobs end when the test says so.
	sandbox = await startSandbox({ creators: 300, durations: { screening: 60 * MINUTE } });
	sample = sampleOf(sandbox.world);
	n8n = await cluster.launchAll();
	credential = await createCredential(n8n, sandbox);
}, 30 * MINUTE);

afterAll(async () => {
	await cluster.close();
	await sandbox.close();
}, 30 * MINUTE);

/** The workers that took an execution; no other process says so. */
async function takenBy(execution: string): Promise<string[]> {
	const said = `Worker started execution ${execution} (job `;
	const found: string[] = [];
	for (const name of [MAIN, ...WORKERS]) {
		if ((await cluster.process(name).log()).includes(said)) found.push(name);
	}
	return found;
}

/** All executions of a workflow, each of which exactly one worker has taken. */
async function executionsOf({ id }: Workflow): Promise<string[]> {
	const ids = (await n8n.executions(id)).map((execution) => execution.id);
	for (const execution of ids) {
		await until(async () => (await takenBy(execution)).length > 0);
		const [worker, ...others] = await takenBy(execution);
		expect(WORKERS).toContain(worker);
		expect(others).toEqual([]);
	}
	return ids;
}

const screeningOf = async (url: string) =>
	await submitted(sandbox, '/screening', { profile_url: url });

const watching = async (name: string, parameters: INodeParameters, next = [doNothing()]) =>
	await activated(n8n, row(name, [trigger(parameters, credential), ...next]));

const doNothing = () => node('After', 'n8n-nodes-base.noOp');

const finished = (...ids: string[]) => ids.map((id) => `screening/${id}/finished`);

it('Retry On Fail on a worker resumes the job that was submitted', async () => {
	const hook = node(
		'Hook',
		'n8n-nodes-base.webhook',
		{ path: 'check', httpMethod: 'POST' },
		{ webhookId: randomUUID() },
	);
	const check = ours(
		'socialBackgroundCheck',
		{
			resource: 'screening',
			operation: 'submitAndWait',
			bodyFields: fields({ profile_url: sample.creator.url }),
			options: { pollInterval: 0.2, maxRetries: 0 },
		},
		credential,
		{ retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 },
	);
	const polls = { method: 'GET', path: '/screening/*' };
	sandbox.faults.add({ kind: 'status', status: 403, times: 2, ...polls });
	const workflow = await activated(n8n, row('Hook', [hook, check]));
	// The webhook may be there a moment later than the response to its activation.
	await until(async () => (await fetch(`${n8n.url}/webhook/check`, { method: 'POST' })).ok, MINUTE);

	const rejected = { method: 'GET', path: /^\/screening\//, status: 403 };
	await until(() => sandbox.log.count(rejected) === 2, MINUTE);
	const [job] = sandbox.jobs.list('screening', 1);
	sandbox.jobs.settle(job.id, 'finished');
	const [id] = await executionsOf(workflow);
	const execution = await n8n.waitFor(id);
	expect(execution.status).toBe('success');
	expect(items(execution, 'socialBackgroundCheck')).toMatchObject([
		{ job: { id: job.id, state: 'finished' } },
	]);
	expect(sandbox.log.count(SUBMISSION)).toBe(1);
});

it('the limit and the skipping apply across workers', async () => {
	const before = sandbox.log.count(SUBMISSION);
	const submitting = ours(
		'socialBackgroundCheck',
		{
			resource: 'screening',
			operation: 'submit',
			bodyFields: fields({ profile_url: '={{ $json.url }}' }),
			options: { maxRetries: 0, maxPaidRequests: 2, skipProcessed: true },
		},
		credential,
		{ onError: 'continueRegularOutput', retryOnFail: true },
	);
	const { call } = await hooked(n8n, [submitting]);
	const rows = ['a', 'b', 'c'].map((name) => ({ url: `https://pictura.example/${name}` }));
	const first = items(await call(rows), 'socialBackgroundCheck');
	expect(first.filter(({ error }) => error !== undefined)).toHaveLength(1);
	expect(sandbox.log.count(SUBMISSION) - before).toBe(2);
	for (const expected of [1, 0, 0]) {
		expect(items(await call(rows), 'socialBackgroundCheck')).toHaveLength(expected);
	}
	expect(sandbox.log.count(SUBMISSION) - before).toBe(3);
	sandbox.log.clear();
});

describe('the trigger', () => {
	let first: string;
	let second: string;
	let interrupted: string;
	let own: string;
	let watched: Workflow;
	let submitting: Workflow;
	let slow: Workflow;

	beforeAll(async () => {
		first = await screeningOf(sample.creator.url);
		second = await screeningOf(sample.other.url);
		interrupted = await screeningOf(sample.other.url);
		sandbox.log.clear();
		watched = await watching('Watched', { ids: [first, second].join() });
		const wait = node('After', 'n8n-nodes-base.wait', { amount: 50, unit: 'seconds' });
		slow = await watching('Slow', { ids: interrupted }, [{ ...wait, typeVersion: 1.1 }]);
		submitting = await watching('Own', {
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ profile_url: sample.creator.url }),
		});
	});

	const after = async (execution: string): Promise<IDataObject[]> =>
		items(await n8n.execution(execution), 'After');

	it(
		'starts one execution for a finished job, on a worker',
		async () => {
			sandbox.jobs.settle(first, 'finished');
			await until(async () => (await emitted(n8n, watched)).length > 0);
			const [execution] = await executionsOf(watched);
			const [item] = await emitted(n8n, watched);
			expect(item).toMatchObject({ job: { id: first, type: 'screening', state: 'finished' } });
			expect(await after(execution)).toEqual([item]);

			// At the next poll an execution without items records that the result got through.
			await until(async () => (await executionsOf(watched)).length === 2);
			expect(eventsOf(await emitted(n8n, watched))).toEqual(finished(first));
		},
		4 * MINUTE,
	);

	it(
		'submits once and emits once, though the main process is killed in between',
		async () => {
			await until(async () => (await emitted(n8n, submitting, 1)).length > 0);
			own = String(sandbox.jobs.list('screening', 1)[0].id);
			await cluster.process(MAIN).kill();
			sandbox.jobs.settle(own, 'finished');
			n8n = await enter(await cluster.launch(MAIN));
			await until(async () => (await emitted(n8n, submitting)).length > 0);
			expect(eventsOf(await emitted(n8n, submitting))).toEqual(finished(own));
			await executionsOf(submitting);
			expect(sandbox.log.count(SUBMISSION)).toBe(1);
		},
		4 * MINUTE,
	);

	it(
		'continues when a worker is killed during an execution',
		async () => {
			sandbox.jobs.settle(interrupted, 'finished');
			await until(async () => (await executionsOf(slow)).length > 0);
			const [execution] = await executionsOf(slow);
			const [victim] = await takenBy(execution);
			await cluster.process(victim).kill();
			sandbox.jobs.settle(second, 'finished');

			// n8n gives no worker's execution to another, and keeps none of its data: it is an error
			// that an error workflow can tell of, and the result is still at the service.
			const { status, data } = await n8n.waitFor(execution);
			expect(status).toBe('error');
			expect(data.resultData.runData).toEqual({});
			expect(eventsOf(await emitted(n8n, slow))).toEqual([]);

			await until(async () => (await emitted(n8n, watched)).length > 1);
			expect(eventsOf(await emitted(n8n, watched))).toEqual(finished(first, second));
			const [last] = await executionsOf(watched);
			expect(await takenBy(last)).toEqual(WORKERS.filter((name) => name !== victim));

			// Nothing was returned twice, and nothing was submitted again.
			expect(eventsOf(await emitted(n8n, submitting))).toEqual(finished(own));
			expect(sandbox.log.count(SUBMISSION)).toBe(1);
		},
		4 * MINUTE,
	);
});
