import { randomUUID } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { IDataObject, INode } from 'n8n-workflow';

import type { Credential, N8nClient, WorkflowDocument } from '../../scripts/n8n/client';
import { over } from '../harness/executions';
import { followMemory } from '../harness/memory';
import { N8n } from '../harness/N8n';
import { createCredential } from '../harness/service';
import { startServices, type Seen, type ServiceName, type Services } from '../harness/services';
import { chain, START } from '../harness/workflow';
import { sumOf } from '../report/tables';

/** One run of a workflow. */
export interface Ran {
	/** The time that its nodes took, as n8n has measured it. */
	ms: number;
	/** Items of the last node that are no errors. */
	ok: number;
	seen: Seen;
	/** More than before the run, at most. */
	peakMiB: number;
}

/** What a contender gets to know. */
export interface Site {
	url: string;
	credential: Credential;
}

type Contender = (site: Site) => INode[] | WorkflowDocument;

/** The real n8n with the packed package, and the services that it talks to. */
export class Workbench {
	private client?: N8nClient;

	private constructor(
		private readonly n8n: N8n,
		readonly services: Services,
	) {}

	static async open(): Promise<Workbench> {
		const n8n = await N8n.install('bench');
		await mkdir(join(n8n.folder, 'nodes'));
		const bare = 'Bare.node.js';
		await copyFile(join(__dirname, 'nodes', bare), join(n8n.folder, 'nodes', bare));
		return new Workbench(n8n, await startServices());
	}

	/** Starts n8n, anew if it runs. */
	async start(): Promise<void> {
		this.client = await this.n8n.start({
			N8N_CUSTOM_EXTENSIONS: join(this.n8n.folder, 'nodes'),
		});
	}

	async run(service: ServiceName, contender: Contender, items: IDataObject[]): Promise<Ran> {
		// A new account, so that nothing is known of the service.
		const token = randomUUID();
		if (!this.client) throw new Error('n8n does not run');
		const { client, services } = this;
		const url = services.url(service);
		const credential = await createCredential(client, { url, token }, token);
		const made = contender({ url, credential });
		const document = Array.isArray(made) ? chain(service, made, items) : made;
		const workflow = await client.createWorkflow(document);
		const memory = followMemory(this.n8n.pid);
		const id = await client.run(workflow, START);
		await over(client, workflow.id, id, { everyMs: 100 });
		const { firstMiB, peakMiB: mostMiB } = await memory.stop();
		const { runData, error } = (await client.execution(id)).data.resultData;
		if (error) throw new Error(`${service}: ${error.message}`);
		const last = document.nodes.at(-1)?.name ?? '';
		const output = runData[last]?.flatMap(({ data: of }) => of?.main[0] ?? []) ?? [];
		const times = Object.entries(runData)
			.filter(([name]) => name !== START)
			.flatMap(([, runs]) => runs.map(({ executionTime }) => executionTime));
		return {
			ms: sumOf(times),
			ok: output.filter(({ json, error: failed }) => !failed && json.error === undefined).length,
			seen: { ...services.seen(token) },
			peakMiB: mostMiB - firstMiB,
		};
	}

	async close(): Promise<void> {
		await this.n8n.remove();
		await this.services.close();
	}
}

export const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ n }));
