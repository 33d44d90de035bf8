import { randomUUID } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Credential, N8nClient, WorkflowDocument } from '../../scripts/n8n/client';
import { over } from '../harness/executions';
import { followMemory } from '../harness/memory';
import { N8n } from '../harness/N8n';
import { CREDENTIAL_TYPE, createCredential } from '../harness/service';
import { startServices, type Seen, type ServiceName, type Services } from '../harness/services';
import { chain, node, ours as nodeOfOurs, START } from '../harness/workflow';
import { sumOf } from '../report/figures';

/** One run of a workflow. */
export interface Ran {
	/** The time that its nodes took, as n8n has measured it. */
	ms: number;
	/** Items of the last node that are no errors. */
	ok: number;
	seen: Seen;
	polls: number;
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
		await n8n.addPackage('with');
		await mkdir(join(n8n.folder, 'nodes'));
		const bare = 'Bare.node.js';
		await copyFile(join(__dirname, 'nodes', bare), join(n8n.folder, 'nodes', bare));
		return new Workbench(n8n, await startServices());
	}

	get packedBytes(): number {
		return this.n8n.installation.tarball.size;
	}

	/**
	 * Starts n8n, anew if it runs; answers how long that took. Beside the main folder there are two
	 * without a past, one with the package and one without it.
	 */
	async start(userFolder: 'user' | 'with' | 'without' = 'user'): Promise<number> {
		await this.n8n.stop();
		const before = performance.now();
		const env = { N8N_CUSTOM_EXTENSIONS: join(this.n8n.folder, 'nodes') };
		this.client = await this.n8n.start(env, userFolder);
		return performance.now() - before;
	}

	async run(
		service: ServiceName,
		contender: Contender,
		items: IDataObject[],
		/** The account; a new one unless given, so that nothing is known of the service. */
		token = randomUUID(),
	): Promise<Ran> {
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
			polls: services.polls(token),
			peakMiB: mostMiB - firstMiB,
		};
	}

	async close(): Promise<void> {
		await this.n8n.remove();
		await this.services.close();
	}
}

export const ours = (type: string, parameters: INodeParameters, { credential }: Site): INode =>
	nodeOfOurs(type, parameters, credential);

export function bare({ url, credential }: Site, atOnce: number, maxBytes = 0): INode {
	const { id, name } = credential;
	const credentials = { [CREDENTIAL_TYPE]: { id, name } };
	return node('Bare', 'CUSTOM.bare', { url: `${url}/profiles`, atOnce, maxBytes }, { credentials });
}

export const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ n }));
