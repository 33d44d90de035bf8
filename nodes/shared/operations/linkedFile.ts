import { Failure } from '../failure/Failure';
import { valueAt } from '../values/paths';
import { fileItem, type Emitted } from '../response/outputItem';
import type { Reading } from './Run';
import type { ItemCall } from './ItemCall';
import { asLink, findLink } from '../recognition/link';
import type { Content } from '../http/content';

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
