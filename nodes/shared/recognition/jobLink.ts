import { isRecord, ownValue, valueAt } from '../values/records';
import { percentDecoded } from '../values/text';

/** Last parts of an address that say what is asked of the job, and not which one it is. */
const VERB =
	/^(status|state|result|results|progress|poll|polling|info|detail|details|download|output|content|contents|get|show|view|wait|fetch|check|report|summary|cancel|json|self)$/;

const ID_PARAMETER = /^((\w+[_-])?(id|uuid|guid)|\w+Id|token|job|task|key)$/i;

const HEADER_PATH = /^headers\.([^\s/]+)(?:\s+\/(.+)\/([a-z]*))?$/i;

/**
 * The id in a link to a job: `/screening/ID/status` and `/jobs?id=ID` as well as `/screening/ID`.
 * Parts of the path that the job was submitted to are no ids, nor is what a template adds: `/jobs/1{?expand}`.
 */
export function idInLink(link: string, submittedTo = ''): string | undefined {
	const plain = link.replace(/\{[?&#/;.][^{}]*\}/g, '').trim();
	const [address = '', query = ''] = (plain.split('#')[0] ?? '').split('?');
	const parameters = [...new URLSearchParams(query)];
	const named = parameters.find(([name, value]) => ID_PARAMETER.test(name) && value !== '');
	const own = partsOf(submittedTo);
	const isLink = /^[a-z][\w+.-]*:\/\//i.test(address);
	const parts = partsOf(isLink ? address.replace(/^[^/]*\/\/[^/]*/, '') : address);
	while (parts.length > 1 && VERB.test((parts.at(-1) ?? '').toLowerCase())) parts.pop();
	const last = parts.at(-1);
	const isWord = last === undefined || own.includes(last) || VERB.test(last) || /^v\d+$/.test(last);
	if (named !== undefined && (isWord || !/\d/.test(last))) return named[1];
	// `operations('ID')`, as OData writes it.
	const key = /\('?([^'()]+)'?\)$/.exec(last ?? '')?.[1];
	return isWord ? named?.[1] : (percentDecoded(key ?? last) ?? key ?? last);
}

export const isHeaderPath = (path: string): boolean => /^\s*headers\./i.test(path);

/** In the body or in a header; undefined where the path leads nowhere, null is a value. A name may hold dots. */
export function valueAtPath(
	{ value, headers, status }: { value: unknown; headers: Record<string, string>; status?: number },
	path: string,
): unknown {
	if (path.toLowerCase() === 'headers.:status') return status;
	if (isHeaderPath(path)) return headerAt(headers, path);
	if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
	return valueAt(value, path);
}

/** `headers.x-job-id` is the text of a header, `headers.location /jobs\/(\w+)/` what the expression finds in it. */
function headerAt(headers: Record<string, string>, path: string): string | undefined {
	const match = HEADER_PATH.exec(path.trim());
	if (match === null) return undefined;
	const [, name = '', pattern, flags = ''] = match;
	const text = ownValue(headers, name.toLowerCase());
	if (text === undefined || pattern === undefined) return text;
	const found = expression(pattern, flags)?.exec(text);
	return found?.[1] ?? found?.[0];
}

function expression(pattern: string, flags: string): RegExp | undefined {
	try {
		return new RegExp(pattern, flags.replace(/[^imsu]/g, ''));
	} catch {
		return undefined;
	}
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');
