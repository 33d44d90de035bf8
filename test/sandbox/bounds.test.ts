import { ManualClock } from '../../sandbox';
import { RequestLog } from '../../sandbox/requestLog';
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

test('large inputs are evicted sooner', async () => {
	const clock = new ManualClock();
	const sandbox = await sandboxForTest({ clock });
	const large = { ...body('a'), note: 'x'.repeat(900_000) };
	for (let i = 0; i < 50; i++) {
		sandbox.jobs.submit('screening', 'somebody', large);
		clock.advance(60_000);
	}
	expect(sandbox.jobs.size).toBe(35);
});

test('the log is bounded in number and in weight', async () => {
	const sandbox = await sandboxForTest({ logCapacity: 10 });
	const client = clientOf(sandbox);
	for (let i = 0; i < 25; i++)
		await client.get('/dictionary/brands', { params: { search_string: `${i}` } });
	expect(sandbox.log.count()).toBe(10);
	expect(sandbox.log.total).toBe(25);
	expect(sandbox.log.all()[0].query).toEqual({ search_string: '15' });

	const log = new RequestLog(1000, 1000);
	for (let i = 0; i < 5; i++) {
		const entry = {
			number: 1,
			at: i,
			method: 'POST',
			path: '/',
			query: {},
			headers: {},
			status: 200,
			durationMs: 1,
			faults: [],
		};
		log.add(entry);
		log.addBody(entry, 'x'.repeat(400), undefined);
	}
	expect(log.all().map(({ at }) => at)).toEqual([3, 4]);
});

test('faults that requests specify are not stored without limit', async () => {
	const sandbox = await sandboxForTest();
	for (let i = 0; i < 3000; i++) {
		sandbox.faults.strike({ method: 'GET', path: '/', token: 't', specs: [`latency=${i}`] });
	}
	expect(sandbox.faults.list()).toEqual([]);
	expect(Reflect.get(sandbox.faults, 'carried')).toHaveProperty('size', 1000);
});
