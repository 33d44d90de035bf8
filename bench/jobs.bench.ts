import axios from 'axios';

import { SocialBackgroundCheck } from '../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { ManualClock } from '../sandbox';
import { runNode } from '../test/support/engine';
import { useVirtualClock } from '../test/support/virtualClock';
import { startBenchService, type BenchService } from './service';

const JOBS = 200;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 1_000_000;
/** What comparable packages wait between two looks. */
const SIMPLE_INTERVAL_MS = 5_000;
const CAP_MS = 60_000;

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
const virtual = useVirtualClock({ time, stepMs: 20 });

/** Spread evenly over the orders of magnitude, in an order that is mixed but always the same. */
const lengths = Array.from({ length: JOBS }, (_, n) => {
	const share = ((n * 79) % JOBS) / (JOBS - 1);
	return Math.round(SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** share);
});

let service: BenchService;
beforeEach(async () => {
	service = await startBenchService(time);
});
afterEach(async () => await service.close());

async function submitAndWait(): Promise<number> {
	const start = time.now();
	const { error, json } = await runNode({
		node: new SocialBackgroundCheck(),
		credentials: { baseUrl: service.url, apiToken: 'bench' },
		items: lengths.map((length) => ({ json: { length } })),
		parameters: {
			resource: 'screening',
			operation: 'submitAndWait',
			bodyMode: 'input',
			options: { maxWait: 3_600 },
		},
	});
	expect(error).toBeUndefined();
	expect(json).toHaveLength(JOBS);
	return time.now() - start;
}

/** Submits one item, looks at a fixed interval until it has ended, then takes the next. */
async function simpleLoop(): Promise<number> {
	const start = time.now();
	const http = axios.create({ baseURL: service.url });
	for (const length of lengths) {
		const { data } = await http.post<{ id: string }>('/screening', { length });
		for (let status = ''; status !== 'done'; ) {
			await virtual.sleep(SIMPLE_INTERVAL_MS);
			({ status } = (await http.get<{ status: string }>(`/screening/${data.id}`)).data);
		}
	}
	return time.now() - start;
}

interface Figures {
	wallMs: number;
	looks: number;
	/** Delay in noticing the end, as a share of the job's length; beyond the cap counts as the cap. */
	worstDelay: number;
	medianDelay: number;
}

function figures(wallMs: number): Figures {
	const jobs = [...service.jobs.values()];
	const delays = jobs
		.map(({ length, submittedAt, noticedAt = Infinity }) => noticedAt - submittedAt - length)
		.map((delay, n) => (delay <= 0 ? 0 : delay / jobs[n].length))
		.sort((a, b) => a - b);
	return {
		wallMs,
		looks: jobs.reduce((sum, { looks }) => sum + looks, 0),
		worstDelay: delays[delays.length - 1],
		medianDelay: delays[Math.floor(delays.length / 2)],
	};
}

function looksByLength(): string[] {
	const jobs = [...service.jobs.values()];
	return [1, 10, 100].map((from) => {
		const some = jobs.filter(({ length }) => length >= from * 1e3 && length < from * 1e4);
		const mean = some.reduce((sum, { looks }) => sum + looks, 0) / some.length;
		return `${from} to ${from * 10} s: ${mean.toFixed(1)}`;
	});
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
const print = (line = '') => void process.stdout.write(`${line}\n`);

test('submit and wait against a simple loop', async () => {
	const longest = Math.max(...lengths);
	const ours = figures(await submitAndWait());
	const byLength = looksByLength();
	await service.close();
	service = await startBenchService(time);
	const simple = figures(await simpleLoop());

	print();
	print(`${JOBS} jobs of ${seconds(SHORTEST_MS)} to ${seconds(longest)}, virtual time`);
	print('                          submit and wait    item by item, every 5 s');
	const row = (label: string, read: (figure: Figures) => string) =>
		print(`${label.padEnd(26)}${read(ours).padEnd(19)}${read(simple)}`);
	row('wall time', ({ wallMs }) => seconds(wallMs));
	row('  of the longest job', ({ wallMs }) => `${(wallMs / longest).toFixed(2)} x`);
	row('looks per job', ({ looks }) => (looks / JOBS).toFixed(1));
	row('worst delay', ({ worstDelay }) => percent(worstDelay));
	row('median delay', ({ medianDelay }) => percent(medianDelay));
	print(`looks per job by length: ${byLength.join(', ')}`);

	expect(ours.wallMs / longest).toBeLessThanOrEqual(1.15);
	// One step of the virtual clock, 20 ms, on the shortest job.
	expect(ours.worstDelay).toBeLessThanOrEqual(Math.max(0.15, CAP_MS / longest) + 0.02);
	expect(ours.wallMs).toBeLessThan(simple.wallMs);
});
