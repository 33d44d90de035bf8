import { commonFields, isCharged } from '../catalogue/types';
import { inSlices } from '../clock';
import type { Call } from '../ledger/Call';
import { DOCUMENT_LIMITS, documentUrl, readServiceDocument } from '../operations/serviceDocument';
import { planFor } from '../plan/plan';
import { fieldsOf } from '../request/draft';
import { KnownNames } from '../request/KnownNames';
import { columnsOf, MAX_COLUMNS } from '../schema/columns';
import { bodySchema } from '../schema/document';
import { Service } from '../Service';
import type { Execution } from './createRunContext';

/** Adds a hint for names that look misspelt. They are still sent: the service decides. */
export async function addNameHints(
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
	for await (const { draft } of inSlices(calls)) {
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
	const { baseUrl, credential, transport } = call.connection;
	const { endpoint } = call.draft;
	// A dry run sends nothing.
	const isAsked = isCharged(endpoint) && !call.settings.dryRun;
	if (credential === undefined || documentUrl(credential) === '' || !isAsked) return undefined;
	const service = new Service(baseUrl, transport.sender(DOCUMENT_LIMITS), 'json');
	const { document } = await readServiceDocument(service, credential);
	const found = bodySchema(document, endpoint);
	const columns = found.kind === 'found' ? columnsOf(found.schema, document) : [];
	const isWhole = columns.length > 0 && columns.length < MAX_COLUMNS;
	return isWhole ? columns.map(({ name }) => name) : undefined;
}
