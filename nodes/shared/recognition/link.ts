import { isRecord } from '../values/records';
import { valueAt } from '../values/paths';
import { parseUrl } from '../http/baseUrl';

/** Where services of this family put the link to a report or an export. */
const FILE_KEYS = ['download_url', 'report_url', 'file_url', 'pdf_url'];

/** Also the names of links to a profile or a post, so they count in the place of a file first. */
const PLAIN_KEYS = ['url', 'link', 'href'];

const FILE_CONTAINERS = ['report', 'report_summary', 'file'];

const CONTAINERS = ['', 'data', 'result', 'job'];

export function findLink(value: unknown): string | undefined {
	const all = [...FILE_CONTAINERS, ...CONTAINERS];
	return asLink(value) ?? firstLink(value, all, FILE_KEYS) ?? firstLink(value, all, PLAIN_KEYS);
}

function firstLink(value: unknown, containers: string[], keys: string[]): string | undefined {
	for (const container of containers) {
		const holder = valueAt(value, container);
		if (!isRecord(holder)) continue;
		const link = keys.map((key) => asLink(holder[key])).find((each) => each !== undefined);
		if (link !== undefined) return link;
	}
	return undefined;
}

export function asLink(raw: unknown): string | undefined {
	if (typeof raw !== 'string' || !/^(https?:\/\/|\/)/.test(raw)) return undefined;
	return parseUrl(raw, 'https://service.invalid') === undefined ? undefined : raw;
}
