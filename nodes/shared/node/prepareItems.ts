import {
	changesContent,
	commonFields,
	isCharged,
	type EndpointOperation,
} from '../catalogue/types';
import { pauseIfDue } from '../clock';
import { withoutToken } from '../failure/Failure';
import type { Call } from '../ledger/Call';
import { seedKeys } from '../ledger/SkipList';
import { documentService, documentUrl, readServiceDocument } from '../operations/serviceDocument';
import { planFor } from '../plan/plan';
import { fieldsOf, type RequestDraft } from '../request/draft';
import { KnownNames } from '../request/KnownNames';
import { columnsOf, MAX_COLUMNS } from '../schema/columns';
import { bodySchema } from '../schema/document';
import type { Redact } from '../transport/redact';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import type { Execution } from './createRunContext';
import { inputFieldsOrNone, readInputFields } from './inputFields';
import { callsOf, type ItemOutcome } from './items';
import { prepare } from './prepare';

/** Makes the call of each item, before the first request: invalid input costs nothing. */
export async function prepareItems(execution: Execution): Promise<ItemOutcome[]> {
	const { context } = execution;
	const prepared: ItemOutcome[] = [];
	for (const index of context.getInputData().keys()) {
		await pauseIfDue();
		prepared.push(await tryPrepare(execution, index));
	}
	const calls = callsOf(prepared);
	const { id: workflow = '' } = context.getWorkflow();
	seedKeys(calls, `${workflow}/${context.getNode().id}`);
	await addNameHints(execution, calls);
	return prepared;
}

async function tryPrepare(execution: Execution, index: number): Promise<ItemOutcome> {
	const { context, run, operation, idLabel, connections } = execution;
	let redact: Redact = (text) => text;
	try {
		const connection = await connections.open(index);
		({ redact } = connection);
		const input = readInputFields(context, index, run.hints);
		const call = prepare({ context, operation, idLabel, index, connection });
		const { job } = context.getInputData()[index]?.json ?? {};
		if (isOfAnotherJob(operation, call.draft, job)) {
			run.hints.add(OF_ANOTHER_JOB.replace('ID', idLabel ?? 'ID'), String(index));
			return { input, items: [] };
		}
		return { input, call, items: [] };
	} catch (failure) {
		const input = inputFieldsOrNone(context, index);
		return { input, items: [], failure: withoutToken(failure, redact) };
	}
}

/** With a fixed ID, the input may hold content of other jobs, which this one does not have. */
function isOfAnotherJob(operation: EndpointOperation, { id }: RequestDraft, job: unknown): boolean {
	if (!changesContent(operation) || !isRecord(job)) return false;
	return job.type === operation.of && textOf(job.id) !== textOf(id).trim();
}

const OF_ANOTHER_JOB =
	"Not sent because they belong to another job than 'ID': items %. Use {{ $json.job.id }} to send them too.";

/** Adds a hint for names that look misspelt. They are still sent: the service decides. */
async function addNameHints(
	{ context, operation, run: { hints } }: Execution,
	calls: Call[],
): Promise<void> {
	const [first] = calls;
	const { fields = {} } = planFor(first?.connection.contract, operation.endpoint);
	const pinned = Object.values(fields);
	const common = new KnownNames([...commonFields(operation).map(({ name }) => name), ...pinned]);
	// Only a person reads the hint, so only a manual run reads the document for it.
	const isManual = context.getMode() === 'manual';
	const isAsked = isManual && calls.some(({ draft }) => common.unknown(fieldsOf(draft)).length > 0);
	const documented = isAsked && first && (await documentedNames(first).catch(() => undefined));
	const known = documented ? new KnownNames([...documented, ...pinned]) : common;
	for (const { draft } of calls) {
		await pauseIfDue();
		const misspelt = known.misspelt(fieldsOf(draft));
		for (const { name, meant } of misspelt) {
			hints.add(`% is not a known field; did you mean '${meant}'?`, `'${name}'`);
		}
		// Without a document, a name that is far from all others may be right.
		const unknown = documented ? known.unknown(fieldsOf(draft)) : [];
		for (const name of unknown) {
			if (misspelt.every((each) => each.name !== name)) hints.add(NOT_DOCUMENTED, `'${name}'`);
		}
	}
}

const NOT_DOCUMENTED =
	"The service's OpenAPI document has no field % for this request. The service may ignore it, and charge for the request.";

/** The fields that the service's document has for a request; nothing if it cannot be read. */
async function documentedNames(call: Call): Promise<string[] | undefined> {
	const { connection } = call;
	const { credential } = connection;
	const { endpoint } = call.draft;
	// A dry run sends nothing.
	const isAsked = isCharged(endpoint) && !call.settings.dryRun;
	if (credential === undefined || documentUrl(credential) === '' || !isAsked) return undefined;
	const { document } = await readServiceDocument(documentService(connection), credential);
	const found = bodySchema(document, endpoint);
	const columns = found.kind === 'found' ? columnsOf(found.schema, document) : [];
	const isWhole = columns.length > 0 && columns.length < MAX_COLUMNS;
	return isWhole ? columns.map(({ name }) => name) : undefined;
}
