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

/** An item with its linked file or comments, and the failure if they could not be read. */
export interface Extended {
	item: OutputItem;
	failure?: unknown;
}
