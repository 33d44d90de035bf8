import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { OutputItem } from '../shared/response/outputItem';
import { toN8nItem } from '../shared/node/items';
import type { Settings } from '../shared/settings';

/** The items of one output. */
export async function toItems(
	{ helpers }: IPollFunctions,
	emitted: OutputItem[],
	settings: Settings,
): Promise<INodeExecutionData[]> {
	return await Promise.all(emitted.map(async (each) => await toN8nItem(helpers, each, settings)));
}
