import type { INode } from 'n8n-workflow';

import { LATENCY_MS, ROWS, type ServiceName } from '../harness/services';
import {
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
import { numbered, type Ran, type Site, type Workbench } from './Workbench';

const READ = { resource: 'profile', operation: 'get', identifier: 'name' };
const HUNDRED = { ...READ, options: { maxConcurrency: 100 } };
const byDefault = ({ credential }: Site): INode => ours('creatorSearch', READ, credential);
const bare = ({ url, credential }: Site, atOnce: number): INode => {
	const credentials = credentialsOf(credential);
	return node('Bare', 'CUSTOM.bare', { url: `${url}/profiles`, atOnce }, { credentials });
};

const contenders = {
	// All at once, which is its default: Batching only adds pauses.
	httpRequest: [
		'the HTTP Request node',
		({ url, credential }) => httpRequest({ url: `${url}/profiles` }, credential),
	],
	byDefault: ['this package, default settings', byDefault],
	hundred: [
		'this package, 100 at once',
		({ credential }) => ours('creatorSearch', HUNDRED, credential),
	],
	bareFifty: ['a bare loop, 50 at once', (site) => bare(site, 50)],
	bareHundred: ['a bare loop, 100 at once', (site) => bare(site, 100)],
} satisfies Record<string, [label: string, make: (site: Site) => INode]>;

type Contender = keyof typeof contenders;
const names = Object.keys(contenders) as Contender[];

type Ratio = [label: string, of: Contender, against: Contender, goal?: number];

const RATIOS: Ratio[] = [
	['default settings', 'byDefault', 'httpRequest', 2],
	// Held to a share of the ceiling, below.
	['100 at once', 'hundred', 'httpRequest'],
	// What no node can be faster than.
	['bare loop, 100 at once', 'bareHundred', 'httpRequest'],
	['default settings', 'byDefault', 'bareFifty', 0.9],
	['100 at once', 'hundred', 'bareHundred', 0.9],
];

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
			const [, make] = contenders[name];
			const { ms, ok } = await bench.run('steady', (site) => [make(site)], numbered(items));
			if (ok !== items) throw new Error(`${name}: ${ok} of ${items} items`);
			times[name].push(ms);
		}
	}
	const figure = inGroup(`Reads that take ${LATENCY_MS} ms`);
	const count = items.toLocaleString('en');
	const ratios = RATIOS.map(([label, of, against, least]) => {
		const ratio = times[of].map((ms, round) => times[against][round] / ms);
		return figure(`${count} items, ${label}`, ratio, 'x', {
			against: contenders[against][0],
			...(least !== undefined && { goal: { least } }),
		});
	});
	const measured = names.map((name) => {
		const label = `${count} items, time of ${contenders[name][0]}`;
		return figure(label, times[name], 'ms');
	});
	return [...ratios, ...measured];
}

const ALLOWED_PER_SECOND = 10;
const REQUESTS = 200;
const atTheLimit = inGroup(`10 requests a second, ${REQUESTS} reads`);
const percentOk = (ok: number) => [(100 * ok) / REQUESTS];
const ALL = { goal: { least: 100 }, isFirm: true };

const SERVICES: Array<[ServiceName, string]> = [
	['limited', 'a bucket of 10, without Retry-After'],
	['limitedRetryAfter', 'a bucket of 10, with Retry-After'],
];

export async function limits(bench: Workbench): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const [service, words] of SERVICES) {
		const run = await bench.run(service, (site) => [byDefault(site)], numbered(REQUESTS));
		const rate = (100 * REQUESTS * 1_000) / run.ms / ALLOWED_PER_SECOND;
		const rejected = (100 * run.seen.rejected) / run.seen.requests;
		figures.push(
			atTheLimit(`${words}: items that succeed`, percentOk(run.ok), '%', ALL),
			atTheLimit(`${words}: of the allowed rate`, [rate], '%', {
				goal: { least: 90 },
			}),
			atTheLimit(`${words}: requests rejected`, [rejected], '%', {
				goal: { most: 10 },
			}),
		);
	}
	return figures;
}

/** All that the HTTP Request node has for such a service: 10 items per second, and Retry On Fail. */
const BATCHING = { batching: { batch: { batchSize: ALLOWED_PER_SECOND, batchInterval: 1_000 } } };
const RETRY = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 };

const OTHERS = [
	['HTTP Request node, default settings', {}, {}],
	[
		'HTTP Request node, Batching of 10 items per 1,000 ms, Retry On Fail',
		{ options: BATCHING },
		RETRY,
	],
] as const;

export async function othersAtTheLimit(bench: Workbench): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const [label, parameters, settings] of OTHERS) {
		const node = ({ url, credential }: Site) =>
			httpRequest({ url: `${url}/profiles`, ...parameters }, credential, {
				onError: 'continueRegularOutput',
				...settings,
			});
		const make = (site: Site) => [node(site)];
		const { ok, ms } = await bench.run('limitedRetryAfter', make, numbered(REQUESTS));
		figures.push(
			atTheLimit(`${label}: items that succeed`, percentOk(ok), '%'),
			atTheLimit(`${label}: time`, [ms / 1_000], 's'),
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
	const waiting = ({ credential }: Site) => [ours('socialBackgroundCheck', wait, credential)];
	const waited = await bench.run('jobs', waiting, items);
	const body = '={{ JSON.stringify({ lengthMs: $json.lengthMs }) }}';
	const looping = ({ url, credential }: Site) =>
		loop(
			{
				submit: httpRequest(postJson(`${url}/screening`, body), credential),
				poll: httpRequest({ url: `=${url}/screening/{{ $json.id }}` }, credential),
				ended: 'done',
				seconds: SIMPLE_INTERVAL_S,
			},
			items,
		);
	const looped = await bench.run('jobs', looping, items);
	const figure = inGroup(`${count} jobs, lengths over three orders of magnitude`);
	const timesLongest = ({ ms }: Ran) => [ms / longestMs];
	const [name, other] = ['Submit and Wait', 'HTTP Request, Wait and IF in a loop'];
	const against = 'the longest job';
	return [
		figure(`${name}: time`, timesLongest(waited), 'x', {
			...{ against, goal: { most: 1.05 } },
		}),
		figure(`${name}: polls`, [waited.seen.polls / count], 'per job', {
			goal: { most: 28 },
		}),
		figure(`${other}: time`, timesLongest(looped), 'x', { against }),
		figure(`${other}: polls`, [looped.seen.polls / count], 'per job'),
	];
}

const PAGE = 1_000;
const PAGED = {
	...{ resource: 'dictionary', operation: 'getBrands', returnAll: true, sendQuery: true },
	query: fields({ limit: PAGE }),
};

const pagedRequest = ({ url, credential }: Site): INode =>
	httpRequest(
		{
			url: `${url}/dictionary/brands`,
			...queryOf('limit', String(PAGE)),
			options: pagination('qs', PAGE),
		},
		credential,
	);

const READERS = {
	paged: ['in pages of 1,000', ({ credential }) => [ours('creatorSearch', PAGED, credential)]],
	http: ['HTTP Request node', (site) => [pagedRequest(site), splitOut()]],
} satisfies Record<string, [label: string, make: (site: Site) => INode[]]>;
type Reader = keyof typeof READERS;

/** Each in an n8n of its own: memory that was taken is not given back. */
export async function rows(bench: Workbench, rounds: number): Promise<Figure[]> {
	const runs: Record<Reader, Ran[]> = { paged: [], http: [] };
	const readers = Object.keys(READERS) as Reader[];
	for (let round = 0; round < rounds; round++) {
		for (const name of readers) {
			await bench.start();
			const ran = await bench.run('rows', READERS[name][1], [{}]);
			if (ran.ok !== ROWS) throw new Error(`${ran.ok} of ${ROWS} rows`);
			runs[name].push(ran);
		}
	}
	const figure = inGroup(`${ROWS.toLocaleString('en')} rows`);
	const against = 'HTTP Request node with pagination, and Split Out';
	const pairs = runs.paged.map((paged, round) => ({ paged, http: runs.http[round] }));
	const speed = pairs.map(({ paged, http }) => http.ms / paged.ms);
	const memory = pairs.map(({ paged, http }) => paged.peakMiB / Math.max(1, http.peakMiB));
	return [
		figure('in pages of 1,000: speed', speed, 'x', { against, goal: { least: 1 } }),
		figure('in pages of 1,000: memory', memory, 'x', { against, goal: { most: 1 } }),
		...readers.flatMap((name) => [
			figure(
				`${READERS[name][0]}: time`,
				runs[name].map(({ ms }) => ms),
				'ms',
			),
			figure(
				`${READERS[name][0]}: peak memory`,
				runs[name].map(({ peakMiB }) => peakMiB),
				'MiB',
			),
		]),
	];
}
