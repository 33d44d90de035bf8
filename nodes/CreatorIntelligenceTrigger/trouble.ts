import { Failure } from '../shared/errors/Failure';

/** Statuses that have nothing to do with the one job that was asked for. */
const OF_ALL_JOBS = [401, 402, 403, 405, 415];

/** Wrong for all jobs: the token, the address or a setting. */
export function isFatal(error: unknown): boolean {
	if (!(error instanceof Failure)) return true;
	const { request, status } = error.details;
	return request === undefined || (status !== undefined && OF_ALL_JOBS.includes(status));
}

/** The service refuses this one job, and will not think better of it. */
export function isOfOneJob({ details: { status = 0 } }: Failure): boolean {
	return status >= 400 && status < 500 && !OF_ALL_JOBS.includes(status);
}

/** The service answers, but not as an API: at activation the address is more likely than an outage. */
export function isWrongAddress(error: unknown): boolean {
	return (
		error instanceof Failure && error.details.status !== undefined && error.details.status < 400
	);
}
