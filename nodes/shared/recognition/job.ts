export { findJobId, readJobId, type JobId } from './jobId';
export { readState, type Basis, type ReadState } from './jobState';

export type JobState = 'pending' | 'finished' | 'failed';

/** The user's own words and paths; they come before everything that is recognised. */
export interface JobOverrides {
	/** Into the body, or into a header: see `headerPath`. */
	idPath?: string;
	statePath?: string;
	reasonPath?: string;
	pendingStates: string[];
	finishedStates: string[];
	failedStates: string[];
}
