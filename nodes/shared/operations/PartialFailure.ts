import type { OutputItem } from '../response/outputItem';

/** What was read before the failure may have been paid for: it is returned with the failure. */
export class PartialFailure extends Error {
	constructor(
		readonly failure: unknown,
		readonly items: OutputItem[],
	) {
		super('The operation failed before it was complete');
		this.name = 'PartialFailure';
	}
}

/** An item with what was fetched to go with it, or with why that failed. */
export interface Extended {
	item: OutputItem;
	failure?: unknown;
}

/** The item, if nothing that goes with it is missing. */
export function completed({ item, failure }: Extended): OutputItem {
	if (failure !== undefined) throw new PartialFailure(failure, [item]);
	return item;
}
