import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Paid } from './judge';

/** The service had not done the work when these occurred. */
const FAULTS_BEFORE_PROCESSING = new Set([
	'resetBefore',
	'status',
	'outage',
	'rateLimit',
	'retryLater',
	'html',
	'redirect',
]);

/** The paid requests that the service has carried out, whatever became of their answers. */
export function paidIn(
	log: LogEntry[],
	path: string | undefined,
	inputOf: (body: IDataObject) => number | undefined = () => undefined,
): Paid[] {
	return log
		.filter(
			(entry) =>
				entry.method === 'POST' &&
				entry.path === path &&
				entry.answer !== undefined &&
				!entry.isReplay &&
				!entry.faults.some((kind) => FAULTS_BEFORE_PROCESSING.has(kind)),
		)
		.map(({ rawBody = '', body, answer = '' }) => ({
			request: rawBody,
			input: inputOf(body as IDataObject),
			job: /^\{"id":"([^"]+)","status":/.exec(answer)?.[1],
		}));
}

/** Every field of the truth is there as it is; the item may have more. */
export function holds(json: IDataObject, truth: IDataObject): boolean {
	return Object.entries(truth).every(([name, value]) => {
		// n8n takes an item with a field `error` for a failed one.
		if (name === 'error' && value === null) return true;
		return isDeepStrictEqual(json[name], value);
	});
}
