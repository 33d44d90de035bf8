import type { INode } from 'n8n-workflow';

import type { ServiceName } from '../../harness/services';
import { httpRequest } from '../../harness/workflow';
import { inGroup, type Figure } from '../figures';
import { numbered, ours, type Site, type Workbench } from '../Workbench';

const ALLOWED_PER_SECOND = 10;
const READ = { resource: 'profile', operation: 'get', identifier: 'name' };
const REQUESTS = 200;
const figure = inGroup(`10 requests a second, ${REQUESTS} reads`);
const percentOk = (ok: number) => (100 * ok) / REQUESTS;
const ALL = { goal: { least: 100 }, floor: { least: 100 } };
const mine = (site: Site): INode[] => [ours('creatorSearch', READ, site)];

const SERVICES: Array<[ServiceName, string]> = [
	['limited', 'a bucket of 10, without Retry-After'],
	['limitedRetryAfter', 'a bucket of 10, with Retry-After'],
	['window', '10 in each second, without Retry-After'],
	['windowRetryAfter', '10 in each second, with Retry-After'],
];

export async function limits(
	bench: Workbench,
	services = SERVICES.map(([name]) => name),
): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const [service, words] of SERVICES.filter(([name]) => services.includes(name))) {
		const { ok, ms, seen } = await bench.run(service, mine, numbered(REQUESTS));
		const rate = (100 * REQUESTS * 1_000) / ms / ALLOWED_PER_SECOND;
		const rejected = (100 * seen.rejected) / seen.requests;
		figures.push(
			figure(`${service}.ok`, `${words}: items that succeed`, percentOk(ok), '%', ALL),
			figure(`${service}.rate`, `${words}: of the allowed rate`, rate, '%', {
				goal: { least: 90 },
				floor: { least: 30 },
			}),
			figure(`${service}.rejected`, `${words}: requests rejected`, rejected, '%', {
				goal: { most: 10 },
				floor: { most: 40 },
			}),
		);
	}
	return figures;
}

/** All that the HTTP Request node has for such a service: 10 items per second, and Retry On Fail. */
const BATCHING = { batching: { batch: { batchSize: ALLOWED_PER_SECOND, batchInterval: 1_000 } } };
const RETRY = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 };

const OTHERS = [
	['httpRequest', 'HTTP Request node, default settings', {}, {}],
	[
		'httpRequestBatched',
		'HTTP Request node, Batching of 10 items per 1,000 ms, Retry On Fail',
		{ options: BATCHING },
		RETRY,
	],
] as const;

export async function othersAtTheLimit(bench: Workbench): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const [id, label, parameters, settings] of OTHERS) {
		const { ok, ms } = await bench.run(
			'limitedRetryAfter',
			({ url, credential }) => [
				httpRequest({ url: `${url}/profiles`, ...parameters }, credential, {
					onError: 'continueRegularOutput',
					...settings,
				}),
			],
			numbered(REQUESTS),
		);
		figures.push(
			figure(`limited.${id}`, `${label}: items that succeed`, percentOk(ok), '%'),
			figure(`limited.${id}.s`, `${label}: time`, ms / 1_000, 's'),
		);
	}
	return figures;
}

export async function flaky(bench: Workbench, requests: number): Promise<Figure[]> {
	const { ok, ms } = await bench.run('flaky', mine, numbered(requests));
	const ofFlaky = inGroup(`Every 7th request rejected, 2 more of 7 broken, ${requests} reads`);
	const goal = { most: (90 * requests) / 200 };
	return [
		ofFlaky('flaky.ok', 'items that succeed', (100 * ok) / requests, '%', ALL),
		ofFlaky(`flaky.${requests}.seconds`, 'time', ms / 1_000, 's', { goal }),
	];
}
