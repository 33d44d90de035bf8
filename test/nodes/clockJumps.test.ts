import { ManualClock, startSandbox, type Sandbox } from '../../sandbox';
import { runNode } from '../engine/engine';
import { useVirtualClock } from '../support/virtualClock';
import { nodeOf } from './areas';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
const virtual = useVirtualClock({ time });
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ clock: time, durations: { screening: 2 * MINUTE } });
});
afterAll(async () => await sandbox.close());

/** Waits for a screening of two minutes, while somebody sets the wall clock after 30 s. */
async function waitingFor(maxWait: number, jumps: number[], options: object = {}) {
	const before = virtual.elapsed;
	const setting = (async () => {
		for (const jump of jumps) {
			await virtual.sleep(30_000);
			virtual.jump(jump);
		}
	})();
	const { json, error } = await runNode({
		node: nodeOf('socialBackgroundCheck'),
		credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
		items: [{ json: { profile_url: 'https://vidora.example/someone' } }],
		parameters: {
			resource: 'screening',
			operation: 'submitAndWait',
			bodyMode: 'input',
			options: { maxWait, ...options },
		},
	});
	const took = virtual.elapsed - before;
	await setting;
	expect(error).toBeUndefined();
	return { state: (json[0] as { job: { state: string } }).job.state, took };
}

const JUMPS: Array<[string, number[]]> = [
	['back by 20 s', [-20_000]],
	['ahead by a year', [YEAR]],
	['ahead by a year, and back again', [YEAR, -YEAR]],
];

describe.each(JUMPS)('a clock that is set %s while a job is waited for', (_, jumps) => {
	it('does not end waiting', async () => {
		const { state, took } = await waitingFor(600, jumps);
		expect(state).toBe('finished');
		expect(took).toBeGreaterThanOrEqual(2 * MINUTE);
		expect(took).toBeLessThan(2.5 * MINUTE);
	});

	it('does not prolong it', async () => {
		const { state, took } = await waitingFor(90, jumps);
		expect(state).toBe('pending');
		expect(took).toBeGreaterThanOrEqual(90_000);
		expect(took).toBeLessThan(95_000);
	});

	it('respects the rate limit that the user set', async () => {
		const { state, took } = await waitingFor(600, jumps, { requestsPerSecond: 0.1 });
		expect(state).toBe('finished');
		expect(took).toBeLessThan(4 * MINUTE);
	});
});
