import axios from 'axios';
import { ManualClock } from '../../sandbox';
import { clientOf, sandboxForTest } from './client';

const control = (origin: string) =>
	axios.create({ baseURL: origin, validateStatus: () => true, proxy: false });

const body = { profile_url: 'https://pictura.example/somebody' };

test('the page is self-contained: nothing is loaded from elsewhere', async () => {
	const { origin } = await sandboxForTest({ basePath: '/v2' });
	for (const path of ['/', '/__sandbox']) {
		const { status, headers, data } = await control(origin).get<string>(path);
		expect([status, headers['content-type']]).toEqual([200, 'text/html']);
		expect(data).toMatch(/^<!doctype html>/i);
		expect(data).not.toMatch(/(?:src|href)="https?:|@import|url\(/);
	}
});

test('the state shows jobs with their timings, requests and faults', async () => {
	const clock = new ManualClock();
	const sandbox = await sandboxForTest({ clock, durations: { screening: 8000 } });
	await clientOf(sandbox).post('/screening', body);
	sandbox.faults.add({ kind: 'latency', ms: 1 });
	clock.advance(3000);
	const { data } = await control(sandbox.origin).get('/__sandbox/state');
	const submittedAt = clock.now() - 3000;
	expect(data).toMatchObject({
		dialect: 'flat',
		now: clock.now(),
		jobs: {
			submitted: 1,
			latest: [
				{
					type: 'screening',
					phase: 'running',
					submittedAt,
					startsAt: submittedAt + 2000,
					endsAt: submittedAt + 8000,
				},
			],
		},
		requests: { total: 1, latest: [{ method: 'POST', path: '/screening', status: 200 }] },
		faults: [{ kind: 'latency', hits: 0 }],
	});
});

test('a script can move the clock, end a job and empty the log', async () => {
	const clock = new ManualClock();
	const sandbox = await sandboxForTest({ clock });
	const client = clientOf(sandbox);
	const { data: job } = await client.post<{ id: string }>('/screening', body);
	const at = control(sandbox.origin);
	const before = clock.now();
	expect((await at.post('/__sandbox/clock/advance', { ms: 8000 })).data).toEqual({
		now: before + 8000,
	});
	expect((await client.get(`/screening/${job.id}`)).data).toMatchObject({ status: 'IN_PROGRESS' });
	await at.post(`/__sandbox/jobs/${job.id}/settle`, { ending: 'failed', reason: 'by hand' });
	expect((await client.get(`/screening/${job.id}`)).data).toMatchObject({
		status: 'FAILURE',
		error: { message: 'by hand' },
	});
	expect((await at.post('/__sandbox/jobs/none/settle', { ending: 'failed' })).status).toBe(404);
	expect((await at.delete('/__sandbox/requests')).status).toBe(204);
	expect(sandbox.log.count()).toBe(0);
});
