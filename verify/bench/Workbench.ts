import { join } from 'node:path';

import type { WorkflowDocument } from '../../scripts/n8n/client';
import { goodItems, over } from '../harness/executions';
import { Harness, type Stage } from '../harness/Harness';
import { followMemory } from '../harness/memory';
import { startServices, type Seen, type ServiceName, type Services } from '../harness/services';
import { lastOf, start, START } from '../harness/workflow';
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

/** The real n8n with the packed package and the bare node, and the services that they talk to. */
export class Workbench {
	private constructor(
		readonly harness: Harness,
		private readonly services: Services,
	) {}

	static async open(): Promise<Workbench> {
		const env = () => ({ N8N_CUSTOM_EXTENSIONS: join(__dirname, 'nodes') });
		return new Workbench(await Harness.open('bench', env), await startServices());
	}

	async run(service: ServiceName, make: (stage: Stage) => WorkflowDocument): Promise<Ran> {
		const { harness, services } = this;
		// A new account, so that nothing is known of the service.
		const stage = await harness.stage(undefined, services.url(service));
		const document = make(stage);
		const memory = followMemory(harness.own.pid);
		const { workflow, id } = await start(harness.n8n, document);
		await over(harness.n8n, workflow.id, { only: id, everyMs: 100 });
		const { firstMiB, peakMiB: mostMiB } = await memory.stop();
		const execution = await harness.n8n.execution(id);
		const { runData, error } = execution.data.resultData;
		if (error) throw new Error(`${service}: ${error.message}`);
		const times = Object.entries(runData)
			.filter(([name]) => name !== START)
			.flatMap(([, runs]) => runs.map(({ executionTime }) => executionTime));
		return {
			ms: sumOf(times),
			ok: goodItems(execution, lastOf(document)).filter(({ json }) => json.error === undefined)
				.length,
			seen: services.seen(stage.token),
			peakMiB: mostMiB - firstMiB,
		};
	}

	async close(): Promise<void> {
		await this.harness.close();
		await this.services.close();
	}
}
