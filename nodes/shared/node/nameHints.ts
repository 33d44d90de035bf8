import { commonFields, isCharged, type EndpointOperation } from '../catalogue/types';
import type { Hints } from '../operations/Hints';
import { inSlices } from '../clock';
import type { Call } from '../ledger/Call';
import { DOCUMENT_LIMITS, documentUrl, readServiceDocument } from '../operations/serviceDocument';
import { fieldsOf } from '../request/draft';
import { KnownNames } from '../request/KnownNames';
import { columnsOf, MAX_COLUMNS } from '../schema/columns';
import { bodySchema } from '../schema/document';
import { Service } from '../Service';

interface Names {
	items: Call[];
	/** Of the contract. */
	pinned: readonly string[];
	/** Whether a person will read the hints. */
	isManual: boolean;
}

/** Adds a hint for names that look misspelt. They are still sent: the service decides. */
export async function noteNames(
	hints: Hints,
	operation: EndpointOperation,
	{ items, pinned, isManual }: Names,
): Promise<void> {
	const common = new KnownNames([...commonFields(operation).map(({ name }) => name), ...pinned]);
	const [first] = items;
	const isAsked = isManual && items.some(({ draft }) => common.unknown(fieldsOf(draft)).length > 0);
	const documented = isAsked && first && (await documentedNames(first).catch(() => undefined));
	const known = documented ? new KnownNames([...documented, ...pinned]) : common;
	for await (const { draft } of inSlices(items)) {
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
async function documentedNames(item: Call): Promise<string[] | undefined> {
	const { baseUrl, credential, transport } = item.connection;
	const { endpoint } = item.draft;
	// A dry run sends nothing.
	const isAsked = isCharged(endpoint) && !item.settings.dryRun;
	if (credential === undefined || documentUrl(credential) === '' || !isAsked) return undefined;
	const service = new Service(baseUrl, transport.sender(DOCUMENT_LIMITS), 'json');
	const { document } = await readServiceDocument(service, credential);
	const found = bodySchema(document, endpoint);
	const columns = found.kind === 'found' ? columnsOf(found.schema, document) : [];
	const isWhole = columns.length > 0 && columns.length < MAX_COLUMNS;
	return isWhole ? columns.map(({ name }) => name) : undefined;
}
