import type { IDataObject, INode } from 'n8n-workflow';

import type { Credential, N8nClient, WorkflowDocument } from '../../scripts/n8n/client';
import { readExample } from '../../scripts/start/examples';
import { withCredential } from '../../scripts/start/seed';

/** With or without an idempotency header. */
export interface Campaign {
	name: string;
	header: string;
}

export const CAMPAIGNS: Campaign[] = [
	{ name: 'with-a-key', header: 'Idempotency-Key' },
	{ name: 'without-a-key', header: '' },
];

/** A creator of a campaign. Some of the jobs fail. */
export const profileOf = ({ name }: Campaign, place: number, fails: boolean): string =>
	`https://pictura.example/${name}-${place}${fails ? '-fails-always' : ''}`;

/** What the nights do in minutes, they do in seconds here: the same order of times, about 15 times as fast. */
const FASTER = {
	interval: { field: 'seconds', secondsInterval: 20 },
	minutes_per_run: 0.3,
	executionTimeout: 60,
	minutes_until_cut_off: 1.2,
};

const SCHEDULE = 'Every 5 minutes';
const CAMPAIGN = 'Campaign and ceiling';
const SUBMIT = 'd-overnight-submit.json';
const COLLECT = 'e-overnight-collect.json';

export function find({ nodes }: WorkflowDocument, name: string): INode {
	const found = nodes.find((node) => node.name === name);
	if (found === undefined) throw new Error(`There is no node "${name}"`);
	return found;
}

async function faster(file: string, credential: Credential): Promise<WorkflowDocument> {
	const document = withCredential(await readExample(file), credential);
	find(document, SCHEDULE).parameters.rule = { interval: [FASTER.interval] };
	const { executionTimeout } = FASTER;
	return { ...document, settings: { ...document.settings, executionTimeout } };
}

export async function submitting(
	credential: Credential,
	campaign: Campaign,
	ceiling: number,
): Promise<WorkflowDocument> {
	const document = await faster(SUBMIT, credential);
	const { minutes_per_run, minutes_until_cut_off } = FASTER;
	const values: IDataObject = {
		campaign: campaign.name,
		ceiling,
		idempotency_header: campaign.header,
		...{ minutes_per_run, minutes_until_cut_off },
	};
	return { ...withCampaign(document, values), name: `Submit ${campaign.name}` };
}

/** With other values in 'Campaign and ceiling'. */
export function withCampaign(document: WorkflowDocument, values: IDataObject): WorkflowDocument {
	const { assignments } = find(document, CAMPAIGN).parameters.assignments as {
		assignments: IDataObject[];
	};
	for (const each of assignments) each.value = values[String(each.name)] ?? each.value;
	return document;
}

export const collecting = async (credential: Credential): Promise<WorkflowDocument> =>
	await faster(COLLECT, credential);

/** A row of the pack's table. */
export interface Row extends IDataObject {
	campaign: string;
	profile_url: string;
	place: number;
	state: string;
	job_id: string | null;
	risk_rating: string | null;
	flagged: number | null;
	note: string | null;
}

interface Condition {
	columnName: keyof Row & string;
	condition: 'eq' | 'lte';
	value: string | number;
}

/** n8n's interface takes so many rows at once. */
const PAGE = 100;
const INSERTED = 1_000;

/** The pack's data table, through the interface that n8n's editor uses. */
export class Table {
	private constructor(
		private readonly n8n: N8nClient,
		private readonly path: string,
	) {}

	static async create(n8n: N8nClient): Promise<Table> {
		const { tableName: name, columns } = find(await readExample(SUBMIT), 'Create the table')
			.parameters as { tableName: string; columns: { column: IDataObject[] } };
		const { id: project } = await n8n.get<{ id: string }>('/projects/personal');
		const tables = `/projects/${project}/data-tables`;
		const { id } = await n8n.post<{ id: string }>(tables, { name, columns: columns.column });
		return new Table(n8n, `${tables}/${id}`);
	}

	async add(rows: IDataObject[]): Promise<void> {
		for (let at = 0; at < rows.length; at += INSERTED) {
			const data = rows.slice(at, at + INSERTED);
			await this.n8n.post(`${this.path}/insert`, { data, returnType: 'count' });
		}
	}

	async count(filters: Condition[]): Promise<number> {
		const filter = encodeURIComponent(JSON.stringify({ type: 'and', filters }));
		return (await this.page(`take=1&filter=${filter}`)).count;
	}

	async all(): Promise<Row[]> {
		const rows: Row[] = [];
		for (;;) {
			const { data } = await this.page(`take=${PAGE}&skip=${rows.length}&sortBy=id:asc`);
			if (data.length === 0) return rows;
			rows.push(...data);
		}
	}

	private async page(query: string): Promise<{ count: number; data: Row[] }> {
		return await this.n8n.get(`${this.path}/rows?${query}`);
	}
}
