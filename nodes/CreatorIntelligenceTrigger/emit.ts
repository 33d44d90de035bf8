import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Emitted } from '../shared/response/outputItem';
import { toItem } from '../shared/node/items';
import type { Settings } from '../shared/settings';

/** The items of one output. */
export async function toItems(
	{ helpers }: IPollFunctions,
	emitted: Emitted[],
	settings: Settings,
): Promise<INodeExecutionData[]> {
	return await Promise.all(emitted.map(async (each) => await toItem(helpers, each, settings)));
}
