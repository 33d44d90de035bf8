import type { IDataObject } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/vocabulary';

/** A request that the trigger sends itself. */
export interface Submission {
	operation: JobOperation;
	body: IDataObject;
	/** Tells this trigger from all others. */
	scope: string;
	/** A mark of the request as it was entered, not as its expressions come out. */
	request: string;
	/** Infinity for once. */
	everyMs: number;
}
