import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { inputFailure } from '../shared/failure/Failure';
import { fingerprint } from '../shared/values/fingerprint';
import { commonFields } from '../shared/catalogue/vocabulary';
import { readBody, type BodyMode } from '../shared/request/body';
import { enteredFields, readNamedFields } from '../shared/request/namedFields';
import { readFieldRows } from '../shared/request/fields';
import { queryString } from '../shared/request/query';
import { QUERY_LABEL, wantedRows } from '../shared/node/prepare';
import { readSettings, type Settings } from '../shared/settings';
import { jobOfType, pathOf } from './catalogue';
import type { JobOperation } from '../shared/catalogue/vocabulary';
import { IDS_LABEL, readIds, type Id } from './ids';
import type { ResultCall } from './look';
import type { Submission } from './submitDue';
import type { Outcome } from './watchJobs';
import type { ScreeningCall } from './watchScreenings';
import { splitNames } from '../shared/values/names';

const HOUR_MS = 60 * 60 * 1_000;
const UNITS: Record<string, number> = { hours: HOUR_MS, days: 24 * HOUR_MS };
const EVERY_LABEL = 'Every';

/** What the user entered, read and checked. */
export interface Parameters {
	event: 'jobFinished' | 'screeningChanged';
	operation: JobOperation;
	ids: Id[];
	submission?: Submission;
	outcome: Outcome;
	call: ScreeningCall;
	settings: Settings;
	/** Start executions without items where the state must not be lost. */
	emptyExecutions: boolean;
}

export function readParameters(context: IPollFunctions): Parameters {
	const parameter = (name: string, fallback?: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	const event = parameter('event', 'jobFinished') as Parameters['event'];
	const options = parameter('options', {}) as IDataObject;
	const settings = readSettings(options);
	const operation = jobOfType(
		event === 'screeningChanged' ? 'screening' : parameter('jobType', 'screening'),
	);
	const submits = event === 'jobFinished' && parameter('source', 'ids') === 'submit';
	const emptyExecutions = options.emptyExecutions !== false;
	const query = readFieldRows(parameter('query', {}), QUERY_LABEL);
	// Checked here, as what cannot be sent is not the fault of one id.
	queryString(query);
	const result: ResultCall = { query, wanted: wantedRows(parameter) };
	return {
		event,
		operation,
		ids: submits ? [] : enteredIds(context),
		submission: submits ? submissionOf(context, operation, emptyExecutions) : undefined,
		outcome: parameter('outcome', 'any') as Outcome,
		call: {
			...result,
			emitFirst: parameter('firstSight', 'baseline') === 'emit',
			overrides: {
				ratingPath: pathIn(options.ratingPath),
				ignoredFields: splitNames(options.ignoredFields),
			},
		},
		settings,
		emptyExecutions,
	};
}

/** A list from an expression may be empty for now; a field that was left empty is a mistake. */
function enteredIds(context: IPollFunctions): Id[] {
	const entered: unknown = context.getNodeParameter('ids', '');
	const ids = readIds(entered);
	if (ids.length > 0 || Array.isArray(entered)) return ids;
	throw inputFailure(
		`'${IDS_LABEL}' is empty`,
		`Enter the IDs to watch in '${IDS_LABEL}', one per line, or an expression that gives a list.`,
	);
}

function submissionOf(
	context: IPollFunctions,
	operation: JobOperation,
	announce: boolean,
): Submission {
	const parameter = (name: string, fallback?: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	// As entered: an expression such as $now would make each poll another request.
	const { bodyMode, bodyFields, bodyJson } = context.getNode().parameters;
	return {
		operation,
		body: readBody({
			named: readNamedFields(commonFields(operation), enteredFields(parameter)),
			mode: parameter('bodyMode', 'fields') as BodyMode,
			fields: parameter('bodyFields', {}),
			json: parameter('bodyJson', '{}'),
			inputItem: {},
			exclude: '',
		}),
		request: fingerprint(JSON.stringify([pathOf(operation), bodyMode, bodyFields, bodyJson])),
		everyMs: interval(parameter('repeat', 'once'), parameter('every', 1)),
		announce,
	};
}

function interval(repeat: unknown, every: unknown): number {
	if (repeat === 'once') return Infinity;
	const count = Number(every);
	if (Number.isFinite(count) && count > 0) return count * (UNITS[String(repeat)] ?? HOUR_MS);
	throw inputFailure(
		`'${EVERY_LABEL}' is not a usable number`,
		`It is '${String(every)}'. Enter a number above 0.`,
	);
}

function pathIn(entered: unknown): string | undefined {
	return typeof entered === 'string' && entered.trim() !== '' ? entered.trim() : undefined;
}
