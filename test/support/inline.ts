import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { createEmptyRunExecutionData } from 'n8n-workflow';

import { createAdditionalData } from '../engine/additional-data';
import { buildWorkflow } from '../engine/workflow';
import type { RunNodeOptions } from '../engine/engine';
import { asTool } from './tools';

export interface InlineResult {
	data: INodeExecutionData[];
	/** All that the model reads of an error. */
	error?: string;
}

/** Runs a node as n8n's first-class agents run their tools: without an execution. */
export async function runInline(
	options: Pick<RunNodeOptions, 'node' | 'parameters' | 'credentials'>,
	args: IDataObject = {},
): Promise<InlineResult> {
	const type = asTool(options.node);
	const name = 'Target Node';
	const built = await buildWorkflow({ nodes: [{ ...options, name, type }] });
	const node = built.workflow.getNode(name);
	if (!node) throw new Error('The node is not part of the workflow');
	const items = [{ json: args }];
	const input = { main: [items] };
	const mode = 'internal';
	const context = new ExecuteContext(
		built.workflow,
		node,
		createAdditionalData({ ...built, mode }),
		mode,
		createEmptyRunExecutionData(),
		0,
		items,
		input,
		{ node, data: input, source: null },
		[],
	);
	try {
		const output = await type.execute?.call(context);
		return { data: Array.isArray(output) ? (output[0] ?? []) : [] };
	} catch (error) {
		return { data: [], error: error instanceof Error ? error.message : String(error) };
	}
}
