import type { BinaryHelperFunctions, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { pick, withoutErrorField, type OutputItem } from '../response/outputItem';
import { failedJson, toNodeError } from './nodeError';
import { DEFAULTS, type Settings } from '../settings';

/** What became of one input item. */
export interface ItemOutcome {
	items: OutputItem[];
	/** What went wrong with it, after the items came out. */
	failure?: unknown;
	settings?: Settings;
}

/** n8n's output items, in the order of the input and paired with it. */
export async function toN8nItems(
	context: IExecuteFunctions,
	outcomes: ItemOutcome[],
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const [index, { items: emitted, failure, settings }] of outcomes.entries()) {
		for (const each of emitted) {
			const item = await toN8nItem(context.helpers, each, settings);
			items.push({ ...item, pairedItem: { item: index } });
		}
		if (failure !== undefined) items.push(failedItem(context, failure, index));
	}
	return items;
}

/** One item of n8n's, not paired with any input. */
export async function toN8nItem(
	helpers: Pick<BinaryHelperFunctions, 'prepareBinaryData'>,
	emitted: OutputItem,
	settings?: Settings,
): Promise<INodeExecutionData> {
	const { json, file } = pick(withoutErrorField(emitted), settings?.outputFields ?? []);
	if (file === undefined) return { json };
	const { bytes, name, type } = file;
	const data = await helpers.prepareBinaryData(bytes, name, type);
	return { json, binary: { [settings?.binaryProperty ?? DEFAULTS.binaryProperty]: data } };
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
