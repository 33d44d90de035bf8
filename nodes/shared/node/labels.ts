import { commonFields, type EndpointOperation } from '../catalogue/types';
import { MAPPED_LABEL } from '../request/mappedFields';
import { BODY_FIELDS_LABEL, BODY_JSON_LABEL, BODY_MODE_LABEL } from '../request/body';
import { Failure } from '../failure/Failure';
import { fieldsOf, QUERY_LABEL, type RequestDraft } from '../request/draft';
import type { Options } from '../settings/option';
import { OPTIONS } from '../settings/options';
import { ownValue } from '../values/records';

export const MAX_TOOL_RESPONSE_LABEL = 'Max Tool Response Size';

const options = Object.values(OPTIONS).flatMap((each: Options) => Object.entries(each));

/** Names in the panel that are not the parameter's own name in words. */
const LABELS: Record<string, string> = {
	...Object.fromEntries(options.map(([name, { label }]) => [name, label])),
	bodyFields: BODY_FIELDS_LABEL,
	bodyJson: BODY_JSON_LABEL,
	bodyMode: BODY_MODE_LABEL,
	mappedFields: MAPPED_LABEL,
	maxAnswerSize: MAX_TOOL_RESPONSE_LABEL,
	query: QUERY_LABEL,
	sendQuery: 'Send Query Parameters',
};

/** What the panel calls a parameter or an option: `maxWait` is "Max Wait". */
export function labelOf(name: string): string {
	const words = name.replace(/[A-Z]/g, (letter) => ` ${letter}`);
	return ownValue(LABELS, name) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same for the parameters of an operation: it names its ID and its common fields itself. */
export function labelsOf(operation: EndpointOperation, idLabel = 'ID'): (name: string) => string {
	const own = new Map(
		commonFields(operation).map(({ parameter, label }) => [parameter, label] as const),
	);
	return (name) => (name === 'id' ? idLabel : (own.get(name) ?? labelOf(name)));
}

const ABOUT_FIELDS = [400, 422];

const MAX_NAMES = 10;

interface Sent {
	operation: EndpointOperation;
	draft: RequestDraft;
	tokenAdvice: string;
}

/** An error of the service about fields, in the words of the form, with what was sent. */
export function withFormLabels(thrown: unknown, sent: Sent): unknown {
	if (!(thrown instanceof Failure)) return thrown;
	const { message, status = 0, description = '' } = thrown.details;
	if (status === 401 && sent.tokenAdvice !== '') {
		return thrown.with({ description: `${sent.tokenAdvice} ${description}` });
	}
	if (!ABOUT_FIELDS.includes(status)) return thrown;
	const names = Object.keys(fieldsOf(sent.draft));
	const listed = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ' ...' : '');
	return thrown.with({
		message: withLabels(message, sent.operation),
		description: `${description} Sent: ${names.length === 0 ? 'no fields' : listed}.`,
	});
}

/** `profile_url` becomes `profile_url ('Profile URL')`. */
function withLabels(message: string, operation: EndpointOperation): string {
	return commonFields(operation).reduce((text, { name, label }) => {
		const at = text.search(new RegExp(`(?<![\\w.])${name.replace(/\./g, '\\.')}(?![\\w.]\\w|\\w)`));
		if (at === -1 || text.startsWith(` ('`, at + name.length)) return text;
		const end = at + name.length;
		return `${text.slice(0, end)} ('${label}')${text.slice(end)}`;
	}, message);
}
