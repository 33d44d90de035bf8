import { randomUUID } from 'node:crypto';

import type { INode } from 'n8n-workflow';

import { LATENCY_MS } from '../../harness/services';
import { httpRequest } from '../../harness/workflow';
import { median } from '../../report/figures';
import { inGroup, type Figure } from '../figures';
import { bare, numbered, ours, type Site, type Workbench } from '../Workbench';

const figure = inGroup(`Reads that take ${LATENCY_MS} ms`);
const READ = { resource: 'profile', operation: 'get', identifier: 'name' };
const HUNDRED = { ...READ, options: { maxConcurrency: 100 } };
const MAX_BYTES = 100 * 1024 * 1024;

const contenders = {
	// All at once, which is its default: Batching only adds pauses.
	httpRequest: [
		'the HTTP Request node',
		({ url, credential }) => httpRequest({ url: `${url}/profiles` }, credential),
	],
	byDefault: ['this package, default settings', (site) => ours('creatorSearch', READ, site)],
	hundred: ['this package, 100 at once', (site) => ours('creatorSearch', HUNDRED, site)],
	warmHundred: [
		'this package, 100 at once, second execution',
		(site) => ours('creatorSearch', HUNDRED, site),
	],
	bareFifty: ['a bare loop, 50 at once', (site) => bare(site, 50)],
	bareHundred: ['a bare loop, 100 at once', (site) => bare(site, 100)],
	limitedHundred: [
		'a bare loop with a Max Response Size, 100 at once',
		(site) => bare(site, 100, MAX_BYTES),
	],
} satisfies Record<string, [label: string, make: (site: Site) => INode]>;

type Contender = keyof typeof contenders;
const names = Object.keys(contenders) as Contender[];

type Ratio = [
	id: string,
	label: string,
	of: Contender,
	against: Contender,
	limits?: { goal: number; floor: number },
];

const RATIOS: Ratio[] = [
	['default', 'default settings', 'byDefault', 'httpRequest', { goal: 2, floor: 1 }],
	// Held to a share of the ceiling, below.
	['hundred', '100 at once', 'hundred', 'httpRequest'],
	// What no node can be faster than.
	['ceiling', 'bare loop, 100 at once', 'bareHundred', 'httpRequest'],
	['bare', 'default settings', 'byDefault', 'bareFifty', { goal: 0.9, floor: 0.33 }],
	['bareHundred', '100 at once', 'hundred', 'bareHundred', { goal: 0.9, floor: 0.3 }],
	['warmHundred', '100 at once, second execution', 'warmHundred', 'limitedHundred'],
	// Without such a limit one response can take all of n8n's memory.
	['limitedHundred', '100 at once', 'hundred', 'limitedHundred'],
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
		// The same account in two executions: the second begins with what the first one learned.
		const account = randomUUID();
		for (const name of names) {
			const [, make] = contenders[name];
			const of = name === 'hundred' || name === 'warmHundred' ? account : undefined;
			const { ms, ok } = await bench.run('steady', (site) => [make(site)], numbered(items), of);
			if (ok !== items) throw new Error(`${name}: ${ok} of ${items} items`);
			times[name].push(ms);
		}
	}
	const count = items.toLocaleString('en');
	const ratios = RATIOS.map(([id, label, of, against, limits]) => {
		const rounds = times[of].map((ms, round) => times[against][round] / ms);
		const name = `throughput.${items}.${id}`;
		return figure(name, `${count} items, ${label}`, median(rounds), 'x', {
			rounds,
			against: contenders[against][0],
			...(limits && { goal: { least: limits.goal }, floor: { least: limits.floor } }),
		});
	});
	const measured = names.map((name) => {
		const label = `${count} items, time of ${contenders[name][0]}`;
		const rounds = times[name];
		return figure(`throughput.${items}.ms.${name}`, label, median(rounds), 'ms', { rounds });
	});
	return [...ratios, ...measured];
}

/** What each item costs n8n, in addition to the time of the service. */
export async function perItem(bench: Workbench, counts: number[]): Promise<Figure[]> {
	const ofItems = inGroup('Time per item, default settings');
	const figures: Figure[] = [];
	for (const count of counts) {
		const [, make] = contenders.byDefault;
		const { ms } = await bench.run('steady', (site) => [make(site)], numbered(count));
		const label = `${count.toLocaleString('en')} items`;
		figures.push(ofItems(`perItem.${count}`, label, ms / count, 'ms'));
	}
	return figures;
}
