import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import type { EndpointOperation } from '../catalogue/types';
import { asFailure, Failure, rethrow } from '../failure/Failure';
import { DOCUMENT_LIMITS, documentUrl, readServiceDocument } from '../operations/serviceDocument';
import { columnsOf } from '../schema/columns';
import { bodySchema, DOCUMENT_LABEL, type FoundSchema } from '../schema/document';
import { toMapperFields } from '../schema/mapper';
import { asHtml } from '../values/escape';
import { openService } from './openService';

/** The operation that is chosen in a node, if it is one that sends something. */
export type OperationOf = (parameter: (name: string) => unknown) => EndpointOperation | undefined;

export async function serviceFields(
	context: ILoadOptionsFunctions,
	operationOf: OperationOf,
): Promise<ResourceMapperFields> {
	try {
		const operation = operationOf((name) => context.getCurrentNodeParameter(name));
		if (operation === undefined) return notice('Choose a resource and an operation first.');
		const { service, credential } = await openService(context, DOCUMENT_LIMITS);
		if (documentUrl(credential) === '') return notice(`${NO_DOCUMENT} ${OTHERWISE}`);
		const read = readServiceDocument(service, credential);
		const { document } = await read.catch((error: unknown) => rethrow(named(error)));
		return mapperFields(document, operation);
	} catch (error) {
		// The editor would show nothing at all for an error.
		const { message, description = '' } = asFailure(error).details;
		return notice([message, description].filter((each) => each !== '').join('. '));
	}
}

function mapperFields(document: unknown, operation: EndpointOperation): ResourceMapperFields {
	const { endpoint, kind } = operation;
	const found = bodySchema(document, endpoint);
	const label = `${endpoint.method} ${endpoint.path}`;
	if (found.kind !== 'found') return notice(`${WHY[found.kind].replace('%', label)} ${OTHERWISE}`);
	const fields = toMapperFields(columnsOf(found.schema, document), { isList: kind === 'list' });
	return fields.length > 0 ? { fields } : notice(`${WHY.noBody.replace('%', label)} ${OTHERWISE}`);
}

const WHY: Record<Exclude<FoundSchema['kind'], 'found'>, string> = {
	noDocument: `'${DOCUMENT_LABEL}' in the credential does not point to an OpenAPI document.`,
	noEndpoint: "The service's OpenAPI document does not contain %.",
	noBody: "The service's OpenAPI document defines no fields for %.",
};
const NO_DOCUMENT = `The credential has no URL of an OpenAPI document. Enter the URL of the service's document in '${DOCUMENT_LABEL}' of the 'Creator Intelligence API' credential, e.g. /openapi.json.`;
const OTHERWISE = "To enter the fields yourself, change 'Specify Body'.";

/** Where nothing is found, it is that field of the credential that has to be corrected. */
function named(error: unknown): unknown {
	if (!(error instanceof Failure) || error.details.status !== 404) return error;
	return error.with({
		message: `The service has no document at the URL in '${DOCUMENT_LABEL}' of the credential`,
		description: `Correct it in the 'Creator Intelligence API' credential. ${OTHERWISE}`,
	});
}

function notice(text: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice: asHtml(text) };
}
