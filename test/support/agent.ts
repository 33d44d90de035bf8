import type {
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	NodeOutput,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { ExecutionOptions, RunNodeOptions, RunResult } from '../engine/engine';
import { runWorkflow, startNode } from '../engine/engine';
import { functionNode } from '../engine/nodes';
import { asTool } from './tools';

export interface RunToolOptions
	extends
		ExecutionOptions,
		Pick<RunNodeOptions, 'node' | 'parameters' | 'credentials' | 'onError' | 'retryOnFail'> {
	/** What the model fills in for the `$fromAI(...)` expressions of the parameters. */
	args?: IDataObject;
	/** The arguments of each call of the model, where it makes more than one. */
	calls?: IDataObject[];
	/**
	 * Who runs the tool: n8n's engine, for the agent of version 3 (default), or the agent itself, all
	 * calls at once, as it was up to version 2.2.
	 */
	runBy?: 'engine' | 'agent';
	/** The item that the agent itself works on. */
	items?: INodeExecutionData[];
}

export interface ToolResult extends RunResult {
	/** What the agent gets to read: the JSON of the tool's first output, nothing else. */
	answer: IDataObject[];
	/** The tool as it is announced to the model. */
	tool: { name: string; description: string };
}

const AGENT = 'Agent';

interface ConnectedTool {
	name: string;
	description: string;
	invoke(args: IDataObject): Promise<string>;
}

async function connectedTool(context: IExecuteFunctions): Promise<ConnectedTool> {
	const tools = await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
	const [tool] = tools as Array<ConnectedTool | undefined>;
	if (!tool) throw new Error('No tool is connected');
	return tool;
}

/** What the model reads of a call: of an error that the tool throws, nothing. */
async function answerOf(tool: ConnectedTool, args: IDataObject): Promise<IDataObject[]> {
	try {
		return JSON.parse(await tool.invoke(args)) as IDataObject[];
	} catch {
		return [{ error: '' }];
	}
}

/** Runs a node as a tool of an AI agent, on the paths of n8n's own agents. */
export async function runTool(options: RunToolOptions): Promise<ToolResult> {
	const {
		node,
		args = {},
		calls = [args],
		runBy = 'engine',
		items,
		retryOnFail,
		...rest
	} = options;
	const tool = asTool(node);
	const toolName = tool.description.displayName;
	let found: ToolResult['tool'] | undefined;

	async function think(this: IExecuteFunctions, response?: EngineResponse): Promise<NodeOutput> {
		if (!response?.actionResponses.length) {
			const connected = await connectedTool(this);
			found = { name: connected.name, description: connected.description };
			if (runBy === 'agent') {
				const answers = await Promise.all(
					calls.map(async (each) => await answerOf(connected, each)),
				);
				return [answers.flat().map((json) => ({ json, pairedItem: { item: 0 } }))];
			}
			return {
				actions: calls.map((input, at) => ({
					actionType: 'ExecutionNodeAction',
					nodeName: toolName,
					input,
					type: NodeConnectionTypes.AiTool,
					id: `call-${at + 1}`,
					metadata: { itemIndex: 0 },
				})),
				metadata: {},
			};
		}
		const answers = response.actionResponses.flatMap(
			({ data: { data } }) => data?.[NodeConnectionTypes.AiTool]?.[0] ?? [],
		);
		return [answers.map(({ json }) => ({ json, pairedItem: { item: 0 } }))];
	}
	const agent: INodeType = {
		...functionNode('agent', () => [[]], {
			description: {
				inputs: [
					NodeConnectionTypes.Main,
					{ type: NodeConnectionTypes.AiTool, displayName: 'Tool', required: true },
				],
			},
		}),
		execute: think,
	};

	const { parameters, credentials, onError } = rest;
	const result = await runWorkflow({
		...rest,
		items,
		nodes: [
			{ name: 'Start', type: startNode },
			{ name: AGENT, type: agent },
			{
				name: toolName,
				type: tool,
				parameters,
				credentials,
				onError,
				...(retryOnFail && { retryOnFail: true, ...retryOnFail }),
			},
		],
		links: [
			{ from: 'Start', to: AGENT },
			{ from: toolName, to: AGENT, kind: NodeConnectionTypes.AiTool },
		],
		observe: AGENT,
	});
	if (!found) throw new Error(`The agent never saw the tool: ${result.error?.message ?? ''}`);
	const error = result.error ?? result.runData[toolName]?.at(-1)?.error;
	return { ...result, error, answer: result.json, tool: found };
}
