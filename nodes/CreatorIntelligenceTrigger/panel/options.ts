import type { INodeProperties } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/vocabulary';
import {
	optionCollection,
	optionsFor,
	ownParametersFor,
	type Option,
} from '../../shared/description/options';
import { JOB_OPERATIONS } from '../catalogue';

type DisplayOptions = INodeProperties['displayOptions'];
type TriggerOption = Pick<Option, 'group' | 'property'>;

/** A trigger waits over its polls, not within one execution, and is tried out by a manual poll. */
const NOT_FOR_TRIGGERS = ['dryRun', 'maxWait', 'onTimeout', 'pollInterval'];

const emptyExecutionsOption: TriggerOption = {
	group: 'output',
	property: {
		displayName: 'Save State With Empty Executions',
		name: 'emptyExecutions',
		type: 'boolean',
		default: true,
		description:
			'Whether to start an execution without items before a request is submitted and after results have come out. n8n saves the state of a trigger only together with an execution. Without these executions, a crash at the wrong moment can lose a result or submit a request twice.',
	},
};

const screeningOptions: TriggerOption[] = [
	{
		group: 'recognition',
		property: {
			displayName: 'Ignored Fields',
			name: 'ignoredFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. checks_count, progress',
			description:
				'Fields whose changes do not matter, separated by commas. Times, links and counters never matter.',
		},
	},
];

/** Of the options of a screening, those that have no meaning for its changes. */
const NOT_FOR_CHANGES = [
	...NOT_FOR_TRIGGERS,
	'binaryProperty',
	'downloadFile',
	// The trigger counts the flagged items itself.
	'flaggedCountPath',
	'idPath',
	'idempotencyHeader',
	'linkPath',
	'retryUnsafe',
	'splitRows',
];

/** The parameters beside Options of a job type. */
export function ownProperties(operation: JobOperation): INodeProperties[] {
	const displayOptions = { show: { event: ['jobFinished'], jobType: [operation.job.type] } };
	return ownOf(operation).map((property) => ({ ...property, displayOptions }));
}

/** One collection for each set of options that job types have in common. */
export function optionCollections(): INodeProperties[] {
	const same = new Map<
		string,
		{ types: string[]; options: TriggerOption[]; own: INodeProperties[] }
	>();
	for (const operation of JOB_OPERATIONS) {
		const options = optionsFor(operation).filter(without(NOT_FOR_TRIGGERS));
		const own = ownOf(operation);
		const names = [...options.map(({ property }) => property), ...own].map(({ name }) => name);
		const found = same.get(names.join()) ?? { types: [], options, own };
		found.types.push(operation.job.type);
		same.set(names.join(), found);
	}
	const screening = JOB_OPERATIONS.find(({ job }) => job.type === 'screening');
	const forChanges = screening === undefined ? [] : optionsFor(screening);
	return [
		...[...same.values()].map(({ types, options, own }) =>
			collection(options, own, { show: { event: ['jobFinished'], jobType: types } }),
		),
		collection([...forChanges.filter(without(NOT_FOR_CHANGES)), ...screeningOptions], [], {
			show: { event: ['screeningChanged'] },
		}),
	];
}

function collection(
	options: TriggerOption[],
	own: INodeProperties[],
	displayOptions: DisplayOptions,
): INodeProperties {
	return optionCollection([...options, emptyExecutionsOption], own, displayOptions);
}

function ownOf(operation: JobOperation): INodeProperties[] {
	return ownParametersFor(operation).filter(({ name }) => !NOT_FOR_TRIGGERS.includes(name));
}

function without(names: string[]): (option: TriggerOption) => boolean {
	return ({ property }) => !names.includes(property.name);
}
