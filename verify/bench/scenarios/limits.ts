import type { INode } from 'n8n-workflow';

import type { ServiceName } from '../../harness/services';
import { httpRequest } from '../../harness/workflow';
import type { Figure } from '../figures';
import { numbered, ours, type Site, type Workbench } from '../Workbench';

const ALLOWED_PER_SECOND = 10;
const READ = { resource: 'profile', operation: 'get' };
const REQUESTS = 200;
const GROUP = `10 requests a second, ${REQUESTS} reads`;
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
		const common = { group: GROUP, unit: '%' } as const;
		figures.push(
			{
				...common,
				id: `${service}.ok`,
				label: `${words}: items that succeed`,
				value: (100 * ok) / REQUESTS,
				goal: { least: 100 },
				floor: { least: 100 },
			},
			{
				...common,
				id: `${service}.rate`,
				label: `${words}: of the allowed rate`,
				value: (100 * REQUESTS * 1_000) / ms / ALLOWED_PER_SECOND,
				goal: { least: 90 },
				floor: { least: 60 },
			},
			{
				...common,
				id: `${service}.refused`,
				label: `${words}: requests refused`,
				value: (100 * seen.refused) / seen.requests,
				goal: { most: 10 },
				floor: { most: 25 },
			},
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
		const common = { group: GROUP };
		figures.push(
			{
				...common,
				id: `limited.${id}`,
				label: `${label}: items that succeed`,
				value: (100 * ok) / REQUESTS,
				unit: '%',
			},
			{ ...common, id: `limited.${id}.s`, label: `${label}: time`, value: ms / 1_000, unit: 's' },
		);
	}
	return figures;
}

export async function flaky(bench: Workbench, requests: number): Promise<Figure[]> {
	const { ok, ms } = await bench.run('flaky', mine, numbered(requests));
	const group = `Every 7th request refused, 2 more of 7 broken, ${requests} reads`;
	return [
		{
			group,
			id: 'flaky.ok',
			label: 'items that succeed',
			value: (100 * ok) / requests,
			unit: '%',
			goal: { least: 100 },
			floor: { least: 100 },
		},
		{
			group,
			id: `flaky.${requests}.seconds`,
			label: 'time',
			value: ms / 1_000,
			unit: 's',
			goal: { most: (90 * requests) / 200 },
		},
	];
}
