import './logs';

import { inspect } from 'node:util';

import { WorkflowExecute } from 'n8n-core';
import type {
	ExecutionError,
	IContextObject,
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IRunData,
	IRunExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, deepCopy } from 'n8n-workflow';

import { createAdditionalData } from './additional-data';
import { binaryDataService } from './binary';
import type { LogEntry } from './logs';
import { captureLogs } from './logs';
import { startNode } from './nodes';
import type { BuiltWorkflow, WorkflowNode, WorkflowSpec } from './workflow';
import { buildWorkflow } from './workflow';

export { readBinary } from './binary';
export { functionNode, startNode } from './nodes';

export interface ExecutionOptions {
	mode?: WorkflowExecuteMode;
	/** Presses Stop when it fires. */
	signal?: AbortSignal;
}

export interface RunWorkflowOptions extends WorkflowSpec, ExecutionOptions {
	/** What the first node is fed. */
	items?: INodeExecutionData[];
	/** The node that `items`, `error`, `hints` and `context` of the result speak of (default: the last one). */
	observe?: string;
	/** What `getContext('node')` already holds when the execution begins. */
	context?: IContextObject;
}

export interface RunResult {
	status: IRun['status'];
	/** What the observed node put out in its last run, by output. */
	items: INodeExecutionData[][];
	/** The JSON of its first output. */
	json: IDataObject[];
	/** The error that ended the execution, as n8n saves it (a plain object). */
	error?: ExecutionError;
	/** Its warnings. */
	hints: NodeExecutionHint[];
	/** What it says of the requests that it sent. */
	summary: string;
	runData: IRunData;
	/** Whether Stop ended the execution. */
	stopped: boolean;
	context: IContextObject;
	/** How often a credential was read. */
	credentialReads: number;
	logs: LogEntry[];
	/** What the node sent to the browser with `sendMessageToUI`. */
	uiMessages: IDataObject[];
	/** The saved execution: `retryExecution` takes it up again. */
	execution: IRunExecutionData;
}

interface Prepared extends ExecutionOptions {
	built: BuiltWorkflow;
	execution: IRunExecutionData;
	observe: string;
	executionId: string;
}

let executions = 0;
const nextExecutionId = () => String(++executions);

const contextKey = (nodeName: string) => `node:${nodeName}`;

/** Runs the engine; an error before the first node (a missing parameter) is a failed run as well. */
async function runEngine(
	engine: WorkflowExecute,
	{ built, execution, signal, mode = 'manual' }: Prepared,
): Promise<IRun> {
	const startedAt = new Date();
	let running;
	try {
		running = engine.processRunExecutionData(built.workflow);
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		execution.resultData.error = error as ExecutionError;
		return { data: execution, mode, startedAt, storedAt: 'db', status: 'error', finished: false };
	}

	const finished = new AbortController();
	signal?.addEventListener('abort', () => running.cancel(), { signal: finished.signal });
	try {
		return await running;
	} finally {
		finished.abort();
	}
}

async function execute(prepared: Prepared): Promise<RunResult> {
	await binaryDataService();
	const { built, execution, observe, executionId, mode = 'manual' } = prepared;
	const uiMessages: IDataObject[] = [];
	const sendDataToUI: IWorkflowExecuteAdditionalData['sendDataToUI'] = (_type, data) => {
		uiMessages.push(...[data].flat());
	};
	const additionalData = createAdditionalData({
		...built,
		mode,
		executionId,
		sendDataToUI,
	});

	const logs = captureLogs();
	const engine = new WorkflowExecute(additionalData, mode, execution);
	const run = await runEngine(engine, prepared);

	const { runData, error } = run.data.resultData;
	const task: ITaskData | undefined = runData[observe]?.at(-1);
	const items = (task?.data?.main ?? []).map((output) => output ?? []);
	return {
		status: run.status,
		items,
		json: (items[0] ?? []).map((item) => item.json),
		error: error ?? task?.error,
		hints: (task?.hints ?? []).filter(({ type }) => type !== 'info'),
		summary: (task?.hints ?? [])
			.flatMap(({ type, message }) => (type === 'info' ? message : []))
			.join(),
		runData,
		stopped: run.status === 'canceled',
		context: run.data.executionData?.contextData[contextKey(observe)] ?? {},
		credentialReads: built.credentialsHelper.reads,
		logs: logs(),
		uiMessages,
		execution: run.data,
	};
}

/** Runs a whole workflow on n8n's engine. */
export async function runWorkflow(options: RunWorkflowOptions): Promise<RunResult> {
	const built = await buildWorkflow(options);
	const start = built.workflow.getNode(options.nodes[0].name);
	if (!start) throw new Error('The workflow has no node to start from');
	const observe = options.observe ?? options.nodes.at(-1)?.name ?? start.name;
	const items = options.items ?? [{ json: {} }];
	const execution = createRunExecutionData({
		executionData: {
			contextData: options.context ? { [contextKey(observe)]: options.context } : {},
			nodeExecutionStack: [{ node: start, data: { main: [items] }, source: null }],
		},
	});
	return await execute({
		...options,
		built,
		execution,
		observe,
		executionId: nextExecutionId(),
	});
}

export interface RunNodeOptions extends ExecutionOptions {
	node: INodeType;
	parameters?: INodeParameters;
	items?: INodeExecutionData[];
	credentials?: ICredentialDataDecryptedObject | null;
	/** "On Error" in the node's settings; `continueOnFail: true` is its older form. */
	onError?: WorkflowNode['onError'];
	continueOnFail?: boolean;
	/** In milliseconds; n8n takes 0 for a second. */
	retryOnFail?: { maxTries?: number; waitBetweenTries?: number };
	context?: IContextObject;
	/** The node's name in the workflow (default: its display name). */
	name?: string;
}

function specOf(options: RunNodeOptions): WorkflowSpec & { observe: string } {
	const { node, retryOnFail } = options;
	const name = options.name ?? node.description.displayName;
	const tested: WorkflowNode = {
		name,
		type: node,
		parameters: options.parameters,
		credentials: options.credentials,
		onError: options.onError,
		continueOnFail: options.continueOnFail,
		...(retryOnFail && { retryOnFail: true, ...retryOnFail }),
	};
	return {
		nodes: [{ name: 'Start', type: startNode }, tested],
		links: [{ from: 'Start', to: name }],
		observe: name,
	};
}

/** Runs one node behind a start node that hands it `items`. */
export async function runNode(options: RunNodeOptions): Promise<RunResult> {
	return await runWorkflow({ ...options, ...specOf(options) });
}

/**
 * "Retry execution": takes a failed or stopped execution up where it ended. Whatever does not
 * survive being saved is lost here, too.
 */
export async function retryExecution(
	failed: RunResult,
	options: RunNodeOptions | RunWorkflowOptions,
): Promise<RunResult> {
	const spec: RunWorkflowOptions = 'node' in options ? { ...options, ...specOf(options) } : options;
	const built = await buildWorkflow(spec);
	const execution = deepCopy(failed.execution);
	delete execution.resultData.error;
	const last = execution.resultData.lastNodeExecuted;
	const runs = last === undefined ? undefined : execution.resultData.runData[last];
	if (runs?.at(-1)?.error) runs.pop();
	for (const entry of execution.executionData?.nodeExecutionStack ?? []) {
		entry.node = built.workflow.getNode(entry.node.name) ?? entry.node;
	}
	return await execute({
		...spec,
		mode: 'retry',
		built,
		execution,
		observe: spec.observe ?? spec.nodes.at(-1)?.name ?? '',
		executionId: nextExecutionId(),
	});
}

/** All that a run left behind, as text: items, errors with their causes, logs, the saved execution. */
export function transcript(result: object): string {
	return inspect(result, { depth: null, maxArrayLength: null, maxStringLength: null });
}
