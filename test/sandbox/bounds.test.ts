import { ManualClock } from '../../sandbox';
import { clientOf, sandboxForTest } from './client';

const body = (name: string) => ({ profile_url: `https://pictura.example/${name}` });

test('the oldest finished jobs are evicted, running jobs are not', async () => {
	const clock = new ManualClock();
	const sandbox = await sandboxForTest({ clock, jobCapacity: 20 });
	const client = clientOf(sandbox);
	const { data: endless } = await client.post<{ id: string }>('/screening', body('never-finishes'));
	const { data: first } = await client.post<{ id: string }>('/screening', body('a'));
	for (let i = 0; i < 60; i++) {
		expect((await client.post('/screening', body(`b${i}`))).status).toBe(200);
		clock.advance(30_000);
	}
	expect(sandbox.jobs.size).toBe(20);
	expect(sandbox.jobs.submitted('screening')).toBe(62);
	expect((await client.get(`/screening/${first.id}`)).status).toBe(404);
	expect((await client.get(`/screening/${endless.id}`)).data).toMatchObject({
		status: 'IN_PROGRESS',
	});
});

test('when all jobs are running, a new one is rejected', async () => {
	const sandbox = await sandboxForTest({ clock: new ManualClock(), jobCapacity: 3 });
	const client = clientOf(sandbox);
	const statuses = [];
	for (let i = 0; i < 4; i++) statuses.push((await client.post('/screening', body('a'))).status);
	expect(statuses).toEqual([200, 200, 200, 429]);
});

test('the log is bounded', async () => {
	const sandbox = await sandboxForTest({ logCapacity: 10 });
	const client = clientOf(sandbox);
	for (let i = 0; i < 25; i++)
		await client.get('/dictionary/brands', { params: { search_string: `${i}` } });
	expect(sandbox.log.count()).toBe(10);
	expect(sandbox.log.total).toBe(25);
	expect(sandbox.log.all()[0].query).toEqual({ search_string: '15' });
});
