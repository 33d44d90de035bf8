import type { IDataObject } from 'n8n-workflow';

import { commonFields, type EndpointOperation } from '../catalogue/types';
import { Failure } from '../failure/Failure';
import { fieldsOf, type RequestDraft } from '../request/draft';

const ABOUT_FIELDS = [400, 422];

/** Columns that hold a profile or its address, whatever the service calls it. */
const MAIN_COLUMN =
	/^(link|url|profile|handle|username|account|creator|channel)( ?(url|link|handle|name))?$/i;

const MAX_NAMES = 10;

interface Sent {
	operation: EndpointOperation;
	draft: RequestDraft;
	isInput: boolean;
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
	const fields = fieldsOf(sent.draft);
	const names = Object.keys(fields);
	const listed = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ' ...' : '');
	return thrown.with({
		message: withLabels(message, sent.operation),
		description: [
			description,
			`Sent: ${names.length === 0 ? 'no fields' : listed}.`,
			...(sent.isInput ? offered(sent.operation, fields) : []),
		].join(' '),
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

/** Never sent on its own: only the user knows what a column holds. */
function offered({ fields }: EndpointOperation, sent: IDataObject): string[] {
	const [main] = fields.main;
	if (main === undefined || main.name in sent) return [];
	const column = Object.keys(sent).find((name) => MAIN_COLUMN.test(name));
	return column === undefined ? [] : [`Did you mean to send '${column}' as ${main.name}?`];
}
