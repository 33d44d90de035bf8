import { randomUUID } from 'node:crypto';

import type { IDataObject, INode } from 'n8n-workflow';

import type { Execution, N8nClient, Workflow } from '../../../scripts/n8n/client';
import { MINUTE, until } from '../../../verify/harness/time';
import { activated } from '../../../verify/harness/trigger';
import { node, row } from '../../../verify/harness/workflow';

export interface Hooked {
	workflow: Workflow;
	/** A production execution with an item for each of the rows. */
	call(rows: IDataObject[]): Promise<Execution>;
}

/** The nodes behind a webhook, in an active workflow. */
export async function hooked(n8n: N8nClient, nodes: INode[]): Promise<Hooked> {
	const path = randomUUID();
	const hook = node(
		'Hook',
		'n8n-nodes-base.webhook',
		{ path, httpMethod: 'POST' },
		{ webhookId: path },
	);
	const rows = node('Rows', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.rows' });
	const idsOf = async ({ id }: Workflow) => (await n8n.executions(id)).map((each) => each.id);
	const workflow = await activated(n8n, row('Hook', [hook, rows, ...nodes]));
	return {
		workflow,
		call: async (body) => {
			const before = await idsOf(workflow);
			const request = { method: 'POST', body: JSON.stringify({ rows: body }) };
			const headers = { 'content-type': 'application/json' };
			// The webhook may be there a moment later than the response to its activation.
			const send = async () => await fetch(`${n8n.url}/webhook/${path}`, { ...request, headers });
			await until(async () => (await send()).ok, MINUTE);
			let news: string[] = [];
			// n8n lists running and finished executions one after the other, and may miss one that ends in between.
			await until(async () => {
				news = (await idsOf(workflow)).filter((id) => !before.includes(id));
				return news.length > 0;
			}, MINUTE);
			return await n8n.waitFor(news[0]);
		},
	};
}
