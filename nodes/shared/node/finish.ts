import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { pauseIfDue } from '../clock';
import { Cancelled } from '../failure/Cancelled';
import { Failure } from '../failure/Failure';
import { isLimitReached } from '../ledger/Ceiling';
import { limitHint, type Hints } from '../operations/Hints';
import type { RunContext } from '../operations/RunContext';
import { asHtml, inLog } from '../values/escape';
import type { Execution } from './createRunContext';
import { store, toPairedItems, unknownOutputFields, type ItemOutcome } from './items';
import { toNodeError } from './nodeError';
import { showReportHint, withReport } from './report';
import { skippedByTool } from './tool';

/** Keeps what was paid for, shows the hints, and returns the items, or fails: the only place that does. */
export async function finish(
	execution: Execution,
	outcomes: ItemOutcome[],
): Promise<INodeExecutionData[]> {
	const { context, run } = execution;
	await releaseKeys(execution);
	const stored = mustFail(execution, outcomes) ? outcomes : await storeAll(execution, outcomes);
	await showAllHints(execution, stored);
	if (mustFail(execution, stored)) throw nodeError(execution, stored);
	// A new execution would pay for them again, so no item advises one. The ledger knows them until it is cleared.
	const isFree = describeSentRequests(run) === undefined;
	clearLedger(execution, stored);
	const isSkipped = ({ call, failure }: ItemOutcome) => call === undefined && failure === undefined;
	if (stored.every(isSkipped)) return skippedByTool(context.getNode());
	return await toPairedItems(context, isFree ? stored : stored.map(withoutRerunAdvice));
}

/** Without 'On Error: Continue' an item that failed fails the node. */
export function mustFail({ continueOnFail }: Execution, outcomes: ItemOutcome[]): boolean {
	return !continueOnFail && outcomes.some(({ failure }) => failure !== undefined);
}

function isStopped({ context }: Execution): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

/** The next execution sends what need not be paid for: what was rejected or not sent, and jobs that failed. */
async function releaseKeys({ run, skipList }: Execution): Promise<void> {
	const paid = run.ledger.paidItems;
	const left = await skipList.release(({ index, equalTo = index }) =>
		run.jobLog.hasFailed(equalTo) ? undefined : paid.get(equalTo),
	);
	if (left > 0) run.hints.add(KEYS_LEFT, String(left));
}

async function storeAll({ context }: Execution, outcomes: ItemOutcome[]): Promise<ItemOutcome[]> {
	const stored: ItemOutcome[] = [];
	for (const outcome of outcomes) {
		await pauseIfDue();
		stored.push(await store(context.helpers, await withReport(outcome)));
	}
	return stored;
}

async function showAllHints(execution: Execution, outcomes: ItemOutcome[]): Promise<void> {
	const { context, run, connections } = execution;
	for (const { transport } of connections.all) {
		const limited = limitHint(transport.queue.longestWait);
		if (limited === undefined) continue;
		run.hints.add(limited);
		context.logger.info(limited);
	}
	const { hint, reasons } = run.jobLog.failed();
	for (const reason of reasons) run.hints.add(hint, reason);
	const unknown = await unknownOutputFields(outcomes);
	for (const name of unknown) run.hints.add(NOT_IN_OUTPUT, `'${name}'`);
	const { summary } = run.ledger;
	if (summary !== '') run.hints.add(summary, '', 'info');
	showHints(context, run.hints);
	showReportHint(context, outcomes[0]?.output?.[0]?.json);
	if (isStopped(execution)) logHints(context, run.hints);
}

/** In the editor, which has little room. */
const MAX_NAMED = 50;

/** Above the output. */
export function showHints(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	hints: Hints,
): void {
	for (const type of ['warning', 'info'] as const) {
		for (const text of hints.texts(MAX_NAMED, type)) {
			context.addExecutionHints({ message: asHtml(text), type, location: 'outputPane' });
		}
	}
}

/** n8n keeps nothing of a node that was stopped: its log and the browser's console remain. */
export function logHints(
	context: Pick<IExecuteFunctions, 'logger' | 'sendMessageToUI'>,
	hints: Hints,
): void {
	for (const text of hints.texts()) {
		context.logger.warn(inLog(text));
		context.sendMessageToUI(text);
	}
}

/** Called after the files are stored: if storing fails, the next try needs the ledger so that it does not pay again. */
function clearLedger(execution: Execution, outcomes: ItemOutcome[]): void {
	const { context, run, skipList } = execution;
	const isRetried = indexOfFirstFailed(outcomes) !== -1 && context.getNode().retryOnFail === true;
	// A dry run sends nothing, so it must not clear what was sent before.
	const isDryRun = outcomes.some(({ call }) => call?.settings.dryRun);
	if (isRetried || isDryRun || isStopped(execution)) return;
	run.ledger.entries.clear();
	skipList.forget();
}

function nodeError({ context, run }: Execution, outcomes: ItemOutcome[]): Error {
	const index = indexOfFirstFailed(outcomes);
	const failure = outcomes[index]?.failure;
	const paid = describeSentRequests(run, index);
	// n8n shows no hints of a node that failed.
	const counts = isLimitReached(failure) ? `${run.ledger.summary} ${paid ?? ''}`.trim() : paid;
	return toNodeError(context.getNode(), failure, index, counts);
}

/** The first item that failed itself, in preference to one that was cancelled because another failed. */
function indexOfFirstFailed(outcomes: ItemOutcome[]): number {
	const own = outcomes.findIndex(
		({ failure }) => failure !== undefined && !(failure instanceof Cancelled),
	);
	return own === -1 ? outcomes.findIndex(({ failure }) => failure !== undefined) : own;
}

/** Removes the advice to run the workflow again: that would charge again for other items. */
function withoutRerunAdvice({ failure, ...outcome }: ItemOutcome): ItemOutcome {
	const isAdvised = failure instanceof Failure && failure.details.rerunAdvice !== undefined;
	return { ...outcome, failure: isAdvised ? failure.with({ rerunAdvice: undefined }) : failure };
}

/** Describes what a retry of the execution continues with; `undefined` if there is nothing. */
function describeSentRequests(
	{ jobLog, ledger }: Pick<RunContext, 'jobLog' | 'ledger'>,
	failed?: number,
): string | undefined {
	const lost = [...ledger.paidItems]
		.filter(([item, outcome]) => outcome === 'lost' && item !== failed)
		.map(([item]) => item);
	const { all } = ledger.entries;
	const accepted = all.filter(
		([, { outcome, job }]) => outcome === 'accepted' && job === undefined,
	);
	const received = accepted.filter(([, { response }]) => response !== undefined);
	const notStored = accepted.filter(([, { response }]) => response === undefined);
	const sentences = [
		lost.length > 0 &&
			`Items whose request got no usable response: ${lost.join(', ')}. The requests may have been processed and charged: check with the service before you send them again.`,
		jobLog.describe(),
		received.length > 0 &&
			`Requests that got a response: ${received.length}. The responses are stored with this execution: a retry of it uses them and does not send the requests again.`,
		notStored.length > 0 &&
			`Responses that were too large to store: ${notStored.length}. A retry of this execution does not send their requests again.`,
	].filter((each) => typeof each === 'string');
	return sentences.length === 0 ? undefined : sentences.join(' ');
}

const KEYS_LEFT =
	"n8n could not remove the keys of % failed items. With 'Skip Already Processed', the next execution skips them: give them another 'Processed Key'.";

const NOT_IN_OUTPUT =
	"No item has the field % from 'Output Fields'. Check its spelling; use a dot for a field in an object.";
