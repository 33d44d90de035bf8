import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { sampleOf } from '../../../sandbox/routes/sample';
import { N8nClient, type Credential, type Workflow } from '../../../scripts/n8n/client';
import { launchN8n, type RunningN8n } from '../../../scripts/n8n/launch';
import { Runtime } from '../../../scripts/n8n/runtime';
import { installTarball, packPackage } from '../../../scripts/n8n/tarball';
import { instance } from '../support/instance';
import { createCredential } from '../support/service';
import { items, ours } from '../support/workflow';

const TRIGGER = 'creatorIntelligenceTrigger';
const login = { email: 'owner@example.com', password: 'End-to-end-1' };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** n8n polls at the beginning of each minute. */
const TWO_POLLS = 130 * SECOND;

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
	n8n = new N8nClient(running.url);
	if (await n8n.needsOwner()) await n8n.createOwner(login);
	await n8n.logIn(login);
}

/** As a power cut does it. */
async function kill(): Promise<void> {
	process.kill(running.pid, 'SIGKILL');
	await running.ended;
	await running.stop();
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

async function activated(name: string, parameters: INodeParameters, used = credential) {
	const trigger = ours(TRIGGER, parameters, used);
	const workflow = await n8n.createWorkflow({ name, nodes: [trigger], connections: {} });
	await n8n.activate(workflow);
	return workflow;
}

/** What came out of either output over all executions, first to last. */
async function emitted({ id }: Workflow, output = 0): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (const { id: execution } of (await n8n.executions(id)).reverse()) {
		found.push(...items(await n8n.execution(execution), TRIGGER, output));
	}
	return found;
}

async function until(done: () => Promise<boolean> | boolean, patience = TWO_POLLS): Promise<void> {
	const deadline = Date.now() + patience;
	while (!(await done())) {
		if (Date.now() > deadline) throw new Error('It did not happen in time');
		await sleep(100);
	}
}

const eventsOf = (all: IDataObject[]) => all.map(({ job }) => (job as IDataObject).eventId);

async function submitted(path: string, body: IDataObject): Promise<string> {
	await fetch(`${sandbox.url}${path}`, {
		method: 'POST',
		headers: { authorization: sandbox.token, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return String(sandbox.jobs.list(undefined, 1)[0].id);
}

describe('activation', () => {
	/** The error is in the answer, or n8n tells it when asked for the state of the publication. */
	const refusal = async (name: string, parameters: INodeParameters, used?: Credential) => {
		try {
			const { id } = await activated(name, parameters, used);
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
		const watched = await submitted('/screening', { profile_url: other.url });
		await submitted('/screening/continuous-monitoring', { profile_url: creator.url });
		const monitored = String(sandbox.jobs.list('screening', 1)[0].id);
		sandbox.jobs.settle(monitored, 'finished');
		const before = sandbox.jobs.submitted();

		const ids = await activated('Watched', { ids: watched });
		const own = await activated('Own', {
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ profile_url: creator.url }),
		});
		const changes = await activated('Changes', { event: 'screeningChanged', ids: monitored });
		const paid = () => sandbox.jobs.submitted() - before;

		// Killed at the moment that the submission is recorded.
		await until(async () => (await emitted(own, 1)).length > 0);
		await kill();
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
		await until(async () => (await emitted(own)).length > 0);
		await kill();
		await startN8n();
		await until(async () => (await emitted(changes)).length > 0 && (await emitted(ids)).length > 0);
		await sleep(TWO_POLLS);
		sandbox.faults.add({ kind: 'status', status: 503, path: '/screening/*' });

		const finished = async () => ({ ids: await emitted(ids), own: await emitted(own) });
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
		const known = eventsOf(await emitted(changes)).map(
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
		const own = await activated('Cut off', {
			jobType: 'mediaScreening',
			source: 'submit',
			bodyMode: 'json',
			bodyJson: JSON.stringify({ media_url: 'https://pictura.example/a.jpg' }),
		});
		sandbox.faults.add({ kind: 'latency', ms: 3_000, method: 'POST', path: '/screening-media' });
		await until(() => sandbox.log.count({ method: 'POST', path: '/screening-media' }) > 0);
		await kill();
		await sleep(5 * SECOND);
		expect(sandbox.jobs.submitted('mediaScreening') - before).toBeLessThanOrEqual(1);

		await startN8n();
		await until(async () => (await emitted(own, 1)).length > 0);
		await sleep(TWO_POLLS);
		const told = await emitted(own, 1);
		expect(told).toHaveLength(1);
		expect(told[0]).toMatchObject({ job: { type: 'mediaScreening', id: null, state: 'pending' } });
		expect(told[0].message).toMatch(/may have been submitted/);
		expect(sandbox.log.count({ method: 'POST', path: '/screening-media' })).toBe(1);
	},
	10 * MINUTE,
);
