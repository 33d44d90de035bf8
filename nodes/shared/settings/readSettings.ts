import type { Operation } from '../catalogue/types';
import type { Contract } from '../contract/contract';
import { DEFAULT_PAGE_SETTINGS } from '../lists/scheme';
import type { JobOverrides } from '../recognition/stateWords';
import { isRecord } from '../values/records';
import { readValues } from './option';
import { OPTIONS } from './options';

const MEGABYTE = 1024 * 1024;

/** What the user set, in the units and forms that the engine works with. */
export type Settings = ReturnType<typeof readSettings> & {
	/** Of the credential. */
	contract?: Contract;
};

/**
 * `entered` are the Options of the node, `own` its parameters that count as options. What is not set
 * has the default that the operation shows.
 */
export function readSettings(entered: unknown, own: unknown = {}, operation?: Operation) {
	const options = isRecord(entered) ? entered : {};
	const grouped = (group: unknown): unknown => (isRecord(group) ? group.values : {});
	const { maxWait, ...parameters } = readValues(OPTIONS.parameters, own, '', operation);
	const ungrouped = readValues(OPTIONS.ungrouped, options);
	const { timeout, maxResponseSize, maxRetries, maxRetryDelay, retryUnsafe, ...requests } =
		readValues(OPTIONS.requests, grouped(options.requests));
	const { onTimeout, pollInterval } = readValues(OPTIONS.waiting, grouped(options.waiting));
	const { idPath, statePath, pendingStates, finishedStates, failedStates, pagination, ...found } =
		readValues(OPTIONS.recognition, grouped(options.recognition));
	return {
		...parameters,
		...ungrouped,
		...requests,
		...found,
		requests: {
			timeoutMs: timeout * 1_000,
			maxBytes: maxResponseSize * MEGABYTE,
			maxRetries,
			maxRetryDelayMs: maxRetryDelay * 1_000,
			retryUnsafe,
		},
		pages: { ...DEFAULT_PAGE_SETTINGS, scheme: pagination },
		pollIntervalMs: pollInterval * 1_000,
		maxWaitMs: maxWait * 1_000,
		failOnTimeout: onTimeout === 'fail',
		job: { idPath, statePath, pendingStates, finishedStates, failedStates } as JobOverrides,
	};
}

export const DEFAULT_SETTINGS = readSettings({});
