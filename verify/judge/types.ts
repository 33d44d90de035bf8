import type { IDataObject } from 'n8n-workflow';

// What the judge compares, as plain data: what a user must get (`Wanted`), what the run returned
// (`Output`), and what the service has in its books (`SentRequest[]`).

/** An item, and the input item that it is paired with. */
export interface Item {
	json: IDataObject;
	input?: number;
}

/** An item that a user must get. */
export interface WantedItem {
	/** The input item that it is paired with; 0 for a trigger. */
	input: number;
	/**
	 * Every field that the item must have, and no other; undefined if the service has nothing, so that no
	 * item is right. What a node may add is listed in `NODE_FIELDS`: name such a field here to have it
	 * compared, an object by the fields that are named. Fields of the input are named here like all others.
	 */
	json?: IDataObject;
	/** It may be returned, and need not be. */
	isOptional?: boolean;
	/** The service sent it whole, so no error explains that it is missing. */
	isDelivered?: boolean;
}

/** What a user must get. If it has no item, the judge objects. */
export interface Wanted {
	/** In their order. */
	items: WantedItem[];
	/** The order means nothing, as in events of several executions. */
	isAnyOrder?: boolean;
}

/** An error that the user sees. */
export interface ReportedError {
	/** The input item; `all` if the error ended the whole execution. */
	input: number | 'all';
	message: string;
	/** Everything that the error says. */
	text: string;
	/** n8n was killed and shows the execution as crashed: all that it had sent is in doubt. */
	isCrash?: boolean;
}

/** What the run returned. */
export interface Output {
	/** The good items. Of several outputs, only the one whose items count. */
	items: Item[];
	errors: ReportedError[];
	/** What n8n shows above the output. */
	hints?: string[];
	/** The execution was still running when patience ended, and was stopped. */
	isHung?: boolean;
	/** What the log says to the user, where there is no error. It explains nothing. */
	note?: string;
}

/** A request that reached the service, on whatever path. */
export interface SentRequest {
	method: string;
	path: string;
	/** JSON, as text or as a value. */
	body?: unknown;
	/** The service carried it out, whatever became of its response. */
	isCarriedOut: boolean;
	/** The input item that needs it; undefined if none does. */
	input?: number;
	/** The ID of the job that it created. */
	job?: string;
}

/** One run, with all that can be seen of it. */
export interface Observation {
	wanted: Wanted;
	output: Output;
	/** The books of the service: all requests of the account. */
	requests: SentRequest[];
	/** How many requests a fault affected; undefined where there is none. */
	affected?: number;
}

/**
 * What a run must return.
 * - `whole`: every item, right, and no error.
 * - `reported`: an item may fail, if the fault affected it, with an error that says so.
 * - `crashed`: n8n shows the execution as crashed; the trigger may repeat an event.
 */
export type Expectation = 'whole' | 'reported' | 'crashed';
