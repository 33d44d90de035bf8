import { OPERATIONS } from '../endpoints';
import { inputFailure } from '../shared/failure/Failure';
import type { JobOperation } from '../shared/catalogue/types';

/** The operations that take a job from its submission to its result. */
export const JOB_OPERATIONS = OPERATIONS.filter((each): each is JobOperation => each.kind === 'submitAndWait');

export function jobOfType(type: unknown): JobOperation {
	const found = JOB_OPERATIONS.find(({ job }) => job.type === type);
	if (found !== undefined) return found;
	throw inputFailure(
		`There is no job type '${String(type)}'`,
		"Choose one in 'Job Type'; an expression must return the name of a job type, e.g. screening.",
	);
}

export function pathOf({ job }: JobOperation): string {
	return job.submit.path;
}

/** What the panel calls the parameter `ids`. */
export const IDS_LABEL = 'IDs';
