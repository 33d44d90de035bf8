import { mayBeCharged } from '../catalogue/types';
import type { Call } from '../ledger/Call';
import { markEqual } from '../ledger/equalCalls';
import { seedKeys } from '../ledger/SkipList';
import type { Execution } from './createRunContext';
import { callsOf, type ItemOutcome } from './items';

/** Without the calls that an earlier run has sent. Manual runs neither skip nor record; a dry run only looks up. */
export async function withoutProcessed(
	{ context, operation, run, skipList }: Execution,
	prepared: ItemOutcome[],
): Promise<ItemOutcome[]> {
	const { id: workflow = '' } = context.getWorkflow();
	seedKeys(callsOf(prepared), `${workflow}/${context.getNode().id}`);
	const calls = callsOf(prepared).filter(({ settings }) => settings.skipProcessed);
	if (!mayBeCharged(operation) || calls.length === 0) return prepared;
	const dry = calls.filter(({ settings }) => settings.dryRun);
	const real = calls.filter(({ settings }) => !settings.dryRun);
	if (context.getMode() === 'manual') {
		if (real.length > 0) run.hints.add(NOTHING_SKIPPED);
		return prepared;
	}
	const processed = await skipList.lookUp(dry);
	for (const call of dry) call.isProcessed = processed?.has(call.index) ?? 'unknown';
	const skipped = await skipList.record(real);
	run.ledger.tally.skipped += skipped.size;
	return prepared.map((each, index) =>
		skipped.has(index) ? { input: each.input, items: [], isSkipped: true } : each,
	);
}

/** Equal paid requests are sent once, and each item gets the result. */
export async function shareEqual({ operation, run }: Execution, calls: Call[]): Promise<void> {
	if (!mayBeCharged(operation) || operation.createsNamed) return;
	const { items, requests } = await markEqual(
		calls.filter(({ isProcessed }) => isProcessed !== true),
	);
	if (items === 0) return;
	const isDry = calls.some(({ settings }) => settings.dryRun);
	const [have, are] = isDry ? ['have', 'would be'] : ['had', 'was'];
	const same = requests === 1 ? 'the same request' : `only ${requests} different requests`;
	const what = requests === 1 ? 'It' : 'Each';
	// For some items alone, it would be the wrong advice: the others would be left out.
	const advice = requests === 1 && items === calls.length ? RUN_ONCE : '';
	run.hints.add(`${items} items ${have} ${same}. ${what} ${are} sent once.${advice}`);
}

const RUN_ONCE = " To run the node once, turn on 'Execute Once' in its Settings.";

const NOTHING_SKIPPED =
	"'Skip Already Processed' works in published workflows only. Nothing was skipped in this manual run.";
