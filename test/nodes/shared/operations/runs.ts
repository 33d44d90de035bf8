import type { IContextObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { OPERATIONS } from '../../../../nodes/endpoints';
import {
	callsService,
	type EndpointOperation,
	type JobDefinition,
} from '../../../../nodes/shared/catalogue/types';
import { readContract } from '../../../../nodes/shared/plan/parse';
import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { asFailure } from '../../../../nodes/shared/failure/Failure';
import type { ServiceRequest, ServiceResponse } from '../../../../nodes/shared/http/types';
import { JobLog } from '../../../../nodes/shared/jobs/JobLog';
import { PollCoordinator } from '../../../../nodes/shared/jobs/PollCoordinator';
import type { Call } from '../../../../nodes/shared/ledger/Call';
import { Ledger } from '../../../../nodes/shared/ledger/Ledger';
import { Hints } from '../../../../nodes/shared/operations/Hints';
import type { RunContext } from '../../../../nodes/shared/operations/RunContext';
import { dryRunOperation, runOperation } from '../../../../nodes/shared/operations/runOperation';
import type { OutputItem } from '../../../../nodes/shared/response/outputItem';
import { AdaptiveLimiter } from '../../../../nodes/shared/transport/limiter/AdaptiveLimiter';
import { Transport } from '../../../../nodes/shared/transport/Transport';
import { settingsOf } from '../../../support/options';
import { json } from '../responses';

export const BASE_URL = 'https://api.example.com/v1';

/** An operation by its kind and path, e.g. `submitAndWait /screening`. */
export function operationAt(name: string): EndpointOperation {
	const found = OPERATIONS.filter(callsService).find(
		({ kind, endpoint }) => `${kind} ${endpoint.path}` === name,
	);
	if (found === undefined) throw new Error(`There is no ${name}`);
	return found;
}

export function jobAt(path: string): JobDefinition {
	const operation = operationAt(`submitAndWait ${path}`);
	if (!('job' in operation)) throw new Error(`${path} is no job`);
	return operation.job;
}

/** What the service returns: a response, a JSON value, or nothing but an error. */
export type Answer = (line: string, request: ServiceRequest) => unknown;

export interface Circumstances {
	answer?: Answer;
	options?: INodeParameters;
	contract?: { endpoints: Record<string, object>; strict?: boolean };
	item?: Partial<Omit<Call, 'connection' | 'settings'>>;
	baseUrl?: string;
	/** What n8n keeps between the tries of an execution. */
	context?: IContextObject;
	maxPaidRequests?: number;
	/** "Retry execution" is another one. */
	execution?: string;
	stop?: AbortController;
}

export interface Ran {
	/** With an error, what was read before it. */
	items?: OutputItem[];
	error?: unknown;
	/** Requests, e.g. `POST /screening`, with their queries. */
	sent: string[];
	requests: ServiceRequest[];
	hints: string[];
	infos: string[];
	log: string[];
	run: RunContext;
}

function isResponse(value: unknown): value is ServiceResponse {
	return typeof value === 'object' && value !== null && Buffer.isBuffer(Reflect.get(value, 'body'));
}

/** One item of one try, from its request to its items, without n8n and without a network. */
export function openRun({
	answer = () => ({}),
	options = {},
	contract,
	item = {},
	baseUrl = BASE_URL,
	context = {},
	maxPaidRequests = 0,
	execution = '1',
	stop = new AbortController(),
}: Circumstances) {
	const requests: ServiceRequest[] = [];
	const log: string[] = [];
	const { signal } = stop;
	const lineOf = ({ method, url }: ServiceRequest) => `${method} ${url.replace(BASE_URL, '')}`;
	const transport = new Transport(
		async (request) => {
			requests.push(request);
			const answered = await answer(lineOf(request), request);
			if (answered instanceof Error) throw answered;
			return isResponse(answered) ? answered : json(answered);
		},
		{ signal, limiter: new AdaptiveLimiter() },
	);
	const run: RunContext = {
		hints: new Hints(),
		runLimited: async (task) => {
			if (signal.aborted) throw new Cancelled();
			return await task();
		},
		jobLog: new JobLog({ info: (line: string) => log.push(line) }),
		coordinator: new PollCoordinator(),
		ledger: new Ledger(context, { name: '0', execution, max: maxPaidRequests }),
		signal,
		abort: () => stop.abort(),
	};
	const pinned =
		contract &&
		readContract({
			responseContract: JSON.stringify({ version: 1, endpoints: contract.endpoints }),
			strictContract: contract.strict ?? false,
		});
	const prepared = (operation: EndpointOperation): Call => ({
		index: 0,
		connection: {
			baseUrl,
			transport,
			redact: (text) => text.replaceAll('secret', '***'),
			tokenAdvice: '',
			contract: pinned,
		},
		draft: {
			endpoint: operation.endpoint,
			query: [],
			...(operation.endpoint.method !== 'GET' && { body: { who: 'a' } }),
			...(operation.endpoint.path.includes('{id}') && { id: 'j1' }),
		},
		resultQuery: [],
		settings: { ...settingsOf({ maxRetries: 0, ...options }), contract: pinned },
		maxRows: Infinity,
		...item,
	});
	const seen = () => ({
		sent: requests.map(lineOf),
		requests,
		hints: run.hints.texts(),
		infos: run.hints.texts(Infinity, 'info'),
		log,
		run,
	});
	return { run, prepared, seen };
}

/** Runs an operation, e.g. `submitAndWait /screening`, for one item. */
export async function ran(name: string, circumstances: Circumstances = {}): Promise<Ran> {
	const operation = operationAt(name);
	const { run, prepared, seen } = openRun(circumstances);
	try {
		const { items, failure } = await runOperation(run, operation, prepared(operation));
		return { items, error: failure, ...seen() };
	} catch (error) {
		return { error, ...seen() };
	}
}

/** The items of a run that did not fail. */
export function jsonOf({ items, error }: Pick<Ran, 'items' | 'error'>): IDataObject[] {
	if (items === undefined || error !== undefined) throw asFailure(error);
	return items.map(({ json: each }) => each);
}

/** The same as a dry run. */
export function dryRan(name: string, circumstances: Circumstances = {}) {
	const operation = operationAt(name);
	const { run, prepared, seen } = openRun(circumstances);
	const item = dryRunOperation(run, operation, prepared(operation));
	return { item, ...seen() };
}

/** The service accepts a job, and has these states of it, one after the other; the last one stays. */
export function service(states: unknown[], others: Record<string, unknown> = {}): Answer {
	let polls = 0;
	return (line) => {
		const [path = ''] = line.split('?');
		if (path in others) return others[path];
		return line.startsWith('POST') ? { id: 'j1' } : states[Math.min(polls++, states.length - 1)];
	};
}
