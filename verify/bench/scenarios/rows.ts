import type { INode } from 'n8n-workflow';

import { ROWS } from '../../harness/services';
import { fields, httpRequest, pagination, splitOut } from '../../harness/workflow';
import { median } from '../../report/figures';
import { inGroup, type Figure } from '../figures';
import { ours, type Ran, type Site, type Workbench } from '../Workbench';

const PAGE = 1_000;
const LABELS = {
	paged: 'in pages of 1,000',
	http: 'HTTP Request node',
	lines: 'as lines of JSON',
};

/** Each in an n8n of its own: memory that was taken is not given back. */
export async function rows(bench: Workbench, rounds: number): Promise<Figure[]> {
	const runs: Record<keyof typeof LABELS, Ran[]> = { paged: [], lines: [], http: [] };
	for (let round = 0; round < rounds; round++) {
		runs.paged.push(await fresh(bench, (site) => [ours('creatorSearch', PAGED, site)]));
		runs.http.push(await fresh(bench, (site) => [pagedRequest(site), splitOut()]));
		runs.lines.push(await fresh(bench, (site) => [ours('creatorSearch', LINES, site)]));
	}
	const time = (of: Ran[]) => median(of.map(({ ms }) => ms));
	const memory = (of: Ran[]) => median(of.map(({ peakMiB }) => peakMiB));
	const figure = inGroup(`${ROWS.toLocaleString('en')} rows`);
	const against = 'HTTP Request node with pagination, and Split Out';
	const [paged, http] = [memory(runs.paged), Math.max(1, memory(runs.http))];
	const measured = Object.entries(LABELS).flatMap(([id, label]) => {
		const of = runs[id as keyof typeof LABELS];
		return [
			figure(`rows.${id}.ms`, `${label}: time`, time(of), 'ms', { rounds: of.map(({ ms }) => ms) }),
			figure(`rows.${id}.mib`, `${label}: peak memory`, memory(of), 'MiB', {
				rounds: of.map(({ peakMiB }) => peakMiB),
			}),
		];
	});
	return [
		figure('rows.time', `${LABELS.paged}: speed`, time(runs.http) / time(runs.paged), 'x', {
			against,
			goal: { least: 1 },
		}),
		figure('rows.memory', `${LABELS.paged}: memory`, paged / http, 'x', {
			against,
			goal: { most: 1 },
		}),
		...measured,
	];
}

async function fresh(bench: Workbench, nodes: Parameters<Workbench['run']>[1]): Promise<Ran> {
	await bench.start();
	const ran = await bench.run('rows', nodes, [{}]);
	if (ran.ok !== ROWS) throw new Error(`${ran.ok} of ${ROWS} rows`);
	return ran;
}

const PAGED = {
	resource: 'dictionary',
	operation: 'getBrands',
	returnAll: true,
	sendQuery: true,
	query: fields({ limit: PAGE }),
};
const LINES = { resource: 'dictionary', operation: 'getTopics', returnAll: true };

const pagedRequest = ({ url, credential }: Site): INode =>
	httpRequest(
		{
			url: `${url}/dictionary/brands`,
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: String(PAGE) }] },
			options: pagination('qs', PAGE),
		},
		credential,
	);
