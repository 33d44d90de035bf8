import type { IExecuteFunctions } from 'n8n-workflow';

import type { JobDefinition, Operation } from '../catalogue/vocabulary';
import { Cancelled } from '../errors/Cancelled';
import { Ledger } from '../jobs/Ledger';
import { Service } from '../Service';
import { parseBaseUrl } from '../transport/baseUrl';
import { createExchange, CREDENTIAL_TYPE, type CredentialData } from '../transport/exchange';
import { Transport } from '../transport/Transport';
import { Hints } from './Hints';
import { JobLog } from '../jobs/JobLog';
import type { Settings } from './settings';
import { Slots } from './Slots';

/** What all items of one execution of a node share. */
export interface Run {
	readonly operation: Operation;
	/** The job that the operation is a step of; reading it elsewhere is a mistake of the catalogue. */
	readonly job: JobDefinition;
	readonly service: Service;
	/** Runs a task within the concurrency limit, unless the run has come to its end. */
	slot<T>(task: () => Promise<T>): Promise<T>;
	readonly hints: Hints;
	readonly jobs: JobLog;
	readonly ledger: Ledger;
	/** Aborts waiting: the user stopped the execution, or an item failed and the run is lost. */
	readonly signal: AbortSignal;
	/** Ends waiting for all items. */
	halt(): void;
}

/** What it takes to read the result of a job; a trigger has no more than this. */
export type Reading = Pick<Run, 'job' | 'service' | 'hints'>;

/** What it takes to submit a job. */
export type Submitting = Reading & Pick<Run, 'jobs' | 'ledger'>;

export async function openRun(
	context: IExecuteFunctions,
	operation: Operation,
	settings: Settings,
): Promise<Run> {
	const credential = await context.getCredentials<CredentialData>(CREDENTIAL_TYPE);
	const stopped = context.getExecutionCancelSignal();
	const halted = new AbortController();
	const signal = AbortSignal.any(
		stopped === undefined ? [halted.signal] : [stopped, halted.signal],
	);
	const exchange = createExchange(context, credential, settings.timeoutMs);
	const transport = new Transport(exchange, settings.transport, signal);
	const slots = new Slots(settings.maxConcurrency);
	return {
		operation,
		get job() {
			if (operation.job === undefined) throw new Error(`${operation.name} is not a step of a job`);
			return operation.job;
		},
		service: new Service(parseBaseUrl(credential.baseUrl), transport, settings.responseFormat),
		slot: async (task) =>
			await slots.run(async () => {
				if (signal.aborted) throw new Cancelled();
				return await task();
			}),
		hints: new Hints(),
		jobs: new JobLog(context.logger),
		ledger: new Ledger(context.getContext('node'), runIndex(context)),
		signal,
		halt: () => halted.abort(),
	};
}

function runIndex(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
