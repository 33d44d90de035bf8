import type { INodeParameters } from 'n8n-workflow';

import { JOB_OPERATIONS } from '../../../nodes/CreatorIntelligenceTrigger/catalogue';
import { JOB_TYPES } from '../../../nodes/shared/catalogue/jobTypes';
import {
	dialectNames,
	ManualClock,
	startSandbox,
	type DialectName,
	type Sandbox,
} from '../../../sandbox';
import { useVirtualClock } from '../../support/virtualClock';
import { queryOf } from '../parameters';
import { eventsOf, HOUR, jobOf, MINUTE, newJob, newProcess, Trigger } from './trigger';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
useVirtualClock({ time });
beforeEach(newProcess);

it('knows all job types', () => {
	expect(JOB_OPERATIONS.map(({ job }) => job.type).sort()).toEqual([...JOB_TYPES].sort());
});

/** With a single result, with rows, and with rows that have an endpoint: the dialects after the first have no others. */
const KINDS = ['screening', 'creatorExport', 'socialListening'];
const jobsIn = (dialect: DialectName) =>
	JOB_OPERATIONS.filter(({ job }) => dialect === dialectNames[0] || KINDS.includes(job.type));

describe.each(dialectNames)('watched ids in the dialect %s', (dialect: DialectName) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, clock: time, creators: 300, durations: {} });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => {
		sandbox.log.clear();
		sandbox.faults.clear();
	});

	const watching = (parameters: INodeParameters) =>
		new Trigger(sandbox, { event: 'jobFinished', source: 'ids', ...parameters });

	it.each(jobsIn(dialect).map(({ job }) => [job.type, job] as const))(
		'%s is emitted once it has finished, and only once',
		async (type, { submit, results }) => {
			const id = await newJob(sandbox, submit.path);
			const trigger = watching({ jobType: type, ids: String(id) });

			expect((await trigger.poll()).items).toBeNull();
			time.advance(30 * MINUTE);
			const { items } = await trigger.poll();

			expect(items?.[0]?.length).toBeGreaterThan(0);
			expect(items).toHaveLength(1);
			const job = jobOf(trigger.finished[0]);
			expect(job).toMatchObject({
				type,
				id: String(id),
				state: 'finished',
				finishedAt: new Date(time.now()).toISOString(),
				eventId: `${submit.path.slice(1)}/${id}/finished`,
			});
			expect(job).toHaveProperty('rawState');
			expect(new Set(eventsOf(trigger.finished)).size).toBe(1);
			expect(Object.keys(trigger.finished[0]).length).toBeGreaterThan(1);
			const fetched = sandbox.log.count({ path: `${submit.path}/${id}/fetch` });
			expect(fetched > 0).toBe(results !== undefined);

			const emitted = trigger.finished.length;
			sandbox.log.clear();
			for (let polls = 0; polls < 3; polls++) await trigger.poll();
			expect(trigger.finished).toHaveLength(emitted);
			expect(sandbox.log.total).toBe(0);
		},
	);

	it('all rows, one item per row', async () => {
		const id = await newJob(sandbox, '/social-listening', { keyword: 'tea', items_limit: 30 });
		time.advance(HOUR);
		const trigger = watching({ jobType: 'socialListening', ids: String(id) });
		await trigger.poll();
		expect(trigger.finished).toHaveLength(30);
		expect(JSON.stringify(trigger.finished)).toContain('sentiment');
	});

	it('the limit and the query parameters apply to the rows', async () => {
		const id = await newJob(sandbox, '/social-listening', { keyword: 'tea', items_limit: 30 });
		time.advance(HOUR);
		const trigger = watching({
			jobType: 'socialListening',
			ids: String(id),
			returnAll: false,
			limit: 7,
			...queryOf({ from_date: '2020-01-01' }),
		});
		await trigger.poll();
		expect(trigger.finished).toHaveLength(7);
		expect(sandbox.log.last({ path: /fetch$/ })?.query).toMatchObject({ from_date: '2020-01-01' });
		expect(sandbox.log.find({ path: `/social-listening/${id}` })[0]?.query).toEqual({});
	});

	// What follows is the same in every dialect: what the user enters, not the answers.
	if (dialect !== dialectNames[0]) return;

	it.each<[string, (ids: string[]) => unknown]>([
		['lines', (ids) => ids.join('\n')],
		['commas', (ids) => ids.join(', ')],
		['lines and commas', (ids) => `\n${ids.join(',\r\n')},\n`],
		['an expression that returns a list', (ids) => `={{ ${JSON.stringify(ids)} }}`],
		['an expression that gives a text', (ids) => `={{ ${JSON.stringify(ids.join())} }}`],
		['ids that are named twice', (ids) => [...ids, ...ids].join()],
	])('ids as %s', async (_, write) => {
		const ids = [await newJob(sandbox, '/screening'), await newJob(sandbox, '/screening')];
		time.advance(HOUR);
		const trigger = watching({ jobType: 'screening', ids: write(ids.map(String)) as string });
		await trigger.poll();
		expect(trigger.finished.map((json) => String(jobOf(json).id))).toEqual(ids.map(String));
	});

	it('a growing list of ids is followed, and removed ids are forgotten', async () => {
		const first = await newJob(sandbox, '/screening');
		const parameters: INodeParameters = { event: 'jobFinished', jobType: 'screening' };
		const trigger = new Trigger(sandbox, { ...parameters, ids: String(first) });
		time.advance(HOUR);
		await trigger.poll();
		const second = await newJob(sandbox, '/screening');
		time.advance(HOUR);
		trigger.reactivate({ ...parameters, ids: `${first},${second}` });
		await trigger.poll();
		expect(trigger.finished.map((json) => String(jobOf(json).id))).toEqual([
			String(first),
			String(second),
		]);
		trigger.reactivate({ ...parameters, ids: String(second) });
		await trigger.poll();
		expect(trigger.saved.emitted).toEqual([`screening/${second}`]);
	});

	it.each<[string, INodeParameters]>([
		['IDs', { ids: '={{ 1 + }}' }],
		['IDs', { event: 'screeningChanged', ids: '={{ 1 + }}' }],
		["Timeout' in 'Options", { ids: '1', options: { timeout: '={{ 1 + }}' } }],
		['Profile URL', { source: 'submit', profileUrl: '={{ 1 + }}' }],
	])('names the field of an expression with an error: %s', async (label, more) => {
		const trigger = watching({ jobType: 'screening', ...more });
		for (const call of [{}, { manual: true }]) {
			const { error } = await trigger.poll(call);
			expect(error?.message).toBe(`n8n could not evaluate the expression in '${label}'`);
			expect(error).toMatchObject({
				description: expect.stringMatching(/^n8n reports: .*\. Correct the expression/) as string,
			});
		}
		expect(trigger.saved).toEqual({});
	});
});
