import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Credential, N8nClient, WorkflowDocument } from '../scripts/n8n/client';
import { installRuntime } from '../scripts/n8n/install';
import { launchN8n, type RunningN8n } from '../scripts/n8n/launch';
import { packageName, repositoryRoot } from '../scripts/n8n/paths';
import { Progress } from '../scripts/n8n/progress';
import { currentLine, Runtime } from '../scripts/n8n/runtime';
import { installTarball, makeTarball } from '../scripts/n8n/tarball';
import { enter } from '../test/e2e/support/instance';
import { chain, node, START } from '../test/e2e/support/workflow';
import { withGroups } from '../test/support/options';
import { followMemory } from './memory';
import { startServices, type Seen, type ServiceName, type Services } from './services';

const CREDENTIAL = 'creatorIntelligenceApi';
const PATIENCE_MS = 15 * 60_000;

/** One run of a workflow. */
export interface Ran {
	/** The time that its nodes took, as n8n has measured it. */
	ms: number;
	/** Items of the last node that are no errors. */
	ok: number;
	seen: Seen;
	looks: number;
	/** More than before the run, at most. */
	peakMiB: number;
}

/** The real n8n with the packed package, and the services that it talks to. */
export class Workbench {
	private n8n?: RunningN8n;

	private client?: N8nClient;

	private constructor(
		readonly runtime: Runtime,
		private readonly folder: string,
		readonly services: Services,
		readonly packedBytes: number,
	) {}

	static async open(): Promise<Workbench> {
		const runtime = new Runtime(currentLine);
		await installRuntime(runtime, new Progress());
		const folder = await mkdtemp(join(tmpdir(), 'creator-intelligence-bench-'));
		const tarball = await makeTarball(join(folder, 'package'));
		for (const name of ['main', 'with']) await installTarball(tarball, join(folder, name));
		await mkdir(join(folder, 'nodes'));
		await copyFile(
			join(repositoryRoot, 'bench/nodes/Bare.node.js'),
			join(folder, 'nodes/Bare.node.js'),
		);
		return new Workbench(runtime, folder, await startServices(), tarball.size);
	}

	/**
	 * Starts n8n, anew if it runs; answers how long that took. Beside the main folder there are two
	 * without a past, one with the package and one without it.
	 */
	async start(userFolder: 'main' | 'with' | 'without' = 'main'): Promise<number> {
		await this.n8n?.stop();
		const before = performance.now();
		this.n8n = await launchN8n({
			runtime: this.runtime,
			userFolder: join(this.folder, userFolder),
			log: join(this.folder, 'n8n.log'),
			env: { N8N_CUSTOM_EXTENSIONS: join(this.folder, 'nodes') },
		});
		const took = performance.now() - before;
		this.client = await enter(this.n8n);
		return took;
	}

	async run(
		service: ServiceName,
		nodes: (baseUrl: string) => INode[] | WorkflowDocument,
		items: IDataObject[],
		/** The account; a new one unless given, so that nothing is known of the service. */
		apiToken = randomUUID(),
	): Promise<Ran> {
		if (!this.client || !this.n8n) throw new Error('n8n does not run');
		const { client, n8n, services } = this;
		const baseUrl = services.url(service);
		const credential = await client.createCredential({
			name: apiToken,
			type: CREDENTIAL,
			data: { baseUrl, apiToken },
		});
		const made = nodes(baseUrl);
		const document = Array.isArray(made) ? chain(service, made, items) : made;
		const workflow = await client.createWorkflow(withCredential(document, credential));
		const memory = followMemory(n8n.pid);
		const id = await client.run(workflow, START);
		await over(client, workflow.id, id);
		const { firstMiB, peakMiB: mostMiB } = await memory.stop();
		const peakMiB = mostMiB - firstMiB;
		const { data } = await client.execution(id);
		const { runData, error } = data.resultData;
		if (error) throw new Error(`${service}: ${error.message}`);
		const last = document.nodes.at(-1)?.name ?? '';
		const output = runData[last]?.flatMap(({ data: of }) => of?.main[0] ?? []) ?? [];
		const ms = Object.entries(runData)
			.filter(([name]) => name !== START)
			.flatMap(([, runs]) => runs.map(({ executionTime }) => executionTime))
			.reduce((sum, each) => sum + each, 0);
		return {
			ms,
			ok: output.filter(({ json, error: failed }) => !failed && json.error === undefined).length,
			seen: { ...services.seen(apiToken) },
			looks: services.looks(apiToken),
			peakMiB,
		};
	}

	async close(): Promise<void> {
		await this.n8n?.stop();
		await this.services.close();
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** The list of executions does not make n8n read what they put out. */
export async function over(
	client: N8nClient,
	workflowId: string,
	id: string,
	everyMs = 100,
): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	while (Date.now() < deadline) {
		// Busy as it is, n8n takes its database to be away at times.
		const known = await client.executions(workflowId).catch(() => []);
		const summary = known.find((each) => each.id === id);
		if (summary && !['new', 'running', 'waiting'].includes(summary.status)) return;
		await wait(everyMs);
	}
	throw new Error(`Execution ${id} is not over after ${PATIENCE_MS / 60_000} minutes`);
}

function withCredential(document: WorkflowDocument, { id, name }: Credential): WorkflowDocument {
	const credentials = { [CREDENTIAL]: { id, name } };
	const wants = ({ type }: INode) => /httpRequest$|^CUSTOM|creator-intelligence/.test(type);
	const nodes = document.nodes.map((each) => (wants(each) ? { ...each, credentials } : each));
	return { ...document, nodes };
}

export function httpRequest(parameters: INodeParameters, name = 'HTTP Request'): INode {
	return node(
		name,
		'n8n-nodes-base.httpRequest',
		{
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL,
			options: {},
			...parameters,
		},
		{ typeVersion: 4.2 },
	);
}

export function ours(type: string, parameters: INodeParameters): INode {
	return node('Ours', `${packageName}.${type}`, withGroups(parameters));
}

export function bare(url: string, atOnce: number, maxBytes = 0): INode {
	return node('Bare', 'CUSTOM.bare', { url, atOnce, maxBytes });
}
