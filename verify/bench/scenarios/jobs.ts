import { httpRequest, loop, postJson } from '../../harness/workflow';
import { inGroup, type Figure } from '../figures';
import { ours, type Site, type Workbench } from '../Workbench';

/** A twentieth of what jobs take, so that no run waits for a quarter of an hour. */
const SCALE = 1 / 20;
const MIN_MS = 1_000 * SCALE;
/** What loops of workflows wait between two polls, and other packages too. */
const SIMPLE_INTERVAL_S = 5 * SCALE;

/** Spread evenly over three orders of magnitude, in an order that is mixed but always the same. */
function lengthsOf(jobs: number, longestMs: number): number[] {
	return Array.from({ length: jobs }, (_, n) => {
		const share = ((n * 79) % jobs) / (jobs - 1);
		return Math.round(MIN_MS * (longestMs / MIN_MS) ** share);
	});
}

export async function jobs(bench: Workbench, count: number, longestMs: number): Promise<Figure[]> {
	const lengths = lengthsOf(count, longestMs);
	const items = lengths.map((lengthMs) => ({ lengthMs }));
	const options = { pollInterval: 1 * SCALE, maxWait: 600 };
	const wait = { resource: 'screening', operation: 'submitAndWait', bodyMode: 'input', options };
	const node = (site: Site) => [ours('socialBackgroundCheck', wait, site)];
	const waited = await bench.run('jobs', node, items);
	const body = '={{ JSON.stringify({ lengthMs: $json.lengthMs }) }}';
	const looped = await bench.run(
		'jobs',
		({ url, credential }) =>
			loop(
				{
					submit: httpRequest(postJson(`${url}/screening`, body), credential),
					poll: httpRequest({ url: `=${url}/screening/{{ $json.id }}` }, credential),
					ended: 'done',
					seconds: SIMPLE_INTERVAL_S,
				},
				items,
			),
		items,
	);
	const figure = inGroup(`${count} jobs, lengths over three orders of magnitude`);
	const timesLongest = (ms: number) => ms / Math.max(...lengths);
	const [name, other] = ['Submit and Wait', 'HTTP Request, Wait and IF in a loop'];
	const against = 'the longest job';
	const goal = { most: 1.05 };
	return [
		figure('jobs.wall', `${name}: time`, timesLongest(waited.ms), 'x', { against, goal }),
		figure('jobs.polls', `${name}: polls`, waited.polls / count, 'per job', { goal: { most: 28 } }),
		figure('jobs.loop.wall', `${other}: time`, timesLongest(looped.ms), 'x', { against }),
		figure('jobs.loop.polls', `${other}: polls`, looped.polls / count, 'per job'),
	];
}
