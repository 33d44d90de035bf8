import type { INodeParameters } from 'n8n-workflow';

import { ManualClock } from '../../../sandbox';
import { useVirtualClock } from '../../support/virtualClock';
import { submitting, useScriptedService } from './scriptedService';
import { HOUR, jobOf, MINUTE, newProcess, type Trigger } from './trigger';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
const virtual = useVirtualClock({ time });
const service = useScriptedService();
beforeEach(newProcess);
/** When requests came in, in real time. */
let sentAt: number[] = [];
beforeEach(() => {
	sentAt = [];
	service.answers.status = () => ({ status: 'SUCCESS' });
	service.answers.submit = () => {
		sentAt.push(time.now());
		return { id: `job-${sentAt.length}` };
	};
});

const YEAR = 365 * 24 * HOUR;

/** Polls every minute, or every other one where it takes long. */
const run = async (trigger: Trigger, minutes: number) => {
	const every = minutes > 60 ? 2 : 1;
	for (let minute = 0; minute < minutes; minute += every) {
		expect((await trigger.poll()).error).toBeUndefined();
		time.advance(every * MINUTE);
	}
};

describe.each<[string, INodeParameters]>([
	['with', { options: {} }],
	['without', { options: { emptyExecutions: false } }],
])('an hourly submission %s announcements', (_, more) => {
	const hourly = () => service.trigger(submitting({ repeat: 'hours', every: 1, ...more }));
	/** One for each hour: none early, none late, none twice. */
	const expectHourly = (count: number) => {
		expect(sentAt).toHaveLength(count);
		for (const gap of gaps()) {
			expect(gap).toBeGreaterThanOrEqual(HOUR - 30_000);
			expect(gap).toBeLessThanOrEqual(HOUR + 3 * MINUTE);
		}
	};
	const gaps = () => sentAt.slice(1).map((at, index) => at - sentAt[index]);

	it('continues when the clock is set back by 20 seconds', async () => {
		const trigger = hourly();
		await run(trigger, 30);
		virtual.jump(-20_000);
		await run(trigger, 120);
		expectHourly(3);
	});

	it.each([
		['an hour back', -HOUR],
		['a year back', -YEAR],
		['an hour ahead', HOUR],
		['a year ahead', YEAR],
	])('continues when the clock is set %s for good: one is early or late', async (__, jump) => {
		const trigger = hourly();
		await run(trigger, 30);
		virtual.jump(jump);
		await run(trigger, 240);
		const [shifted, ...others] = gaps();
		expect(shifted).toBeGreaterThanOrEqual(28 * MINUTE);
		expect(shifted).toBeLessThanOrEqual(100 * MINUTE);
		expect(others.length).toBeGreaterThanOrEqual(2);
		for (const gap of others) {
			expect(gap).toBeGreaterThanOrEqual(HOUR - 30_000);
			expect(gap).toBeLessThanOrEqual(HOUR + 3 * MINUTE);
		}
	});

	it.each([YEAR, -YEAR])(
		'sends one early at most when the clock is wrong for three polls (%d)',
		async (jump) => {
			const trigger = hourly();
			await run(trigger, 30);
			virtual.jump(jump);
			await run(trigger, 3);
			virtual.jump(-jump);
			await run(trigger, 97);
			expect(gaps().filter((gap) => gap < HOUR - 30_000).length).toBeLessThanOrEqual(1);
			expect(sentAt.length).toBeGreaterThanOrEqual(2);
			expect(sentAt.length).toBeLessThanOrEqual(4);
		},
	);
});

it.each([-20_000, -HOUR, -YEAR, YEAR])(
	'once is once, regardless of the clock (%d)',
	async (jump) => {
		const trigger = service.trigger(submitting());
		await run(trigger, 3);
		virtual.jump(jump);
		await run(trigger, 3);
		trigger.reactivate();
		await run(trigger, 3);
		trigger.restart();
		virtual.jump(-jump);
		await run(trigger, 3);
		expect(sentAt).toHaveLength(1);
		expect(trigger.submitted).toHaveLength(1);
		expect(new Set(trigger.finished.map((json) => jobOf(json).id))).toEqual(new Set(['job-1']));
	},
);

it.each([-20_000, -30 * MINUTE, -YEAR])(
	'after a process died while sending, no other process sends (%d)',
	async (jump) => {
		const trigger = service.trigger(submitting({ repeat: 'hours', options: {} }));
		await run(trigger, 61);
		expect(sentAt).toHaveLength(1);
		// This poll sends it, and n8n dies before it saves.
		await trigger.poll({}, { saved: false, recorded: false });
		expect(sentAt).toHaveLength(2);
		trigger.restart();
		virtual.jump(jump);
		for (let polls = 0; polls < 50; polls++) {
			await trigger.poll({ activation: 'init' });
			time.advance(MINUTE);
		}
		expect(sentAt).toHaveLength(2);
		expect(trigger.submitted.map((json) => jobOf(json).id)).toEqual(['job-1', null]);
	},
);
