import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { pick, withoutErrorField, type Emitted } from './Emitted';
import { failedJson, toNodeError } from './nodeError';
import { DEFAULTS, type Settings } from './settings';

/** What became of one input item. */
export interface Outcome {
	items: Emitted[];
	/** What went wrong with it, after the items came out. */
	failure?: unknown;
	settings?: Settings;
}

/** n8n's output items, in the order of the input and paired with it. */
export async function toItems(
	context: IExecuteFunctions,
	outcomes: Outcome[],
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const [index, { items: emitted, failure, settings }] of outcomes.entries()) {
		for (const each of emitted) items.push(await goodItem(context, each, index, settings));
		if (failure !== undefined) items.push(failedItem(context, failure, index));
	}
	return items;
}

async function goodItem(
	context: IExecuteFunctions,
	emitted: Emitted,
	index: number,
	settings?: Settings,
): Promise<INodeExecutionData> {
	const { json, file } = pick(withoutErrorField(emitted), settings?.outputFields ?? []);
	const item: INodeExecutionData = { json, pairedItem: { item: index } };
	if (file === undefined) return item;
	const { bytes, name, type } = file;
	const data = await context.helpers.prepareBinaryData(bytes, name, type);
	return { ...item, binary: { [settings?.binaryProperty ?? DEFAULTS.binaryProperty]: data } };
}

function failedItem(
	context: IExecuteFunctions,
	failure: unknown,
	index: number,
): INodeExecutionData {
	const node = context.getNode();
	const json = failedJson(toNodeError(node, failure, index), node.onError);
	return { json, pairedItem: { item: index } };
}
