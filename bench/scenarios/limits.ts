import type { Figure } from '../figures';
import type { ServiceName } from '../services';
import { httpRequest, ours, type Workbench } from '../Workbench';

const ALLOWED_PER_SECOND = 10;
const READ = { resource: 'profile', operation: 'get', identifier: 'name' };

const SERVICES: Array<[ServiceName, string]> = [
	['limited', 'a bucket of 10, without Retry-After'],
	['limitedRetryAfter', 'a bucket of 10, with Retry-After'],
	['window', '10 in each second, without Retry-After'],
	['windowRetryAfter', '10 in each second, with Retry-After'],
];

export async function limits(
	bench: Workbench,
	requests: number,
	services = SERVICES.map(([name]) => name),
): Promise<Figure[]> {
	const items = Array.from({ length: requests }, (_, n) => ({ n }));
	const figures: Figure[] = [];
	for (const [service, words] of SERVICES.filter(([name]) => services.includes(name))) {
		const ran = await bench.run(service, () => [ours('creatorSearch', READ)], items);
		const common = { group: `10 requests a second, ${requests} reads`, watched: true };
		figures.push(
			{
				...common,
				id: `${service}.ok`,
				label: `${words}: items that succeed`,
				value: (100 * ran.ok) / requests,
				unit: '%',
				goal: { least: 100 },
			},
			{
				...common,
				id: `${service}.rate`,
				label: `${words}: of the allowed rate`,
				value: (100 * requests * 1_000) / ran.ms / ALLOWED_PER_SECOND,
				unit: '%',
				goal: { least: 90 },
			},
			{
				...common,
				id: `${service}.refused`,
				label: `${words}: requests refused`,
				value: (100 * ran.seen.refused) / ran.seen.requests,
				unit: '%',
				goal: { most: 10 },
			},
		);
	}
	return figures;
}

export async function othersAtTheLimit(bench: Workbench, requests: number): Promise<Figure[]> {
	const items = Array.from({ length: requests }, (_, n) => ({ n }));
	const { ok } = await bench.run(
		'limitedRetryAfter',
		(url) => [
			{ ...httpRequest({ url: `${url}/profiles` }), onError: 'continueRegularOutput' as const },
		],
		items,
	);
	return [
		{
			id: 'limited.httpRequest',
			group: `10 requests a second, ${requests} reads`,
			label: 'HTTP Request node, as it comes: items that succeed',
			value: (100 * ok) / requests,
			unit: '%',
		},
	];
}

export async function flaky(bench: Workbench, requests: number): Promise<Figure[]> {
	const items = Array.from({ length: requests }, (_, n) => ({ n }));
	const { ok, ms } = await bench.run('flaky', () => [ours('creatorSearch', READ)], items);
	const common = {
		group: `Every 7th request refused, 2 more of 7 broken, ${requests} reads`,
		watched: true,
	};
	return [
		{
			...common,
			id: 'flaky.ok',
			label: 'items that succeed',
			value: (100 * ok) / requests,
			unit: '%',
			goal: { least: 100 },
		},
		{
			...common,
			watched: false,
			id: `flaky.${requests}.seconds`,
			label: 'time',
			value: ms / 1_000,
			unit: 's',
			goal: { most: (90 * requests) / 200 },
		},
	];
}
