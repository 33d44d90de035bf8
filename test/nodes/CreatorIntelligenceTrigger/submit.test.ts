import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	dialectNames,
	ManualClock,
	startSandbox,
	type DialectName,
	type Sandbox,
} from '../../../sandbox';
import { useVirtualClock } from '../../support/virtualClock';
import { rows } from '../parameters';
import {
	eventsOf,
	exampleBody,
	HOUR,
	jobOf,
	MINUTE,
	newProcess,
	Trigger,
	type Left,
} from './trigger';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
useVirtualClock({ time });
beforeEach(newProcess);

describe.each(dialectNames)('requests of the trigger in the dialect %s', (dialect: DialectName) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({
			dialect,
			clock: time,
			creators: 300,
			durations: { screening: 3 * MINUTE, socialListening: 3 * MINUTE },
		});
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => [sandbox.jobs, sandbox.faults].forEach((each) => each.clear()));

	const parametersOf = (more: INodeParameters = {}): INodeParameters => ({
		event: 'jobFinished',
		jobType: 'screening',
		source: 'submit',
		bodyMode: 'json',
		bodyJson: JSON.stringify(exampleBody(sandbox, '/screening')),
		...more,
	});
	const submitting = (more?: INodeParameters) => new Trigger(sandbox, parametersOf(more));
	const paid = () => sandbox.jobs.submitted();
	/** Polls each minute, and every fifth once no job can be running. */
	const run = async (trigger: Trigger, minutes: number) => {
		for (let minute = 0; minute < minutes; minute += minute < 10 ? 1 : 5) {
			await trigger.poll();
			time.advance(minute < 10 ? MINUTE : 5 * MINUTE);
		}
	};

	it('once: submits, reports it on the second output, and emits the result on the first', async () => {
		const trigger = submitting();
		const first = await trigger.poll();
		expect(first).toMatchObject({ items: null, error: undefined });
		expect(paid()).toBe(0);
		const second = await trigger.poll();
		expect(second.items?.[0]).toEqual([]);
		const [{ id }] = sandbox.jobs.list('screening', 1);
		expect(jobOf(second.items?.[1]?.[0]?.json)).toMatchObject({
			type: 'screening',
			id,
			state: 'pending',
			submittedAt: new Date(time.now()).toISOString(),
			eventId: `screening/${id}/submitted`,
		});
		const submittedAt = time.now();
		await run(trigger, 60);
		expect(paid()).toBe(1);
		expect(trigger.finished).toHaveLength(1);
		expect(jobOf(trigger.finished[0])).toMatchObject({
			id,
			state: 'finished',
			submittedAt: new Date(submittedAt).toISOString(),
			eventId: `screening/${id}/finished`,
		});
		// Submitted, finished, and that the latter got through.
		expect(trigger.executions).toBe(3);
		expect((trigger.saved.submissions as IDataObject).watched).toEqual([]);
	});

	const withKey: INodeParameters = { options: { idempotencyHeader: 'Idempotency-Key' } };

	// What follows is the same in every dialect: the state machine, not the answers.
	if (dialect !== dialectNames[0]) return;

	it.each<[string, INodeParameters, IDataObject]>([
		['json', { bodyMode: 'json', bodyJson: '{"keyword":"tea"}' }, { keyword: 'tea' }],
		[
			'json as an object',
			{ bodyMode: 'json', bodyJson: '={{ {keyword: "t" + "ea"} }}' },
			{ keyword: 'tea' },
		],
		[
			'fields',
			{ bodyMode: 'fields', bodyFields: rows({ keyword: 'tea', items_limit: 9 }) },
			{ keyword: 'tea', items_limit: 9 },
		],
	])('the body as %s; the insights are emitted', async (_, body, sent) => {
		const trigger = submitting({ jobType: 'socialListening', ...body });
		await run(trigger, 8);
		expect(sandbox.log.last({ method: 'POST' })?.body).toEqual(sent);
		expect(JSON.stringify(trigger.finished)).toContain('sentiment');
		expect(new Set(eventsOf(trigger.finished)).size).toBe(1);
	});

	it.each([
		['resetAfter', { kind: 'resetAfter' }, 1] as const,
		['500', { kind: 'status', status: 500 }, 0] as const,
		['cutOff', { kind: 'cutOff' }, 1] as const,
	])(
		'a lost response (%s): reported, and not sent again before the next scheduled time',
		async (_, fault, lost) => {
			const trigger = submitting({ repeat: 'hours', every: 1 });
			await trigger.poll();
			sandbox.faults.add({ ...fault, method: 'POST', times: 1 });
			await trigger.poll();
			expect(trigger.submitted).toHaveLength(1);
			expect(jobOf(trigger.submitted[0])).toMatchObject({ id: null, state: 'pending' });
			expect(trigger.submitted[0].message).toMatch(/may have been submitted/);
			const { error } = await trigger.poll();
			expect(error?.message).toMatch(/may have been submitted/);
			await run(trigger, 50);
			expect(paid()).toBe(lost);
			await run(trigger, 20);
			expect(paid()).toBe(lost + 1);
			expect(trigger.finished).toHaveLength(1);
		},
	);

	it('a changed request is another submission, and the job of the first one is not forgotten', async () => {
		const trigger = submitting();
		await run(trigger, 2);
		trigger.reactivate(parametersOf({ jobType: 'socialListening', bodyJson: '{"keyword":"tea"}' }));
		await run(trigger, 10);
		expect(paid()).toBe(2);
		const types = new Set(trigger.finished.map((json) => jobOf(json).type));
		expect(types).toEqual(new Set(['screening', 'socialListening']));
	});

	const DROPPED = { saved: false, recorded: false };

	it.each<[string, INodeParameters]>([
		['with', {}],
		['without', { options: { emptyExecutions: false } }],
	])('%s empty executions: a dropped submission is not paid for again', async (_, more) => {
		for (const lost of [false, true]) {
			newProcess();
			const before = paid();
			const trigger = submitting({ ...more, repeat: 'hours', every: 1 });
			if (!('options' in more)) await trigger.poll();
			if (lost) sandbox.faults.add({ kind: 'resetAfter', method: 'POST', times: 1 });
			await trigger.poll({}, DROPPED);
			expect(paid()).toBe(before + 1);
			trigger.reactivate(parametersOf({ ...more, repeat: 'hours', every: 1 }));
			await run(trigger, 50);
			expect(paid()).toBe(before + 1);
			expect(trigger.submitted.map((json) => jobOf(json).id)).toEqual([
				lost ? null : sandbox.jobs.list()[0].id,
			]);
			expect(trigger.finished).toHaveLength(lost ? 0 : 1);
			await run(trigger, 20);
			expect(paid()).toBe(before + 2);
		}
	});

	it('jobs that never end do not accumulate without limit, and are not forgotten', async () => {
		const at = time.now() - 24 * HOUR;
		const watched = Array.from({ length: 100 }, (_, n) => ({
			id: `x${n}`,
			path: '/screening',
			at: at + HOUR * 23.9,
		}));
		const trigger = new Trigger(sandbox, parametersOf({ repeat: 'hours' }), {
			staticData: { submissions: { watched } },
		});
		await trigger.poll({ activation: 'init' });
		const told = await trigger.poll();
		expect(told.error?.message).toContain('100');
		await run(trigger, 3);
		expect(paid()).toBe(0);
		expect(told.staticData).toMatchObject({ submissions: { watched: { length: 100 } } });
	});

	describe('kill -9 at each point', () => {
		const LEFT: Array<[string, Left]> = [
			['nothing was saved', { saved: false, recorded: false }],
			['the state was saved, the execution not recorded', { saved: true, recorded: false }],
			['the execution was recorded, the state not saved', { saved: false, recorded: true }],
			['both were', { saved: true, recorded: true }],
		];
		const POLLS = 10;
		const points = LEFT.flatMap(([name, left]) =>
			Array.from({ length: POLLS }, (_, at) => [at + 1, name, left] as const),
		);

		const killed = async (at: number, left: Left, more?: INodeParameters) => {
			const trigger = submitting(more);
			for (let polls = 1; polls <= POLLS + 6; polls++) {
				await trigger.poll({}, polls === at ? left : undefined);
				if (polls === at) trigger.restart();
				time.advance(MINUTE);
			}
			await run(trigger, 6);
			return trigger;
		};

		it.each(points.filter(([at]) => at <= 2))(
			'of poll %d, when %s, with a key that the service knows',
			async (at, _, left) => {
				const trigger = await killed(at, left, withKey);
				expect(paid()).toBe(1);
				expect(new Set(eventsOf(trigger.finished)).size).toBe(1);
				expect(trigger.submitted.filter((json) => jobOf(json).id === null)).toEqual([]);
			},
		);

		it.each(points)('of poll %d, when %s', async (at, _, left) => {
			const trigger = await killed(at, left);
			expect(paid()).toBeLessThanOrEqual(1);
			const ids = sandbox.jobs.list().map(({ id }) => id);
			const told = trigger.submitted.filter((json) => jobOf(json).id === null);
			// Killed between the announcement and the answer, nobody can know whether there is a job.
			const outcomeUnknown = at === 1 ? left.saved : at === 2 && !left.saved;
			expect(told).toHaveLength(outcomeUnknown ? 1 : 0);
			if (outcomeUnknown) return;
			expect(paid()).toBe(1);
			expect(new Set(trigger.finished.map((json) => jobOf(json).id))).toEqual(new Set(ids));
			expect(new Set(eventsOf(trigger.finished)).size).toBe(1);
			expect(trigger.finished.length).toBeLessThanOrEqual(2);
		});
	});
});
