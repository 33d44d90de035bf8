import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

export type NodeFunction = (
	this: IExecuteFunctions,
	items: INodeExecutionData[],
) => INodeExecutionData[][] | Promise<INodeExecutionData[][]>;

export interface FunctionNodeOptions {
	outputs?: number;
	properties?: INodeProperties[];
	description?: Partial<INodeTypeDescription>;
}

/** A node type made of one function: for the surroundings of the node under test. */
export function functionNode(
	name: string,
	run: NodeFunction,
	{ outputs = 1, properties = [], description = {} }: FunctionNodeOptions = {},
): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: 1,
			description: name,
			defaults: { name },
			inputs: [NodeConnectionTypes.Main],
			outputs: new Array<'main'>(outputs).fill(NodeConnectionTypes.Main),
			properties,
			...description,
		},
		async execute() {
			return await run.call(this, this.getInputData());
		},
	};
}

/** Stands at the beginning of a workflow and hands the items of the test on. */
export const startNode = functionNode('start', (items) => [items], {
	description: { group: ['trigger'], inputs: [] },
});
