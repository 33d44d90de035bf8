import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	dialectNames,
	ManualClock,
	startSandbox,
	type DialectName,
	type Sandbox,
} from '../../../sandbox';
import { sampleOf } from '../../../sandbox/routes/sample';
import { useVirtualClock } from '../../support/virtualClock';
import { eventsOf, HOUR, jobOf, MINUTE, newProcess, post, Trigger } from './trigger';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
useVirtualClock({ time });
beforeEach(newProcess);

/** A monitored profile of the sandbox posts something risky each hour. */
const INTERVAL = HOUR;

describe.each(dialectNames)('monitored screenings in the dialect %s', (dialect: DialectName) => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({
			dialect,
			clock: time,
			creators: 300,
			durations: { screening: MINUTE },
			monitoringInterval: INTERVAL,
		});
	});
	afterEach(async () => await sandbox.close());

	const monitored = async (): Promise<string> => {
		const { creator } = sampleOf(sandbox.world);
		await post(sandbox, '/screening/continuous-monitoring', { profile_url: creator.url });
		const [job] = sandbox.jobs.list('screening', 1);
		time.advance(5 * MINUTE);
		return String(job.id);
	};
	const watching = (ids: string, parameters: INodeParameters = {}) =>
		new Trigger(sandbox, { event: 'screeningChanged', ids, ...parameters });
	const changed = (json: IDataObject) => json.changed as IDataObject;

	it('the first poll records a baseline; a change is emitted once, with the previous state', async () => {
		const id = await monitored();
		const trigger = watching(id);
		expect((await trigger.poll()).items).toBeNull();
		expect((await trigger.poll()).items).toBeNull();

		time.advance(INTERVAL);
		await trigger.poll();
		await trigger.poll();
		await trigger.poll();
		expect(trigger.finished).toHaveLength(1);
		const [item] = trigger.finished;
		expect(jobOf(item)).toMatchObject({ type: 'screening', id, state: 'finished' });
		expect(jobOf(item).eventId).toMatch(new RegExp(`^screening/${id}/changed/\\w+$`));
		const { creator } = sampleOf(sandbox.world);
		expect(Object.keys(item)).toEqual([
			'profile',
			'reportUrl',
			'changed',
			'current',
			'previous',
			'job',
		]);
		expect(item.profile).toMatchObject({ name: expect.any(String), url: creator.url });
		expect(item.reportUrl).toMatch(/^(https?:\/)?\//);
		expect(Object.keys(changed(item))).toEqual(['riskRating', 'flaggedCount', 'added', 'removed']);
		const { previous, current } = item as Record<string, IDataObject>;
		const added = changed(item).added as IDataObject[];
		expect(added).toHaveLength(1);
		expect(added[0]).toMatchObject({ id: expect.any(String), risks: expect.anything() });
		expect(changed(item).removed).toEqual([]);
		expect(current.flaggedCount).toBe(Number(previous.flaggedCount) + 1);
		expect(current.flagged).toHaveLength(Number(current.flaggedCount));
		expect(previous.flagged).toHaveLength(Number(previous.flaggedCount));
		expect(changed(item).riskRating).toEqual({
			before: previous.riskRating,
			after: current.riskRating,
		});
		expect(current.riskRating).toEqual(expect.stringMatching(/^(LOW|MEDIUM|HIGH)$/));
		expect(JSON.stringify(current.result)).toContain('risk_rating');
	});

	it('what the service clears is listed as removed', async () => {
		const id = await monitored();
		time.advance(2 * INTERVAL);
		const trigger = watching(id, { firstSight: 'emit' });
		await trigger.poll();
		const flagged = (trigger.finished[0].current as IDataObject).flagged as IDataObject[];
		const cleared = String(flagged[0].id);
		const response = await fetch(`${sandbox.url}/screening/${id}/contents/unflag`, {
			method: 'PATCH',
			headers: { authorization: sandbox.token, 'content-type': 'application/json' },
			body: JSON.stringify({ content_ids: [cleared] }),
		});
		expect(response.ok).toBe(true);
		await trigger.poll();
		expect(changed(trigger.finished[1])).toMatchObject({ added: [], removed: [{ id: cleared }] });
	});

	// What follows is the same in every dialect: the state machine, not the answers.
	if (dialect !== dialectNames[0]) return;

	it('a baseline that could not be taken at activation is saved with an empty execution', async () => {
		const id = await monitored();
		const trigger = watching(id, { options: { maxRetries: 0 } });
		sandbox.faults.add({ kind: 'outage', seconds: 600 });
		expect(await trigger.poll()).toMatchObject({ items: null, error: undefined });
		time.advance(11 * MINUTE);
		expect((await trigger.poll()).items).toEqual([[]]);
		time.advance(INTERVAL);
		trigger.restart();
		await trigger.poll({ activation: 'init' });
		expect(trigger.finished).toHaveLength(1);
	});

	it.each([
		['the state was saved, the execution was not', { saved: true, recorded: false }, 1],
		['neither was saved', { saved: false, recorded: false }, 1],
		['the execution was saved, the state was not', { saved: false, recorded: true }, 2],
	])(
		'killed when %s: the change is emitted again with the same event id',
		async (_, left, times) => {
			const id = await monitored();
			const trigger = watching(id);
			await trigger.poll();
			time.advance(INTERVAL);
			const { items } = await trigger.poll({}, left);
			const [first] = items?.[0] ?? [];
			trigger.restart();
			await trigger.poll({ activation: 'init' });
			expect(trigger.finished).toHaveLength(times);
			expect(new Set(eventsOf(trigger.finished))).toEqual(new Set([jobOf(first?.json).eventId]));
			await trigger.poll();
			trigger.restart();
			await trigger.poll({ activation: 'init' });
			expect(trigger.finished).toHaveLength(times);
		},
	);
});
