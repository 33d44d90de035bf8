import { Failure } from '../failure/Failure';
import type { Content } from '../http/content';
import { asLink, findLink } from '../recognition/link';
import { fileItem, type OutputItem } from '../response/outputItem';
import type { Service } from '../Service';
import type { Settings } from '../settings';
import { valueAt } from '../values/paths';

interface Linking {
	service: Pick<Service, 'download'>;
	settings: Pick<Settings, 'downloadFile' | 'linkPath'>;
	/** Where the link stands. */
	content: Content;
	/** What the file is added to. */
	item: OutputItem;
}

/** Adds the file that the answer links to, if the user asked for it. */
export async function withLinkedFile(linking: Linking): Promise<OutputItem> {
	const { service, settings, content, item } = linking;
	const { downloadFile, linkPath } = settings;
	if (!downloadFile || item.file !== undefined) return item;
	const value = content.kind === 'data' ? content.value : undefined;
	const link = linkPath === undefined ? findLink(value) : asLink(valueAt(value, linkPath));
	if (link === undefined) {
		throw new Failure({
			kind: 'answer',
			message: 'The response has no link to a file that was recognised',
			description:
				"Set 'Link Path' in Options to the way to the link, e.g. report.url, or turn off 'Download Linked File'.",
			response: item.json,
		});
	}
	return fileItem(await service.download(link), item.json);
}
