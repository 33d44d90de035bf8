import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { commonFields, type JobOperation } from '../../shared/catalogue/vocabulary';
import { inputFailure, type Failure } from '../../shared/failure/Failure';
import { rethrow } from '../../shared/failure/rethrow';
import { labelOf as anyLabel, labelsOf } from '../../shared/node/labels';
import { holdsExpression } from '../../shared/node/parameters';
import { enteredQuery, wantedRows } from '../../shared/node/prepare';
import { readBody, type BodyMode } from '../../shared/request/body';
import { enteredFields, readNamedFields } from '../../shared/request/namedFields';
import { queryString } from '../../shared/request/query';
import { flatOptions, OWN_PARAMETERS, readSettings, type Settings } from '../../shared/settings';
import { splitNames } from '../../shared/values/names';
import type { FieldRow } from '../../shared/values/nesting';
import { ownValue } from '../../shared/values/records';
import { jobOfType } from '../catalogue';
import { IDS_LABELS, readIds, type Id, type IdsLabel } from './ids';
import { requestMark } from './requestMark';
import type { Submission } from './Submission';

const HOUR_MS = 60 * 60 * 1_000;
const UNITS: Record<string, number> = { hours: HOUR_MS, days: 24 * HOUR_MS };
const EVERY_LABEL = 'Every';

/** Which ended jobs come out. */
export type WantedOutcome = 'finished' | 'failed' | 'any';

/** How results are read. */
export interface ResultParameters {
	/** Where the user has entered the IDs. */
	idsLabel: IdsLabel;
	query: FieldRow[];
	/** Rows that are wanted at most; `Infinity` for all. */
	wanted: number;
}

/** How a screening is compared with what was seen before. */
export interface ComparisonParameters {
	/** Emit a screening that is seen for the first time, instead of only keeping what it is. */
	emitFirst: boolean;
	ratingPath?: string;
	/** Fields whose change is no change of the screening. */
	ignoredFields: string[];
}

/** What the user entered, read and checked. */
export interface Parameters {
	event: 'jobFinished' | 'screeningChanged';
	operation: JobOperation;
	ids: Id[];
	submission?: Submission;
	outcome: WantedOutcome;
	result: ResultParameters;
	comparison: ComparisonParameters;
	settings: Settings;
	/** Start executions without items where the state must not be lost. */
	emptyExecutions: boolean;
}

function expressionMistake(label: string, error: unknown): Failure {
	const problem = error instanceof Error ? error.message : String(error);
	return inputFailure(
		`There is a mistake in the expression of '${label}'`,
		`n8n reports: ${problem}. Correct the expression in the trigger. Until then the trigger sends nothing and keeps its state.`,
	);
}

type Parameter = (name: string, fallback?: unknown) => unknown;

export function readParameters(context: IPollFunctions): Parameters {
	const { parameters } = context.getNode();
	let labelOf = anyLabel;
	const parameter: Parameter = (name, fallback) => {
		try {
			return context.getNodeParameter(name, fallback);
		} catch (error) {
			if (!holdsExpression(parameters[name])) return rethrow(error);
			throw expressionMistake(labelOf(name), error);
		}
	};
	const event = parameter('event', 'jobFinished') as Parameters['event'];
	const own = OWN_PARAMETERS.filter((name) => name in parameters);
	const options = flatOptions(
		parameter('options', {}) as IDataObject,
		Object.fromEntries(own.map((name) => [name, parameter(name) as IDataObject[string]])),
	);
	const settings = readSettings(options);
	const operation = jobOfType(
		event === 'screeningChanged' ? 'screening' : parameter('jobType', 'screening'),
	);
	const idsLabel = IDS_LABELS[event];
	labelOf = (name) => (name === 'ids' ? idsLabel : labelsOf(operation)(name));
	const submits = event === 'jobFinished' && parameter('source', 'ids') === 'submit';
	const query = enteredQuery(parameter);
	// Checked here, as what cannot be sent is not the fault of one id.
	queryString(query);
	return {
		event,
		operation,
		ids: submits ? [] : enteredIds(parameter('ids', ''), idsLabel),
		submission: submits ? readSubmission(context, parameter, operation) : undefined,
		outcome: parameter('outcome', 'any') as WantedOutcome,
		result: { idsLabel, query, wanted: wantedRows(parameter) },
		comparison: {
			emitFirst: parameter('firstSight', 'baseline') === 'emit',
			ratingPath: settings.ratingPath,
			ignoredFields: splitNames(options.ignoredFields),
		},
		settings,
		emptyExecutions: options.emptyExecutions !== false,
	};
}

/** A list from an expression may be empty for now; a field that was left empty is a mistake. */
function enteredIds(entered: unknown, label: IdsLabel): Id[] {
	const ids = readIds(entered, label);
	if (ids.length > 0 || Array.isArray(entered)) return ids;
	throw inputFailure(
		`'${label}' is empty`,
		`Enter the IDs to watch in '${label}', one per line, or an expression that gives a list.`,
	);
}

function readSubmission(
	context: Pick<IPollFunctions, 'getNode'>,
	parameter: Parameter,
	operation: JobOperation,
): Submission {
	const mode = parameter('bodyMode', 'fields') as BodyMode;
	return {
		operation,
		body: readBody({
			named: readNamedFields(commonFields(operation), enteredFields(parameter)),
			mode,
			mapped: mode === 'schema' ? parameter('mappedFields', {}) : undefined,
			fields: parameter('bodyFields', {}),
			json: parameter('bodyJson', '{}'),
			inputItem: {},
			exclude: '',
		}),
		request: requestMark(operation, context.getNode().parameters),
		everyMs: interval(parameter('repeat', 'once'), parameter('every', 1)),
	};
}

function interval(repeat: unknown, every: unknown): number {
	if (repeat === 'once') return Infinity;
	const count = Number(every);
	if (Number.isFinite(count) && count > 0)
		return count * (ownValue(UNITS, String(repeat)) ?? HOUR_MS);
	throw inputFailure(
		`'${EVERY_LABEL}' is not a usable number`,
		`It is '${String(every)}'. Enter a number above 0.`,
	);
}
