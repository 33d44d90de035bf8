import type { Call } from '../ledger/Call';
import { PartialFailure } from '../operations/PartialFailure';
import { dryRunOperation, runOperation } from '../operations/runOperation';
import { DOCUMENT_LIMITS, withDocument } from '../operations/serviceDocument';
import { explained, Explanation } from '../plan/explain';
import type { Contract } from '../plan/plan';
import { namedAfterProfile } from '../response/file';
import type { OutputItem } from '../response/outputItem';
import { Service } from '../Service';
import type { Execution } from './createRunContext';
import { withFormLabels } from './formLabels';
import type { ItemOutcome } from './items';

/** Runs the operation for one item, or only shows its request. */
export async function runCall(
	execution: Execution,
	call: Call,
): Promise<Pick<ItemOutcome, 'items' | 'failure'>> {
	const { run, operation, inputs } = execution;
	const { settings, draft, connection, index } = call;
	if (settings.dryRun) return { items: [dryRunOperation(run, operation, call)] };
	const contract = await describedContract(execution, call);
	const explanation = settings.explain ? new Explanation(contract) : undefined;
	const shown = async (items: OutputItem[]) => {
		// Each profile has its own report file, so its name contains the profile.
		const isNamed = operation.document === true;
		const named = isNamed
			? items.map((item) => namedAfterProfile(item, inputs[index]?.json))
			: items;
		return await explained(named, explanation);
	};
	try {
		const described = { ...call, explanation, settings: { ...settings, contract } };
		return { items: await shown(await runOperation(run, operation, described)) };
	} catch (error) {
		if (error instanceof PartialFailure) {
			return { items: await shown(error.items), failure: error.failure };
		}
		const { tokenAdvice } = connection;
		return { items: [], failure: withFormLabels(error, { operation, draft, tokenAdvice }) };
	}
}

/** The contract of the credential, and the plans of the service's OpenAPI document. */
async function describedContract(
	{ run: { hints } }: Execution,
	{ settings, connection: { baseUrl, transport, credential, contract } }: Call,
): Promise<Contract | undefined> {
	const sender = transport.sender({ ...settings.requests, ...DOCUMENT_LIMITS });
	const service = new Service(baseUrl, sender, 'auto');
	return await withDocument(contract, { service, credential, hints });
}
