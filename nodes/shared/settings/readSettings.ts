import type { Operation } from '../catalogue/types';
import type { Contract } from '../plan/plan';
import { DEFAULT_PAGE_SETTINGS } from '../lists/scheme';
import type { JobOverrides } from '../recognition/stateWords';
import { isRecord, valueAt } from '../values/records';
import { readValues, type Options } from './option';
import { DEFAULT_BINARY_PROPERTY, groupLabel, OPTIONS, type OptionGroup } from './options';

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
	const read = <T extends Options>(group: OptionGroup, table: T) =>
		readValues(table, valueAt(options, `${group}.values`), ` in Options > ${groupLabel(group)}`);
	const { maxWait, ...parameters } = readValues(OPTIONS.parameters, own, '', operation);
	const ungrouped = readValues(OPTIONS.ungrouped, options);
	const {
		timeout,
		maxResponseSize,
		maxRetries,
		maxRetryDelay,
		retryUnsafe,
		binaryProperty = DEFAULT_BINARY_PROPERTY,
		...requests
	} = read('requests', OPTIONS.requests);
	const { onTimeout, onFailedJob, pollInterval } = read('waiting', OPTIONS.waiting);
	const { idPath, statePath, pendingStates, finishedStates, failedStates, pagination, ...found } =
		read('recognition', OPTIONS.recognition);
	return {
		...parameters,
		...ungrouped,
		...requests,
		binaryProperty,
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
		failOnFailedJob: onFailedJob === 'fail',
		overrides: { idPath, statePath, pendingStates, finishedStates, failedStates } as JobOverrides,
	};
}

/** Without a contract, all items share one object: a copy for each takes longer than parsing its response. */
export const withContract = (settings: Settings, contract?: Contract): Settings =>
	settings.contract === contract ? settings : { ...settings, contract };

export const DEFAULT_SETTINGS = readSettings({});
