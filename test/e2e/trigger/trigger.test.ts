import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { sampleOf } from '../../../sandbox/routes/sample';
import type { Credential, N8nClient, Workflow } from '../../../scripts/n8n/client';
import { launchN8n, type RunningN8n } from '../../../scripts/n8n/launch';
import { Runtime } from '../../../scripts/n8n/runtime';
import { installTarball, packPackage } from '../../../scripts/n8n/tarball';
import { enter, instance } from '../support/instance';
import { createCredential } from '../support/service';
import {
	activated,
	emitted,
	eventsOf,
	kill,
	MINUTE,
	SECOND,
	submitted,
	TRIGGER,
	TWO_POLLS,
	until,
} from '../support/trigger';
import { ours, row } from '../support/workflow';

let folder: string;
let running: RunningN8n;
let n8n: N8nClient;
let sandbox: Sandbox;
let credential: Credential;

async function startN8n(): Promise<void> {
	running = await launchN8n({
		runtime: new Runtime(instance().line),
		userFolder: join(folder, 'user'),
		log: join(folder, 'n8n.log'),
	});
	n8n = await enter(running);
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-trigger-'));
	await installTarball(await packPackage(join(folder, 'package')), join(folder, 'user'));
	sandbox = await startSandbox({
		creators: 300,
		durations: { screening: 90 * SECOND },
		monitoringInterval: 30 * SECOND,
	});
	await startN8n();
	credential = await createCredential(n8n, sandbox);
}, 5 * MINUTE);

afterAll(async () => {
	await running.stop();
	await sandbox.close();
	await rm(folder, { recursive: true, force: true });
});

const activate = async (name: string, parameters: INodeParameters, used = credential) =>
	await activated(n8n, row(name, [ours(TRIGGER, parameters, used)]));

const outOf = async (workflow: Workflow, output = 0) => await emitted(n8n, workflow, output);

describe('activation', () => {
	/** The error is in the answer, or n8n tells it when asked for the state of the publication. */
	const refusal = async (name: string, parameters: INodeParameters, used?: Credential) => {
		try {
			const { id } = await activate(name, parameters, used);
			let told = '';
			await until(async () => {
				told = JSON.stringify(await n8n.get(`/workflows/${id}/publication-status`));
				return /problem activating|error/i.test(told);
			}, 60 * SECOND);
			return told;
		} catch (error) {
			return String(error);
		}
	};

	it('with a wrong token tells the user', async () => {
		const wrong = await createCredential(n8n, { url: sandbox.url, token: 'nobody' });
		expect(await refusal('Wrong token', { ids: 'x' }, wrong)).toMatch(
			/did not accept the API token/,
		);
	});

	it('with an unknown id names it', async () => {
		expect(await refusal('Unknown id', { ids: 'nonsense-1' })).toMatch(
			/knows no screening with the ID nonsense-1/,
		);
	});
});

it(
	'kill -9, an outage during the start and restarts: nothing is lost, nothing is paid twice',
	async () => {
		const { creator, other } = sampleOf(sandbox.world);
		const watched = await submitted(sandbox, '/screening', { profile_url: other.url });
		await submitted(sandbox, '/screening/continuous-monitoring', { profile_url: creator.url });
		const monitored = String(sandbox.jobs.list('screening', 1)[0].id);
		sandbox.jobs.settle(monitored, 'finished');
		const before = sandbox.jobs.submitted();

		const ids = await activate('Watched', { ids: watched });
		const own = await activate('Own', {
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ profile_url: creator.url }),
		});
		const changes = await activate('Changes', { event: 'screeningChanged', ids: monitored });
		const paid = () => sandbox.jobs.submitted() - before;

		// Killed at the moment that the submission is recorded.
		await until(async () => (await outOf(own, 1)).length > 0);
		await kill(running);
		expect(paid()).toBe(1);
		const job = String(sandbox.jobs.list('screening', 1)[0].id);

		// The service is down while n8n starts, and for longer.
		const outage = sandbox.faults.add({ kind: 'outage', seconds: 600 });
		await startN8n();
		const ask = sandbox.log.total;
		await until(() => sandbox.log.total > ask);
		await sleep(90 * SECOND);
		outage.remove();

		// Killed at the moment that a result is recorded, before the trigger could know.
		await until(async () => (await outOf(own)).length > 0);
		await kill(running);
		await startN8n();
		await until(async () => (await outOf(changes)).length > 0 && (await outOf(ids)).length > 0);
		await sleep(TWO_POLLS);
		sandbox.faults.add({ kind: 'status', status: 503, path: '/screening/*' });

		const finished = async () => ({ ids: await outOf(ids), own: await outOf(own) });
		const first = await finished();
		expect(new Set(eventsOf(first.own))).toEqual(new Set([`screening/${job}/finished`]));
		expect(new Set(eventsOf(first.ids))).toEqual(new Set([`screening/${watched}/finished`]));
		expect(first.own.length).toBeLessThanOrEqual(2);
		expect(first.ids.length).toBeLessThanOrEqual(2);

		// A plain restart after all is quiet repeats nothing.
		await running.stop();
		await startN8n();
		await sleep(TWO_POLLS);
		expect(await finished()).toEqual(first);
		expect(paid()).toBe(1);
		const known = eventsOf(await outOf(changes)).map(
			(id) => /changed\/(\d+)-/.exec(String(id))?.[1],
		);
		expect([...new Set(known)].map(Number)).toEqual(
			Array.from({ length: new Set(known).size }, (_, n) => n + 1),
		);
	},
	20 * MINUTE,
);

it(
	'kill -9 while a request is being sent: it is not sent again, and that is told',
	async () => {
		sandbox.faults.clear();
		const before = sandbox.jobs.submitted('mediaScreening');
		const own = await activate('Cut off', {
			jobType: 'mediaScreening',
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ media_url: 'https://pictura.example/a.jpg' }),
		});
		sandbox.faults.add({ kind: 'latency', ms: 3_000, method: 'POST', path: '/screening-media' });
		await until(() => sandbox.log.count({ method: 'POST', path: '/screening-media' }) > 0);
		await kill(running);
		await sleep(5 * SECOND);
		expect(sandbox.jobs.submitted('mediaScreening') - before).toBeLessThanOrEqual(1);

		await startN8n();
		await until(async () => (await outOf(own, 1)).length > 0);
		await sleep(TWO_POLLS);
		const told = await outOf(own, 1);
		expect(told).toHaveLength(1);
		expect(told[0]).toMatchObject({ job: { type: 'mediaScreening', id: null, state: 'pending' } });
		expect(told[0].message).toMatch(/may have been submitted/);
		expect(sandbox.log.count({ method: 'POST', path: '/screening-media' })).toBe(1);
	},
	10 * MINUTE,
);
