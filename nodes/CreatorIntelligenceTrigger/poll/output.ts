import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toN8nItem } from '../../shared/node/items';
import type { OutputItem } from '../../shared/response/outputItem';
import type { Settings } from '../../shared/settings/readSettings';

/** The items of one output, as n8n takes them. */
export async function toN8nOutput(
	{ helpers }: IPollFunctions,
	items: OutputItem[],
	settings: Settings,
): Promise<INodeExecutionData[]> {
	return await Promise.all(items.map(async (each) => await toN8nItem(helpers, each, settings)));
}
