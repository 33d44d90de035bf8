import { commonFields, type EndpointOperation } from '../catalogue/types';
import { Failure } from '../failure/Failure';
import { fieldsOf, type RequestDraft } from '../request/draft';

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
