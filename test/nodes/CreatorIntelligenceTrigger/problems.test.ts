import { setTimeout as delay } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import {
	dialectNames,
	ManualClock,
	startSandbox,
	SUSPENDED_TOKEN,
	type DialectName,
	type Sandbox,
} from '../../../sandbox';
import { followUnderWay } from '../../support/requestsInFlight';
import { useVirtualClock } from '../../support/virtualClock';
import type { PollResult } from '../../support/poll';
import {
	eventsOf,
	HOUR,
	jobOf,
	newJob,
	newProcess,
	Trigger,
	type Left,
	type TriggerOptions,
} from './trigger';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
beforeEach(newProcess);

const INIT = { activation: 'init' as const };

describe.each(dialectNames)('problems in the dialect %s', (dialect: DialectName) => {
	useVirtualClock({ time });
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, clock: time, creators: 300, logCapacity: 5_000 });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => {
		sandbox.faults.clear();
		sandbox.log.clear();
	});

	const parametersOf = (ids: unknown[], more: INodeParameters = {}): INodeParameters => ({
		event: 'jobFinished',
		jobType: 'screening',
		ids: ids.join('\n'),
		...more,
	});
	const quick = { options: { maxRetries: 0 } };

	describe('at activation', () => {
		it.each([
			['jobFinished', /Correct 'IDs', or choose the 'Job Type'/],
			['screeningChanged', /Correct 'IDs'$/],
		])('%s: an unknown id is named', async (event, advice) => {
			const id = await newJob(sandbox, '/screening');
			const trigger = new Trigger(sandbox, parametersOf([id, 'nonsense-1'], { event }));
			const { error } = await trigger.poll();
			expect(error?.message).toMatch(/^The screening nonsense-1 cannot be read: ./);
			expect(error?.message).toMatch(advice);
			expect(error?.message).not.toContain(String(id));
		});

		it.each(['outage', 'rateLimit', 'resetBefore', 'html'] as const)(
			'%s does not prevent activation',
			async (kind) => {
				const id = await newJob(sandbox, '/screening');
				const trigger = new Trigger(sandbox, parametersOf([id], quick));
				sandbox.faults.add({ kind });
				expect(await trigger.poll()).toMatchObject({ items: null, error: undefined });
			},
		);

		it('a web page instead of the service is reported', async () => {
			const id = await newJob(sandbox, '/screening');
			const url = `${sandbox.origin}/__sandbox?`;
			const bad = new Trigger(sandbox, parametersOf([id]), { url });
			expect((await bad.poll()).error?.message).toContain('Base URL');
			const page = new Trigger(sandbox, parametersOf([id]), { url: sandbox.origin });
			sandbox.faults.add({ kind: 'redirect', url: `${sandbox.origin}/` });
			expect((await page.poll()).error?.message).toMatch(/web page/);
		});
	});

	it.each([
		[
			'a page of the result',
			{ kind: 'status' as const, status: 500, path: '/social-listening/*/fetch', times: 4 },
		],
		['the state', { kind: 'truncate' as const, times: 4 }],
	])('a failure of %s: the job is emitted in full at a later poll', async (_, fault) => {
		const id = await newJob(sandbox, '/social-listening', { keyword: 'tea', items_limit: 50 });
		time.advance(HOUR);
		const trigger = new Trigger(
			sandbox,
			parametersOf([id], {
				jobType: 'socialListening',
				returnAll: true,
				options: { maxRetries: 3 },
			}),
		);
		sandbox.faults.add(fault);
		await trigger.poll();
		expect(trigger.finished).toEqual([]);
		await trigger.poll();
		expect(trigger.finished).toHaveLength(50);
	});

	// What follows is the same in every dialect: the state machine, not the answers.
	if (dialect !== dialectNames[0]) return;

	describe('at activation, of the user and the account', () => {
		const submit = { source: 'submit', bodyMode: 'json', bodyJson: '{"profile_url":"x"}' };

		it.each<[string, TriggerOptions, INodeParameters, RegExp]>([
			['a wrong token', { token: 'nobody' }, {}, /did not accept the API token \(401\)/],
			['a wrong token', { token: 'nobody' }, submit, /did not accept the API token \(401\)/],
			['a suspended account', { token: SUSPENDED_TOKEN }, {}, /not allowed.*403/],
			[
				'a suspended account',
				{ token: SUSPENDED_TOKEN },
				{ ...submit, options: { emptyExecutions: false } },
				/not allowed to use POST \/screening \(403\)/,
			],
		])(
			'%s is reported with a clear message, even when n8n retries',
			async (_, options, more, message) => {
				const id = await newJob(sandbox, '/screening');
				const trigger = new Trigger(sandbox, parametersOf([id], more), options);
				const results: PollResult[] = [];
				for (let tries = 0; tries < 3; tries++) results.push(await trigger.poll());
				expect(results.map(({ error }) => error?.message)).toEqual(
					Array(3).fill(expect.stringMatching(message)),
				);
			},
		);

		it.each<[string, INodeParameters, RegExp]>([
			['no ids', { ids: ' ' }, /'IDs' is empty/],
			['no screenings', { event: 'screeningChanged', ids: ' ' }, /'IDs' is empty/],
			['ids that are none', { ids: '={{ [{a: 1}] }}' }, /not an ID/],
			['an unknown job type', { jobType: 'surprise' }, /no job type 'surprise'/],
			[
				'a number that cannot be sent',
				{ source: 'submit', bodyMode: 'json', bodyJson: '{"a":1e999}' },
				/^'a' is Infinity, which cannot be sent/,
			],
			['a bad body', { source: 'submit', bodyMode: 'json', bodyJson: '{"a":' }, /not valid JSON/],
			[
				'a bad interval',
				{ source: 'submit', profileUrl: 'a', repeat: 'hours', every: 0 },
				/'Every'/,
			],
			[
				'a limit below 1',
				{ jobType: 'socialListening', returnAll: false, limit: -1 },
				/'Limit' is not a whole number/,
			],
			[
				'a limit in parts',
				{ jobType: 'socialListening', returnAll: false, limit: 1.5 },
				/'Limit' is not a whole/,
			],
			['a bad option', { options: { maxRetries: -1 } }, /'Max Retries'/],
		])('%s', async (_, parameters, message) => {
			const { error } = await new Trigger(sandbox, parametersOf(['x'], parameters)).poll();
			expect(error?.message).toMatch(message);
		});
	});

	describe('published again during a poll', () => {
		/** A poll that is under way while the workflow is published with these parameters. */
		const duringPoll = async (trigger: Trigger, publish: () => Promise<PollResult[]>) => {
			const slow = sandbox.faults.add({ kind: 'latency', ms: 250, method: 'GET' });
			sandbox.log.clear();
			const underWay = followUnderWay(sandbox);
			const running = trigger.poll();
			while (underWay.most === 0) await delay(2);
			const results = await publish();
			await running;
			underWay.stop();
			slow.remove();
			return { results, most: underWay.most };
		};
		const never = { profile_url: 'https://vidora.example/never-finishes' };

		it('the first poll of the new activation waits, and what the old one found is not lost', async () => {
			const pending = await newJob(sandbox, '/screening', never);
			const done = await newJob(sandbox, '/screening');
			const trigger = new Trigger(sandbox, parametersOf([done]));
			await trigger.poll();
			time.advance(HOUR);
			const more = { options: { maxConcurrency: 1 } };
			const { results, most } = await duringPoll(trigger, async () => {
				trigger.reactivate(parametersOf([pending, done], more));
				return [await trigger.poll()];
			});
			expect(most).toBe(1);
			expect(results[0].error).toBeUndefined();
			expect(trigger.finished.map((json) => jobOf(json).id)).toEqual([String(done)]);
			for (let polls = 0; polls < 3; polls++) {
				expect((await trigger.poll()).error).toBeUndefined();
			}
			expect(trigger.finished).toHaveLength(1);
		});
	});

	describe('kill -9 at each point of a poll', () => {
		const LEFT: Array<[string, Left, number]> = [
			['nothing was saved', { saved: false, recorded: false }, 1],
			['the state was saved, the execution not recorded', { saved: true, recorded: false }, 1],
			['the execution was recorded, the state not saved', { saved: false, recorded: true }, 2],
			['both were, and nothing more', { saved: true, recorded: true }, 2],
		];

		it.each(LEFT)('when %s', async (_, left, times) => {
			const ids = [await newJob(sandbox, '/screening'), await newJob(sandbox, '/screening')];
			time.advance(HOUR);
			const trigger = new Trigger(sandbox, parametersOf(ids));
			await trigger.poll({}, left);
			trigger.restart();
			for (let polls = 0; polls < 3; polls++) await trigger.poll(INIT);
			expect(trigger.finished).toHaveLength(times * 2);
			expect(new Set(eventsOf(trigger.finished)).size).toBe(2);
			trigger.restart();
			for (let polls = 0; polls < 3; polls++) await trigger.poll(INIT);
			expect(trigger.finished).toHaveLength(times * 2);
		});
	});
});
