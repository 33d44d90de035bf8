import type { INodeProperties } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/vocabulary';
import { optionsCollection, ownProperties as ownOf } from '../../shared/description/options';

/** A trigger waits over its polls, not within one execution, and is tried out by a manual poll. */
const NOT_FOR_TRIGGERS = [
	'dryRun',
	'maxPaidRequests',
	'maxWait',
	'onTimeout',
	'pollInterval',
	'processedKey',
	'simplify',
	'skipProcessed',
];

/** Of the options of a screening, those that have no meaning for its changes. */
const NOT_FOR_CHANGES = [
	...NOT_FOR_TRIGGERS,
	'binaryProperty',
	'idPath',
	'idempotencyHeader',
	'retryUnsafe',
];

/** The parameters of a job type that count as options. */
export function ownProperties(operation: JobOperation): INodeProperties[] {
	return ownOf(operation, { without: NOT_FOR_TRIGGERS });
}

export function jobOptions(operations: readonly JobOperation[]): INodeProperties {
	const placed = operations.map((operation) => ({
		operation,
		place: { jobType: operation.job.type },
	}));
	return optionsCollection(placed, { without: NOT_FOR_TRIGGERS, with: ['emptyExecutions'] });
}

export function changeOptions(screening: JobOperation): INodeProperties {
	return optionsCollection([{ operation: screening, place: {} }], {
		without: NOT_FOR_CHANGES,
		with: ['emptyExecutions', 'ignoredFields'],
	});
}
