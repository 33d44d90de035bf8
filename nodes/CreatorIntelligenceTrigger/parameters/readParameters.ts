import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import type { JobOperation } from '../../shared/catalogue/types';
import { Failure, inputFailure } from '../../shared/failure/Failure';
import type { Job } from '../../shared/jobs/job';
import { planFor, type Contract } from '../../shared/plan/plan';
import { enteredRequest } from '../../shared/node/requestFingerprint';
import { labelsOf } from '../../shared/node/labels';
import {
	holdsExpression,
	readParameter,
	type ParameterContext,
} from '../../shared/node/parameters';
import {
	enteredBody,
	enteredQuery,
	readNodeSettings,
	readMaxRows,
	type ReadParameter,
} from '../../shared/node/prepare';
import { toRequest, queryString } from '../../shared/request/draft';
import type { Settings } from '../../shared/settings/readSettings';
import { fingerprint } from '../../shared/values/fingerprint';
import type { FieldRow } from '../../shared/values/nesting';
import { isExact, notANumber, notExact, toNumber } from '../../shared/values/numbers';
import { isBlank } from '../../shared/values/records';
import { splitNames, textOf } from '../../shared/values/text';
import { IDS_LABEL, jobOfType } from '../catalogue';

const HOUR_MS = 60 * 60 * 1_000;

export interface Submission {
	operation: JobOperation;
	body: IDataObject;
	/** Tells this trigger from all others. */
	scope: string;
	/** A fingerprint of the request as entered, before its expressions are evaluated. */
	requestFingerprint: string;
	/** Infinity for once. */
	intervalMs: number;
}

export interface Parameters {
	event: 'jobFinished' | 'screeningChanged';
	operation: JobOperation;
	ids: Array<Job['id']>;
	/** Of an ID that is not among them. */
	idsMistake?: Failure;
	submission?: Submission;
	outcome: 'finished' | 'failed' | 'any';
	/** Of the requests that read results. */
	query: FieldRow[];
	/** Rows that are wanted at most; `Infinity` for all. */
	maxRows: number;
	/** Emit a screening that is seen for the first time, instead of only keeping what it is. */
	emitFirst: boolean;
	settings: Settings;
}

export function readParameters(context: IPollFunctions, contract?: Contract): Parameters {
	const { parameters } = context.getNode();
	const place = { context: parameterContext(context), index: 0 };
	const event = readParameter(place, 'event', 'jobFinished') as Parameters['event'];
	const operation = jobOfType(
		event === 'screeningChanged' ? 'screening' : readParameter(place, 'jobType', 'screening'),
	);
	const named = labelsOf(operation);
	const labelOf = (name: string) => (name === 'ids' ? IDS_LABEL : named(name));
	const parameter: ReadParameter = (name, fallback) =>
		readParameter({ ...place, labelOf }, name, fallback);
	const settings = { ...readNodeSettings(parameter, parameters), contract };
	const submits = event === 'jobFinished' && parameter('source', 'ids') === 'submit';
	const query = enteredQuery(parameter);
	// Checked here, as what cannot be sent is not the fault of one id.
	queryString(query);
	return {
		event,
		operation,
		...(submits ? { ids: [] } : readIds(parameter('ids', ''))),
		submission: submits ? readSubmission(context, parameter, operation, contract) : undefined,
		outcome: parameter('outcome', 'any') as Parameters['outcome'],
		query,
		maxRows: readMaxRows(parameter, operation),
		emitFirst: parameter('firstSight', 'baseline') === 'emit',
		settings,
	};
}

/** Lines, commas, or a list from an expression; each ID once. The others are watched next to one that is wrong. */
export function readIds(entered: unknown): Pick<Parameters, 'ids' | 'idsMistake'> {
	const isText = typeof entered === 'string' || entered === undefined;
	const parts: readonly unknown[] = isText ? splitNames(entered) : [entered].flat();
	const all = parts.map(readId).filter((id) => id !== '');
	const ids = all.flatMap((id) => (id instanceof Failure ? [] : [[String(id), id] as const]));
	const idsMistake = all.find((id) => id instanceof Failure);
	if (ids.length > 0) return { ids: [...new Map(ids).values()], idsMistake };
	if (idsMistake !== undefined) throw idsMistake;
	// A list from an expression may be empty for now; a field that was left empty is a mistake.
	if (Array.isArray(entered)) return { ids: [] };
	throw inputFailure(
		`'${IDS_LABEL}' is empty`,
		`Enter the IDs to watch in '${IDS_LABEL}', one per line, or an expression that returns a list.`,
	);
}

function readId(part: unknown): Job['id'] | Failure {
	if (typeof part === 'string') return part.trim();
	if (typeof part === 'number') return isExact(part) ? part : notExact(part, IDS_LABEL);
	return inputFailure(
		`'${IDS_LABEL}' contains a value that is not an ID`,
		`It is ${textOf(part).slice(0, 100) || 'empty'}. Each ID must be a string or a number. An expression must return a list of IDs, e.g. ["8f14e45f", "c9f0f895"].`,
	);
}

/** As an execution has it, for a node without items. The type of polls leaves out a method they have. */
function parameterContext(
	context: IPollFunctions & Partial<Pick<IExecuteFunctions, 'evaluateExpression'>>,
): ParameterContext {
	return {
		getNode: () => context.getNode(),
		getNodeParameter: (name, _, fallback) => context.getNodeParameter(name, fallback),
		evaluateExpression: (expression, index) => context.evaluateExpression?.(expression, index),
	};
}

function readSubmission(
	context: IPollFunctions,
	parameter: ReadParameter,
	operation: JobOperation,
	contract?: Contract,
): Submission {
	const { id, parameters } = context.getNode();
	const { fields } = planFor(contract, operation.endpoint);
	const body = enteredBody(parameter, operation, undefined, fields);
	const entered = enteredRequest({ operation, parameters, sendsQuery: false });
	if (isBlank(body) && holdsExpression(entered)) {
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
		scope: fingerprint(`${context.getWorkflow().id} ${id}`),
		requestFingerprint: fingerprint(JSON.stringify(entered)),
		intervalMs: interval(parameter('repeat', 'once'), parameter('every', 1)),
	};
}

function interval(repeat: unknown, every: unknown): number {
	if (repeat === 'once') return Infinity;
	const count = toNumber(every) ?? 0;
	if (count > 0) return count * (repeat === 'days' ? 24 : 1) * HOUR_MS;
	throw inputFailure(
		"'Every' is not a valid number",
		`${notANumber(every)} Enter a number above 0.`,
	);
}
