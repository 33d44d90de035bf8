import type { RequestDraft } from '../request/draft';
import type { FieldRow } from '../values/nesting';
import type { Settings } from '../settings';

/** One input item and what it asks for. */
export interface ItemCall {
	index: number;
	draft: RequestDraft;
	/** For reading the result of a job; elsewhere the query is part of the draft. */
	resultQuery: FieldRow[];
	settings: Settings;
	/** Rows that are wanted at most. */
	wanted: number;
	/** What the user asks for with the item, the same for each try: see `askedFor`. */
	asked?: string;
}
