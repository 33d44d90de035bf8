import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readsRows } from '../shared/catalogue/vocabulary';
import { bodyProperties } from '../shared/description/body';
import { optionsFor } from '../shared/description/options';
import { byName, sortedBy } from '../shared/description/order';
import { limitProperties, queryProperties } from '../shared/description/properties';
import { JOB_OPERATIONS } from './catalogue';
import type { JobOperation } from '../shared/catalogue/vocabulary';
import { IDS_LABEL } from './ids';

type DisplayOptions = INodeProperties['displayOptions'];

/** Options for waiting within one execution: a trigger waits over its polls. */
const NOT_FOR_TRIGGERS = ['maxWait', 'onTimeout', 'pollInterval'];

const jobTypes: INodePropertyOptions[] = byName(
	JOB_OPERATIONS.map(({ job }) => ({ name: title(job.noun), value: job.type })),
);

const emptyExecutionsOption: INodeProperties = {
	displayName: 'Save State With Empty Executions',
	name: 'emptyExecutions',
	type: 'boolean',
	default: true,
	description:
		'Whether to start an execution without items before a request is submitted and after results came out. n8n saves the state of a trigger only so; without them, a crash at the wrong moment can lose a result or submit a request twice.',
};

const screeningOptions: INodeProperties[] = [
	{
		displayName: 'Ignored Fields',
		name: 'ignoredFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. checks_count, progress',
		description:
			'Fields whose change is no change of the screening, separated by commas; times and links are ignored anyway, and counters of flagged items',
	},
	{
		displayName: 'Rating Path',
		name: 'ratingPath',
		type: 'string',
		default: '',
		placeholder: 'e.g. report.risk.level',
		description: 'The way to the risk rating in the result, if it is not recognised',
	},
];

/** Of the options of a screening, those that have no meaning for its changes. */
const NOT_FOR_CHANGES = [
	'binaryProperty',
	'downloadFile',
	'idPath',
	'linkPath',
	'retryUnsafe',
	'splitRows',
];

export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'jobFinished',
		options: [
			{
				name: 'Job Finished',
				value: 'jobFinished',
				description: 'When a job has finished or failed, with its result',
			},
			{
				name: 'Screening Changed',
				value: 'screeningChanged',
				description:
					'When the result or the flagged content of a monitored screening differs from what was seen last',
			},
		],
	},
	{
		displayName: 'Job Type',
		name: 'jobType',
		type: 'options',
		default: 'screening',
		displayOptions: { show: { event: ['jobFinished'] } },
		options: jobTypes,
		description: 'What kind of job to watch',
	},
	{
		displayName: 'Jobs',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		default: 'ids',
		displayOptions: { show: { event: ['jobFinished'] } },
		options: [
			{
				name: 'Submit a Request',
				value: 'submit',
				description: 'Submit the request below, once or again and again, and watch its job',
			},
			{
				name: 'Watch IDs',
				value: 'ids',
				description: 'Watch jobs that were submitted elsewhere',
			},
		],
		description: 'Where the jobs come from',
	},
	idsProperty({ show: { event: ['jobFinished'], source: ['ids'] } }, 'The jobs to watch'),
	idsProperty({ show: { event: ['screeningChanged'] } }, 'The monitored screenings to watch'),
	{
		displayName: 'First Sight',
		name: 'firstSight',
		type: 'options',
		noDataExpression: true,
		default: 'baseline',
		displayOptions: { show: { event: ['screeningChanged'] } },
		options: [
			{
				name: 'Keep as Baseline',
				value: 'baseline',
				description: 'Remember what the screening holds, and emit from the next change on',
			},
			{ name: 'Emit', value: 'emit', description: 'Emit what the screening holds, too' },
		],
		description:
			'What to do with a screening that is seen for the first time. Of each screening the rating and the names of its flagged items are kept; if there are too many of them, changed.removed, and then changed.added, is null.',
	},
	{
		displayName: 'Outcome',
		name: 'outcome',
		type: 'options',
		noDataExpression: true,
		default: 'any',
		displayOptions: { show: { event: ['jobFinished'] } },
		options: [
			{ name: 'Any', value: 'any', description: 'Jobs that have finished or failed' },
			{ name: 'Failed', value: 'failed', description: 'Only jobs that have failed' },
			{ name: 'Finished', value: 'finished', description: 'Only jobs that have finished' },
		],
		description: 'Which jobs to emit',
	},
	{
		displayName: 'Repeat',
		name: 'repeat',
		type: 'options',
		noDataExpression: true,
		default: 'once',
		displayOptions: { show: { event: ['jobFinished'], source: ['submit'] } },
		options: [
			{ name: 'Every Few Days', value: 'days' },
			{ name: 'Every Few Hours', value: 'hours' },
			{ name: 'Once', value: 'once' },
		],
		description:
			'How often to submit the request. It is sent at the poll after the one at which the trigger has noted that it will be.',
	},
	{
		displayName: 'Every',
		name: 'every',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		displayOptions: {
			show: { event: ['jobFinished'], source: ['submit'], repeat: ['hours', 'days'] },
		},
		description: 'The number of hours or days between two submissions',
	},
	...JOB_OPERATIONS.flatMap(requestProperties),
	...JOB_OPERATIONS.flatMap(resultProperties),
	...optionCollections(),
];

function idsProperty(displayOptions: DisplayOptions, what: string): INodeProperties {
	return {
		displayName: IDS_LABEL,
		name: 'ids',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		placeholder: 'e.g. 8f14e45f, c9f0f895',
		displayOptions,
		description: `${what}: one per line, separated by commas, or an expression that gives a list`,
	};
}

/** A trigger has no input item that could be the body. */
function requestProperties(operation: JobOperation): INodeProperties[] {
	const displayOptions: DisplayOptions = {
		show: { event: ['jobFinished'], jobType: [operation.job.type], source: ['submit'] },
	};
	return bodyProperties(displayOptions, operation.fields)
		.filter(({ name }) => name !== 'excludeFields')
		.map((property) =>
			property.name === 'bodyMode'
				? {
						...property,
						options: property.options?.filter(
							(option) => !('value' in option) || option.value !== 'input',
						),
					}
				: property,
		);
}

function resultProperties(operation: JobOperation): INodeProperties[] {
	const displayOptions: DisplayOptions = {
		show: { event: ['jobFinished'], jobType: [operation.job.type] },
	};
	return [
		...queryProperties(operation, displayOptions),
		...(readsRows(operation) ? limitProperties(displayOptions) : []),
	];
}

function optionCollections(): INodeProperties[] {
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

function title(noun: string): string {
	return noun.replace(/(^|\s)\w/g, (letter) => letter.toUpperCase());
}
