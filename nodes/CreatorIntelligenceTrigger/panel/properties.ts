import type { INodeProperties } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/types';
import {
	bodyMode,
	mainProperties,
	moreProperties,
	queryProperties,
} from '../../shared/description/body';
import { shownFor, type Show } from '../../shared/description/merge';
import { optionsCollection, ownProperties } from '../../shared/description/options';
import { byName, title } from '../../shared/description/fields';
import { limitProperties } from '../../shared/description/properties';
import { labelExpression } from '../../shared/description/subtitle';
import { words } from '../../shared/recognition/keys';
import { IDS_LABEL, JOB_OPERATIONS } from '../catalogue';

/** A trigger waits over its polls, not within one execution, and is tried out by a manual poll. */
const NOT_FOR_TRIGGERS = words(
	'dryRun maxPaidRequests maxWait onFailedJob onTimeout pollInterval processedKey report simplify skipProcessed',
);

/** Of the request that the trigger submits. */
const OF_REQUEST: Show = { source: ['submit'] };
const OF_RESULT: Show = { event: ['jobFinished'] };
const OF_CHANGE: Show = { event: ['screeningChanged'] };

const EMPTY_EXECUTIONS = 'Executions without items only save the state of the trigger';
const CHANGED = 'When the result or the flagged content of a monitored screening has changed';
const SOURCE = 'Where the jobs come from';
const SUBMIT = 'Submit the request below once or on a schedule, and watch its job';
const FIRST = 'What to do with a screening when it is first seen';
const REPEAT = 'How often to submit the request, first at the second poll';

/** All rows of a job are paid for. Few pick from a list here, and n8n's AI builder reads less without. */
const TRIGGER_OPERATIONS: JobOperation[] = JOB_OPERATIONS.map(({ job, fields, ...operation }) => ({
	...operation,
	job: { ...job, returnAllByDefault: true },
	fields: { ...fields, more: fields.more.map((field) => ({ ...field, picker: undefined })) },
}));

const jobTypes = byName(
	JOB_OPERATIONS.map(({ job }) => ({ name: title(job.noun), value: job.type })),
);

/** What the canvas shows below the trigger's name: "Job Finished: Screening". */
export const triggerSubtitle = `={{ $parameter["event"] === "jobFinished" ? "Job Finished: " + ${labelExpression('jobType', jobTypes)} : "Screening Changed" }}`;

export const triggerProperties: INodeProperties[] = [
	choice(
		{ displayName: 'Trigger On', name: 'event', hint: EMPTY_EXECUTIONS },
		['jobFinished', 'Job Finished', 'When a job has finished or failed, with its result'],
		['screeningChanged', 'Screening Changed', CHANGED],
	),
	{
		displayName: 'Job Type',
		name: 'jobType',
		type: 'options',
		default: 'screening',
		displayOptions: { show: { event: ['jobFinished'] } },
		options: jobTypes,
		description: 'Type of job to watch',
	},
	choice(
		{ displayName: 'Jobs', name: 'source', default: 'ids', show: OF_RESULT, description: SOURCE },
		['submit', 'Submit a Request', SUBMIT],
		['ids', 'Watch IDs', 'Watch jobs that were submitted elsewhere'],
	),
	{
		displayName: IDS_LABEL,
		name: 'ids',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		placeholder: 'e.g. 8f14e45f, c9f0f895',
		// Of Screening Changed there is no source.
		displayOptions: { hide: { source: ['submit'] } },
		description:
			'The jobs or monitored screenings to watch: one per line, comma-separated, or an expression that returns a list',
	},
	choice(
		{ displayName: 'When First Seen', name: 'firstSight', show: OF_CHANGE, description: FIRST },
		['baseline', 'Keep as Baseline', 'Store the current result, and emit only later changes'],
		['emit', 'Emit', 'Also emit the current result'],
	),
	choice(
		{ displayName: 'Outcome', name: 'outcome', show: OF_RESULT, description: 'Which jobs to emit' },
		['any', 'Any', 'Jobs that have finished or failed'],
		['failed', 'Failed', 'Only jobs that have failed'],
		['finished', 'Finished', 'Only jobs that have finished'],
	),
	choice(
		{
			displayName: 'Repeat',
			name: 'repeat',
			default: 'once',
			show: OF_REQUEST,
			description: REPEAT,
		},
		['days', 'Every Few Days'],
		['hours', 'Every Few Hours'],
		['once', 'Once'],
	),
	{
		displayName: 'Every (Hours or Days)',
		name: 'every',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		displayOptions: { show: { source: ['submit'], repeat: ['hours', 'days'] } },
		description: 'Hours or days between two submissions',
	},
	...section((operation) => mainProperties(operation).flatMap(withoutInput), OF_REQUEST),
	...section(moreRequestProperties, OF_REQUEST),
	...section(limitProperties, OF_RESULT),
	...section((operation) => ownProperties(operation, { without: NOT_FOR_TRIGGERS }), OF_RESULT),
	...section(() => [{ ...bodyMode, options: bodyMode.options?.filter(isNotInput) }], OF_REQUEST),
	// Few need them, and the form is long.
	...section(() => queryProperties.map((each) => ({ ...each, isNodeSetting: true })), OF_RESULT),
	optionsCollection(
		JOB_OPERATIONS.map((operation) => ({ operation, place: {} })),
		{
			without: NOT_FOR_TRIGGERS,
			with: ['emptyExecutions', 'ignoredFields'],
			show: {
				idempotencyHeader: { '/source': ['submit'] },
				retryUnsafe: { '/source': ['submit'] },
				ignoredFields: { '/event': ['screeningChanged'] },
			},
		},
	),
];

type Choice = Partial<INodeProperties> & { displayName: string; name: string; show?: Show };

/** By its values, each with its name and what it means; the first is the default. */
function choice(
	{ displayName, show, ...own }: Choice,
	...all: Array<[value: string, name: string, description?: string]>
): INodeProperties {
	const options = all.map(([value, name, description]) => ({ name, value, description }));
	const more = { default: all[0]?.[0], ...(show && { displayOptions: { show } }), ...own };
	return { displayName, type: 'options', noDataExpression: true, options, ...more };
}

/** One parameter of each name, shown for the job types that have it: n8n's AI builder reads only the first of a name. */
function section(
	build: (operation: JobOperation) => INodeProperties[],
	show: Show,
	jobTypeName = 'jobType',
): INodeProperties[] {
	const known = new Map<string, { property: INodeProperties; types: string[] }>();
	for (const operation of TRIGGER_OPERATIONS) {
		for (const property of build(operation)) {
			const { property: first, types } = known.get(property.name) ?? { property, types: [] };
			const { description: said = '' } = first;
			const { description: about = '' } = property;
			const description = said.includes(about) ? said : `${said}; ${about}`;
			known.set(property.name, {
				property: description === '' ? first : { ...first, description },
				types: [...types, operation.job.type],
			});
		}
	}
	return [...known.values()].map(({ property, types }) =>
		shownFor(
			types.length < JOB_OPERATIONS.length ? { [jobTypeName]: types, ...show } : show,
			property,
		),
	);
}

/** Those of some job types come first. Query parameters go with the requests that read the result. */
function moreRequestProperties(operation: JobOperation): INodeProperties[] {
	const entriesOf = ({ options = [] }: INodeProperties) =>
		options.filter((each) => 'type' in each).filter(({ name }) => name !== 'query');
	const entries = section((each) => moreProperties(each).flatMap(entriesOf), {}, '/jobType');
	const isOfAll = ({ displayOptions }: INodeProperties) => displayOptions === undefined;
	const options = [...entries.filter((each) => !isOfAll(each)), ...entries.filter(isOfAll)];
	return moreProperties(operation).map((property) => ({ ...property, options }));
}

/** A trigger has no input item that could be the body. */
function isNotInput(mode: NonNullable<INodeProperties['options']>[number]): boolean {
	return !('value' in mode) || mode.value !== 'input';
}

function withoutInput(property: INodeProperties): INodeProperties[] {
	const { name, typeOptions } = property;
	const { resourceMapper } = typeOptions ?? {};
	if (name === 'excludeFields') return [];
	if (resourceMapper === undefined) return [property];
	const mapper = { ...resourceMapper, supportAutoMap: false };
	return [{ ...property, typeOptions: { ...typeOptions, resourceMapper: mapper } }];
}
