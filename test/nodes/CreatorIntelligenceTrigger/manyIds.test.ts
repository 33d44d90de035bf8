import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_SETTINGS } from '../../../nodes/shared/settings/readSettings';
import { ManualClock, startSandbox, type Sandbox } from '../../../sandbox';
import { startServer, type LoopbackServer } from '../../support/http';
import { useVirtualClock } from '../../support/virtualClock';
import { eventsOf, HOUR, limitPolls, newProcess, Trigger } from './trigger';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
beforeEach(newProcess);
afterEach(() => jest.restoreAllMocks());

describe('hundreds of ids', () => {
	const virtual = useVirtualClock();
	/** One poll emits 500. */
	const COUNT = 520;
	let sandbox: Sandbox;
	let ids: string[];

	beforeAll(async () => {
		sandbox = await startSandbox({ clock: time, creators: 300, logCapacity: 20_000 });
		ids = [];
		const profile_url = sandbox.world.creators[0].url;
		for (let n = 0; n < COUNT; n++) {
			ids.push(String(sandbox.jobs.submit('screening', sandbox.token, { profile_url }).id));
		}
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => {
		sandbox.faults.clear();
		sandbox.log.clear();
	});

	const size = (state: IDataObject) => JSON.stringify(state).length;
	const watching = (count?: number) => ({
		event: 'jobFinished',
		jobType: 'screening',
		ids: ids.slice(0, count).join(),
	});

	describe('on a slow service', () => {
		const POLL_MS = 20_000;
		let server: LoopbackServer;

		beforeAll(async () => {
			server = await startServer((app) => {
				app.get('/screening/:id', async () => {
					virtual.pass(200);
					return { status: 'PENDING' };
				});
			});
		});
		afterAll(async () => await server.close());
		beforeEach(() => {
			limitPolls(POLL_MS);
			server.requests.length = 0;
		});

		it('the next poll continues where the last one stopped', async () => {
			const count = 150;
			const trigger = new Trigger(sandbox, watching(count), { url: server.url });
			const asked: string[][] = [];
			for (let polls = 0; polls < 60 && new Set(asked.flat()).size < count; polls++) {
				expect((await trigger.poll()).error).toBeUndefined();
				asked.push(server.requests.map(({ url }) => url));
				server.requests.length = 0;
			}
			expect(new Set(asked.flat()).size).toBe(count);
			expect(asked.length).toBeGreaterThan(1);
			// No id was asked for again before all had had their turn, but for those that were under way
			// when a poll ended.
			const [last = []] = asked.slice(-1);
			const cutOff = (asked.length - 1) * DEFAULT_SETTINGS.maxConcurrency;
			expect(asked.flat().length).toBeLessThanOrEqual(count + last.length + cutOff);
		});
	});

	it('are emitted once each, over several polls, with a small state', async () => {
		time.advance(HOUR);
		const trigger = new Trigger(sandbox, watching());
		let largest = 0;
		for (let polls = 0; polls < 5; polls++) {
			const { staticData, error } = await trigger.poll();
			expect(error).toBeUndefined();
			largest = Math.max(largest, size(staticData));
		}
		expect(new Set(eventsOf(trigger.finished)).size).toBe(COUNT);
		expect(trigger.finished).toHaveLength(COUNT);
		expect(largest).toBeLessThan(200 * COUNT);
		expect(largest).toBeGreaterThan(30 * COUNT);
	});

	it.each([
		[9_999, 3],
		[10_000, 2],
	])('with %d items each: %d of three in one poll', async (rows, polled) => {
		const server = await startServer((app) => {
			app.get('/discovery-export/:id', async () => ({
				...{ status: 'SUCCESS', data: Array.from({ length: rows }, (_, id) => ({ id })) },
			}));
		});
		const parameters = { event: 'jobFinished', jobType: 'creatorExport', ids: 'a,b,c' };
		const options = { maxConcurrency: 1 };
		const trigger = new Trigger(sandbox, { ...parameters, options }, { url: server.url });
		await trigger.poll();
		await server.close();
		expect(new Set(server.requests.map(({ url }) => url.replace(/\?.*/, ''))).size).toBe(polled);
	});

	it('screenings with long lists keep the state small, and their changes are detected', async () => {
		const flagged = (n: number) =>
			Array.from({ length: 160 }, (_, at) => ({ id: `content-${n}-${at}-${'x'.repeat(20)}` }));
		const count = 20;
		let round = 0;
		const server = await startServer((app) => {
			app.get('/screening/:id', async () => ({ status: 'SUCCESS', risk_rating: `R${round}` }));
			app.get('/screening/:id/contents', async () => ({ data: flagged(round) }));
		});
		const trigger = new Trigger(
			sandbox,
			{ event: 'screeningChanged', ids: ids.slice(0, count).join(), firstSight: 'emit' },
			{ url: server.url },
		);
		let largest = 0;
		for (round = 0; round < 2; round++) {
			// The second poll finds them as they were.
			for (let polls = 0; polls < 2; polls++) {
				const { staticData, error } = await trigger.poll();
				expect(error).toBeUndefined();
				largest = Math.max(largest, size(staticData));
			}
		}
		await server.close();
		expect(new Set(eventsOf(trigger.finished)).size).toBe(2 * count);
		expect(trigger.finished).toHaveLength(2 * count);
		// Half of the room of all screenings, and once more for the batch that may be taken back.
		expect(largest).toBeLessThan(400_000);
	});
});
