import type { INode } from 'n8n-workflow';

import { ROWS } from '../../harness/services';
import { fields, httpRequest, pagination, splitOut } from '../../harness/workflow';
import { median } from '../../report/figures';
import type { Figure } from '../figures';
import { ours, type Ran, type Site, type Workbench } from '../Workbench';

const PAGE = 1_000;

/** Each in an n8n of its own: memory that was taken is not given back. */
export async function rows(bench: Workbench, rounds: number): Promise<Figure[]> {
	const runs: Record<'paged' | 'lines' | 'http', Ran[]> = { paged: [], lines: [], http: [] };
	for (let round = 0; round < rounds; round++) {
		runs.paged.push(await fresh(bench, (site) => [ours('creatorSearch', PAGED, site)]));
		runs.http.push(await fresh(bench, (site) => [pagedRequest(site), splitOut()]));
		runs.lines.push(await fresh(bench, (site) => [ours('creatorSearch', LINES, site)]));
	}
	const time = (of: Ran[]) => median(of.map(({ ms }) => ms));
	const memory = (of: Ran[]) => median(of.map(({ peakMiB }) => peakMiB));
	const group = `${ROWS.toLocaleString('en')} rows`;
	const against = 'HTTP Request node with pagination, and Split Out';
	return [
		{
			id: 'rows.time',
			group,
			label: 'in pages of 1,000: speed',
			value: time(runs.http) / time(runs.paged),
			unit: 'x',
			against,
			goal: { least: 1 },
		},
		{
			id: 'rows.memory',
			group,
			label: 'in pages of 1,000: memory',
			value: memory(runs.paged) / Math.max(1, memory(runs.http)),
			unit: 'x',
			against,
			goal: { most: 1 },
		},
		...figures(group, 'in pages of 1,000', 'paged', time(runs.paged), memory(runs.paged)),
		...figures(group, 'HTTP Request node', 'http', time(runs.http), memory(runs.http)),
		...figures(group, 'as lines of JSON', 'lines', time(runs.lines), memory(runs.lines)),
	];
}

function figures(group: string, label: string, id: string, ms: number, mib: number): Figure[] {
	return [
		{ id: `rows.${id}.ms`, group, label: `${label}: time`, value: ms, unit: 'ms' },
		{ id: `rows.${id}.mib`, group, label: `${label}: peak memory`, value: mib, unit: 'MiB' },
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
