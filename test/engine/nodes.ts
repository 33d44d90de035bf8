import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

interface Options {
	outputs?: number;
	description?: Partial<INodeTypeDescription>;
}

type Items = INodeExecutionData[];

/** A node type made of one function: for the surroundings of the node under test. */
export const functionNode = (
	name: string,
	run: (this: IExecuteFunctions, items: Items) => Items[] | Promise<Items[]>,
	{ outputs = 1, description = {} }: Options = {},
): INodeType => ({
	description: {
		...{ displayName: name, name, description: name, defaults: { name } },
		...{ group: ['transform'], version: 1, properties: [] },
		inputs: [NodeConnectionTypes.Main],
		outputs: new Array<'main'>(outputs).fill(NodeConnectionTypes.Main),
		...description,
	},
	async execute() {
		return await run.call(this, this.getInputData());
	},
});

/** Stands at the beginning of a workflow and hands the items of the test on. */
export const startNode = functionNode('start', (items) => [items], {
	description: { group: ['trigger'], inputs: [] },
});
