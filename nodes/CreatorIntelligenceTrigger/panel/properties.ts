import type { INodeProperties } from 'n8n-workflow';

import { asPlainField } from '../../shared/catalogue/fields';
import type { JobOperation } from '../../shared/catalogue/types';
import {
	bodyMode,
	mainProperties,
	moreProperties,
	queryProperties,
} from '../../shared/description/body';
import { mergeEqual, shownFor } from '../../shared/description/merge';
import { optionsCollection, ownProperties } from '../../shared/description/options';
import { byName } from '../../shared/description/panel';
import { limitProperties } from '../../shared/description/properties';
import { labelExpression } from '../../shared/description/subtitle';
import { JOB_OPERATIONS, jobOfType } from '../catalogue';
import { IDS_LABELS } from '../parameters/ids';

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
const NOT_FOR_CHANGES = ['binaryProperty', 'idPath', 'idempotencyHeader', 'retryUnsafe'];

const jobTypes = byName(
	JOB_OPERATIONS.map(({ job }) => ({ name: title(job.noun), value: job.type })),
);

/** What the canvas shows below the trigger's name: "Job Finished: Screening". */
export const triggerSubtitle = `={{ $parameter["event"] === "jobFinished" ? "Job Finished: " + ${labelExpression('jobType', jobTypes)} : "Screening Changed" }}`;

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
		description: 'Type of job to watch',
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
				description: 'Submit the request below once or on a schedule, and watch its job',
			},
			{
				name: 'Watch IDs',
				value: 'ids',
				description: 'Watch jobs that were submitted elsewhere',
			},
		],
		description: 'Where the jobs come from',
	},
	idsProperty('jobFinished', 'The jobs to watch', { source: ['ids'] }),
	idsProperty('screeningChanged', 'The monitored screenings to watch'),
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
				description: 'Store the current result, and emit only later changes',
			},
			{ name: 'Emit', value: 'emit', description: 'Also emit the current result' },
		],
		description: 'What to do with a screening that is seen for the first time',
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
		description: 'How often to submit the request. The first submission is at the second poll.',
	},
	...['hours', 'days'].map(everyProperty),
	...requestSection((operation) => mainProperties(operation).flatMap(withoutInput)),
	...requestSection(moreRequestProperties),
	...resultSection(limitProperties),
	...resultSection((operation) => ownProperties(operation, { without: NOT_FOR_TRIGGERS })),
	...requestSection(() => withoutInput(bodyMode)),
	...resultSection(() => queryProperties),
	{
		...optionsCollection(
			JOB_OPERATIONS.map((operation) => ({ operation, place: { jobType: operation.job.type } })),
			{ without: NOT_FOR_TRIGGERS, with: ['emptyExecutions'] },
		),
		displayOptions: { show: { event: ['jobFinished'] } },
	},
	{
		...optionsCollection([{ operation: jobOfType('screening'), place: {} }], {
			without: [...NOT_FOR_TRIGGERS, ...NOT_FOR_CHANGES],
			with: ['emptyExecutions', 'ignoredFields'],
		}),
		displayOptions: { show: { event: ['screeningChanged'] } },
	},
];

function idsProperty(
	event: keyof typeof IDS_LABELS,
	what: string,
	show: Record<string, string[]> = {},
): INodeProperties {
	return {
		displayName: IDS_LABELS[event],
		name: 'ids',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		placeholder: 'e.g. 8f14e45f, c9f0f895',
		displayOptions: { show: { event: [event], ...show } },
		description: `${what}: one per line, comma-separated, or an expression that returns a list`,
	};
}

function everyProperty(unit: string): INodeProperties {
	return {
		displayName: `Every (${title(unit)})`,
		name: 'every',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		displayOptions: { show: { event: ['jobFinished'], source: ['submit'], repeat: [unit] } },
		description: `The number of ${unit} between two submissions`,
	};
}

type Build = (operation: JobOperation) => INodeProperties[];

/** What stands in the panel for the result of a job. */
function resultSection(build: Build, show: Record<string, string[]> = {}): INodeProperties[] {
	const all = JOB_OPERATIONS.map(({ job }) => ({ jobType: job.type }));
	const placed = JOB_OPERATIONS.flatMap((operation) =>
		build(operation)
			.flatMap(outsideTools)
			.map((property) => ({ place: { jobType: operation.job.type }, property })),
	);
	return mergeEqual(placed, all).map((property) => {
		const isOfJobs = property.displayOptions?.show?.jobType !== undefined;
		// Without jobs, their type is hidden, and so is what depends on it.
		return shownFor({ ...(!isOfJobs && { event: ['jobFinished'] }), ...show }, property);
	});
}

/** A trigger is no tool. */
function outsideTools(property: INodeProperties): INodeProperties[] {
	const { '@tool': isTool, ...show } = property.displayOptions?.show ?? {};
	return isTool?.[0] === true ? [] : [{ ...property, displayOptions: { show } }];
}

/** And for the request that the trigger submits. */
function requestSection(build: Build): INodeProperties[] {
	return resultSection(build, { source: ['submit'] });
}

/** Query parameters go with the requests that read the result; and few pick from a list here. */
function moreRequestProperties({ fields, ...operation }: JobOperation): INodeProperties[] {
	const more = fields.more.map(asPlainField);
	return moreProperties({ ...operation, fields: { ...fields, more } }).map((property) => ({
		...property,
		options: property.options?.filter(({ name }) => name !== 'query'),
	}));
}

/** A trigger has no input item that could be the body. */
function withoutInput(property: INodeProperties): INodeProperties[] {
	const { name, options, typeOptions } = property;
	const { resourceMapper } = typeOptions ?? {};
	if (name === 'excludeFields') return [];
	if (name === 'bodyMode') {
		const others = options?.filter((each) => !('value' in each) || each.value !== 'input');
		return [{ ...property, options: others }];
	}
	if (resourceMapper === undefined) return [property];
	const mapper = { ...resourceMapper, supportAutoMap: false };
	return [{ ...property, typeOptions: { ...typeOptions, resourceMapper: mapper } }];
}

function title(noun: string): string {
	return noun.replace(/(^|\s)\w/g, (letter) => letter.toUpperCase());
}
