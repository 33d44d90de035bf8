import type { INodeProperties } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/vocabulary';
import { bodyProperties } from '../../shared/description/body';
import { byName } from '../../shared/description/panel';
import { limitProperties, queryProperties } from '../../shared/description/properties';
import { words } from '../../shared/description/subtitle';
import { JOB_OPERATIONS } from '../catalogue';
import { IDS_LABELS, type IdsLabel } from '../parameters/ids';
import { optionCollections, ownProperties } from './options';

type DisplayOptions = INodeProperties['displayOptions'];

const jobTypes = byName(
	JOB_OPERATIONS.map(({ job }) => ({ name: title(job.noun), value: job.type })),
);

/** What the canvas shows below the trigger's name: "Job Finished: Screening". */
export const triggerSubtitle = `={{ $parameter["event"] === "jobFinished" ? "Job Finished: " + ${words('jobType', jobTypes)} : "Screening Changed" }}`;

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
				description: 'When the result or the flagged content of a monitored screening has changed',
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
	idsProperty(
		{ show: { event: ['jobFinished'], source: ['ids'] } },
		IDS_LABELS.jobFinished,
		'The jobs to watch',
	),
	idsProperty(
		{ show: { event: ['screeningChanged'] } },
		IDS_LABELS.screeningChanged,
		'The monitored screenings to watch',
	),
	{
		displayName: 'When First Seen',
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
			'What to do with a screening that is seen for the first time. The trigger remembers the rating of each screening and the names of its flagged items. If there are too many names to remember, changed.removed is null, and with even more of them changed.added as well.',
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
			'How often to submit the request. The trigger first saves that it is going to send it, and sends it with the next poll.',
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

function idsProperty(
	displayOptions: DisplayOptions,
	displayName: IdsLabel,
	what: string,
): INodeProperties {
	return {
		displayName,
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
		.map(withoutInput);
}

function withoutInput(property: INodeProperties): INodeProperties {
	const { name, options, typeOptions } = property;
	const { resourceMapper } = typeOptions ?? {};
	if (name === 'bodyMode') {
		const others = options?.filter((each) => !('value' in each) || each.value !== 'input');
		return { ...property, options: others };
	}
	if (resourceMapper === undefined) return property;
	return {
		...property,
		typeOptions: { ...typeOptions, resourceMapper: { ...resourceMapper, supportAutoMap: false } },
	};
}

function resultProperties(operation: JobOperation): INodeProperties[] {
	const displayOptions: DisplayOptions = {
		show: { event: ['jobFinished'], jobType: [operation.job.type] },
	};
	return [
		...queryProperties(operation, displayOptions),
		...limitProperties(operation, displayOptions),
		...ownProperties(operation),
	];
}

function title(noun: string): string {
	return noun.replace(/(^|\s)\w/g, (letter) => letter.toUpperCase());
}
