import { Cancelled } from '../../shared/failure/Cancelled';
import { Failure } from '../../shared/failure/Failure';
import { isTransient } from '../../shared/jobs/failures';

const UNAUTHORISED = 401;

/** Statuses that say something about the token or the address, not about the one job. */
const OF_ALL_JOBS = [UNAUTHORISED, 402, 403, 405, 415];

/** What was requested. If a result is rejected, the job is known; if the health check is rejected, it may not be part of the user's plan. */
export type ProblemSubject = 'service' | 'healthCheck' | 'job' | 'result';

export type Problem =
	/** The poll had no time left for it, or was ended early. */
	| { kind: 'outOfTime' }
	/** The response takes longer than one request of a poll may take. */
	| { kind: 'tooSlow'; failure: Failure }
	/** Transient: an outage, a rate limit, an unknown ID of a job that is seconds old. */
	| { kind: 'passing'; failure: Failure }
	/** The service rejects this one request, or its response cannot be used. */
	| { kind: 'rejected'; failure: Failure }
	/** The token has no access to this job, or to any job: only other jobs show which. */
	| { kind: 'forbidden'; failure: Failure }
	/** The token or the URL is wrong: the poll stops. */
	| { kind: 'wrongAccess'; failure: Failure }
	/** A fault of the node itself. */
	| { kind: 'unexpected'; error: unknown };

/** The response took longer than a request of a poll may, not only than the user allows. */
export class TooSlow extends Failure {}

export function classify(
	error: unknown,
	{ subject, ageMs = Infinity }: { subject: ProblemSubject; ageMs?: number },
): Problem {
	if (error instanceof Cancelled) return { kind: 'outOfTime' };
	if (!(error instanceof Failure)) return { kind: 'unexpected', error };
	if (error instanceof TooSlow) return { kind: 'tooSlow', failure: error };
	if (isTransient(error, ageMs)) return { kind: 'passing', failure: error };
	if (subject === 'result' || !isOfAllJobs(error)) return { kind: 'rejected', failure: error };
	const isTokenKnown = error.details.status !== UNAUTHORISED;
	if (subject === 'healthCheck' && isTokenKnown) return { kind: 'rejected', failure: error };
	const mayBeOfOneJob = subject === 'job' && isTokenKnown;
	return { kind: mayBeOfOneJob ? 'forbidden' : 'wrongAccess', failure: error };
}

function isOfAllJobs({ details: { status } }: Failure): boolean {
	return status !== undefined && OF_ALL_JOBS.includes(status);
}

/** The service rejects this job or its result permanently. */
export function isPermanentRejection(failure: Failure, subject: ProblemSubject): boolean {
	const { status = 0 } = failure.details;
	return status >= 400 && status < 500 && (subject === 'result' || !isOfAllJobs(failure));
}

/** The response is not from an API: at activation, a wrong URL is more likely than an outage. */
export function isWrongAddress(failure: Failure | undefined): boolean {
	return failure?.details.status !== undefined && failure.details.status < 400;
}
