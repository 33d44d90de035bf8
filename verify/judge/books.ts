import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Item, SentRequest } from './types';

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

/** The service's own rate limit. */
const TOO_MANY = 429;

/** The ID of the job that a response to a submission names. */
export const jobIn = (answer = ''): string | undefined =>
	/^\{"id":"([^"]+)","status":/.exec(answer)?.[1];

/** The books of the sandbox: all requests, whatever became of their responses. */
export function requestsIn(
	log: LogEntry[],
	inputOf: (entry: LogEntry) => number | undefined,
): SentRequest[] {
	return log.map((entry) => ({
		...{ method: entry.method, path: entry.path, body: entry.rawBody },
		isCarriedOut:
			entry.answer !== undefined &&
			entry.status !== TOO_MANY &&
			!entry.isReplay &&
			!entry.faults.some((kind) => FAULTS_BEFORE_PROCESSING.has(kind)),
		input: inputOf(entry),
		job: jobIn(entry.answer),
	}));
}

/** The job that an input item was paid for; of several, the one that an item of the output names. */
export function jobOf(requests: SentRequest[], input: number, items: Item[]): string | undefined {
	const jobs = requests.filter((each) => each.input === input).flatMap(({ job }) => job ?? []);
	const isReturned = (job: string) =>
		items.some(({ json }) => String((json.job as IDataObject | undefined)?.id ?? json.id) === job);
	return jobs.find(isReturned) ?? jobs.at(-1);
}
