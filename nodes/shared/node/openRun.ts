import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../clock';
import { Cancelled } from '../failure/Cancelled';
import { inputFailure } from '../failure/Failure';
import { rethrow } from '../failure/rethrow';
import { parseBaseUrl } from '../http/baseUrl';
import { JobLog } from '../jobs/JobLog';
import { Ledger } from '../jobs/Ledger';
import { Lookout } from '../jobs/Lookout';
import { Hints } from '../operations/Hints';
import type { Run } from '../operations/Run';
import { Service } from '../Service';
import type { Settings } from '../settings';
import {
	createExchange,
	CREDENTIAL_TYPE,
	type CredentialData,
	noCredential,
} from '../transport/exchange';
import { paces } from '../transport/pace/paces';
import { createRedact, type Redact } from '../transport/redact';
import { Slots } from '../transport/Slots';
import { Transport } from '../transport/Transport';
import { textOf } from '../values/text';

/** What all items share; the options of the first item hold for all of it. */
export async function openRun(context: IExecuteFunctions, settings: Settings): Promise<Run> {
	const credential = await readCredential(context);
	const stopped = context.getExecutionCancelSignal();
	const halted = new AbortController();
	const signal = AbortSignal.any(
		stopped === undefined ? [halted.signal] : [stopped, halted.signal],
	);
	const exchange = createExchange(context, credential, settings.limits);
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const pace = paces.of(baseUrl, credential.apiToken);
	pace.allow(settings.maxConcurrency);
	const transport = new Transport(exchange, settings.transport, signal, pace);
	const slots = new Slots(settings.maxConcurrency);
	return {
		service: new Service(baseUrl, transport, settings.responseFormat),
		slot: async (task) =>
			await slots.run(async () => {
				if (signal.aborted) throw new Cancelled();
				return await task();
			}),
		hints: new Hints(),
		jobs: new JobLog(context.logger),
		lookout: new Lookout(),
		ledger: openLedger(context),
		redact: createRedact(credential.apiToken),
		signal,
		halt: () => {
			halted.abort();
		},
	};
}

/** For errors of a run that was never opened; without a credential there is no token to hide. */
export async function tokenRedact(context: IExecuteFunctions): Promise<Redact> {
	try {
		const { apiToken } = await readCredential(context);
		return createRedact(apiToken);
	} catch {
		return (text) => text;
	}
}

async function readCredential(context: IExecuteFunctions): Promise<CredentialData> {
	try {
		return await context.getCredentials<CredentialData>(CREDENTIAL_TYPE);
	} catch (error) {
		const isChosen = context.getNode().credentials?.[CREDENTIAL_TYPE] !== undefined;
		return rethrow(isChosen ? credentialFailure(error) : noCredential());
	}
}

function credentialFailure(error: unknown): unknown {
	if (error instanceof NodeOperationError || error instanceof NodeApiError) return error;
	const problem = error instanceof Error ? error.message : String(error);
	return inputFailure(
		"The 'Creator Intelligence API' credential cannot be read",
		`n8n reports: ${problem}. Open the credential, correct it and save it again.`,
	);
}

/** Calls of a model that n8n's agents make themselves, by the arguments that came with them. */
const toolCalls = new WeakMap<object, string>();
let countOfCalls = 0;

function openLedger(context: IExecuteFunctions): Ledger {
	const kept = context.getContext('node');
	const [input] = context.getInputData();
	if (input !== undefined && isCalledByAgent(context)) {
		return new Ledger(kept, toolCallName(input.json));
	}
	const ledger = new Ledger(kept, textOf(context.evaluateExpression('{{ $runIndex }}', 0)));
	ledger.forgetAnswersOfOtherRuns();
	return ledger;
}

/** Older versions of n8n do not tell. */
function isCalledByAgent(context: Partial<Pick<IExecuteFunctions, 'isToolExecution'>>): boolean {
	return context.isToolExecution?.() === true;
}

/**
 * With each try of a tool, n8n counts the run index up, and hands over the very same arguments. Two
 * calls of the model have arguments of their own, also if they are equal.
 */
function toolCallName(args: object): string {
	const name = toolCalls.get(args) ?? `tool-${clock.now().toString(36)}-${++countOfCalls}`;
	toolCalls.set(args, name);
	return name;
}
