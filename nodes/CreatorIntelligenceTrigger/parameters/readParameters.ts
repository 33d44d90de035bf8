import type { IExecuteFunctions, INodeParameters, IPollFunctions } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/vocabulary';
import { pieceFor, type Contract } from '../../shared/contract/contract';
import { inputFailure } from '../../shared/failure/Failure';
import { sentParameters } from '../../shared/node/askedFor';
import { labelsOf } from '../../shared/node/labels';
import {
	holdsExpression,
	readParameter,
	type ParameterContext,
} from '../../shared/node/parameters';
import {
	enteredBody,
	enteredQuery,
	settingsFrom,
	wantedRows,
	type Parameter,
} from '../../shared/node/prepare';
import { toRequest } from '../../shared/request/draft';
import { queryString } from '../../shared/request/query';
import type { Settings } from '../../shared/settings/readSettings';
import { fingerprint } from '../../shared/values/fingerprint';
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
}

export function readParameters(context: IPollFunctions, contract?: Contract): Parameters {
	const { parameters } = context.getNode();
	const place = { context: parameterContext(context, parameters), index: 0 };
	const event = readParameter(place, 'event', 'jobFinished') as Parameters['event'];
	const idsLabel = IDS_LABELS[event];
	const operation = jobOfType(
		event === 'screeningChanged' ? 'screening' : readParameter(place, 'jobType', 'screening'),
	);
	const labelOf = labelsOf(operation);
	const labels = { labelOf: (name: string) => (name === 'ids' ? idsLabel : labelOf(name)) };
	const parameter: Parameter = (name, fallback) =>
		readParameter({ ...place, ...labels }, name, fallback);
	const settings = settingsFrom(parameter, parameters);
	const submits = event === 'jobFinished' && parameter('source', 'ids') === 'submit';
	const query = enteredQuery(parameter);
	// Checked here, as what cannot be sent is not the fault of one id.
	queryString(query);
	return {
		event,
		operation,
		ids: submits ? [] : enteredIds(parameter('ids', ''), idsLabel),
		submission: submits
			? readSubmission({ context, parameters, parameter, operation, contract })
			: undefined,
		outcome: parameter('outcome', 'any') as WantedOutcome,
		result: { idsLabel, query, wanted: wantedRows(parameter) },
		comparison: {
			emitFirst: parameter('firstSight', 'baseline') === 'emit',
			ratingPath: settings.ratingPath,
			ignoredFields: settings.ignoredFields,
		},
		settings,
	};
}

/** The form's fields may have other names in the contract, which is known once there is a session. */
export function withContract(
	context: IPollFunctions,
	parameters: Parameters,
	{ settings: { contract } }: { settings: Settings },
): Parameters {
	const hasNames = pieceFor(contract, parameters.operation.endpoint).fields !== undefined;
	return hasNames && parameters.submission ? readParameters(context, contract) : parameters;
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

/** As an execution has it, for a node without items. The type of polls leaves out a method they have. */
function parameterContext(
	context: IPollFunctions & Partial<Pick<IExecuteFunctions, 'evaluateExpression'>>,
	parameters: INodeParameters,
): ParameterContext {
	return {
		getNode: () => ({ parameters }),
		getNodeParameter: (name, _, fallback) => context.getNodeParameter(name, fallback),
		evaluateExpression: (expression, index) => context.evaluateExpression?.(expression, index),
	};
}

interface EnteredSubmission {
	context: Pick<IPollFunctions, 'getNode' | 'getWorkflow'>;
	/** As entered. */
	parameters: INodeParameters;
	/** As evaluated. */
	parameter: Parameter;
	operation: JobOperation;
	contract?: Contract;
}

function readSubmission(entered: EnteredSubmission): Submission {
	const { context, parameters, parameter, operation, contract } = entered;
	const { fields } = pieceFor(contract, operation.endpoint);
	const body = enteredBody(parameter, operation, undefined, fields);
	const sent = sentParameters({ operation, parameters, sendsQuery: false });
	if (Object.keys(body).length === 0 && sent.some((name) => holdsExpression(parameters[name]))) {
		throw inputFailure(
			'The request is empty: no expression in it returned a value',
			'Correct the expressions, or remove them to submit an empty request.',
		);
	}
	// What cannot be sent is known before the first poll.
	toRequest({ endpoint: operation.job.submit, query: [], body }, '');
	return {
		operation,
		body,
		scope: fingerprint(`${context.getWorkflow().id} ${context.getNode().id}`),
		request: requestMark(operation, parameters),
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
