import { Failure } from '../shared/failure/Failure';

/** Statuses that have nothing to do with the one job that was asked for. */
const UNAUTHORISED = 401;
const OF_ALL_JOBS = [UNAUTHORISED, 402, 403, 405, 415];

/** The token is wrong, or the address. */
export function isOfAllJobs({ details: { status } }: Failure): boolean {
	return status !== undefined && OF_ALL_JOBS.includes(status);
}

/** A token may have no right to one job only: it takes the others to tell. */
export function mayBeOfOneJob({ details: { status } }: Failure): boolean {
	return status !== UNAUTHORISED;
}

/** The service refuses this one job or its result, and will not think better of it. */
export function isOfOneJob(error: Failure, ofResult: boolean): boolean {
	const { status = 0 } = error.details;
	return status >= 400 && status < 500 && (ofResult || !isOfAllJobs(error));
}

/** The service answers, but not as an API: at activation the address is more likely than an outage. */
export function isWrongAddress(error: unknown): boolean {
	return (
		error instanceof Failure && error.details.status !== undefined && error.details.status < 400
	);
}
