import type { OutputItem } from '../response/outputItem';

/** A failure after part of the rows had been read; they come out when the workflow continues on fail. */
export class PartialFailure extends Error {
	constructor(
		readonly failure: unknown,
		readonly items: OutputItem[],
	) {
		super('Reading the rows failed before their end');
		this.name = 'PartialFailure';
	}
}
