import type { INode, INodeParameters } from 'n8n-workflow';

import type { Stage } from '../harness/Harness';
import { LATENCY_MS, PER_SECOND, ROWS, type ServiceName } from '../harness/services';
import {
	chain,
	credentialsOf,
	fields,
	httpRequest,
	loop,
	node,
	ours,
	pagination,
	postJson,
	queryOf,
	splitOut,
} from '../harness/workflow';

import { type Figure, inGroup } from './figures';
import type { Ran, Workbench } from './Workbench';

type Make = (stage: Stage) => INode;

const READ = { resource: 'profile', operation: 'get', identifier: 'name' };
const reads =
	(options: INodeParameters = {}): Make =>
	({ credential }) =>
		ours('creatorSearch', { ...READ, options }, credential);
const httpReads =
	(parameters: INodeParameters = {}, settings: Partial<INode> = {}): Make =>
	({ baseUrl, credential }) =>
		httpRequest({ url: `${baseUrl}/profiles`, ...parameters }, credential, settings);
const bareReads =
	(atOnce: number): Make =>
	({ baseUrl, credential }) => {
		const credentials = credentialsOf(credential);
		return node('Bare', 'CUSTOM.bare', { url: `${baseUrl}/profiles`, atOnce }, { credentials });
	};

const contenders = {
	// All at once, which is its default: Batching only adds pauses.
	httpRequest: ['the HTTP Request node', httpReads()],
	byDefault: ['this package, default settings', reads()],
	hundred: ['this package, 100 at once', reads({ maxConcurrency: 100 })],
	bareFifty: ['a bare loop, 50 at once', bareReads(50)],
	bareHundred: ['a bare loop, 100 at once', bareReads(100)],
} satisfies Record<string, [label: string, make: Make]>;

type Contender = keyof typeof contenders;
const names = Object.keys(contenders) as Contender[];

const RATIOS: Array<[label: string, of: Contender, against: Contender, goal?: number]> = [
	['default settings', 'byDefault', 'httpRequest', 2],
	// Held to a share of the ceiling, below.
	['100 at once', 'hundred', 'httpRequest'],
	// What no node can be faster than.
	['bare loop, 100 at once', 'bareHundred', 'httpRequest'],
	['default settings', 'byDefault', 'bareFifty', 0.9],
	['100 at once', 'hundred', 'bareHundred', 0.88],
];

const read = async (bench: Workbench, service: ServiceName, make: Make, count: number) =>
	await bench.run(service, (stage) => {
		const items = Array.from({ length: count }, (_, n) => ({ n }));
		return chain('Reads', [make(stage)], items);
	});

/** Each in turn, several times: what else the machine does affects all of them. */
export async function throughput(
	bench: Workbench,
	items: number,
	rounds: number,
): Promise<Figure[]> {
	const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
		Contender,
		number[]
	>;
	for (let round = 0; round < rounds; round++) {
		for (const name of names) {
			const { ms, ok } = await read(bench, 'steady', contenders[name][1], items);
			if (ok !== items) throw new Error(`${name}: ${ok} of ${items} items`);
			times[name].push(ms);
		}
	}
	const figure = inGroup(`Reads that take ${LATENCY_MS} ms`);
	const count = items.toLocaleString('en');
	const ratios = RATIOS.map(([label, of, against, least]) => {
		const ratio = times[of].map((ms, round) => times[against][round] / ms);
		const goal = least === undefined ? undefined : { least };
		return figure(`${count} items, ${label} (against ${contenders[against][0]})`, ratio, 'x', goal);
	});
	const measured = names.map((name) => {
		const label = `${count} items, time of ${contenders[name][0]}`;
		return figure(label, times[name], 'ms');
	});
	return [...ratios, ...measured];
}

const REQUESTS = 200;
/** All that the HTTP Request node has for such a service: 10 items per second, and Retry On Fail. */
const BATCHING = { batching: { batch: { batchSize: PER_SECOND, batchInterval: 1_000 } } };
const RETRY = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 };
const onError = 'continueRegularOutput' as const;

type Reading = [label: string, service: ServiceName, make: Make];

const OURS: Reading[] = [
	['a bucket of 10, without Retry-After', 'limited', reads()],
	['a bucket of 10, with Retry-After', 'limitedRetryAfter', reads()],
];
const OTHERS: Reading[] = [
	['HTTP Request node, default settings', 'limitedRetryAfter', httpReads({}, { onError })],
	[
		'HTTP Request node, Batching of 10 items per 1,000 ms, Retry On Fail',
		'limitedRetryAfter',
		httpReads({ options: BATCHING }, { onError, ...RETRY }),
	],
];

/** All items, at nine tenths of the allowed rate, with few rejections. */
const GOALS = [
	{ least: 100, isFirm: true },
	{ most: REQUESTS / (0.9 * PER_SECOND) },
	{ most: 10 },
] as const;

export async function limits(bench: Workbench): Promise<Figure[]> {
	const figures: Figure[] = [];
	const figure = inGroup(`${PER_SECOND} requests a second, ${REQUESTS} reads`);
	for (const reader of [...OURS, ...OTHERS]) {
		const [label, service, make] = reader;
		const { ok, ms, seen } = await read(bench, service, make, REQUESTS);
		const [whole, time, few] = OURS.includes(reader) ? GOALS : [];
		const rejected = (100 * seen.rejected) / seen.requests;
		figures.push(
			figure(`${label}: items that succeed`, [(100 * ok) / REQUESTS], '%', whole),
			figure(`${label}: time`, [ms / 1_000], 's', time),
			figure(`${label}: requests rejected`, [rejected], '%', few),
		);
	}
	return figures;
}

/** A twentieth of what jobs take, so that no run waits for a quarter of an hour. */
const SCALE = 1 / 20;
const MIN_MS = 1_000 * SCALE;
/** What loops of workflows wait between two polls, and other packages too. */
const SIMPLE_INTERVAL_S = 5 * SCALE;

/** Lengths spread evenly over three orders of magnitude, in an order that is mixed but always the same. */
export async function jobs(bench: Workbench, count: number, longestMs: number): Promise<Figure[]> {
	const items = Array.from({ length: count }, (_, n) => {
		const share = ((n * 79) % count) / (count - 1);
		return { lengthMs: Math.round(MIN_MS * (longestMs / MIN_MS) ** share) };
	});
	const options = { pollInterval: 1 * SCALE, maxWait: 600 };
	const wait = { resource: 'screening', operation: 'submitAndWait', bodyMode: 'input', options };
	const waited = await bench.run('jobs', ({ credential }) =>
		chain('Jobs', [ours('socialBackgroundCheck', wait, credential)], items),
	);
	const body = '={{ JSON.stringify({ lengthMs: $json.lengthMs }) }}';
	const looped = await bench.run('jobs', ({ baseUrl, credential }) =>
		loop(
			{
				submit: httpRequest(postJson(`${baseUrl}/screening`, body), credential),
				poll: httpRequest({ url: `=${baseUrl}/screening/{{ $json.id }}` }, credential),
				ended: 'done',
				seconds: SIMPLE_INTERVAL_S,
			},
			items,
		),
	);
	const figure = inGroup(`${count} jobs, lengths over three orders of magnitude`);
	const timesLongest = ({ ms }: Ran) => [ms / longestMs];
	const [name, other] = ['Submit and Wait', 'HTTP Request, Wait and IF in a loop'];
	const against = '(against the longest job)';
	return [
		figure(`${name}: time ${against}`, timesLongest(waited), 'x', { most: 1.05 }),
		figure(`${name}: polls`, [waited.seen.polls / count], 'per job', { most: 28 }),
		figure(`${other}: time ${against}`, timesLongest(looped), 'x'),
		figure(`${other}: polls`, [looped.seen.polls / count], 'per job'),
	];
}

const PAGE = 1_000;
const PAGED = {
	...{ resource: 'dictionary', operation: 'getBrands', returnAll: true, sendQuery: true },
	query: fields({ limit: PAGE }),
};

const PAGED_REQUEST = { ...queryOf('limit', String(PAGE)), options: pagination('qs', PAGE) };

const READERS: Array<[label: string, nodes: (stage: Stage) => INode[]]> = [
	['in pages of 1,000', ({ credential }) => [ours('creatorSearch', PAGED, credential)]],
	[
		'HTTP Request node',
		({ baseUrl, credential }) => [
			httpRequest({ url: `${baseUrl}/dictionary/brands`, ...PAGED_REQUEST }, credential),
			splitOut(),
		],
	],
];

/** Each in an n8n of its own: memory that was taken is not given back. */
export async function rows(bench: Workbench, rounds: number): Promise<Figure[]> {
	const runs = READERS.map((): Ran[] => []);
	for (let round = 0; round < rounds; round++) {
		for (const [n, [, nodes]] of READERS.entries()) {
			await bench.harness.restart();
			const ran = await bench.run('rows', (stage) => chain('Rows', nodes(stage)));
			if (ran.ok !== ROWS) throw new Error(`${ran.ok} of ${ROWS} rows`);
			runs[n].push(ran);
		}
	}
	const figure = inGroup(`${ROWS.toLocaleString('en')} rows`);
	const against = '(against HTTP Request node with pagination, and Split Out)';
	const [paged, http] = runs;
	const speed = paged.map(({ ms }, round) => http[round].ms / ms);
	const memory = paged.map(({ peakMiB }, round) => peakMiB / Math.max(1, http[round].peakMiB));
	const measured = READERS.flatMap(([label], n) => {
		const [times, peaks] = [runs[n].map(({ ms }) => ms), runs[n].map(({ peakMiB }) => peakMiB)];
		return [figure(`${label}: time`, times, 'ms'), figure(`${label}: peak memory`, peaks, 'MiB')];
	});
	return [
		figure(`in pages of 1,000: speed ${against}`, speed, 'x', { least: 1 }),
		figure(`in pages of 1,000: memory ${against}`, memory, 'x', { most: 1 }),
		...measured,
	];
}
