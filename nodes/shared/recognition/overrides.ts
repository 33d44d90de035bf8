export type JobState = 'pending' | 'finished' | 'failed';

/** The user's own words and paths; they come before everything that is recognised. */
export interface JobOverrides {
	/** Into the body, or into a header: see `headerAt`. */
	idPath?: string;
	statePath?: string;
	reasonPath?: string;
	pendingStates: string[];
	finishedStates: string[];
	failedStates: string[];
}
