import { MAX_HEADER_LENGTH } from './text';

/** One link of a `Link` header (RFC 8288): its target in angle brackets, then its parameters. */
const LINK = /<([^<>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=(?:\s*(?:"[^"]*"|[^\s;,"]+))?)?)*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/i;

/** The target of the first link with this relation; a link may have several, with spaces between. */
export function linkWithRel(header: string, rel: RegExp): string | undefined {
	for (const [, target, parameters = ''] of header.slice(0, MAX_HEADER_LENGTH).matchAll(LINK)) {
		const [, quoted, bare] = REL.exec(parameters) ?? [];
		if ((quoted ?? bare ?? '').split(/\s+/).some((each) => rel.test(each))) return target;
	}
	return undefined;
}
