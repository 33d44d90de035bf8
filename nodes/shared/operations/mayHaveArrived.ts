import { Cancelled } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';

/** Whether a request that failed in this way may have taken effect, and be paid for. */
export function mayHaveArrived(error: unknown): boolean {
	if (error instanceof Failure) return error.details.uncertain === true;
	return !(error instanceof Cancelled) || error.underWay;
}
