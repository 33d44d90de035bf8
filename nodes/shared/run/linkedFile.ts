import { Failure } from '../errors/Failure';
import { isRecord } from '../request/fields';
import type { Content } from '../response/decode';
import { valueAt } from '../response/paths';
import { parseUrl } from '../transport/baseUrl';
import { fileItem, type Emitted } from './Emitted';
import type { ItemCall } from './prepare';
import type { Reading } from './Run';

/** Where services of this family put the link to a report or an export. */
const FILE_KEYS = ['download_url', 'report_url', 'file_url', 'pdf_url'];
/** Also the names of links to a profile or a post, so they count in the place of a file first. */
const PLAIN_KEYS = ['url', 'link', 'href'];
const FILE_CONTAINERS = ['report', 'report_summary', 'file'];
const CONTAINERS = ['', 'data', 'result', 'job'];

/** Adds the file that the answer links to, if the user asked for it. */
export async function withLinkedFile(
	run: Pick<Reading, 'service'>,
	item: ItemCall,
	emitted: Emitted,
	content: Content,
): Promise<Emitted> {
	const { downloadFile, linkPath } = item.settings;
	if (!downloadFile || emitted.file !== undefined) return emitted;
	const value = content.kind === 'data' ? content.value : undefined;
	const link = linkPath === undefined ? findLink(value) : asLink(valueAt(value, linkPath));
	if (link === undefined) {
		throw new Failure({
			message: 'The response has no link to a file that was recognised',
			description:
				"Set 'Link Path' in Options to the way to the link, e.g. report.url, or turn off 'Download Linked File'.",
			response: emitted.json,
		});
	}
	return fileItem(await run.service.download(link), emitted.json);
}

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

function asLink(raw: unknown): string | undefined {
	if (typeof raw !== 'string' || !/^(https?:\/\/|\/)/.test(raw)) return undefined;
	return parseUrl(raw, 'https://service.invalid') === undefined ? undefined : raw;
}
