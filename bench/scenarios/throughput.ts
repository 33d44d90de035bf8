import { randomUUID } from 'node:crypto';

import type { INode } from 'n8n-workflow';

import { median, type Figure } from '../figures';
import { LATENCY_MS } from '../services';
import { bare, httpRequest, ours, type Workbench } from '../Workbench';

const GROUP = `Reads that take ${LATENCY_MS} ms`;
const READ = { resource: 'profile', operation: 'get', identifier: 'name' };

type Contender =
	| 'httpRequest'
	| 'byDefault'
	| 'hundred'
	| 'warmHundred'
	| 'bareFifty'
	| 'bareHundred'
	| 'limitedHundred';

const MAX_BYTES = 100 * 1024 * 1024;

const contenders: Record<Contender, (baseUrl: string) => INode> = {
	httpRequest: (baseUrl) => httpRequest({ url: `${baseUrl}/profiles` }),
	byDefault: () => ours('creatorSearch', READ),
	hundred: () => ours('creatorSearch', { ...READ, options: { maxConcurrency: 100 } }),
	warmHundred: () => ours('creatorSearch', { ...READ, options: { maxConcurrency: 100 } }),
	bareFifty: (baseUrl) => bare(`${baseUrl}/profiles`, 50),
	bareHundred: (baseUrl) => bare(`${baseUrl}/profiles`, 100),
	limitedHundred: (baseUrl) => bare(`${baseUrl}/profiles`, 100, MAX_BYTES),
};

/** Each in turn, several times: what else the machine does strikes all of them. */
export async function throughput(
	bench: Workbench,
	items: number,
	rounds: number,
): Promise<Figure[]> {
	const names = Object.keys(contenders) as Contender[];
	const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
		Contender,
		number[]
	>;
	const input = Array.from({ length: items }, (_, n) => ({ n }));
	for (let round = 0; round < rounds; round++) {
		// The same account in two executions: the second begins with what the first one learned.
		const account = randomUUID();
		for (const name of names) {
			const of = name === 'hundred' || name === 'warmHundred' ? account : undefined;
			const { ms, ok } = await bench.run('steady', (url) => [contenders[name](url)], input, of);
			if (ok !== items) throw new Error(`${name}: ${ok} of ${items} items`);
			times[name].push(ms);
		}
	}
	const ratio = (of: Contender, against: Contender) =>
		median(times[of].map((ms, round) => times[against][round] / ms));
	const figure = (
		id: string,
		label: string,
		value: number,
		against: string,
		least?: number,
	): Figure => ({
		id: `throughput.${items}.${id}`,
		group: GROUP,
		label: `${items.toLocaleString('en')} items, ${label}`,
		value,
		unit: 'x',
		against,
		...(least !== undefined && { goal: { least }, watched: true }),
	});
	const http = 'HTTP Request node';
	return [
		figure('default', 'default settings', ratio('byDefault', 'httpRequest'), http, 2),
		figure('hundred', '100 at once', ratio('hundred', 'httpRequest'), http, 4),
		// What no node can be faster than.
		figure('ceiling', 'bare loop, 100 at once', ratio('bareHundred', 'httpRequest'), http),
		figure(
			'bare',
			'default settings',
			ratio('byDefault', 'bareFifty'),
			'bare loop, 50 at once',
			0.9,
		),
		figure(
			'bareHundred',
			'100 at once',
			ratio('hundred', 'bareHundred'),
			'bare loop, 100 at once',
			0.9,
		),
		figure(
			'warmHundred',
			'100 at once, second execution',
			ratio('warmHundred', 'limitedHundred'),
			'bare loop that limits answers, 100 at once',
		),
		// Without such a limit one answer can take all of n8n's memory.
		figure(
			'limitedHundred',
			'100 at once',
			ratio('hundred', 'limitedHundred'),
			'bare loop that limits answers, 100 at once',
		),
		...names.map(
			(name): Figure => ({
				id: `throughput.${items}.ms.${name}`,
				group: GROUP,
				label: `${items.toLocaleString('en')} items, time of ${LABELS[name]}`,
				value: median(times[name]),
				unit: 'ms',
			}),
		),
	];
}

const LABELS: Record<Contender, string> = {
	httpRequest: 'the HTTP Request node',
	byDefault: 'this package, default settings',
	hundred: 'this package, 100 at once',
	warmHundred: 'this package, 100 at once, second execution',
	bareFifty: 'a bare loop, 50 at once',
	bareHundred: 'a bare loop, 100 at once',
	limitedHundred: 'a bare loop with a Max Response Size, 100 at once',
};

/** What each item costs n8n, beside the time of the service. */
export async function perItem(bench: Workbench, counts: number[]): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const count of counts) {
		const input = Array.from({ length: count }, (_, n) => ({ n }));
		const { ms } = await bench.run('steady', (url) => [contenders.byDefault(url)], input);
		figures.push({
			id: `perItem.${count}`,
			group: 'Time per item, default settings',
			label: `${count.toLocaleString('en')} items`,
			value: ms / count,
			unit: 'ms',
		});
	}
	return figures;
}
