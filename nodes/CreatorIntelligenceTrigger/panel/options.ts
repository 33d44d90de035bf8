import type { INodeProperties } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/vocabulary';
import { collectionsOf, ownProperties as ownOf } from '../../shared/description/options';
import { JOB_OPERATIONS } from '../catalogue';

/** A trigger waits over its polls, not within one execution, and is tried out by a manual poll. */
const NOT_FOR_TRIGGERS = ['dryRun', 'maxWait', 'onTimeout', 'pollInterval', 'simplify'];

/** Of the options of a screening, those that have no meaning for its changes. */
const NOT_FOR_CHANGES = [
	...NOT_FOR_TRIGGERS,
	'binaryProperty',
	// The trigger counts the flagged items itself.
	'flaggedCountPath',
	'idPath',
	'idempotencyHeader',
	'linkPath',
	'retryUnsafe',
	'splitRows',
];

/** The parameters of a job type that count as options. */
export function ownProperties(operation: JobOperation): INodeProperties[] {
	const displayOptions = { show: { event: ['jobFinished'], jobType: [operation.job.type] } };
	return ownOf(operation, displayOptions, { without: NOT_FOR_TRIGGERS });
}

/** One collection for each set of options that job types have in common. */
export function optionCollections(): INodeProperties[] {
	return [
		...collectionsOf(
			JOB_OPERATIONS,
			(operations) => ({
				show: { event: ['jobFinished'], jobType: operations.map(({ job }) => job.type) },
			}),
			{ without: NOT_FOR_TRIGGERS, with: ['emptyExecutions'] },
		),
		...collectionsOf(
			JOB_OPERATIONS.filter(({ job }) => job.type === 'screening'),
			() => ({ show: { event: ['screeningChanged'] } }),
			{ without: NOT_FOR_CHANGES, with: ['emptyExecutions', 'ignoredFields'] },
		),
	];
}
