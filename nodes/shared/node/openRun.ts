import type { IExecuteFunctions } from 'n8n-workflow';
import { Cancelled } from '../failure/Cancelled';
import type { Operation } from '../catalogue/vocabulary';
import { parseBaseUrl } from '../http/baseUrl';
import { JobLog } from '../jobs/JobLog';
import { Ledger } from '../jobs/Ledger';
import { Lookout } from '../jobs/Lookout';
import { Service } from '../Service';
import type { Settings } from '../settings';
import { createExchange, CREDENTIAL_TYPE, type CredentialData } from '../transport/exchange';
import { paces } from '../transport/pace/paces';
import { Slots } from '../transport/Slots';
import { Transport } from '../transport/Transport';
import { Hints } from '../operations/Hints';
import type { Run } from '../operations/Run';

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
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const pace = paces.of(baseUrl, credential.apiToken);
	const transport = new Transport(exchange, settings.transport, signal, pace);
	const slots = new Slots(settings.maxConcurrency);
	return {
		operation,
		get job() {
			if (operation.job === undefined) throw new Error(`${operation.name} is not a step of a job`);
			return operation.job;
		},
		service: new Service(baseUrl, transport, settings.responseFormat),
		slot: async (task) =>
			await slots.run(async () => {
				if (signal.aborted) throw new Cancelled();
				return await task();
			}),
		hints: new Hints(),
		jobs: new JobLog(context.logger),
		lookout: new Lookout(),
		ledger: new Ledger(context.getContext('node'), runIndex(context)),
		signal,
		halt: () => halted.abort(),
	};
}

function runIndex(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
