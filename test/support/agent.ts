import type {
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	NodeOutput,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { ExecutionOptions, RunNodeOptions, RunResult } from './engine';
import { runWorkflow, startNode } from './engine';
import { functionNode } from './nodes';
import { asTool } from './tools';

export interface RunToolOptions
	extends ExecutionOptions,
		Pick<RunNodeOptions, 'node' | 'parameters' | 'credentials' | 'credentialTypes' | 'onError'> {
	/** What the model fills in for the `$fromAI(...)` expressions of the parameters. */
	args?: IDataObject;
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

function announced(tools: unknown): ToolResult['tool'] {
	const [tool] = tools as Array<ToolResult['tool'] | undefined>;
	if (!tool) throw new Error('No tool is connected');
	return { name: tool.name, description: tool.description };
}

/**
 * Runs a node as a tool of an AI agent, on the path of n8n's own agent: the agent asks the engine
 * to run the tool, which then runs as a node of its own with the arguments as its input.
 */
export async function runTool(options: RunToolOptions): Promise<ToolResult> {
	const { node, args = {}, items, ...rest } = options;
	const tool = asTool(node);
	const toolName = tool.description.displayName;
	let found: ToolResult['tool'] | undefined;

	async function think(this: IExecuteFunctions, response?: EngineResponse): Promise<NodeOutput> {
		if (!response?.actionResponses.length) {
			found = announced(await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0));
			return {
				actions: [
					{
						actionType: 'ExecutionNodeAction',
						nodeName: toolName,
						input: args,
						type: NodeConnectionTypes.AiTool,
						id: 'call-1',
						metadata: { itemIndex: 0 },
					},
				],
				metadata: {},
			};
		}
		const data = response.actionResponses[0]?.data.data;
		const answers = data?.[NodeConnectionTypes.AiTool]?.[0] ?? [];
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

	const { parameters, credentials, credentialTypes, onError } = rest;
	const result = await runWorkflow({
		...rest,
		items,
		nodes: [
			{ name: 'Start', type: startNode },
			{ name: AGENT, type: agent },
			{ name: toolName, type: tool, parameters, credentials, onError },
		],
		links: [
			{ from: 'Start', to: AGENT },
			{ from: toolName, to: AGENT, kind: NodeConnectionTypes.AiTool },
		],
		credentialTypes,
		observe: AGENT,
	});
	if (!found) throw new Error(`The agent never saw the tool: ${result.error?.message ?? ''}`);
	const error = result.error ?? result.runData[toolName]?.at(-1)?.error;
	return { ...result, error, answer: result.json, tool: found };
}
