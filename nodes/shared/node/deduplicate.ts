import { mayBeCharged } from '../catalogue/types';
import { pauseIfDue } from '../clock';
import type { Call } from '../ledger/Call';
import { toRequest } from '../request/draft';
import { fingerprint } from '../values/fingerprint';
import type { Execution } from './createRunContext';
import { callsOf, type ItemOutcome } from './items';

/** Without the calls that an earlier run has sent. Manual runs neither skip nor record; a dry run only looks up. */
export async function withoutProcessed(
	{ context, operation, run, skipList }: Execution,
	prepared: ItemOutcome[],
): Promise<ItemOutcome[]> {
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
		skipped.has(index) ? { input: each.input, items: [] } : each,
	);
}

/** Marks calls whose request, settings and credential are those of an earlier item: they share its request. */
export async function shareEqual(
	{ operation, run, connections }: Execution,
	outcomes: ItemOutcome[],
): Promise<void> {
	if (!mayBeCharged(operation) || operation.createsNamed) return;
	const calls = callsOf(outcomes);
	const accounts = connections.all;
	const firsts = new Map<string, number>();
	const shared = new Set<number>();
	let items = 0;
	for (const call of calls.filter(({ isProcessed }) => isProcessed !== true)) {
		await pauseIfDue();
		const text = `${accounts.indexOf(call.connection)} ${textOfRequest(call)}`;
		const first = firsts.get(text);
		if (first === undefined) firsts.set(text, call.index);
		else {
			call.equalTo = first;
			items += shared.has(first) ? 1 : 2;
			shared.add(first);
		}
	}
	if (items === 0) return;
	const isOne = shared.size === 1;
	const same = isOne
		? 'the same request, which'
		: `only ${shared.size} different requests, each of which`;
	// For some items alone, it would be the wrong advice: the others would be left out.
	const advice = isOne && items === calls.length ? RUN_ONCE : '';
	run.hints.add(`${items} items have ${same} is sent once.${advice}`);
}

function textOfRequest({ connection, draft, maxRows, resultQuery, ...call }: Call): string {
	const settings = { ...call.settings, processedKey: undefined };
	const { url, body = '' } = toRequest(draft, connection.baseUrl);
	return `${url}\n${body}\n${fingerprint(JSON.stringify([settings, maxRows, resultQuery]))}`;
}

const RUN_ONCE = " To run the node once, turn on 'Execute Once' in its Settings.";

const NOTHING_SKIPPED =
	"'Skip Already Processed' has no effect in a manual run: nothing was skipped or recorded.";
