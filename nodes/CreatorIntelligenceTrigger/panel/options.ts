import type { INodeProperties } from 'n8n-workflow';

import { optionsFor } from '../../shared/description/options';
import { sortedBy } from '../../shared/description/order';
import { JOB_OPERATIONS } from '../catalogue';

type DisplayOptions = INodeProperties['displayOptions'];

/** Options for waiting within one execution: a trigger waits over its polls. */
const NOT_FOR_TRIGGERS = ['maxWait', 'onTimeout', 'pollInterval'];

const emptyExecutionsOption: INodeProperties = {
	displayName: 'Save State With Empty Executions',
	name: 'emptyExecutions',
	type: 'boolean',
	default: true,
	description:
		'Whether to start an execution without items before a request is submitted and after results have come out. n8n saves the state of a trigger only together with an execution. Without these executions, a crash at the wrong moment can lose a result or submit a request twice.',
};

const screeningOptions: INodeProperties[] = [
	{
		displayName: 'Ignored Fields',
		name: 'ignoredFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. checks_count, progress',
		description:
			'Fields whose changes do not matter, separated by commas. Times, links and counters never matter.',
	},
];

/** Of the options of a screening, those that have no meaning for its changes. */
const NOT_FOR_CHANGES = [
	'binaryProperty',
	'downloadFile',
	// The trigger counts the flagged items itself.
	'flaggedCountPath',
	'idPath',
	'linkPath',
	'retryUnsafe',
	'splitRows',
];

/** One collection for each set of options that job types have in common. */
export function optionCollections(): INodeProperties[] {
	const groups = new Map<string, { types: string[]; options: INodeProperties[] }>();
	for (const operation of JOB_OPERATIONS) {
		const options = optionsFor(operation).filter(({ name }) => !NOT_FOR_TRIGGERS.includes(name));
		const key = options.map(({ name }) => name).join();
		const group = groups.get(key) ?? { types: [], options };
		group.types.push(operation.job.type);
		groups.set(key, group);
	}
	const screening = JOB_OPERATIONS.find(({ job }) => job.type === 'screening');
	const forChanges = (screening === undefined ? [] : optionsFor(screening)).filter(
		({ name }) => ![...NOT_FOR_TRIGGERS, ...NOT_FOR_CHANGES].includes(name),
	);
	return [
		...[...groups.values()].map(({ types, options }) =>
			optionCollection(options, { show: { event: ['jobFinished'], jobType: types } }),
		),
		optionCollection([...forChanges, ...screeningOptions], {
			show: { event: ['screeningChanged'] },
		}),
	];
}

function optionCollection(
	options: INodeProperties[],
	displayOptions: DisplayOptions,
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions,
		options: sortedBy([...options, emptyExecutionsOption], ({ displayName }) => displayName),
	};
}
