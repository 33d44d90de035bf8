import { setTimeout as sleep } from 'node:timers/promises';

import type { INode, INodeParameters } from 'n8n-workflow';

import { ManualClock, startSandbox, type Sandbox } from '../../../sandbox';
import { sampleOf } from '../../../sandbox/routes/sample';
import type { Credential, N8nClient, Workflow } from '../../../scripts/n8n/client';
import { followUnderWay } from '../../support/requestsInFlight';
import { N8n } from '../../../verify/harness/N8n';
import { createCredential } from '../../../verify/harness/service';
import { valueAt } from '../../../nodes/shared/values/records';
import { activated, emitted, eventsOf, trigger, TWO_POLLS } from '../../../verify/harness/trigger';
import { MINUTE, SECOND, until } from '../../../verify/harness/time';
import { submitted } from '../../../verify/harness/service';
import { row } from '../../../verify/harness/workflow';

const time = new ManualClock();
let own: N8n;
let n8n: N8nClient;
let sandbox: Sandbox;
let credential: Credential;

beforeAll(async () => {
	own = await N8n.install('trigger');
	sandbox = await startSandbox({
		clock: time,
		creators: 300,
		durations: { screening: 5 * MINUTE },
		monitoringInterval: 30 * SECOND,
	});
	n8n = await start();
	credential = await createCredential(n8n, sandbox);
}, 30 * MINUTE);

afterAll(async () => {
	await own.remove();
	await sandbox.close();
});

const start = async () => await own.start();

let active: Workflow[] = [];

beforeEach(() => {
	sandbox.faults.clear();
	sandbox.log.clear();
});
afterEach(async () => {
	for (const { id } of active) await n8n.deactivate(await n8n.readWorkflow(id));
	active = [];
});

async function activate(
	name: string,
	parameters: INodeParameters,
	used = credential,
	settings: Partial<INode> = {},
): Promise<Workflow> {
	const node = { ...trigger(parameters, used), ...settings };
	const workflow = await activated(n8n, row(name, [node]));
	active.push(workflow);
	return workflow;
}

const outOf = async (workflow: Workflow, output = 0) => await emitted(n8n, workflow, output);

const readsOf = (id: string) => sandbox.log.count({ method: 'GET', path: `/screening/${id}` });

it('activation with a wrong token reports it to the user', async () => {
	const wrong = await createCredential(n8n, { url: sandbox.url, token: 'nobody' });
	/** The error is in the response, or in the publication status. */
	const activationError = async () => {
		try {
			const { id } = await activate('Wrong token', { ids: 'x' }, wrong);
			let status = '';
			await until(async () => {
				status = JSON.stringify(await n8n.get(`/workflows/${id}/publication-status`));
				return /problem activating|error/i.test(status);
			}, 30 * MINUTE);
			return status;
		} catch (error) {
			return String(error);
		}
	};
	expect(await activationError()).toMatch(/did not accept the API token/);
});

it(
	'kill -9, an outage of ten minutes during the start, and restarts: nothing is lost or paid twice',
	async () => {
		const { creator, other } = sampleOf(sandbox.world);
		const watched = await submitted(sandbox, '/screening', { profile_url: other.url });
		await submitted(sandbox, '/screening/continuous-monitoring', { profile_url: creator.url });
		const monitored = String(sandbox.jobs.list('screening', 1)[0].id);
		sandbox.jobs.settle(monitored, 'finished');
		const before = sandbox.jobs.submitted();

		const ids = await activate('Watched', { ids: watched });
		const submitting = await activate('Own', {
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ profile_url: creator.url }),
		});
		const changes = await activate('Changes', { event: 'screeningChanged', ids: monitored });
		const paid = () => sandbox.jobs.submitted() - before;

		// Killed at the moment that the submission is recorded.
		await until(async () => (await outOf(submitting, 1)).length > 0);
		await own.kill();
		expect(paid()).toBe(1);
		const job = String(sandbox.jobs.list('screening', 1)[0].id);

		// The service is down while n8n starts, and for some polls more.
		sandbox.faults.add({ kind: 'outage', seconds: 600 });
		sandbox.log.clear();
		n8n = await start();
		for (const id of [watched, job, monitored]) await until(() => readsOf(id) >= 3);
		expect(sandbox.log.all().every(({ status }) => status === 503)).toBe(true);
		time.advance(10 * MINUTE);

		// Killed at the moment that a result is recorded, before the trigger could know.
		await until(async () => (await outOf(submitting)).length > 0);
		await own.kill();
		n8n = await start();
		await until(async () => (await outOf(changes)).length > 0 && (await outOf(ids)).length > 0);
		await sleep(TWO_POLLS);

		const finished = async () => ({ ids: await outOf(ids), own: await outOf(submitting) });
		const first = await finished();
		expect(new Set(eventsOf(first.own))).toEqual(new Set([`screening/${job}/finished`]));
		expect(new Set(eventsOf(first.ids))).toEqual(new Set([`screening/${watched}/finished`]));
		expect(first.own.length).toBeLessThanOrEqual(2);
		expect(first.ids.length).toBeLessThanOrEqual(2);

		// A plain restart after all is quiet repeats nothing, and changes go on.
		const changed = eventsOf(await outOf(changes));
		await own.stop();
		n8n = await start();
		time.advance(MINUTE);
		await until(async () => (await outOf(changes)).length > changed.length);
		await sleep(TWO_POLLS);
		expect(await finished()).toEqual(first);
		expect(paid()).toBe(1);
		// Each change begins where the one before ended, also if one was emitted twice.
		const all = await outOf(changes);
		const distinct = new Map(eventsOf(all).map((id, at) => [id, all[at]]));
		const seen = (key: string) =>
			[...distinct.values()].map((json) => valueAt(json, `changed.flaggedCount.${key}`));
		expect(seen('before').slice(1)).toEqual(seen('after').slice(0, -1));
	},
	30 * MINUTE,
);

it(
	'with Always Output Data each event is emitted once, and nothing is paid twice',
	async () => {
		const before = sandbox.jobs.submitted();
		const request = {
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ profile_url: sampleOf(sandbox.world).other.url }),
		};
		const workflow = await activate('Always', request, credential, { alwaysOutputData: true });
		// n8n puts an empty item out where nothing else would come.
		const events = async (output: number) =>
			(await outOf(workflow, output)).filter(({ job }) => job !== undefined);
		await until(async () => (await events(1)).length > 0);
		const job = String(sandbox.jobs.list('screening', 1)[0].id);
		sandbox.jobs.settle(job, 'finished');
		await until(async () => (await events(0)).length > 0);
		await sleep(TWO_POLLS);
		expect(eventsOf(await events(0))).toEqual([`screening/${job}/finished`]);
		expect(await events(1)).toMatchObject([{ job: { id: job, state: 'pending' } }]);
		expect(sandbox.jobs.submitted() - before).toBe(1);
	},
	30 * MINUTE,
);

it(
	'polls that are due during a poll are skipped, and nothing is emitted twice',
	async () => {
		const { other } = sampleOf(sandbox.world);
		const id = await submitted(sandbox, '/screening', { profile_url: other.url });
		const workflow = await activate('Slow', { ids: id });
		// Longer than two intervals.
		sandbox.faults.add({ kind: 'latency', ms: 12 * SECOND, method: 'GET' });
		const underWay = followUnderWay(sandbox);
		const before = readsOf(id);
		await until(() => readsOf(id) === before + 2);
		sandbox.jobs.settle(id, 'finished');
		await until(async () => (await outOf(workflow)).length > 0);
		underWay.stop();
		expect(underWay.most).toBe(1);
		await sleep(TWO_POLLS);
		expect(eventsOf(await outOf(workflow))).toEqual([`screening/${id}/finished`]);
	},
	30 * MINUTE,
);
