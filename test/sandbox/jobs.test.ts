import type { AxiosInstance } from 'axios';
import {
	type JobType,
	jobTypes,
	ManualClock,
	type Sandbox,
	type SandboxOptions,
	startSandbox,
} from '../../sandbox';
import { jobOfType } from '../../nodes/CreatorIntelligenceTrigger/catalogue';
import { routes } from '../../sandbox/routes';
import { sampleOf } from '../../sandbox/routes/sample';
import { clientOf, sandboxForTest } from './client';

// test/nodes/jobs.test.ts and jobResults.test.ts read jobs in all dialects.

const pathOf = (type: JobType): string => jobOfType(type).endpoint.path;

const exampleOf = (type: JobType, { world }: Sandbox): object => {
	const route = routes.find(({ method, path }) => method === 'POST' && path === pathOf(type));
	return route?.example(sampleOf(world)) ?? {};
};

const profile = (name: string) => ({ profile_url: `https://pictura.example/${name}` });

interface Job {
	id: string;
	status: string;
	data: object[];
	error: { message: string };
}

describe('jobs', () => {
	const clock = new ManualClock();
	const durations: SandboxOptions['durations'] = Object.fromEntries(
		jobTypes.map((type) => [type, { queued: 1000, running: 9000 }]),
	);
	let sandbox: Sandbox;
	let client: AxiosInstance;

	beforeAll(async () => {
		sandbox = await startSandbox({ clock, durations });
		client = clientOf(sandbox);
	});
	afterAll(() => sandbox.close());

	const submit = async (path: string, input: object): Promise<string> =>
		(await client.post<Job>(path, input)).data.id;
	const read = async (path: string): Promise<Job> => (await client.get<Job>(path)).data;

	test.each(jobTypes)('%s is queued, runs and finishes by the clock', async (type) => {
		const id = await submit(pathOf(type), exampleOf(type, sandbox));
		const path = `${pathOf(type)}/${id}`;
		expect((await read(path)).status).toBe('QUEUED');
		clock.advance(1000);
		expect((await read(path)).status).toBe('IN_PROGRESS');
		clock.advance(8999);
		expect((await read(path)).status).toBe('IN_PROGRESS');
		clock.advance(1);
		expect((await read(path)).status).toBe('SUCCESS');
		sandbox.jobs.settle(id, 'failed', 'because');
		expect(await read(path)).toMatchObject({ status: 'FAILURE', error: { message: 'because' } });
	});

	test('special inputs: slow, endless, instant, empty, failing and partial jobs', async () => {
		const words = ['slow', 'never-finishes', 'instant', 'empty', 'fails-always'];
		const path = '/public-content-async';
		const ids = await Promise.all(words.map(async (word) => await submit(path, profile(word))));
		const phases = () => ids.map((id) => sandbox.jobs.get(id)?.phase);
		expect(phases()).toEqual(['queued', 'queued', 'finished', 'queued', 'queued']);
		clock.advance(10_000);
		expect(phases()).toEqual(['running', 'running', 'finished', 'finished', 'failed']);
		clock.advance(1_000_000);
		expect(phases()).toEqual(['finished', 'running', 'finished', 'finished', 'failed']);
		expect((await read(`${path}/${ids[3]}`)).data).toEqual([]);

		const emails = Array.from({ length: 9 }, (_, i) => `partial-${i}@mailbox.example`);
		const partial = await submit('/email-lookup', { emails });
		clock.advance(10_000);
		const { status, data } = await read(`/email-lookup/${partial}`);
		expect([status, data.length]).toEqual(['PARTIAL_SUCCESS', 5]);
	});

	test('a job belongs to the token that submitted it and to its own path', async () => {
		const own = await sandboxForTest({ tokens: { other: {} } });
		const { data } = await clientOf(own).post<Job>('/screening', profile('a'));
		expect((await clientOf(own).get(`/screening/${data.id}`)).status).toBe(200);
		expect((await clientOf(own).get(`/purchase-intent/${data.id}`)).status).toBe(404);
		const stranger = clientOf({ ...own, token: 'other' });
		expect((await stranger.get(`/screening/${data.id}`)).status).toBe(404);
	});
});
