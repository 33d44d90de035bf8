import { Cancelled } from '../../shared/failure/Cancelled';
import { Failure } from '../../shared/failure/Failure';
import { isOfAllJobs, isTransient } from '../../shared/jobs/failures';

const UNAUTHORISED = 401;

export interface RequestInfo {
	/** If a result is rejected, the job is known; if the health check is rejected, it may not be part of the user's plan. */
	subject: 'service' | 'healthCheck' | 'job' | 'result';
	/** Of the job; absent if it is unknown. */
	ageMs?: number;
}

export type Problem =
	/** The poll had no time left for it, or was ended early. */
	| { kind: 'outOfTime' }
	/** Transient: an outage, a slow response, a rate limit, an unknown ID of a job that is seconds old. */
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

export function classify(error: unknown, { subject, ageMs = Infinity }: RequestInfo): Problem {
	if (error instanceof Cancelled) return { kind: 'outOfTime' };
	if (!(error instanceof Failure)) return { kind: 'unexpected', error };
	if (isTransient(error, ageMs)) return { kind: 'passing', failure: error };
	if (subject === 'result' || !isOfAllJobs(error)) return { kind: 'rejected', failure: error };
	if (error.details.status === UNAUTHORISED || subject === 'service')
		return { kind: 'wrongAccess', failure: error };
	return { kind: subject === 'job' ? 'forbidden' : 'rejected', failure: error };
}

/** The response is not from an API: at activation, a wrong URL is more likely than an outage. */
export function isWrongAddress(failure: Failure | undefined): boolean {
	return failure?.details.status !== undefined && failure.details.status < 400;
}
