import '../engine/logs';

import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { createAdditionalData } from '../engine/additional-data';
import { binaryDataService } from '../engine/binary';
import type { LogEntry } from '../engine/logs';
import { captureLogs } from '../engine/logs';
import type { BuiltWorkflow } from '../engine/workflow';
import { buildWorkflow } from '../engine/workflow';

export interface PollerOptions {
	node: INodeType;
	parameters?: INodeParameters;
	credentials?: ICredentialDataDecryptedObject | null;
	/** The node's static data as saved before. */
	staticData?: IDataObject;
	/** `getPollBudgetMs()`; null: a version of n8n that does not have it. */
	pollBudgetMs?: number | null;
}

export interface PollResult {
	/** null: nothing to emit. */
	items: INodeExecutionData[][] | null;
	json: IDataObject[];
	error?: Error;
	/** The node's static data in memory after the poll. */
	staticData: IDataObject;
	/** What a restart would find: n8n saves only with something emitted, and never by hand. */
	saved: IDataObject;
	logs: LogEntry[];
}

export interface PollCall {
	/** "Test step" in the editor: reads the saved data and saves nothing. */
	manual?: boolean;
	activation?: WorkflowActivateMode;
}

const NODE = 'Trigger';

/**
 * An activated trigger. n8n keeps one workflow object, and with it the static data, in memory until
 * the workflow is deactivated or n8n restarts; `restart` begins anew with what was saved.
 */
export class Poller {
	private built?: BuiltWorkflow;

	private saved: IDataObject;

	constructor(private readonly options: PollerOptions) {
		this.saved = deepCopy(options.staticData ?? {});
	}

	private async build(): Promise<BuiltWorkflow> {
		const { node, parameters, credentials } = this.options;
		return await buildWorkflow({
			nodes: [{ name: NODE, type: node, parameters, credentials }],
			staticData: { [`node:${NODE}`]: deepCopy(this.saved) },
		});
	}

	/** Forgets everything that was not saved. */
	restart(): void {
		this.built = undefined;
	}

	async poll({ manual = false, activation }: PollCall = {}): Promise<PollResult> {
		await binaryDataService();
		const built = manual ? await this.build() : (this.built ??= await this.build());
		const node = built.workflow.getNode(NODE);
		if (!node) throw new Error('The trigger is not part of the workflow');
		const mode = manual ? 'manual' : 'trigger';
		const budget = this.options.pollBudgetMs;
		const context = new PollContext(
			built.workflow,
			node,
			createAdditionalData({ ...built, mode }),
			mode,
			activation ?? (manual ? 'manual' : 'activate'),
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
			typeof budget === 'number' ? () => budget : undefined,
		);
		if (budget === null) Object.assign(context, { getPollBudgetMs: undefined });

		const logs = captureLogs();
		let items: INodeExecutionData[][] | null = null;
		let error: Error | undefined;
		await built.workflow.expression.acquireIsolate();
		try {
			items = (await this.options.node.poll?.call(context)) ?? null;
		} catch (thrown) {
			if (!(thrown instanceof Error)) throw thrown;
			error = thrown;
		} finally {
			await built.workflow.expression.releaseIsolate();
		}

		// Nested changes go unnoticed in n8n: without the mark nothing is saved.
		const staticData = deepCopy(built.workflow.getStaticData('node', node));
		if (items && !manual && built.workflow.staticData.__dataChanged === true) {
			this.saved = deepCopy(staticData);
		}
		return {
			items,
			json: (items?.[0] ?? []).map((item) => item.json),
			error,
			staticData,
			saved: deepCopy(this.saved),
			logs: logs(),
		};
	}
}

/** One poll of a trigger that was activated just now. */
export async function runPoll(options: PollerOptions & PollCall): Promise<PollResult> {
	return await new Poller(options).poll(options);
}
