import { commonFields, type EndpointOperation } from '../catalogue/vocabulary';
import { parametersOf } from '../catalogue/fields';
import { MAPPED_LABEL } from '../request/mappedFields';
import { BODY_FIELDS_LABEL, BODY_JSON_LABEL } from '../request/body';
import { ownValue } from '../values/records';

export const QUERY_LABEL = 'Query Parameters';

/** Names in the panel that are not the parameter's own name in words. */
const LABELS: Record<string, string> = {
	binaryProperty: 'Put Output File in Field',
	bodyFields: BODY_FIELDS_LABEL,
	bodyJson: BODY_JSON_LABEL,
	bodyMode: 'Body',
	commentsAsItems: 'Comments as Items',
	emptyExecutions: 'Save State With Empty Executions',
	explain: 'Explain Recognition',
	htmlReport: 'Add Report (HTML)',
	idPath: 'ID Path',
	mappedFields: MAPPED_LABEL,
	maxRetryDelay: 'Longest Retry Wait',
	query: QUERY_LABEL,
	reportAsText: 'Add Report as Text',
	requestsPerSecond: 'Requests per Second',
	retryUnsafe: 'Retry Unsafe Requests',
	sendQuery: 'Send Query Parameters',
};

/** What the panel calls a parameter or an option: `maxWait` is "Max Wait". */
export function labelOf(name: string): string {
	const words = name.replace(/[A-Z]/g, (letter) => ` ${letter}`);
	// Settings for the names of fields: `cursorName` is "Cursor Field".
	if (name.endsWith('Name')) return labelOf(name.replace(/Name$/, 'Field'));
	return ownValue(LABELS, name) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same for the parameters of an operation: it names its ID and its common fields itself. */
export function labelsOf(operation: EndpointOperation, idLabel = 'ID'): (name: string) => string {
	const own = new Map(
		commonFields(operation).flatMap((field) =>
			parametersOf(field).map((name) => [name, field.label]),
		),
	);
	return (name) => (name === 'id' ? idLabel : (own.get(name) ?? labelOf(name)));
}
