import type { Endpoint } from '../catalogue/types';
import { clock } from '../clock';
import { Failure, messageOf } from '../failure/Failure';
import type { Connection } from '../ledger/Call';
import { endpointLabel, type Contract, type Plan } from '../plan/plan';
import type { RequestDraft } from '../request/draft';
import { documentAddress, DOCUMENT_LABEL } from '../schema/document';
import { planOfResponses } from '../schema/responses';
import { Service } from '../Service';
import type { CredentialData } from '../transport/httpClient';
import { fingerprint } from '../values/fingerprint';
import { textOf } from '../values/text';
import type { Hints } from './Hints';

/** A single attempt: somebody or something is waiting for the response. */
export const ONE_TRY = { maxRetries: 0, maxRetryDelayMs: 0, retryUnsafe: false };
export const DOCUMENT_LIMITS = { ...ONE_TRY, timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024 };

interface ServiceDocument {
	document: unknown;
	/** By endpoint; read when they are needed. */
	plans: Map<string, Plan>;
}

/** A document has at most 8 MB as text, and takes several times as much memory. */
const MAX_DOCUMENTS = 4;
const KEEP_MS = 5 * 60_000;
const documents = new Map<string, Promise<ServiceDocument>>();

/** The recent value of a key, so that the editor does not repeat requests. */
export async function recent<T>(
	kept: Map<string, Promise<T>>,
	key: string,
	ask: () => Promise<T>,
): Promise<T> {
	const known = kept.get(key);
	if (known !== undefined) return await known;
	const asked = ask();
	kept.set(key, asked);
	const drop = () => {
		if (kept.get(key) === asked) kept.delete(key);
	};
	clock.after(KEEP_MS, drop);
	// The next request may succeed.
	asked.catch(drop);
	const [oldest] = kept.keys();
	if (oldest !== undefined && kept.size > MAX_DOCUMENTS) kept.delete(oldest);
	return await asked;
}

/** Reads the document with limits of its own, whatever the user sets for requests. */
export function documentService({ baseUrl, transport }: Connection): Service {
	return new Service(baseUrl, transport.sender(DOCUMENT_LIMITS), 'auto');
}

export const documentUrl = ({ openApiUrl }: CredentialData): string => textOf(openApiUrl).trim();

/** The OpenAPI document that the credential names. */
export async function readServiceDocument(
	service: Service,
	credential: CredentialData,
): Promise<ServiceDocument> {
	const { baseUrl } = service;
	const url = documentAddress(documentUrl(credential), baseUrl);
	// Accounts may see different documents.
	const account = fingerprint(`${baseUrl}\n${textOf(credential.apiToken)}`);
	return await recent(documents, `${account} ${url}`, async () => {
		const { pathname } = new URL(url);
		const draft: RequestDraft = { endpoint: { method: 'GET', path: pathname }, query: [], url };
		const { content } = await service.read(draft, { format: 'auto' });
		if (content.kind === 'data') {
			return { document: content.value, plans: new Map() };
		}
		throw new Failure({
			kind: 'response',
			message: `'${DOCUMENT_LABEL}' in the credential does not point to a JSON document`,
			description:
				'Many services offer their OpenAPI document as YAML and as JSON: enter the URL of the JSON version.',
		});
	});
}

/** With the plans of the service's document for what the contract leaves out. Without the document, recognition reads the responses. */
export async function withDocument(
	contract: Contract | undefined,
	service: Service,
	hints: Hints,
	credential: CredentialData = {},
): Promise<Contract | undefined> {
	if (documentUrl(credential) === '') return contract;
	try {
		const { document, plans } = await readServiceDocument(service, credential);
		const described = (endpoint: Endpoint): Plan => {
			const label = endpointLabel(endpoint);
			const plan = plans.get(label) ?? planOfResponses(document, endpoint);
			plans.set(label, plan);
			return plan;
		};
		return { plans: new Map(), strict: false, ...contract, described };
	} catch (error) {
		hints.add(NO_DOCUMENT, messageOf(error));
		return contract;
	}
}

const NO_DOCUMENT = `The node could not read the '${DOCUMENT_LABEL}' of the credential, so it recognised the responses instead: %`;
